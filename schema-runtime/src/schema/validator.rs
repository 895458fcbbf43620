//! [`Validator`]: checks of configured values, as data.

use schema_rules::Format;

use crate::diagnostics::Diagnostics;
use crate::path::Path;
use crate::refs::{Ref, Text};
use crate::value::Value;

/// A check of a configured value. Null and unknown values are not checked: they have other rules.
#[derive(Clone, Debug)]
pub enum Validator {
    /// Length of a text in Unicode characters, or number of elements of a collection.
    Length {
        /// The least.
        min: Option<u64>,
        /// The greatest.
        max: Option<u64>,
    },
    /// Length of a text in bytes of UTF-8.
    Bytes {
        /// The least.
        min: Option<u64>,
        /// The greatest.
        max: Option<u64>,
    },
    /// A whole number within bounds, both included.
    Integer {
        /// The least.
        min: i128,
        /// The greatest.
        max: u128,
    },
    /// A number within bounds, both included.
    Range(Range),
    /// One of these texts.
    OneOf {
        /// The texts.
        values: Ref<[Text]>,
    },
    /// One of these numbers with a fraction.
    OneOfNumbers {
        /// The allowed numbers.
        values: Ref<[f64]>,
    },
    /// One of these whole numbers.
    OneOfIntegers {
        /// The numbers.
        values: Ref<[i128]>,
    },
    /// One of these texts, in capital letters or not.
    OneOfIgnoreCase {
        /// The texts.
        values: Ref<[Text]>,
    },
    /// A number that this one divides.
    DivisibleBy {
        /// The number, not zero.
        divisor: i64,
    },
    /// True, or false.
    Equals {
        /// Which.
        value: bool,
    },
    /// Not the type's zero: empty text, 0, false, a collection without elements.
    NotZero,
    /// A text without any of these characters.
    Excludes {
        /// The characters.
        characters: Text,
    },
    /// A URL with a host.
    Url {
        /// The schemes that it may have; with none of them, any.
        schemes: Ref<[Text]>,
    },
    /// A network: a range of IP addresses whose address has no bits beyond the shared ones.
    Network {
        /// The fewest shared bits.
        min: u32,
        /// The most.
        max: u32,
    },
    /// A text in which this pattern occurs (anchor it to bind the whole text).
    Regex {
        /// The pattern, in the syntax of the crate `regex`.
        pattern: Text,
    },
    /// Every element of a list or set, every value of a map.
    Each {
        /// The checks of one element.
        validators: Ref<[Validator]>,
    },
    /// Every key of a map.
    Keys {
        /// The checks of one key.
        validators: Ref<[Validator]>,
    },
    /// The element at one position of a tuple.
    At {
        /// The position, from 0.
        position: u32,
        /// The checks of that element.
        validators: Ref<[Validator]>,
    },
    /// A text of a form of its own: JSON, an IP address, a duration.
    Form(Form),
    /// A collection without null elements.
    NoNulls,
    /// A list without equal elements.
    Unique,
    /// Passes if all of these do.
    All {
        /// The checks.
        validators: Ref<[Validator]>,
    },
    /// Passes if one of these does.
    Any {
        /// The checks.
        validators: Ref<[Validator]>,
    },
    /// Passes if this does not.
    Not {
        /// The check, a list of one.
        validators: Ref<[Validator]>,
    },
    /// The author's own function.
    Custom(CustomFn),
}

/// What a text must be that stands for a value of another kind.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// What it is, with its article: "an IP address".
    pub what: &'static str,
    /// One such text, to write instead.
    pub example: &'static str,
    /// Why a text is none; nothing where it is one. The reason does not repeat the text, which
    /// may be secret.
    pub problem: fn(&str) -> Option<String>,
}

impl Form {
    /// The words of a form that schema-rules knows, with this check.
    pub(crate) const fn of(format: &Format, problem: fn(&str) -> Option<String>) -> Self {
        Form {
            what: format.what,
            example: format.example,
            problem,
        }
    }
}

/// Bounds of a number, both included.
#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    /// Whole bounds.
    Integer {
        /// The least.
        min: Option<i64>,
        /// The greatest.
        max: Option<i64>,
    },
    /// Bounds with a fraction.
    Float {
        /// The least.
        min: Option<f64>,
        /// The greatest, or what it is below.
        max: Option<f64>,
        /// `max` itself is not allowed.
        below: bool,
    },
}

/// An author's check: gets the path and a known value that is not null, returns any number of
/// errors and warnings.
pub type CustomFn = fn(&Path, &Value) -> Diagnostics;
