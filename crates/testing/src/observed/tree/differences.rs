//! The differences between two values.

use std::collections::BTreeSet;

use super::value::Tree;

/// A path at which two values differ.
pub(crate) struct Difference {
    /// Relative to the compared value.
    pub(crate) path: String,
    /// What was expected there, or "nothing".
    pub(crate) expected: String,
    pub(crate) found: String,
}

impl Difference {
    fn at(path: String, expected: Option<&Tree>, found: Option<&Tree>) -> Self {
        let words = |tree: Option<&Tree>| tree.map_or("nothing".to_owned(), Tree::to_string);
        let (expected, found) = (words(expected), words(found));
        Difference {
            path,
            expected,
            found,
        }
    }
}

/// All differences between two values, as deep as possible.
pub(crate) fn differences(expected: &Tree, found: &Tree) -> Vec<Difference> {
    let mut all = Vec::new();
    differ(Some(expected), Some(found), String::new(), &mut all);
    all
}

fn differ(expected: Option<&Tree>, found: Option<&Tree>, path: String, all: &mut Vec<Difference>) {
    match (expected, found) {
        (Some(Tree::Map(a)), Some(Tree::Map(b))) => {
            let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for name in names {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                differ(a.get(name), b.get(name), path, all);
            }
        }
        (Some(Tree::List(a)), Some(Tree::List(b))) => {
            for index in 0..a.len().max(b.len()) {
                differ(a.get(index), b.get(index), format!("{path}[{index}]"), all);
            }
        }
        (Some(Tree::Set(a)), Some(Tree::Set(b))) => {
            let missing = a.iter().filter(|element| !b.contains(element));
            let more = b.iter().filter(|element| !a.contains(element));
            let place = || format!("{path}[…]");
            all.extend(missing.map(|one| Difference::at(place(), Some(one), None)));
            all.extend(more.map(|one| Difference::at(place(), None, Some(one))));
        }
        (Some(a), Some(b)) if a.same(b) => {}
        (a, b) => all.push(Difference::at(path, a, b)),
    }
}
