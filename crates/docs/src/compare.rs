//! How existing files differ from the generated pages.

use std::collections::BTreeMap;

use crate::kind::PageKind;
use crate::markdown::{mark_start, normal};

/// How a file differs from its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The file does not exist.
    Missing,
    /// The content differs from this line on.
    Stale {
        /// The first line that differs, from 1.
        line: usize,
    },
    /// The file was generated, but its page no longer exists.
    Superfluous,
    /// A file that was not generated is at the page's path.
    Foreign,
}

/// The files that differ, by their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The differences by path.
    pub differences: BTreeMap<String, Difference>,
}

impl Comparison {
    /// The paths of the files that differ in this way.
    pub fn paths(&self, wanted: impl Fn(Difference) -> bool) -> impl Iterator<Item = &str> {
        let found = self.differences.iter();
        let found = found.filter(move |(_, difference)| wanted(**difference));
        found.map(|(path, _)| path.as_str())
    }
}

/// Whether a registry treats a file as a page, by its path relative to the provider's folder.
#[must_use]
pub fn is_page(path: &str) -> bool {
    let Some(inside) = path.strip_prefix("docs/") else {
        return false;
    };
    match inside.split('/').collect::<Vec<_>>()[..] {
        ["index.md"] => true,
        [folder, name] => {
            let is_kind = |kind: &PageKind| *kind != PageKind::Provider && kind.folder() == folder;
            (folder == "guides" || PageKind::ALL.iter().any(is_kind)) && name.ends_with(".md")
        }
        _ => false,
    }
}

/// Compares a provider's pages with the existing files; the content is `None` for a link or a file
/// that is not text. The second line of a generated file names its provider: files of other
/// providers are foreign.
#[must_use]
pub fn compare(
    provider: &str,
    pages: &BTreeMap<String, String>,
    found: &BTreeMap<String, Option<String>>,
) -> Comparison {
    let mark = mark_start(provider);
    let is_own = |text: &str| is_generated(text, &mark);
    let mut differences = BTreeMap::new();
    for (path, page) in pages {
        let difference = match found.get(path) {
            None => Difference::Missing,
            Some(Some(text)) if is_own(text) => match first_difference(page, &normal(text)) {
                None => continue,
                Some(line) => Difference::Stale { line },
            },
            Some(_) => Difference::Foreign,
        };
        differences.insert(path.clone(), difference);
    }
    for (path, text) in found {
        let generated = text.as_deref().is_some_and(is_own);
        if generated && is_page(path) && !pages.contains_key(path) {
            differences.insert(path.clone(), Difference::Superfluous);
        }
    }
    Comparison { differences }
}

fn is_generated(text: &str, mark: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    lines.next() == Some("---") && lines.next().is_some_and(|line| line.starts_with(mark))
}

fn first_difference(wanted: &str, found: &str) -> Option<usize> {
    if wanted == found {
        return None;
    }
    let lines = wanted.lines().zip(found.lines());
    Some(lines.take_while(|(a, b)| a == b).count() + 1)
}
