//! `port`: a number of a port: a `range(1..=65535)`.

use super::definition::{AppliesTo, Definition, Plain, RangeBounds, Signature};
use super::{ValidatorKind, range};
use crate::words::Words;

/// `port`.
pub(super) const DEFINITION: Definition = Definition {
    name: "port",
    example: "port",
    of: AppliesTo::Number,
    signature: Signature::Plain(Plain {
        facts: || ValidatorKind::Range(range::of_integers(1, Some(65_535))),
        words,
    }),
    in_constants: true,
};

/// What a valid value is.
#[must_use]
pub fn words() -> Words {
    range::words(RangeBounds {
        min: Some("1".into()),
        max: Some("65535".into()),
        below: false,
    })
}
