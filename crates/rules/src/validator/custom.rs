//! `custom = my_check`: the provider developer's own function. And what the rules know too little
//! of to judge.

use alloc::string::String;

use super::definition::{Definition, Signature};
use super::rules::{Shapes, ValidatorRules};
use crate::words::Words;

/// `custom = my_check`.
pub(super) const DEFINITION: Definition = Definition {
    name: "custom",
    example: "custom = my_check",
    signature: Signature::Function,
    in_constants: false,
};

/// What a valid value is; the function by its name where that is known.
#[must_use]
pub fn words(name: Option<&str>) -> Words {
    match name {
        None => Words::new("accepted by the provider"),
        Some(name) => Words::new("accepted by ").code(name),
    }
}

/// Checks any value.
pub(super) struct Any;

impl<'f, 'a> ValidatorRules<'f, 'a> for Any {
    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Any
    }
}

/// Checks strings; what it wants of them is not known.
pub(super) struct Text;

impl<'f, 'a> ValidatorRules<'f, 'a> for Text {
    fn argument(&self) -> Option<String> {
        Some(String::from("…"))
    }
}
