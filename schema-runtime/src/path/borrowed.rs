//! [`BorrowedPath`]: the path to a value while a walk goes through an object, which borrows its
//! steps.

use super::{Path, Step};
use crate::refs::Text;
use crate::value::Value;
use std::sync::Arc;

/// One step of a walk.
#[derive(Clone, Copy, Debug)]
pub enum BorrowedStep<'a> {
    /// An attribute or a block.
    Attribute(&'a Text),
    /// An element of a list or tuple.
    Index(usize),
    /// An element of a map.
    Key(&'a Arc<str>),
    /// An element of a set.
    Element(&'a Value),
}

impl BorrowedStep<'_> {
    /// The element of another collection at the same step; only lists and maps have one.
    #[must_use]
    pub fn of(self, collection: &Value) -> Option<&Value> {
        match (self, collection) {
            (BorrowedStep::Index(index), Value::List(elements)) => elements.get(index),
            (BorrowedStep::Key(key), Value::Map(elements)) => elements.get(key),
            _ => None,
        }
    }

    /// The same step of a [`Path`].
    #[must_use]
    pub fn step(self) -> Step {
        match self {
            BorrowedStep::Attribute(name) => Step::Attribute(name.clone()),
            BorrowedStep::Index(index) => Step::Index(index as u64),
            BorrowedStep::Key(key) => Step::Key(Arc::clone(key).into()),
            BorrowedStep::Element(element) => Step::Element(Box::new(element.clone())),
        }
    }
}

/// The elements of a list, map or set, each with the step to it; empty for any other value.
pub fn steps(value: &Value) -> impl Iterator<Item = (BorrowedStep<'_>, &Value)> {
    let mut keys = match value {
        Value::Map(elements) => Some(elements.keys()),
        _ => None,
    };
    let elements = value.is_collection().then(|| value.children().enumerate());
    elements.into_iter().flatten().map(move |(i, element)| {
        let step = match keys.as_mut().and_then(Iterator::next) {
            Some(key) => BorrowedStep::Key(key),
            None if matches!(value, Value::Set(_)) => BorrowedStep::Element(element),
            None => BorrowedStep::Index(i),
        };
        (step, element)
    })
}

/// The objects of a nested field, each with the step to it; a single one is the value itself,
/// without a step.
pub fn object_steps(value: &Value) -> impl Iterator<Item = (Option<BorrowedStep<'_>>, &Value)> {
    let single = (!value.is_collection()).then_some((None, value));
    let elements = steps(value).map(|(step, object)| (Some(step), object));
    single.into_iter().chain(elements)
}

/// A list, map or set with its elements replaced, each depending also on the step to it; `None` if
/// it is not such a collection.
pub fn map_steps<'v>(
    value: &'v Value,
    mut change: impl FnMut(BorrowedStep<'v>, &'v Value) -> Value,
) -> Option<Value> {
    let mut steps = steps(value).map(|(step, _)| step);
    value.map_elements(|element| match steps.next() {
        Some(step) => change(step, element),
        None => element.clone(),
    })
}

/// The position of a walk through an object. It borrows names, keys and set elements, and builds a
/// [`Path`] from them only when a message needs one.
#[derive(Clone, Default)]
pub(crate) struct BorrowedPath<'a> {
    /// The start of the walk, if it is not the root.
    base: Option<&'a Path>,
    steps: Vec<BorrowedStep<'a>>,
}

impl<'a> BorrowedPath<'a> {
    /// Starts at a path.
    pub(crate) fn at(base: &'a Path) -> Self {
        BorrowedPath {
            base: Some(base),
            steps: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, step: BorrowedStep<'a>) {
        self.steps.push(step);
    }

    pub(crate) fn pop(&mut self) {
        self.steps.pop();
    }

    /// The current path.
    pub(crate) fn path(&self) -> Path {
        self.path_of(&self.steps)
    }

    /// Whether the current path is a field of the root.
    pub(crate) fn is_root_field(&self) -> bool {
        self.base.is_none() && self.steps.len() == 1
    }

    /// The path before the last step.
    pub(crate) fn parent(&self) -> Path {
        let steps = self.steps.split_last();
        self.path_of(steps.map_or(&[], |(_, before)| before))
    }

    fn path_of(&self, steps: &[BorrowedStep<'a>]) -> Path {
        let mut path = self.base.cloned().unwrap_or_default();
        path.steps.extend(steps.iter().map(|step| step.step()));
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_is_the_path_that_it_went() {
        let (base, name) = (Path::new("a"), Text::text("b"));
        let (key, element): (Arc<str>, Value) = ("k".into(), Value::from(1));
        let mut trail = BorrowedPath::at(&base);
        let mut path = base.clone();
        for (here, step) in [
            (BorrowedStep::Attribute(&name), Step::Attribute("b".into())),
            (BorrowedStep::Index(3), Step::Index(3)),
            (BorrowedStep::Key(&key), Step::Key("k".into())),
            (
                BorrowedStep::Element(&element),
                Step::Element(Box::new(element.clone())),
            ),
        ] {
            let parent = path.clone();
            trail.push(here);
            path.push(step);
            assert_eq!((trail.path(), trail.parent()), (path.clone(), parent));
        }
        trail.pop();
        path.pop();
        assert_eq!(trail.path(), path);
        assert_eq!(BorrowedPath::default().path(), Path::root());
        assert_eq!(BorrowedPath::default().parent(), Path::root());
    }
}
