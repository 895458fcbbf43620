//! [`Predicate`]: what a validator asks of a value, as data of a schema.

use alloc::string::ToString;

use super::definition::RangeBounds;
use super::samples::Samples;
use super::value_view::{Constant, Verdict, View};
use super::{
    Form, Range, ValidatorFacts, ValidatorKind, bytes, divisible_by, equals, excludes, float,
    integer, length, network, no_nulls, not_zero, one_of, one_of_ignore_case, range, regex, unique,
    url,
};
use crate::refs::{Ref, Text};
use crate::words::{Counted, Words};

/// What a validator asks of one value. Each variant has its file, which says what it means.
#[derive(Clone, Debug)]
pub enum Predicate {
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
    /// A number that is not beyond what a float holds.
    Float {
        /// The greatest; negated the least.
        max: f64,
    },
    /// A number within bounds.
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
    /// A number that this one, which is not zero, divides.
    DivisibleBy(i64),
    /// True, or false.
    Equals(bool),
    /// Not the type's zero: empty text, 0, false, a collection without elements.
    NotZero,
    /// A text without any of these characters.
    Excludes(Text),
    /// A URL with a host.
    Url {
        /// The schemes that it may have; with none of them, any.
        values: Ref<[Text]>,
    },
    /// A network: a range of IP addresses whose address has no bits beyond the shared ones.
    Network {
        /// The fewest shared bits.
        min: u32,
        /// The most.
        max: u32,
    },
    /// A text in which this pattern occurs (anchor it to bind the whole text), in the syntax of
    /// the crate `regex`.
    Regex(Text),
    /// A text of a form of its own: JSON, an IP address, a duration.
    Form(Form),
    /// A collection without null elements.
    NoNulls,
    /// A list without equal elements.
    Unique,
}

/// For constants, which the compiler evaluates. What these cannot tell, run time can.
impl Predicate {
    /// Whether a constant passes; true where only run time can tell.
    #[must_use]
    pub const fn passes_constant(&self, value: Constant<'_>) -> bool {
        match self {
            Predicate::Length { min, max } => length::constant(value, *min, *max),
            Predicate::Bytes { min, max } => bytes::constant(value, *min, *max),
            Predicate::Integer { min, max } => integer::constant(value, *min, *max),
            Predicate::Float { max } => float::constant(value, *max),
            Predicate::Range(range) => range::constant(value, range),
            Predicate::OneOf { values } => one_of::text_constant(value, values.const_slice()),
            Predicate::OneOfIntegers { values } => {
                one_of::integer_constant(value, values.const_slice())
            }
            Predicate::OneOfNumbers { values } => {
                one_of::float_constant(value, values.const_slice())
            }
            Predicate::DivisibleBy(divisor) => divisible_by::constant(value, *divisor),
            Predicate::NotZero => not_zero::constant(value),
            Predicate::Excludes(characters) => excludes::constant(value, characters.const_str()),
            // Only run time has what they take.
            Predicate::OneOfIgnoreCase { .. }
            | Predicate::Url { .. }
            | Predicate::Network { .. }
            | Predicate::Regex(_)
            | Predicate::Form(_) => true,
            // These constants are of no type that they are for.
            Predicate::Equals(_) | Predicate::NoNulls | Predicate::Unique => true,
        }
    }

    /// Whether anything passes, by the interval or the divisor.
    #[must_use]
    pub const fn anything_passes(&self) -> bool {
        match self {
            Predicate::Length { min, max } | Predicate::Bytes { min, max } => {
                super::const_compare::any_between(*min, *max)
            }
            Predicate::Network { min, max } => network::any_passes(*min, *max),
            Predicate::DivisibleBy(divisor) => *divisor != 0,
            Predicate::Range(range) => range::any_passes(range),
            Predicate::Integer { .. }
            | Predicate::Float { .. }
            | Predicate::OneOf { .. }
            | Predicate::OneOfNumbers { .. }
            | Predicate::OneOfIntegers { .. }
            | Predicate::OneOfIgnoreCase { .. }
            | Predicate::Equals(_)
            | Predicate::NotZero
            | Predicate::Excludes(_)
            | Predicate::Url { .. }
            | Predicate::Regex(_)
            | Predicate::Form(_)
            | Predicate::NoNulls
            | Predicate::Unique => true,
        }
    }

    /// Whether the value at this position of the list is none of those before it; true where only
    /// run time can tell.
    #[must_use]
    pub const fn is_new_at(&self, position: usize) -> bool {
        match self {
            Predicate::OneOf { values } => one_of::is_new_text(values.const_slice(), position),
            Predicate::OneOfIntegers { values } => {
                one_of::is_new_integer(values.const_slice(), position)
            }
            Predicate::OneOfNumbers { values } => {
                one_of::is_new_float(values.const_slice(), position)
            }
            Predicate::Length { .. }
            | Predicate::Bytes { .. }
            | Predicate::Integer { .. }
            | Predicate::Float { .. }
            | Predicate::Range(_)
            | Predicate::OneOfIgnoreCase { .. }
            | Predicate::DivisibleBy(_)
            | Predicate::Equals(_)
            | Predicate::NotZero
            | Predicate::Excludes(_)
            | Predicate::Url { .. }
            | Predicate::Network { .. }
            | Predicate::Regex(_)
            | Predicate::Form(_)
            | Predicate::NoNulls
            | Predicate::Unique => true,
        }
    }
}

/// For schemas, however they came about.
impl Predicate {
    /// What it says of a known value. `engine` tells whether a pattern occurs in a text.
    ///
    /// # Errors
    /// What the engine says of a pattern that it cannot read.
    pub fn judge<E>(
        &self,
        value: &impl View,
        engine: impl FnOnce(&str, &str) -> Result<bool, E>,
    ) -> Result<Verdict, E> {
        Ok(Verdict::of(match self {
            Predicate::Length { min, max } => return Ok(length::judge(value, *min, *max)),
            Predicate::Bytes { min, max } => return Ok(bytes::judge(value, *min, *max)),
            Predicate::Regex(pattern) => return regex::judge(value, pattern, engine),
            Predicate::Form(form) => return Ok(form.judge(value)),
            Predicate::Integer { min, max } => integer::judge(value, *min, *max),
            Predicate::Float { max } => float::judge(value, *max),
            Predicate::Range(range) => range::passes(value, range),
            Predicate::OneOf { values } => one_of::text_is_listed(value, values),
            Predicate::OneOfNumbers { values } => one_of::number_is_listed(value, values),
            Predicate::OneOfIntegers { values } => one_of::integer_is_listed(value, values),
            Predicate::OneOfIgnoreCase { values } => one_of_ignore_case::judge(value, values),
            Predicate::DivisibleBy(divisor) => divisible_by::judge(value, *divisor),
            Predicate::Equals(wanted) => equals::judge(value, *wanted),
            Predicate::NotZero => not_zero::judge(value),
            Predicate::Excludes(characters) => excludes::judge(value, characters),
            Predicate::Url { values } => url::judge(value, values),
            Predicate::Network { min, max } => network::judge(value, *min, *max),
            Predicate::NoNulls => no_nulls::judge(value),
            Predicate::Unique => unique::judge(value),
        }))
    }

    /// Which values a test may try.
    #[must_use]
    pub fn samples(&self) -> Samples<'_> {
        match self {
            Predicate::OneOf { values } | Predicate::OneOfIgnoreCase { values } => {
                Samples::Texts(values)
            }
            Predicate::OneOfIntegers { values } => Samples::Integers(values),
            Predicate::OneOfNumbers { values } => Samples::Numbers(values),
            Predicate::Length { min, max } => Samples::Lengths {
                min: *min,
                max: *max,
            },
            Predicate::Integer { min, max } => Samples::Between {
                min: Some(*min),
                max: i128::try_from(*max).ok(),
            },
            Predicate::Range(range) => range::samples(range),
            Predicate::Bytes { .. }
            | Predicate::Float { .. }
            | Predicate::DivisibleBy(_)
            | Predicate::Equals(_)
            | Predicate::NotZero
            | Predicate::Excludes(_)
            | Predicate::Url { .. }
            | Predicate::Network { .. }
            | Predicate::Regex(_)
            | Predicate::Form(_)
            | Predicate::NoNulls
            | Predicate::Unique => Samples::Any,
        }
    }

    /// Whether it leaves numbers with a fraction; true for what is not about numbers.
    #[must_use]
    pub fn allows_fractions(&self) -> bool {
        match self {
            Predicate::Integer { .. }
            | Predicate::DivisibleBy(_)
            | Predicate::OneOfIntegers { .. }
            | Predicate::OneOfNumbers { .. } => false,
            Predicate::Length { .. }
            | Predicate::Bytes { .. }
            | Predicate::Float { .. }
            | Predicate::Range(_)
            | Predicate::OneOf { .. }
            | Predicate::OneOfIgnoreCase { .. }
            | Predicate::Equals(_)
            | Predicate::NotZero
            | Predicate::Excludes(_)
            | Predicate::Url { .. }
            | Predicate::Network { .. }
            | Predicate::Regex(_)
            | Predicate::Form(_)
            | Predicate::NoNulls
            | Predicate::Unique => true,
        }
    }

    /// What a valid value is; `counted` is what a length counts.
    #[must_use]
    pub fn words(&self, counted: Counted) -> Words {
        let counts = |min: &Option<u64>, max: &Option<u64>| RangeBounds {
            min: min.map(|min| min.to_string()),
            max: max.map(|max| max.to_string()),
            below: false,
        };
        match self {
            Predicate::Length { min, max } => length::words(counted, counts(min, max)),
            Predicate::Bytes { min, max } => bytes::words(counts(min, max)),
            Predicate::Integer { .. } => integer::words(),
            Predicate::Float { .. } => float::words(),
            Predicate::Range(range) => range::words(range::ends(range)),
            Predicate::OneOf { values } => one_of::words(one_of::quoted(values)),
            Predicate::OneOfNumbers { values } => one_of::words(one_of::shown(values)),
            Predicate::OneOfIntegers { values } => one_of::words(one_of::shown(values)),
            Predicate::OneOfIgnoreCase { values } => {
                one_of_ignore_case::words(one_of::quoted(values))
            }
            Predicate::DivisibleBy(divisor) => divisible_by::words(&divisor.to_string()),
            Predicate::Equals(wanted) => equals::words(*wanted),
            Predicate::NotZero => not_zero::words(),
            Predicate::Excludes(characters) => excludes::words(characters),
            Predicate::Url { values } => url::words(values.iter().map(Text::to_string).collect()),
            Predicate::Network { min, max } => network::words(RangeBounds {
                min: Some(min.to_string()),
                max: Some(max.to_string()),
                below: false,
            }),
            Predicate::Regex(pattern) => regex::words(pattern),
            Predicate::Form(form) => form.words(),
            Predicate::NoNulls => no_nulls::words(),
            Predicate::Unique => unique::words(),
        }
    }

    /// The same for the error about one value.
    #[must_use]
    pub fn words_of_error(&self, counted: Counted) -> Words {
        match self {
            Predicate::Integer { min, max } => integer::words_of_error(*min, *max),
            Predicate::Float { max } => float::words_of_error(*max),
            _ => self.words(counted),
        }
    }

    /// What the rules judge, of a schema that is a table already. What it was called there and
    /// whether the rules have looked at it before is not known, so they say less.
    #[must_use]
    pub fn facts(&self) -> ValidatorFacts<'_> {
        let (name, kind) = match self {
            Predicate::Range(range) => ("range", range::facts(range)),
            Predicate::OneOf { values } => {
                ("one_of", ValidatorKind::OneOf(one_of::literals(values)))
            }
            Predicate::OneOfNumbers { values } => (
                "one_of",
                ValidatorKind::OneOf(one_of::float_literals(values)),
            ),
            Predicate::OneOfIntegers { values } => (
                "one_of",
                ValidatorKind::OneOf(one_of::integer_literals(values)),
            ),
            Predicate::Bytes { min, max } => ("bytes", bytes::facts(*min, *max)),
            Predicate::OneOfIgnoreCase { values } => (
                "one_of_ignore_case",
                ValidatorKind::OneOfIgnoreCase(one_of::literals(values)),
            ),
            Predicate::DivisibleBy(divisor) => (
                "divisible_by",
                ValidatorKind::DivisibleBy(Some((*divisor).into())),
            ),
            Predicate::Equals(wanted) => ("equals", ValidatorKind::Equals(*wanted)),
            Predicate::NotZero => ("not_zero", ValidatorKind::NotZero),
            Predicate::NoNulls => ("no_nulls", ValidatorKind::NoNulls),
            Predicate::Excludes(characters) => {
                ("excludes", ValidatorKind::Excludes(Some(characters)))
            }
            Predicate::Url { values } => ("url", ValidatorKind::Url(one_of::literals(values))),
            Predicate::Network { min, max } => ("network", network::facts(*min, *max)),
            // `length` and `size` are one here. The rest is told by its type, by its own check of
            // schemas, or has nothing that could be wrong.
            Predicate::Length { .. }
            | Predicate::Integer { .. }
            | Predicate::Float { .. }
            | Predicate::Regex(_)
            | Predicate::Form(_)
            | Predicate::Unique => return ValidatorFacts::unknown(),
        };
        ValidatorFacts { name, kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validator::find;

    #[test]
    fn facts_have_the_names_of_annotations() {
        let all = [
            Predicate::Bytes {
                min: None,
                max: None,
            },
            Predicate::Range(Range::Integer {
                min: None,
                max: None,
            }),
            Predicate::OneOf {
                values: Ref::empty(),
            },
            Predicate::OneOfNumbers {
                values: Ref::empty(),
            },
            Predicate::OneOfIntegers {
                values: Ref::empty(),
            },
            Predicate::OneOfIgnoreCase {
                values: Ref::empty(),
            },
            Predicate::DivisibleBy(1),
            Predicate::Equals(true),
            Predicate::NotZero,
            Predicate::Excludes(Ref::text("")),
            Predicate::Url {
                values: Ref::empty(),
            },
            Predicate::Network { min: 0, max: 128 },
            Predicate::NoNulls,
        ];
        for predicate in all {
            let name = predicate.facts().name;
            assert!(find(name).is_some(), "{name}");
        }
    }
}
