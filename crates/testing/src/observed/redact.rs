//! [`Redaction`]: what a failure must not print.

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Flags};

use crate::observed::tree::{Tree, TreeShape};

/// Which values of an object are sensitive: by its schema, or because of the configuration.
#[derive(Clone, Copy)]
pub(crate) struct Redaction<'a> {
    pub(crate) block: Option<&'a Block>,
    pub(crate) marked: &'a [Path],
    /// The value is sensitive as a whole.
    pub(crate) all: bool,
}

impl<'a> Redaction<'a> {
    /// The redaction of an object.
    pub(crate) fn of(block: Option<&'a Block>, marked: &'a [Path]) -> Self {
        Redaction {
            block,
            marked,
            all: false,
        }
    }

    /// Whether the value at this path is sensitive.
    pub(crate) fn is_sensitive(&self, path: &Path) -> bool {
        self.all
            || self.marked.iter().any(|marked| marked.is_prefix_of(path))
            || self.block.is_some_and(|block| flagged(block, path))
    }

    /// The value at this path as it may be printed: equal if the value is, but hiding what is
    /// sensitive. Being null or unknown is not a secret.
    pub(crate) fn redact(&self, path: &Path, tree: &Tree) -> Tree {
        let whole = self.block.map_or(TreeShape::Any, TreeShape::Block);
        self.redact_as(whole.at(path).unwrap_or(TreeShape::Any), path, tree)
    }

    /// The same for a value of this shape.
    pub(crate) fn redact_as(&self, shape: TreeShape<'_>, path: &Path, tree: &Tree) -> Tree {
        if matches!(tree, Tree::Null | Tree::Unknown) {
            return tree.clone();
        }
        if self.is_sensitive(path) {
            return Tree::Secret(Box::new(tree.clone()));
        }
        let below = |step: Step, tree: &Tree| {
            let inner = shape.at(&[step.clone()].into_iter().collect());
            let mut path = path.clone();
            path.push(step);
            self.redact_as(inner.unwrap_or(TreeShape::Any), &path, tree)
        };
        let elements = |elements: &[Tree]| {
            let elements = elements.iter().enumerate();
            let elements = elements.map(|(index, one)| below(Step::Index(index as u64), one));
            elements.collect()
        };
        match tree {
            Tree::List(list) => Tree::List(elements(list)),
            Tree::Set(set) => Tree::Set(elements(set)),
            Tree::Map(members) => {
                let members = members.iter().map(|(name, member)| {
                    let step = match shape.is_map() {
                        true => Step::Key(name.clone().into()),
                        false => Step::Attribute(name.clone().into()),
                    };
                    (name.clone(), below(step, member))
                });
                Tree::Map(members.collect())
            }
            leaf => leaf.clone(),
        }
    }
}

/// Whether the schema marks a field on the path as sensitive.
fn flagged(block: &Block, path: &Path) -> bool {
    let mut block = Some(block);
    for step in path.steps() {
        if let Step::Attribute(name) = step {
            let Some(field) = block.and_then(|block| block.field(name)) else {
                return false;
            };
            if field.is(Flags::SENSITIVE) {
                return true;
            }
            block = field.nested_block().map(|(_, block)| &**block);
        }
    }
    false
}
