//! Values as written in the source, intervals of them, and properties of both.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::scalar::Scalar;

/// Values in lists and validators in validators are not checked below this depth.
pub(crate) const MAX_WRITTEN_DEPTH: usize = 32;

/// A value written in the source.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Literal<'a> {
    /// A string.
    Text(&'a str),
    /// A bool.
    Bool(bool),
    /// An integer.
    Integer(i128),
    /// A number with a fraction or exponent.
    Float(f64),
    /// A list of literals.
    List(Vec<Literal<'a>>),
}

/// One end of an interval. Compares exactly, even an integer with a float.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// An integer.
    Integer(i128),
    /// Any other number.
    Float(f64),
}

impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (*self, *other) {
            (Bound::Integer(a), Bound::Integer(b)) => Some(a.cmp(&b)),
            (Bound::Float(a), Bound::Float(b)) => a.partial_cmp(&b),
            (Bound::Float(_), Bound::Integer(_)) => other.partial_cmp(self).map(Ordering::reverse),
            // The greatest integer becomes the first float beyond all integers.
            (Bound::Integer(_), Bound::Float(b)) if b >= i128::MAX as f64 => Some(Ordering::Less),
            (Bound::Integer(a), Bound::Float(b)) => {
                // Drops the fraction, and what no integer can hold: the rest decides if the
                // integers are equal.
                let whole = b as i128;
                let rest = b - whole as f64;
                Some(a.cmp(&whole).then(0.0.partial_cmp(&rest)?))
            }
        }
    }
}

/// An interval of numbers; a missing end is open to infinity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// The minimum.
    pub min: Option<Bound>,
    /// The maximum (or the first excluded value, see `max_excluded`).
    pub max: Option<Bound>,
    /// The range was written `a..b`, which excludes its end.
    pub max_excluded: bool,
    /// It has no end at all (`..`), not even one that the caller could not read.
    pub unlimited: bool,
    /// It has an end that the caller could not read, and that is missing here.
    pub unread: bool,
}

impl Interval {
    /// From one integer to the other, both included.
    pub(crate) fn between<N: Into<i128>>(min: Option<N>, max: Option<N>) -> Self {
        let end = |end: N| Bound::Integer(end.into());
        Interval {
            unlimited: min.is_none() && max.is_none(),
            min: min.map(end),
            max: max.map(end),
            ..Interval::default()
        }
    }
}

/// What the literal is, in words, if a field of this kind cannot hold it.
pub(crate) fn mismatch(literal: &Literal<'_>, scalar: Scalar) -> Option<String> {
    let fits = matches!(
        (scalar, literal),
        (Scalar::String, Literal::Text(_))
            | (Scalar::Bool, Literal::Bool(_))
            | (
                Scalar::Integer | Scalar::Float | Scalar::Number,
                Literal::Integer(_)
            )
            | (Scalar::Float | Scalar::Number, Literal::Float(_))
    );
    (!fits).then(|| is_not_a(literal, scalar.words()))
}

/// The value of an environment variable's string for a field of this kind; `None` if it is invalid.
/// White space around numbers and bools is ignored.
#[must_use]
pub fn from_environment(text: &str, scalar: Scalar) -> Option<Literal<'_>> {
    let trimmed = text.trim();
    match scalar {
        Scalar::String => Some(Literal::Text(text)),
        // As providers have always accepted them.
        Scalar::Bool => match trimmed {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(Literal::Bool(true)),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(Literal::Bool(false)),
            _ => None,
        },
        Scalar::Integer | Scalar::Float | Scalar::Number => {
            let digits = trimmed.trim_start_matches(['-', '+']);
            if !digits.starts_with(|first: char| first.is_ascii_digit()) {
                return None;
            }
            if let Ok(whole) = trimmed.parse() {
                return Some(Literal::Integer(whole));
            }
            let number: f64 = trimmed.parse().ok()?;
            if scalar != Scalar::Integer {
                return Some(Literal::Float(number));
            }
            // An integer may be written with an exponent.
            let whole = number as i128;
            (whole as f64 == number).then_some(Literal::Integer(whole))
        }
    }
}

/// The message that the literal is not what is required.
pub(crate) fn is_not_a(literal: &Literal<'_>, wanted: &str) -> String {
    format!("{}, not a {wanted}", show(literal))
}

/// The string, if the literal is one.
pub(crate) fn text<'l>(literal: &'l Literal<'_>) -> Option<&'l str> {
    match literal {
        Literal::Text(text) => Some(text),
        _ => None,
    }
}

/// The literal as a provider developer would write it, shortened.
pub(crate) fn show(literal: &Literal<'_>) -> String {
    match literal {
        Literal::Text(text) if text.chars().count() > 40 => {
            let start: String = text.chars().take(40).collect();
            format!("{start:?}…")
        }
        Literal::Text(text) => format!("{text:?}"),
        Literal::Bool(value) => format!("{value}"),
        Literal::Integer(value) => format!("{value}"),
        Literal::Float(value) => format!("{value:?}"),
        Literal::List(_) => String::from("a list"),
    }
}

/// An end of an interval, as written.
pub(crate) fn show_bound(bound: Bound) -> String {
    match bound {
        Bound::Integer(value) => format!("{value}"),
        Bound::Float(value) => format!("{value:?}"),
    }
}

/// An interval as a Rust range.
pub(crate) fn show_interval(interval: &Interval) -> String {
    let min = interval.min.map(show_bound).unwrap_or_default();
    match interval.max.map(show_bound) {
        None => format!("{min}.."),
        Some(max) if interval.max_excluded => format!("{min}..{max}"),
        Some(max) => format!("{min}..={max}"),
    }
}

/// The first repeated literal, with its position.
pub(crate) fn repeated<'l, 'a>(items: &'l [Literal<'a>]) -> Option<(usize, &'l Literal<'a>)> {
    items
        .iter()
        .enumerate()
        .find(|(i, item)| items.iter().take(*i).any(|before| same(before, item)))
}

/// Whether Terraform considers them equal: 1 and 1.0 are one number.
pub(crate) fn same(a: &Literal<'_>, b: &Literal<'_>) -> bool {
    let number = |l: &Literal<'_>| match l {
        Literal::Integer(v) => Some(Bound::Integer(*v)),
        Literal::Float(v) => Some(Bound::Float(*v)),
        _ => None,
    };
    match (number(a), number(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}

/// Whether nothing fits in the interval.
pub(crate) fn nothing_fits(interval: &Interval) -> bool {
    let both = interval.min.zip(interval.max);
    both.is_some_and(|(min, max)| min > max || min == max && interval.max_excluded)
}

/// Whether an end of the interval is not an integer.
pub(crate) fn has_fraction(interval: &Interval) -> bool {
    let fraction = |bound: Option<Bound>| matches!(bound, Some(Bound::Float(_)));
    fraction(interval.min) || fraction(interval.max)
}
