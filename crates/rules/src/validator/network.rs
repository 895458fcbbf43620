//! `network(…)`: a range of IP addresses with a prefix length in a range, and no address bits
//! beyond it.

use alloc::format;
use alloc::string::{String, ToString};

use super::definition::{Definition, Range, RangeBounds, RangeOf, Signature};
use super::rules::{ValidatorError, ValidatorRules};
use super::{ValidatorKind, interval};
use crate::catalogue::Rule;
use crate::format::{is_network, network_prefix};
use crate::literal::{self, Bound, Interval, Literal, show_interval};
use crate::words::Words;

/// `network(16..=28)`.
pub(super) const DEFINITION: Definition = Definition {
    name: "network",
    example: "network(16..=28)",
    signature: Signature::Range(Range {
        of: RangeOf::Bits,
        facts: ValidatorKind::Network,
        words,
    }),
    in_constants: false,
};

/// The bits of an IPv6 address.
const MOST: u32 = 128;

/// Whether any network passes.
#[must_use]
pub const fn any_passes(min: u32, max: u32) -> bool {
    min <= max && min <= MOST
}

/// What a valid value is; a missing end is the minimum or maximum of an address.
#[must_use]
pub fn words(RangeBounds { min, max, .. }: RangeBounds) -> Words {
    let min = min.unwrap_or_else(|| String::from("0"));
    let max = max.unwrap_or_else(|| MOST.to_string());
    let words = Words::new("a network such as ")
        .code("\"10.0.0.0/16\"")
        .plain(" of ")
        .number(&min);
    let words = if min == max {
        words
    } else {
        words.plain(" to ").number(&max)
    };
    words.plain(" bits, without bits beyond")
}

fn too_many_bits(interval: &Interval, name: &str, field: &str) -> Option<ValidatorError> {
    let most = Bound::Integer(MOST.into());
    let last = Bound::Integer(i128::from(MOST) + i128::from(interval.max_excluded));
    let least_is = interval.min.is_some_and(|end| end > most);
    let greatest_is = interval.max.is_some_and(|end| end > last);
    (least_is || greatest_is).then(|| {
        let shown = show_interval(interval);
        let message = format!("`{name}({shown})` of `{field}` has an end above 128");
        let help = "an IPv4 address has 32 bits, an IPv6 address 128";
        ValidatorError::new(Rule::NETWORK_BITS, Some(0), message, help)
    })
}

pub(super) struct Facts<'f>(pub(super) &'f Interval);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        too_many_bits(self.0, name, field).or_else(|| interval::of_counts(self.0, name, field))
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        let text = literal::text(literal)?;
        if network_prefix(text).is_none() {
            return Some(false);
        }
        let bits = |end: u64| u32::try_from(end).unwrap_or(u32::MAX);
        let (min, max) = interval::counts(self.0)?;
        Some(is_network(
            text,
            min.map_or(0, bits),
            max.map_or(MOST, bits),
        ))
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        format!(
            "it must be a network such as \"10.0.0.0/16\" whose bits are in {}, without bits beyond",
            show_interval(self.0)
        )
    }
}
