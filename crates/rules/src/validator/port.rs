//! `port`: a port number, a `range(1..=65535)`. And `port_or_zero`, where 0 means any: a
//! `range(0..=65535)`.

use super::definition::{Definition, RangeBounds};
use super::{ValidatorKind, range};
use crate::literal::Interval;
use crate::words::Words;

/// `port`.
pub(super) const DEFINITION: Definition = Definition::plain(
    "port",
    || ValidatorKind::Range(Interval::between(Some(1), Some(65_535))),
    || words("1"),
    true,
);

/// `port_or_zero`.
pub(super) const OR_ZERO: Definition = Definition::plain(
    "port_or_zero",
    || ValidatorKind::Range(Interval::between(Some(0), Some(65_535))),
    || words("0"),
    true,
);

fn words(min: &str) -> Words {
    range::words(RangeBounds {
        min: Some(min.into()),
        max: Some("65535".into()),
        below: false,
    })
}
