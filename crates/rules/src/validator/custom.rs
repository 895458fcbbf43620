//! `custom = my_check`: the provider developer's own function; and validators that the rules cannot
//! judge.

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

/// What a valid value is; names the function if it is known.
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

/// Checks strings; its requirements are not known.
pub(super) struct Text;

impl<'f, 'a> ValidatorRules<'f, 'a> for Text {}
