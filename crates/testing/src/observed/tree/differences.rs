//! The differences between two values.

use super::value::Tree;

/// A path at which two values differ.
#[derive(Debug, PartialEq)]
pub(crate) struct Difference {
    /// Relative to the compared value.
    pub(crate) path: String,
    pub(crate) expected: Option<String>,
    pub(crate) found: Option<String>,
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
            let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
            names.sort_unstable();
            names.dedup();
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
            let place = format!("{path}[…]");
            all.extend(missing.map(|element| Difference {
                path: place.clone(),
                expected: Some(element.to_string()),
                found: None,
            }));
            all.extend(more.map(|element| Difference {
                path: place.clone(),
                expected: None,
                found: Some(element.to_string()),
            }));
        }
        (Some(a), Some(b)) if a.same(b) => {}
        (a, b) => all.push(Difference {
            path,
            expected: a.map(Tree::to_string),
            found: b.map(Tree::to_string),
        }),
    }
}
