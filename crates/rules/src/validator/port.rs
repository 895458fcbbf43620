//! `port`: a port number, a `range(1..=65535)`. And `port_or_zero`, where 0 means any: a
//! `range(0..=65535)`.

use super::definition::{Definition, Plain, RangeBounds, Signature};
use super::{ValidatorKind, range};
use crate::words::Words;

/// `port`.
pub(super) const DEFINITION: Definition = definition(
    "port",
    Plain {
        facts: || ValidatorKind::Range(range::of_integers(1, Some(65_535))),
        words: || words("1"),
    },
);

/// `port_or_zero`.
pub(super) const OR_ZERO: Definition = definition(
    "port_or_zero",
    Plain {
        facts: || ValidatorKind::Range(range::of_integers(0, Some(65_535))),
        words: || words("0"),
    },
);

const fn definition(name: &'static str, plain: Plain) -> Definition {
    Definition {
        name,
        example: name,
        signature: Signature::Plain(plain),
        in_constants: true,
    }
}

fn words(min: &str) -> Words {
    range::words(RangeBounds {
        min: Some(min.into()),
        max: Some("65535".into()),
        below: false,
    })
}
