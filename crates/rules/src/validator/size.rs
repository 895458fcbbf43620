//! `size(…)`: how many elements a collection has. At run time it is a `Length`.

use alloc::format;
use alloc::string::String;

use super::const_compare::is_between;
use super::definition::{AppliesTo, Definition, Range, RangeOf, Signature};
use super::rules::{Shapes, ValidatorError, ValidatorRules};
use super::{ValidatorKind, interval, length};
use crate::literal::{Interval, Literal, show_interval};
use crate::words::Counted;

/// `size(1..=4)`.
pub(super) const DEFINITION: Definition = Definition {
    name: "size",
    example: "size(1..=4)",
    of: AppliesTo::Collection,
    signature: Signature::Range(Range {
        of: RangeOf::Counts("Length"),
        facts: ValidatorKind::Size,
        words: |ends| length::words(Counted::Elements, ends),
    }),
    in_constants: true,
};

pub(super) struct Facts<'f>(pub(super) &'f Interval);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        interval::of_counts(self.0, name, field)
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Collections("it counts the elements of a collection")
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        let count = match literal {
            Literal::List(items) => items.len(),
            Literal::Map(items) => items.len(),
            Literal::Text(_) | Literal::Bool(_) | Literal::Integer(_) | Literal::Float(_) => {
                return None;
            }
        };
        let (min, max) = interval::counts(self.0)?;
        Some(is_between(count as u64, min, max))
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        format!(
            "its number of elements must be in {}",
            show_interval(self.0)
        )
    }

    fn argument(&self) -> Option<String> {
        Some(show_interval(self.0))
    }
}
