//! [`Marks`]: where a value is sensitive or ephemeral.

use std::ops::{BitOr, BitOrAssign};

use schema_runtime::path::{Path, Step};

/// Something for each kind of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ByKind<T> {
    /// About what is hidden.
    pub(crate) sensitive: T,
    /// About what is neither stored in a plan or a state nor shown.
    pub(crate) ephemeral: T,
}

/// The kinds of marks on a value, as a whole or on its parts.
pub(crate) type MarkKinds = ByKind<bool>;

/// Where a value is sensitive and where it is ephemeral; the root path marks it as a whole.
pub(crate) type Marks = ByKind<Vec<Path>>;

impl MarkKinds {
    pub(crate) const NONE: MarkKinds = MarkKinds::sensitive_if(false);
    pub(crate) const EPHEMERAL: MarkKinds = MarkKinds {
        sensitive: false,
        ephemeral: true,
    };

    pub(crate) const fn sensitive_if(sensitive: bool) -> Self {
        MarkKinds {
            sensitive,
            ephemeral: false,
        }
    }

    /// Whether messages hide such a value.
    pub(crate) const fn any(self) -> bool {
        self.sensitive || self.ephemeral
    }

    /// These kinds if the condition holds; otherwise none.
    pub(crate) const fn only_if(self, so: bool) -> Self {
        if so { self } else { MarkKinds::NONE }
    }
}

impl BitOr for MarkKinds {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        MarkKinds {
            sensitive: self.sensitive || other.sensitive,
            ephemeral: self.ephemeral || other.ephemeral,
        }
    }
}

impl BitOrAssign for MarkKinds {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Marks {
    /// Marks of these kinds on the whole value.
    pub(crate) fn whole(kinds: MarkKinds) -> Self {
        let mut marks = Marks::default();
        marks.mark_whole(kinds);
        marks
    }

    /// The kinds of marks on any part.
    pub(crate) fn kinds(&self) -> MarkKinds {
        self.map(|paths| !paths.is_empty())
    }

    /// The kinds of marks on the whole value.
    pub(crate) fn of_whole(&self) -> MarkKinds {
        self.map(|paths| paths.iter().any(Path::is_root))
    }

    /// Adds marks to the whole value.
    pub(crate) fn mark_whole(&mut self, kinds: MarkKinds) {
        let already = self.of_whole();
        if kinds.sensitive && !already.sensitive {
            self.sensitive.insert(0, Path::root());
        }
        if kinds.ephemeral && !already.ephemeral {
            self.ephemeral.insert(0, Path::root());
        }
    }

    /// Marks the whole value, and removes the marks of parts.
    pub(crate) fn only_whole(&mut self, kinds: MarkKinds) {
        if kinds.sensitive {
            self.sensitive = vec![Path::root()];
        }
        if kinds.ephemeral {
            self.ephemeral = vec![Path::root()];
        }
    }

    /// Removes the marks of the whole value, and returns them.
    pub(crate) fn take_whole(&mut self) -> MarkKinds {
        let whole = self.of_whole();
        self.sensitive.retain(|path| !path.is_root());
        self.ephemeral.retain(|path| !path.is_root());
        whole
    }

    /// What the paths of each kind become.
    pub(crate) fn map<T>(&self, change: impl Fn(&[Path]) -> T) -> ByKind<T> {
        ByKind {
            sensitive: change(&self.sensitive),
            ephemeral: change(&self.ephemeral),
        }
    }

    /// Adds the marks of a part.
    pub(crate) fn add(&mut self, here: &Path, part: &Marks) {
        let below = |path: &Path| here.clone().join(path);
        self.sensitive.extend(part.sensitive.iter().map(below));
        self.ephemeral.extend(part.ephemeral.iter().map(below));
    }

    /// The marks of the element that a step leads to.
    pub(crate) fn step(&self, step: &Step) -> Self {
        self.map(|paths| step_paths(paths, step))
    }

    /// The same, without the marks of the whole value.
    pub(crate) fn step_into_part(&self, step: &Step) -> Self {
        self.map(|paths| {
            let whole = paths.iter().any(Path::is_root);
            let mut found = step_paths(paths, step);
            found.retain(|path| !path.is_root() || !whole);
            found
        })
    }
}

fn step_paths(marks: &[Path], step: &Step) -> Vec<Path> {
    let mut found: Vec<Path> = Vec::new();
    for path in marks {
        let inner = match path.steps() {
            [] => Path::root(),
            [first, rest @ ..] if is_same(first, step) => rest.iter().cloned().collect(),
            _ => continue,
        };
        if !found.contains(&inner) {
            found.push(inner);
        }
    }
    found
}

/// Whether two steps lead to the same element. Marks can be older than the type of their value:
/// what is a key of a map now may have been an attribute.
fn is_same(a: &Step, b: &Step) -> bool {
    match (a, b) {
        (Step::Attribute(a) | Step::Key(a), Step::Attribute(b) | Step::Key(b)) => a == b,
        _ => a == b,
    }
}
