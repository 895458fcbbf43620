//! [`Relations`]: which fields of a schema conflict or need each other, from both sides.

use std::collections::{BTreeMap, BTreeSet};

use schema_runtime::schema::{Block, Extra, FieldPath};

/// The relations between the fields of a schema, by full dotted path.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    conflicts: BTreeMap<String, BTreeSet<String>>,
    exactly_one: Vec<BTreeSet<String>>,
    at_least_one: Vec<BTreeSet<String>>,
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
    let prefix = join(parent, "");
    match path.strip_prefix(&prefix) {
        Some(inner) if !parent.is_empty() => inner.to_owned(),
        _ => path.to_owned(),
    }
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
        relations.exactly_one.sort();
        relations.exactly_one.dedup();
        relations.at_least_one.sort();
        relations.at_least_one.dedup();
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
                    Extra::ExactlyOneOf { fields } => self.exactly_one.push(group(fields)),
                    Extra::AtLeastOneOf { fields } => self.at_least_one.push(group(fields)),
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

    /// The groups that a field belongs to and of which exactly one field must be set.
    pub(crate) fn exactly_one(&self, parent: &str, name: &str) -> Vec<Vec<String>> {
        groups(&self.exactly_one, parent, name)
    }

    /// The groups that a field belongs to and of which at least one field must be set.
    pub(crate) fn at_least_one(&self, parent: &str, name: &str) -> Vec<Vec<String>> {
        groups(&self.at_least_one, parent, name)
    }
}

fn groups(groups: &[BTreeSet<String>], parent: &str, name: &str) -> Vec<Vec<String>> {
    let own = join(parent, name);
    let of_it = groups
        .iter()
        .filter(|group| group.contains(&own) && group.len() > 1);
    of_it
        .map(|group| group.iter().map(|path| seen_from(parent, path)).collect())
        .collect()
}
