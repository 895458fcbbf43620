//! [`Relations`]: which fields of a schema conflict or need each other, from both sides.

use std::collections::{BTreeMap, BTreeSet};

use schema_runtime::schema::{Block, Extra, FieldPath};

/// The relations between the fields of a schema, by full dotted path.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    conflicts: BTreeMap<String, BTreeSet<String>>,
    groups: BTreeSet<(Needed, BTreeSet<String>)>,
}

/// How many fields of a group must be set, in the order of sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Needed {
    ExactlyOne,
    AtLeastOne,
}

/// The path of a field in a block at a path.
pub(crate) fn join(parent: &str, name: &str) -> String {
    if parent.is_empty() {
        name.to_owned()
    } else {
        format!("{parent}.{name}")
    }
}

/// A path relative to the block in which it is read.
fn seen_from(parent: &str, path: &str) -> String {
    let inner = path
        .strip_prefix(parent)
        .and_then(|rest| rest.strip_prefix('.'));
    inner.unwrap_or(path).to_owned()
}

/// The absolute path for names relative to a field's block.
pub(crate) fn absolute(parent: &str, path: &FieldPath) -> String {
    let names = path.iter().map(|name| name.as_str());
    join(parent, &names.collect::<Vec<_>>().join("."))
}

impl Relations {
    pub(crate) fn of(block: &Block) -> Relations {
        let mut relations = Relations::default();
        relations.collect(block, "");
        relations
    }

    fn collect(&mut self, block: &Block, parent: &str) {
        for field in block.fields.iter() {
            let own = join(parent, &field.name);
            let group = |fields: &[FieldPath]| {
                let others = fields.iter().map(|path| absolute(parent, path));
                others.chain([own.clone()]).collect::<BTreeSet<_>>()
            };
            for extra in field.extras.iter() {
                match extra {
                    Extra::ConflictsWith { fields } => {
                        for other in fields.iter().map(|path| absolute(parent, path)) {
                            self.conflict(&own, &other);
                            self.conflict(&other, &own);
                        }
                    }
                    Extra::ExactlyOneOf { fields } => {
                        self.groups.insert((Needed::ExactlyOne, group(fields)));
                    }
                    Extra::AtLeastOneOf { fields } => {
                        self.groups.insert((Needed::AtLeastOne, group(fields)));
                    }
                    _ => {}
                }
            }
            if let Some((_, block)) = field.nested_block() {
                self.collect(block, &own);
            }
        }
    }

    fn conflict(&mut self, one: &str, other: &str) {
        if one != other {
            let others = self.conflicts.entry(one.to_owned()).or_default();
            others.insert(other.to_owned());
        }
    }

    /// The fields that must not be set together with this one.
    pub(crate) fn conflicts(&self, parent: &str, name: &str) -> Vec<String> {
        let others = self.conflicts.get(&join(parent, name));
        let others = others.into_iter().flatten();
        others.map(|path| seen_from(parent, path)).collect()
    }

    /// The groups that a field belongs to and of which some field must be set.
    pub(crate) fn groups<'r>(
        &'r self,
        parent: &'r str,
        name: &str,
    ) -> impl Iterator<Item = (Needed, Vec<String>)> + 'r {
        let own = join(parent, name);
        let groups = self.groups.iter();
        let of_it = groups.filter(move |(_, group)| group.contains(&own) && group.len() > 1);
        of_it.map(|(needed, group)| {
            let seen = group.iter().map(|path| seen_from(parent, path));
            (*needed, seen.collect())
        })
    }
}
