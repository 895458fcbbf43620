//! The location and name of each nested struct: beside the type that has it, or in the folder
//! `shared` if several types have the same.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::model::{Model, Struct, StructId, Ty};
use crate::idents;

/// The structs of a file below the root, in order of appearance, and its imports from `shared`.
#[derive(Debug, Default)]
pub(super) struct File {
    pub(super) structs: Vec<StructId>,
    pub(super) names: BTreeMap<StructId, String>,
    pub(super) imports: BTreeSet<String>,
}

/// A file of the folder `shared`.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) module: String,
    pub(super) name: String,
    pub(super) file: File,
}

/// Everything that the text needs to know about nested structs.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) settings: File,
    /// For each item of the model.
    pub(super) items: Vec<File>,
    pub(super) shared: Vec<Shared>,
}

/// A use of a struct: the field, and its owner.
struct Use {
    id: StructId,
    field: String,
    several: bool,
    /// The struct whose field it is; `None` for the root.
    parent: Option<StructId>,
}

impl File {
    /// Whether one of these structs is in it.
    pub(super) fn holds_any(&self, names: &BTreeSet<String>) -> bool {
        let mut own = self.structs.iter().filter_map(|id| self.names.get(id));
        own.any(|name| names.contains(name))
    }
}

impl Shared {
    pub(super) fn path(&self) -> String {
        format!("src/shared/{}.rs", self.module)
    }
}

impl Layout {
    /// The names that these items, perhaps with the provider's settings, import from `shared`,
    /// directly or indirectly.
    pub(super) fn wanted(&self, items: &[usize], settings: bool) -> BTreeSet<String> {
        let items = items.iter().map(|index| &self.items[*index]);
        let files = items.chain(settings.then_some(&self.settings));
        let mut wanted: BTreeSet<String> = files
            .flat_map(|file| file.imports.iter().cloned())
            .collect();
        loop {
            let has = |shared: &&Shared| shared.file.holds_any(&wanted);
            let found = self.shared.iter().filter(has);
            let more: Vec<String> = found
                .flat_map(|shared| shared.file.imports.iter().chain([&shared.name]).cloned())
                .collect();
            let before = wanted.len();
            wanted.extend(more);
            if wanted.len() == before {
                return wanted;
            }
        }
    }
}

/// The layout; these structs are not shared.
pub(super) fn layout(model: &Model, alone: &BTreeSet<StructId>) -> Layout {
    let mut settings = vec![(model.name.as_str(), &model.settings)];
    settings.extend(model.meta.iter().map(|meta| ("Meta", meta)));
    let mut roots = vec![settings];
    let items = model.items.iter();
    roots.extend(items.map(|item| vec![(item.name.as_str(), &item.root)]));
    let uses: Vec<Vec<Use>> = roots.iter().map(|roots| uses(model, roots)).collect();

    // How many files need each struct, and its users in all of them.
    let mut files: BTreeMap<StructId, BTreeSet<usize>> = BTreeMap::new();
    let mut parents: BTreeMap<StructId, BTreeSet<Option<StructId>>> = BTreeMap::new();
    for (file, uses) in uses.iter().enumerate() {
        for one in uses {
            files.entry(one.id).or_default().insert(file);
            parents.entry(one.id).or_default().insert(one.parent);
        }
    }
    let is_shared = |id: StructId| {
        files.get(&id).is_some_and(|files| files.len() > 1) && !reaches(model, id, alone)
    };
    // A shared struct has its own file, or shares that of its only user.
    let home = |mut id: StructId| {
        while let Some(parents) = parents.get(&id)
            && let Some(Some(parent)) = parents.first()
            && parents.len() == 1
            && is_shared(*parent)
        {
            id = *parent;
        }
        id
    };

    let mut shared_names = Names {
        wanted: most_frequent(uses.iter().flatten()),
        ..Names::default()
    };
    for (roots, uses) in roots.iter().zip(&uses) {
        let root = roots.first().map_or("", |(name, _)| name);
        for one in uses.iter().filter(|one| is_shared(one.id)) {
            shared_names.give(one, root);
        }
    }
    let mut shared: BTreeMap<StructId, Vec<StructId>> = BTreeMap::new();
    for one in uses.iter().flatten().filter(|one| is_shared(one.id)) {
        let file = shared.entry(home(one.id)).or_default();
        if !file.contains(&one.id) {
            file.push(one.id);
        }
    }
    let mut modules = BTreeSet::new();
    let shared: Vec<Shared> = shared
        .into_iter()
        .map(|(id, structs)| {
            let name = shared_names.of(id);
            let mut module = idents::module(&name).unwrap_or_default();
            while !modules.insert(module.clone()) {
                module.push('_');
            }
            let mut file = File::default();
            for one in &structs {
                for inner in inner(model.structs.get(*one)) {
                    if !structs.contains(&inner) {
                        file.imports.insert(shared_names.of(inner));
                    }
                    file.names.insert(inner, shared_names.of(inner));
                }
                file.names.insert(*one, shared_names.of(*one));
            }
            file.structs = structs;
            Shared { module, name, file }
        })
        .collect();

    let files = roots.iter().zip(&uses).enumerate();
    let mut all = files.map(|(index, (roots, uses))| {
        let mut names = Names {
            wanted: most_frequent(uses.iter()),
            ..Names::default()
        };
        let mut file = File::default();
        let own = roots.iter().map(|(name, _)| (*name).to_owned());
        names.taken.extend(own);
        let item = index.checked_sub(1).map(|index| &model.items[index]);
        let identity = item.and_then(|item| item.identity.as_ref());
        names.taken.extend(identity.map(|(name, _)| name.clone()));
        // Only what is named here is imported.
        let is_named =
            |one: &&Use| is_shared(one.id) && one.parent.is_none_or(|parent| !is_shared(parent));
        for one in uses.iter().filter(is_named) {
            let name = shared_names.of(one.id);
            file.imports.insert(name.clone());
            names.taken.insert(name.clone());
            file.names.insert(one.id, name);
        }
        let root = roots.first().map_or("", |(name, _)| name);
        for one in uses.iter().filter(|one| !is_shared(one.id)) {
            names.give(one, root);
            if !file.structs.contains(&one.id) {
                file.structs.push(one.id);
            }
        }
        file.names.extend(names.all);
        file
    });
    let settings = all.next().unwrap_or_default();
    Layout {
        settings,
        items: all.collect(),
        shared,
    }
}

/// Assigned names, each unique.
#[derive(Default)]
struct Names {
    all: BTreeMap<StructId, String>,
    taken: BTreeSet<String>,
    /// The most common field-based name of each.
    wanted: BTreeMap<StructId, String>,
}

/// The struct name that a field suggests.
fn short(one: &Use) -> String {
    match one.several {
        true => idents::camel(&idents::singular(&one.field)),
        false => idents::camel(&one.field),
    }
}

/// The most frequent name of each struct; among equally frequent names, the first.
fn most_frequent<'a>(uses: impl Iterator<Item = &'a Use>) -> BTreeMap<StructId, String> {
    let mut counts: BTreeMap<StructId, Vec<(String, usize)>> = BTreeMap::new();
    for one in uses {
        let (counts, name) = (counts.entry(one.id).or_default(), short(one));
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let best = |mut counts: Vec<(String, usize)>| {
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts.into_iter().next().map(|(name, _)| name)
    };
    let counts = counts.into_iter();
    let names = counts.filter_map(|(id, counts)| Some((id, best(counts)?)));
    names.collect()
}

impl Names {
    fn of(&self, id: StructId) -> String {
        self.all.get(&id).cloned().unwrap_or_default()
    }

    /// Named after the field, prefixed if necessary with the struct or type that has it.
    fn give(&mut self, one: &Use, root: &str) {
        if self.all.contains_key(&one.id) {
            return;
        }
        let wanted = self.wanted.get(&one.id).cloned();
        let short = wanted.unwrap_or_else(|| short(one));
        let parent = one.parent.map(|parent| self.of(parent)).unwrap_or_default();
        let both = format!("{root}{parent}");
        let tries = ["", &parent, root, &both].map(|before| format!("{before}{short}"));
        let numbered = (2_usize..).map(|number| format!("{short}{number}"));
        // Some number is always free.
        let name = tries.into_iter().chain(numbered).find(|name| {
            name.len() <= 60 + 8 && !idents::is_taken(name) && !self.taken.contains(name)
        });
        let name = name.unwrap_or(short);
        self.taken.insert(name.clone());
        self.all.insert(one.id, name);
    }
}

/// Every use of a nested struct below these roots, level by level; the first use of a struct counts
/// for its content.
fn uses(model: &Model, roots: &[(&str, &Struct)]) -> Vec<Use> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut queue: VecDeque<(Option<StructId>, &Struct)> =
        roots.iter().map(|(_, root)| (None, *root)).collect();
    while let Some((parent, of)) = queue.pop_front() {
        let fields = of.fields.iter();
        let fields = fields.map(|field| (field.name.as_str(), &field.ty));
        for (name, ty) in fields.chain(of.output.iter().map(|ty| ("output", ty))) {
            let several = matches!(ty, Ty::Of("Vec" | "Set", _) | Ty::Map(_));
            ty.structs(&mut |id| {
                found.push(Use {
                    id,
                    field: name.to_owned(),
                    several,
                    parent,
                });
                if seen.insert(id) {
                    queue.push_back((Some(id), model.structs.get(id)));
                }
            });
        }
    }
    found
}

/// Whether a struct is one of these, or contains one.
fn reaches(model: &Model, id: StructId, any: &BTreeSet<StructId>) -> bool {
    !any.is_empty()
        && (any.contains(&id)
            || inner(model.structs.get(id))
                .into_iter()
                .any(|inner| reaches(model, inner, any)))
}

fn inner(of: &Struct) -> Vec<StructId> {
    let mut found = Vec::new();
    for field in &of.fields {
        field.ty.structs(&mut |id| found.push(id));
    }
    found
}
