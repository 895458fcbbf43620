//! What was learned of the program, as annotations and comments of the fields.

use super::fields::Place;
use super::model::{Key, Ty};
use crate::findings::Findings;

/// What is written of all that was learned.
#[derive(Debug, Default)]
pub(super) struct Annotations {
    pub(super) findings: Findings,
    /// What is likely is written as if it were sure.
    pub(super) accept_likely: bool,
}

/// The same of one type.
#[derive(Clone, Copy)]
pub(super) struct TypeAnnotations<'a> {
    all: &'a Annotations,
}

/// Of one field.
#[derive(Clone, Debug, Default)]
pub(super) struct Learned {
    pub(super) keys: Vec<Key>,
    pub(super) comments: Vec<String>,
    pub(super) ty: Option<Ty>,
}

impl Annotations {
    /// Lines of the report about a type.
    pub(super) fn of_item(&self, _item: &super::model::Item) -> Vec<String> {
        Vec::new()
    }

    /// The same about the provider's settings.
    pub(super) fn of_provider(&self) -> Vec<String> {
        Vec::new()
    }

    pub(super) fn of(&self, _place: Place, _type_name: &str) -> TypeAnnotations<'_> {
        TypeAnnotations { all: self }
    }
}

impl TypeAnnotations<'_> {
    pub(super) fn at(&self, _path: &[&str]) -> Learned {
        Learned::default()
    }

    /// Keys of the struct.
    pub(super) fn of_type(&self) -> Vec<Key> {
        Vec::new()
    }

    /// The default of a timeout.
    pub(super) fn timeout(&self, _operation: &str) -> Option<String> {
        None
    }
}
