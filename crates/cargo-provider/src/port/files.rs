//! The files of a ported provider: a new crate, or additions to an existing one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use super::checklist;
use super::lists::{list_function, with_items, with_line, with_lines_of};
use super::model::{Item, Key, Kind, Model, Struct, StructId};
use super::share::{self, File, Layout, Shared};
use super::text;
use crate::result::Result;
use crate::template::{self, Sdk};
use crate::write::Files;

/// The layout; files of the same names in an existing crate are shared only if they are identical.
pub(super) fn layout(model: &Model, into: Option<&Path>, items: &[usize]) -> Layout {
    let mut alone = BTreeSet::new();
    loop {
        let layout = share::layout(model, &alone);
        let wanted = layout.wanted(items, into.is_none());
        let before = alone.len();
        let is_wanted = |shared: &&Shared| wanted.contains(&shared.name);
        for shared in layout.shared.iter().filter(is_wanted) {
            let path = into.map(|into| into.join(shared.path()));
            let there = path.and_then(|path| std::fs::read_to_string(path).ok());
            if there.is_some_and(|there| there != self::shared(model, shared)) {
                alone.extend(&shared.file.structs);
            }
        }
        if alone.len() == before {
            return layout;
        }
    }
}

/// The files to write.
pub(super) struct Wanted<'a> {
    pub(super) model: &'a Model,
    pub(super) layout: &'a Layout,
    pub(super) report: &'a checklist::Report<'a>,
}

impl Wanted<'_> {
    fn chosen(&self) -> impl Iterator<Item = (&Item, &File)> {
        let items = self.report.items.iter();
        items.map(|index| (&self.model.items[*index], &self.layout.items[*index]))
    }

    /// A whole crate.
    pub(super) fn new_crate(&self, source: &str, sdk: &Sdk) -> Files {
        let mut files = template::skeleton(&self.model.provider, &self.model.name, source, sdk);
        let shares = self.types(&mut files, true);
        let kinds = self.kinds().into_iter();
        let mut modules: Vec<(&str, &str)> = kinds.map(|kind| (kind.list(), "pub ")).collect();
        modules.push(("provider", ""));
        modules.extend(shares.then_some(("shared", "")));
        modules.sort_by(|a, b| text::by_version(a.0, b.0));
        let mut lib = format!("//! The Terraform provider {}.\n\n", self.model.provider);
        for (module, public) in modules {
            let _ = writeln!(lib, "{public}mod {module};");
        }
        let _ = write!(lib, "\npub use provider::{};\n", self.model.name);
        files.insert("src/lib.rs".to_owned(), lib);
        files.insert("src/provider.rs".to_owned(), self.provider());
        files.insert("PORTING.md".to_owned(), self.report.whole());
        files
    }

    /// The additions and changes to an existing crate.
    ///
    /// # Errors
    /// A file exists with different content, or a list is not found.
    pub(super) fn added(&self, directory: &Path) -> Result<(Files, Files)> {
        let read = |path: &str| std::fs::read_to_string(directory.join(path));
        let source = |path: &str| {
            read(path).map_err(|error| {
                format!("{path} cannot be read: {error}; is this a provider's directory?")
            })
        };
        let mut all = Files::default();
        let shares = self.types(&mut all, false);
        let (mut new, mut changed) = (Files::default(), Files::default());
        let mut clashes = Vec::new();
        for (path, text) in all.into_texts() {
            match read(&path) {
                Err(_) => new.insert(path, text),
                Ok(there) if there == text => {}
                Ok(there) if path.ends_with("/mod.rs") => {
                    changed.insert(path, with_lines_of(&there, &text))
                }
                Ok(_) => clashes.push(path),
            }
        }
        if !clashes.is_empty() {
            return Err(format!(
                "there already, with other content: {}. Nothing was written: move them away, or exclude their types with --only",
                clashes.join(", ")
            ));
        }
        let path = "src/lib.rs";
        let lib = source(path)?;
        let kinds = self.kinds().into_iter();
        let modules = kinds.map(|kind| format!("pub mod {};", kind.list()));
        let modules = modules.chain(shares.then(|| "mod shared;".to_owned()));
        let with_modules = modules.fold(lib.clone(), |lib, line| with_line(&lib, &line));
        if with_modules != lib {
            changed.insert(path.to_owned(), with_modules);
        }
        let path = "src/provider.rs";
        let provider = source(path)?;
        let mut registered = provider.clone();
        for (kind, items) in self.registered() {
            registered = with_items(&registered, kind, &items).ok_or_else(|| {
                format!(
                    "no place is found for `{}![…]` in {path}; nothing was written",
                    kind.list()
                )
            })?;
        }
        if registered != provider {
            changed.insert(path.to_owned(), registered);
        }
        match read("PORTING.md") {
            Ok(there) => {
                let report = self.report.added_to(&there);
                if report != there {
                    changed.insert("PORTING.md".to_owned(), report);
                }
            }
            Err(_) => new.insert("PORTING.md".to_owned(), self.report.whole()),
        }
        Ok((new, changed))
    }

    fn kinds(&self) -> BTreeSet<Kind> {
        self.chosen().map(|(item, _)| item.kind).collect()
    }

    /// The contents of the provider's lists.
    fn registered(&self) -> BTreeMap<Kind, Vec<String>> {
        let mut lists: BTreeMap<Kind, Vec<String>> = BTreeMap::new();
        for (item, _) in self.chosen() {
            // A list resource is registered by the resource whose objects it lists.
            let folder = match item.kind {
                Kind::List => Kind::Resource.list(),
                kind => kind.list(),
            };
            let list = lists.entry(item.kind).or_default();
            list.push(format!("crate::{folder}::{}", item.owner()));
        }
        lists
    }

    /// The files of types, and of what they share with each other or with the provider's settings;
    /// whether they share anything.
    fn types(&self, files: &mut Files, settings: bool) -> bool {
        let mut modules: BTreeMap<Kind, Vec<(String, Vec<String>)>> = BTreeMap::new();
        for (item, file) in self.chosen() {
            let path = format!("src/{}/{}.rs", item.kind.list(), item.module);
            files.insert(path, self.item(item, file));
            let mut names = vec![item.name.clone()];
            names.extend(item.identity.iter().map(|(name, _)| name.clone()));
            let of_kind = modules.entry(item.kind).or_default();
            of_kind.push((item.module.clone(), names));
        }
        for (kind, items) in modules {
            let about = format!("//! The {}s of the provider.\n", kind.name());
            let path = format!("src/{}/mod.rs", kind.list());
            files.insert(path, modules_file(&about, items));
        }
        let wanted = self.layout.wanted(&self.report.items, settings);
        let mut modules = Vec::new();
        for one in &self.layout.shared {
            if one.file.holds_any(&wanted) {
                files.insert(one.path(), shared(self.model, one));
                modules.push((one.module.clone(), vec![one.name.clone()]));
            }
        }
        let any = !modules.is_empty();
        if any {
            let about = "//! Structs that several types have in common.\n";
            let path = "src/shared/mod.rs".to_owned();
            files.insert(path, modules_file(about, modules));
        }
        any
    }

    fn item(&self, item: &Item, file: &File) -> String {
        let about = format!("The {} `{}`.", item.kind.name(), item.type_name);
        let mut out = format!("//! {about}\n\n");
        head(&mut out, file);
        let root = documented(&item.root, &about);
        text::write_struct(&mut out, &item.name, &root, &file.names);
        if let Some((name, identity)) = &item.identity {
            out.push('\n');
            let about = format!("What identifies a `{}`.", item.type_name);
            let identity = documented(identity, &about);
            text::write_struct(&mut out, name, &identity, &file.names);
        }
        inner_structs(self.model, &mut out, file);
        out
    }

    fn provider(&self) -> String {
        let (model, file) = (self.model, &self.layout.settings);
        let mut out = String::from("//! The provider and its settings.\n\n");
        head(&mut out, file);
        let about = format!("The settings of the provider `{}`.", model.provider);
        let settings = documented(&model.settings, &about);
        text::write_struct(&mut out, &model.name, &settings, &file.names);
        let _ = write!(
            out,
            "\nimpl Provider for {} {{\n    // What the types work with: put the client of your API here, and write `configure`.\n    type Client = ();\n",
            model.name
        );
        for (kind, items) in self.registered() {
            out.push('\n');
            out.push_str(&list_function(kind, &items));
        }
        out.push_str("}\n");
        if let Some(meta) = &model.meta {
            out.push('\n');
            let about = "What modules tell the provider about themselves.";
            let meta = documented(meta, about);
            text::write_struct(&mut out, "Meta", &meta, &file.names);
        }
        inner_structs(self.model, &mut out, file);
        out
    }
}

/// What a file imports.
fn head(out: &mut String, file: &File) {
    out.push_str("use schema_provider::prelude::*;\n\n");
    let mut imports: Vec<&str> = file.imports.iter().map(String::as_str).collect();
    imports.sort_by(|a, b| text::by_version(a, b));
    match imports.as_slice() {
        [] => {}
        [one] => {
            let _ = write!(out, "use crate::shared::{one};\n\n");
        }
        several => {
            let one_line = format!("use crate::shared::{{{}}};", several.join(", "));
            if one_line.len() <= 100 {
                out.push_str(&one_line);
            } else {
                out.push_str("use crate::shared::{\n");
                let mut line = String::from("   ");
                for name in several {
                    if line.len() + name.len() + 2 > 100 {
                        out.push_str(&line);
                        out.push('\n');
                        line = String::from("   ");
                    }
                    let _ = write!(line, " {name},");
                }
                out.push_str(&line);
                out.push_str("\n};");
            }
            out.push_str("\n\n");
        }
    }
}

/// A file of the folder `shared`.
pub(super) fn shared(model: &Model, shared: &Shared) -> String {
    let mut out = format!("//! What several types have: `{}`.\n\n", shared.name);
    head(&mut out, &shared.file);
    for (index, id) in shared.file.structs.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        one(model, &mut out, &shared.file, *id);
    }
    out
}

fn one(model: &Model, out: &mut String, file: &File, id: StructId) {
    let name = file.names.get(&id).map_or("", String::as_str);
    let of = model.structs.get(id);
    text::write_struct(out, name, of, &file.names);
}

/// The structs that the ones above contain.
fn inner_structs(model: &Model, out: &mut String, file: &File) {
    for id in &file.structs {
        out.push('\n');
        one(model, out, file, *id);
    }
}

/// A public struct, always with a doc comment, which is not a description if the schema has none.
fn documented(of: &Struct, about: &str) -> Struct {
    let mut of = of.clone();
    if of.doc.is_empty() {
        of.doc.push(about.to_owned());
        let is_described =
            |key: &Key| matches!(key, Key::Text(text) if text.starts_with("description ="));
        if !of.keys.iter().any(is_described) && !of.keys.contains(&Key::word("identity")) {
            of.keys.push(Key::string("description", ""));
        }
    }
    of
}

/// A file of modules and their re-exports.
fn modules_file(about: &str, mut modules: Vec<(String, Vec<String>)>) -> String {
    modules.sort_by(|a, b| text::by_version(&a.0, &b.0));
    let mut out = format!("{about}\n");
    for (module, _) in &modules {
        let _ = writeln!(out, "mod {module};");
    }
    out.push('\n');
    for (module, mut names) in modules {
        names.sort_by(|a, b| text::by_version(a, b));
        let _ = match names.as_slice() {
            [one] => writeln!(out, "pub use {module}::{one};"),
            several => writeln!(out, "pub use {module}::{{{}}};", several.join(", ")),
        };
    }
    out
}
