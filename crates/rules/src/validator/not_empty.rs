//! `not_empty`: a string with at least one character, like `length(1..)`.

use super::definition::{Definition, RangeBounds};
use super::{ValidatorKind, length};
use crate::literal::Interval;
use crate::words::{Counted, Words};

/// `not_empty`.
pub(super) const DEFINITION: Definition = Definition::plain(
    "not_empty",
    || ValidatorKind::Length(Interval::between(Some(1), None)),
    words,
    true,
);

/// What a valid value is.
#[must_use]
pub fn words() -> Words {
    length::words(
        Counted::Characters,
        RangeBounds {
            min: Some("1".into()),
            ..RangeBounds::default()
        },
    )
}
