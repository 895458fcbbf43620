//! Validators: one file each, with meaning, name and applicable types.
//!
//! A validator's meaning is a predicate of a primitive value (a string, a number, a count), `const`
//! if possible. The rules evaluate it for a literal default ([`ValidatorKind`]), the compiler for
//! constants ([`Predicate::passes_constant`]), the runtime for configurations
//! ([`Predicate::judge`]). An annotation finds it by its name ([`find`]).

mod const_compare;
pub mod definition;
mod facts;
mod interval;
mod number_set;
#[macro_use]
pub(crate) mod rules;
mod value_view;

pub mod bytes;
pub mod combinators;
pub mod custom;
pub mod divisible_by;
pub mod equals;
pub mod excludes;
pub mod float;
pub mod form;
pub mod integer;
pub mod length;
pub mod network;
pub mod no_nulls;
pub mod not_empty;
pub mod not_zero;
pub mod one_of;
pub mod one_of_ignore_case;
pub mod port;
pub mod range;
pub mod regex;
pub mod size;
pub mod unique;
pub mod url;

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use definition::{Definition, Signature};
pub use facts::ValidatorFacts;
pub(crate) use facts::accepts;
pub use form::Form;
pub(crate) use number_set::NumberSet;
pub use range::Range;
pub use value_view::{Constant, Exact, Verdict, View};

use crate::format::{Format, is_network};
use crate::literal::{Interval, Literal, show_interval};
use crate::refs::{Ref, Text};
use crate::words::{Counted, Words};
use const_compare::characters;
use definition::RangeBounds;
use rules::ValidatorRules;

/// All validators with a name in annotations, except the formats of strings, which are in
/// [`FORMATS`](crate::format::FORMATS).
pub const DEFINITIONS: &[Definition] = &[
    length::DEFINITION,
    bytes::DEFINITION,
    size::DEFINITION,
    range::DEFINITION,
    one_of::DEFINITION,
    one_of_ignore_case::DEFINITION,
    regex::DEFINITION,
    excludes::DEFINITION,
    not_empty::DEFINITION,
    not_zero::DEFINITION,
    divisible_by::DEFINITION,
    equals::DEFINITION,
    port::DEFINITION,
    port::OR_ZERO,
    url::DEFINITION,
    network::DEFINITION,
    combinators::EACH,
    combinators::KEYS,
    combinators::VALUES,
    unique::DEFINITION,
    no_nulls::DEFINITION,
    combinators::ALL,
    combinators::ANY,
    combinators::NOT,
    custom::DEFINITION,
];

/// The validator or format with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Definition> {
    let mut definitions = DEFINITIONS.iter().chain(&form::DEFINITIONS);
    definitions.find(|definition| definition.name == name)
}

/// The names of all validators and formats.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    let definitions = DEFINITIONS.iter().chain(&form::DEFINITIONS);
    definitions.map(|definition| definition.name)
}

kinds! {
    /// A number within an interval.
    Range(interval: Interval) => range::Facts(interval);
    /// The length of a string in characters.
    Length(interval: Interval) => interval::Counts { interval, of: Counted::Characters };
    /// The length of a string in bytes.
    Bytes(interval: Interval) => interval::Counts { interval, of: Counted::Bytes };
    /// The number of elements of a collection.
    Size(interval: Interval) => interval::Counts { interval, of: Counted::Elements };
    /// A number that this one divides, if the caller can read it.
    DivisibleBy(divisor: Option<i128>) => divisible_by::Facts(*divisor);
    /// This bool.
    Equals(wanted: bool) => equals::Facts(*wanted);
    /// Not the zero of its type.
    NotZero => not_zero::Facts;
    /// A string without any of these characters, if the caller can read them.
    Excludes(characters: Option<&'a str>) => excludes::Facts(*characters);
    /// A URL with a host, with one of these schemes or any.
    Url(schemes: Vec<Literal<'a>>) => url::Facts(schemes);
    /// A network with a prefix length in this range.
    Network(interval: Interval) => network::Facts(interval);
    /// A string with a particular format.
    Format {
        /// The format.
        format: &'static Format,
        /// Whether the field's literal default has it, or why not: set by a caller with a parser,
        /// if the format itself has none.
        default: Option<Result<(), String>>,
    } => form::Facts { format, default };
    /// A collection without null elements.
    NoNulls => no_nulls::Facts;
    /// One of a list of strings, ignoring case.
    OneOfIgnoreCase(values: Vec<Literal<'a>>) => one_of_ignore_case::Facts(values);
    /// One of a list of values.
    OneOf(values: Vec<Literal<'a>>) => one_of::Facts(values);
    /// A string that matches a pattern.
    Regex {
        /// The pattern.
        pattern: &'a str,
        /// Why the pattern does not parse: set by a caller with a regex engine.
        problem: Option<&'a str>,
        /// Whether the field's literal default matches: as above.
        accepts_default: Option<bool>,
        /// It is written as a raw string, in which a backslash is literal.
        raw: bool,
    } => regex::Facts { pattern, problem: *problem, accepts_default: *accepts_default };
    /// Any other validator of strings.
    Text => custom::Text;
    /// Validators for every element.
    Each(inner: Vec<ValidatorFacts<'a>>) => combinators::Facts::Each(inner);
    /// Validators for the keys of a map.
    Keys(inner: Vec<ValidatorFacts<'a>>) => combinators::Facts::Keys(inner);
    /// Validators for the values of a map.
    Values(inner: Vec<ValidatorFacts<'a>>) => combinators::Facts::Values(inner);
    /// No element twice.
    Unique => unique::Facts;
    /// All of these hold.
    All(inner: Vec<ValidatorFacts<'a>>) => combinators::Facts::All(inner);
    /// One of these holds.
    Any(inner: Vec<ValidatorFacts<'a>>) => combinators::Facts::Any(inner);
    /// This does not hold.
    Not(inner: Box<ValidatorFacts<'a>>) => combinators::Facts::Not(inner);
    /// The provider developer's own function, for the whole value.
    Custom => custom::Any;
    /// Not known to the rules: no verdict.
    Other => custom::Any;
}

impl ValidatorKind<'_> {
    /// Its argument as written, or `…`; `None` if it takes none.
    pub(crate) fn argument(&self) -> Option<String> {
        match self {
            ValidatorKind::Range(interval)
            | ValidatorKind::Length(interval)
            | ValidatorKind::Bytes(interval)
            | ValidatorKind::Size(interval)
            | ValidatorKind::Network(interval) => Some(show_interval(interval)),
            ValidatorKind::DivisibleBy(Some(divisor)) => Some(divisor.to_string()),
            ValidatorKind::Equals(wanted) => Some(wanted.to_string()),
            ValidatorKind::Url(schemes) if schemes.is_empty() => None,
            ValidatorKind::DivisibleBy(None)
            | ValidatorKind::Excludes(_)
            | ValidatorKind::Url(_)
            | ValidatorKind::OneOfIgnoreCase(_)
            | ValidatorKind::OneOf(_)
            | ValidatorKind::Regex { .. }
            | ValidatorKind::Text => Some("…".into()),
            _ => None,
        }
    }
}

/// The condition of a validator on one value. Each variant has a file that documents it.
#[derive(Clone, Debug)]
pub enum Predicate {
    /// Length of a string in Unicode characters, or number of elements of a collection.
    Length {
        /// The minimum.
        min: Option<u64>,
        /// The maximum.
        max: Option<u64>,
    },
    /// Length of a string in bytes of UTF-8.
    Bytes {
        /// The minimum.
        min: Option<u64>,
        /// The maximum.
        max: Option<u64>,
    },
    /// An integer within bounds, both included.
    Integer {
        /// The minimum.
        min: i128,
        /// The maximum.
        max: u128,
    },
    /// A number in the range of a float.
    Float {
        /// The maximum; negated, the minimum.
        max: f64,
    },
    /// A number within bounds.
    Range(Range),
    /// One of these strings.
    OneOf {
        /// The strings.
        values: Ref<[Text]>,
    },
    /// One of these floats.
    OneOfNumbers {
        /// The allowed numbers.
        values: Ref<[f64]>,
    },
    /// One of these integers.
    OneOfIntegers {
        /// The numbers.
        values: Ref<[i128]>,
    },
    /// One of these strings, ignoring case.
    OneOfIgnoreCase {
        /// The strings.
        values: Ref<[Text]>,
    },
    /// A multiple of this number, which is not zero.
    DivisibleBy(i64),
    /// True or false.
    Equals(bool),
    /// Not the type's zero: an empty string, 0, false, an empty collection.
    NotZero,
    /// A string without any of these characters.
    Excludes(Text),
    /// A URL with a host.
    Url {
        /// The allowed schemes; an empty list allows any.
        values: Ref<[Text]>,
    },
    /// A network: a range of IP addresses whose address has no bits beyond the prefix.
    Network {
        /// The minimum prefix length.
        min: u32,
        /// The maximum.
        max: u32,
    },
    /// A string in which this pattern occurs (anchor it to match the whole string), in the syntax
    /// of the crate `regex`.
    Regex(Text),
    /// A string with a particular format: JSON, an IP address, a duration.
    Form(Form),
    /// A collection without null elements.
    NoNulls,
    /// A list without equal elements.
    Unique,
}

/// For constants, which the compiler evaluates. The rest is decided at run time.
impl Predicate {
    /// Whether a constant passes; true if only run time can tell.
    #[must_use]
    pub const fn passes_constant(&self, value: Constant<'_>) -> bool {
        match value {
            Constant::Text(text) => match self {
                Predicate::Length { min, max } => length::passes(text, *min, *max),
                Predicate::Bytes { min, max } => bytes::passes(text, *min, *max),
                Predicate::OneOf { values } => one_of::text_passes(text, values.const_slice()),
                Predicate::NotZero => !text.is_empty(),
                Predicate::Excludes(characters) => excludes::passes(text, characters.const_str()),
                // The others need run-time values, or do not apply to the types of these constants.
                _ => true,
            },
            Constant::Integer(number) => match self {
                Predicate::Integer { min, max } => integer::passes(number, *min, *max),
                Predicate::Float { max } => float::passes(number as f64, *max),
                Predicate::Range(range) => range::integer_passes(number, range),
                Predicate::OneOfIntegers { values } => {
                    one_of::integer_passes(number, values.const_slice())
                }
                // A divisor of 0 is reported at the divisor.
                Predicate::DivisibleBy(0) => true,
                Predicate::DivisibleBy(divisor) => divisible_by::passes(number, *divisor as i128),
                Predicate::NotZero => number != 0,
                _ => true,
            },
            Constant::Float(number) => match self {
                Predicate::Float { max } => float::passes(number, *max),
                Predicate::Range(range) => range::float_passes(number, range),
                Predicate::OneOfNumbers { values } => {
                    one_of::float_passes(number, values.const_slice())
                }
                Predicate::NotZero => number != 0.0,
                _ => true,
            },
        }
    }

    /// Whether anything passes, judging by the interval or the divisor.
    #[must_use]
    pub const fn anything_passes(&self) -> bool {
        match self {
            Predicate::Length { min, max } | Predicate::Bytes { min, max } => {
                const_compare::any_between(*min, *max)
            }
            Predicate::Network { min, max } => network::any_passes(*min, *max),
            Predicate::DivisibleBy(divisor) => *divisor != 0,
            Predicate::Range(range) => range::any_passes(range),
            _ => true,
        }
    }

    /// Whether the value at this position of the list differs from those before it; true if only
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
            _ => true,
        }
    }
}

/// For schemas of any origin.
impl Predicate {
    /// The verdict on a known value. `engine` decides whether a pattern occurs in a string.
    ///
    /// # Errors
    /// The error of the engine for a pattern that it cannot parse.
    pub fn judge<E>(
        &self,
        value: &impl View,
        engine: impl FnOnce(&str, &str) -> Result<bool, E>,
    ) -> Result<Verdict, E> {
        let text = |so: &dyn Fn(&str) -> bool| value.text().is_none_or(so);
        let whole = |so: &dyn Fn(i128) -> bool| {
            let number = value.number();
            number.is_none_or(|number| number.whole().is_some_and(so))
        };
        let texts = |values| <[Text]>::iter(values).map(Text::as_str);
        Ok(Verdict::of(match self {
            Predicate::Length { min, max } => {
                let count = value.text().map(characters).or_else(|| value.elements());
                return Ok(Verdict::of_count(count, *min, *max));
            }
            Predicate::Bytes { min, max } => {
                let count = value.text().map(|text| text.len() as u64);
                return Ok(Verdict::of_count(count, *min, *max));
            }
            Predicate::Regex(pattern) => return regex::judge(value, pattern, engine),
            Predicate::Form(form) => return Ok(form.judge(value)),
            Predicate::Integer { min, max } => integer::judge(value, *min, *max),
            Predicate::Float { max } => float::judge(value, *max),
            Predicate::Range(range) => range::passes(value, range),
            Predicate::OneOf { values } => text(&|text| texts(values).any(|one| one == text)),
            Predicate::OneOfNumbers { values } => one_of::number_is_listed(value, values),
            Predicate::OneOfIntegers { values } => whole(&|number| values.contains(&number)),
            Predicate::OneOfIgnoreCase { values } => {
                text(&|text| one_of_ignore_case::passes(text, texts(values)))
            }
            Predicate::DivisibleBy(divisor) => {
                whole(&|number| divisible_by::passes(number, (*divisor).into()))
            }
            Predicate::Equals(wanted) => value.truth().is_none_or(|value| value == *wanted),
            Predicate::NotZero => !value.is_zero(),
            Predicate::Excludes(characters) => text(&|text| excludes::passes(text, characters)),
            Predicate::Url { values } => text(&|text| url::passes(text, texts(values))),
            Predicate::Network { min, max } => text(&|text| is_network(text, *min, *max)),
            Predicate::NoNulls => !value.has_null_element(),
            Predicate::Unique => !value.has_equal_elements(),
        }))
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
            Predicate::Network { min, max } => {
                network::words(counts(&Some((*min).into()), &Some((*max).into())))
            }
            Predicate::Regex(pattern) => regex::words(pattern),
            Predicate::Form(form) => form.words(),
            Predicate::NoNulls => no_nulls::words(),
            Predicate::Unique => unique::words(),
        }
    }

    /// The same for an error about one value.
    #[must_use]
    pub fn words_of_error(&self, counted: Counted) -> Words {
        match self {
            Predicate::Integer { min, max } => integer::words_of_error(*min, *max),
            Predicate::Float { max } => float::words_of_error(*max),
            _ => self.words(counted),
        }
    }

    /// The facts for the rules, from a schema that is already a table. Its name there, and whether
    /// the rules have checked it before, are unknown, so the facts say less.
    #[must_use]
    pub fn facts(&self) -> ValidatorFacts<'_> {
        let texts = |values| {
            let values = <[Text]>::iter(values).map(Text::as_str);
            values.map(Literal::Text).collect()
        };
        let (name, kind) = match self {
            Predicate::Range(range) => ("range", range::facts(range)),
            Predicate::OneOf { values } => ("one_of", ValidatorKind::OneOf(texts(values))),
            Predicate::OneOfNumbers { values } => {
                let numbers = values.iter().map(|one| Literal::Float(*one));
                ("one_of", ValidatorKind::OneOf(numbers.collect()))
            }
            Predicate::OneOfIntegers { values } => {
                let numbers = values.iter().map(|one| Literal::Integer(*one));
                ("one_of", ValidatorKind::OneOf(numbers.collect()))
            }
            Predicate::Bytes { min, max } => {
                ("bytes", ValidatorKind::Bytes(Interval::between(*min, *max)))
            }
            Predicate::OneOfIgnoreCase { values } => (
                "one_of_ignore_case",
                ValidatorKind::OneOfIgnoreCase(texts(values)),
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
            Predicate::Url { values } => ("url", ValidatorKind::Url(texts(values))),
            Predicate::Network { min, max } => {
                let interval = Interval::between(Some(*min), Some(*max));
                ("network", ValidatorKind::Network(interval))
            }
            // `length` and `size` are one here. The others are reported by their type or by their
            // own check of schemas, or cannot be wrong.
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
mod tests;
