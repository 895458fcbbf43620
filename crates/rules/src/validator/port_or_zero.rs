//! `port_or_zero`: a number of a port, or 0 for any: a `range(0..=65535)`.

use super::definition::{AppliesTo, Definition, Plain, RangeBounds, Signature};
use super::{ValidatorKind, range};
use crate::words::Words;

/// `port_or_zero`.
pub(super) const DEFINITION: Definition = Definition {
    name: "port_or_zero",
    example: "port_or_zero",
    of: AppliesTo::Number,
    signature: Signature::Plain(Plain {
        facts: || ValidatorKind::Range(range::of_integers(0, Some(65_535))),
        words,
    }),
    in_constants: true,
};

/// What a valid value is.
#[must_use]
pub fn words() -> Words {
    range::words(RangeBounds {
        min: Some("0".into()),
        max: Some("65535".into()),
        below: false,
    })
}
