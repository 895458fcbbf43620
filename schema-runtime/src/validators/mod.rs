//! The catalogue of validators, under the names that `validate = …` has for them.
//!
//! A derived field names them in its annotation; this module is for everything else: a `custom`
//! validator that needs one of them, a check in the plan hook, a schema built at run time.
//!
//! ```
//! use schema_runtime::path::Path;
//! use schema_runtime::validators::{all, length, regex};
//! use schema_runtime::value::Value;
//!
//! let name = all([length(1..=8), regex("^[a-z]+$")]);
//! assert!(name.accepts(&Value::from("disk")));
//! let wrong = name.check(&Path::new("name"), &Value::from("Disk"));
//! assert_eq!(
//!     wrong.to_string(),
//!     "Error: Invalid value for name (at name): The value of name must be text that matches \
//!      ^[a-z]+$, but it is \"Disk\"."
//! );
//! ```
//!
//! Null and unknown values pass all of them: `required` and similar arguments decide whether they
//! are allowed.

mod forms;

use std::ops::{Bound, RangeBounds};

use crate::diagnostics::Diagnostics;
use crate::path::Path;
use crate::refs::{Ref, Text};
use crate::schema::{CustomFn, Predicate, Range, Validator};
use crate::validate;
use crate::value::Value;

pub use forms::*;

impl Validator {
    /// The errors in a value, at the path, with the diagnostics of the provider developer's own
    /// functions.
    pub fn check(&self, path: &Path, value: &Value) -> Diagnostics {
        let mut found = Diagnostics::new();
        validate::check(self, path, value, &mut found);
        found
    }

    /// Whether a value passes.
    #[must_use]
    pub fn accepts(&self, value: &Value) -> bool {
        !self.check(&Path::root(), value).has_errors()
    }
}

/// The ends of a range of counts.
fn ends<T: Copy>(
    range: &impl RangeBounds<T>,
    next: fn(T) -> T,
    previous: fn(T) -> T,
) -> (Option<T>, Option<T>) {
    let min = match range.start_bound() {
        Bound::Included(min) => Some(*min),
        Bound::Excluded(below) => Some(next(*below)),
        Bound::Unbounded => None,
    };
    let max = match range.end_bound() {
        Bound::Included(max) => Some(*max),
        Bound::Excluded(above) => Some(previous(*above)),
        Bound::Unbounded => None,
    };
    (min, max)
}

fn counts(range: impl RangeBounds<u64>) -> (Option<u64>, Option<u64>) {
    ends(&range, |n| n.saturating_add(1), |n| n.saturating_sub(1))
}

fn texts<T: Into<String>>(values: impl IntoIterator<Item = T>) -> Ref<[Text]> {
    let texts = values.into_iter().map(|value| Text::from(value.into()));
    texts.collect()
}

/// The length of a string in Unicode characters, or the number of elements of a collection.
///
/// ```
/// # use schema_runtime::{validators::length, value::Value};
/// assert!(length(1..=3).accepts(&Value::from("äöü")));
/// assert!(!length(1..).accepts(&Value::from("")));
/// ```
#[must_use]
pub fn length(range: impl RangeBounds<u64>) -> Validator {
    let (min, max) = counts(range);
    Validator::new(Predicate::Length { min, max })
}

/// The number of elements of a collection; the same as [`length`], under the name that an
/// annotation has for it.
///
/// ```
/// # use schema_runtime::{validators::size, value::Value};
/// let two = Value::List(vec![Value::from(1), Value::from(2)].into());
/// assert!(size(..=2).accepts(&two));
/// assert!(!size(3..).accepts(&two));
/// ```
#[must_use]
pub fn size(range: impl RangeBounds<u64>) -> Validator {
    length(range)
}

/// The length of a string in bytes of UTF-8, for APIs that count them.
///
/// ```
/// # use schema_runtime::{validators::bytes, value::Value};
/// assert!(bytes(..=4).accepts(&Value::from("äö")));
/// assert!(!bytes(..=4).accepts(&Value::from("äöü")));
/// ```
#[must_use]
pub fn bytes(range: impl RangeBounds<u64>) -> Validator {
    let (min, max) = counts(range);
    Validator::new(Predicate::Bytes { min, max })
}

/// Not the empty string.
///
/// ```
/// # use schema_runtime::{validators::not_empty, value::Value};
/// assert!(!not_empty().accepts(&Value::from("")));
/// ```
#[must_use]
pub const fn not_empty() -> Validator {
    Validator::new(Predicate::Length {
        min: Some(1),
        max: None,
    })
}

/// Neither an empty string nor 0, false or an empty collection.
///
/// ```
/// # use schema_runtime::{validators::not_zero, value::Value};
/// assert!(!not_zero().accepts(&Value::from(0)));
/// assert!(not_zero().accepts(&Value::from("x")));
/// ```
#[must_use]
pub const fn not_zero() -> Validator {
    Validator::new(Predicate::NotZero)
}

/// A number in a range of whole numbers; for `range(0.5..=1.0)` of an annotation there is
/// [`float_range`].
///
/// ```
/// # use schema_runtime::{validators::range, value::Value};
/// assert!(range(1..=65_535).accepts(&Value::from(443)));
/// assert!(!range(1..).accepts(&Value::from(0)));
/// ```
#[must_use]
pub fn range(range: impl RangeBounds<i64>) -> Validator {
    let (min, max) = ends(
        &range,
        |n: i64| n.saturating_add(1),
        |n| n.saturating_sub(1),
    );
    integers(min.map(i128::from), max.map(i128::from))
}

const fn integers(min: Option<i128>, max: Option<i128>) -> Validator {
    Validator::new(Predicate::Range(Range::Integer { min, max }))
}

/// A number between these, both inclusive; a missing end is open.
///
/// ```
/// # use schema_runtime::{number::Number, validators::float_range, value::Value};
/// let half = Value::from(Number::from_f64(0.5).unwrap());
/// assert!(float_range(Some(0.0), Some(1.0)).accepts(&half));
/// assert!(!float_range(Some(0.75), None).accepts(&half));
/// ```
#[must_use]
pub const fn float_range(min: Option<f64>, max: Option<f64>) -> Validator {
    Validator::new(Predicate::Range(Range::Float {
        min,
        max,
        below: false,
    }))
}

/// A multiple of a number. Zero has no multiple but itself.
///
/// ```
/// # use schema_runtime::{validators::divisible_by, value::Value};
/// assert!(divisible_by(512).accepts(&Value::from(1024)));
/// assert!(!divisible_by(512).accepts(&Value::from(1000)));
/// ```
#[must_use]
pub const fn divisible_by(divisor: i64) -> Validator {
    Validator::new(Predicate::DivisibleBy(divisor))
}

/// A port: 1 to 65535.
///
/// ```
/// # use schema_runtime::{validators::port, value::Value};
/// assert!(port().accepts(&Value::from(8080)));
/// assert!(!port().accepts(&Value::from(0)));
/// ```
#[must_use]
pub const fn port() -> Validator {
    integers(Some(1), Some(65_535))
}

/// A port, or 0 for any: 0 to 65535.
///
/// ```
/// # use schema_runtime::{validators::port_or_zero, value::Value};
/// assert!(port_or_zero().accepts(&Value::from(0)));
/// assert!(!port_or_zero().accepts(&Value::from(65_536)));
/// ```
#[must_use]
pub const fn port_or_zero() -> Validator {
    integers(Some(0), Some(65_535))
}

/// True, or false.
///
/// ```
/// # use schema_runtime::{validators::equals, value::Value};
/// assert!(!equals(true).accepts(&Value::from(false)));
/// ```
#[must_use]
pub const fn equals(value: bool) -> Validator {
    Validator::new(Predicate::Equals(value))
}

/// One of these strings.
///
/// ```
/// # use schema_runtime::{validators::{not, one_of}, value::Value};
/// assert!(one_of(["gpt", "mbr"]).accepts(&Value::from("gpt")));
/// assert!(not(one_of(["default"])).accepts(&Value::from("gpt")));
/// ```
#[must_use]
pub fn one_of<T: Into<String>>(values: impl IntoIterator<Item = T>) -> Validator {
    Validator::new(Predicate::OneOf {
        values: texts(values),
    })
}

/// One of these strings, regardless of case.
///
/// ```
/// # use schema_runtime::{validators::one_of_ignore_case, value::Value};
/// assert!(one_of_ignore_case(["Monday"]).accepts(&Value::from("MONDAY")));
/// ```
#[must_use]
pub fn one_of_ignore_case<T: Into<String>>(values: impl IntoIterator<Item = T>) -> Validator {
    Validator::new(Predicate::OneOfIgnoreCase {
        values: texts(values),
    })
}

/// One of these whole numbers.
///
/// ```
/// # use schema_runtime::{number::Number, validators::one_of_numbers, value::Value};
/// assert!(one_of_numbers([512, 4096]).accepts(&Value::from(512)));
/// assert!(one_of_numbers([0, u64::MAX]).accepts(&Value::from(Number::from(u64::MAX))));
/// ```
#[must_use]
pub fn one_of_numbers<N: Into<i128>>(values: impl IntoIterator<Item = N>) -> Validator {
    Validator::new(Predicate::OneOfIntegers {
        values: values.into_iter().map(Into::into).collect(),
    })
}

/// A string in which a pattern occurs, in the syntax of the crate `regex`; anchor it with `^` and
/// `$` to match the whole string. A pattern that does not parse makes every check fail.
///
/// ```
/// # use schema_runtime::{validators::{not, regex}, value::Value};
/// assert!(regex("^[a-z]+$").accepts(&Value::from("disk")));
/// assert!(!not(regex("--")).accepts(&Value::from("a--b")));
/// ```
#[must_use]
pub fn regex(pattern: impl Into<String>) -> Validator {
    Validator::new(Predicate::Regex(Text::from(pattern.into())))
}

/// A string without any of these characters.
///
/// ```
/// # use schema_runtime::{validators::excludes, value::Value};
/// assert!(!excludes("/\\").accepts(&Value::from("a/b")));
/// ```
#[must_use]
pub fn excludes(characters: impl Into<String>) -> Validator {
    Validator::new(Predicate::Excludes(Text::from(characters.into())))
}

/// A URL with a host and one of these schemes; if the list is empty, any scheme.
///
/// ```
/// # use schema_runtime::{validators::url, value::Value};
/// assert!(url(["https"]).accepts(&Value::from("https://example.com/a")));
/// assert!(!url(["https"]).accepts(&Value::from("http://example.com/a")));
/// assert!(!url::<&str>([]).accepts(&Value::from("example.com")));
/// ```
#[must_use]
pub fn url<T: Into<String>>(schemes: impl IntoIterator<Item = T>) -> Validator {
    Validator::new(Predicate::Url {
        values: texts(schemes),
    })
}

/// A network with this many shared bits, both ends inclusive: a range of IP addresses whose address
/// has no other bits set. For any range of addresses there is [`cidr`].
///
/// ```
/// # use schema_runtime::{validators::network, value::Value};
/// assert!(network(16, 28).accepts(&Value::from("10.0.0.0/24")));
/// assert!(!network(16, 28).accepts(&Value::from("10.0.0.1/24")));
/// ```
#[must_use]
pub const fn network(min: u32, max: u32) -> Validator {
    Validator::new(Predicate::Network { min, max })
}

/// Every element of a list or set, every value of a map.
///
/// ```
/// # use schema_runtime::{validators::{each, range}, value::Value};
/// let ports = Value::List(vec![Value::from(80), Value::from(0)].into());
/// assert!(!each([range(1..)]).accepts(&ports));
/// ```
#[must_use]
pub fn each(validators: impl IntoIterator<Item = Validator>) -> Validator {
    Validator::Each {
        validators: validators.into_iter().collect(),
    }
}

/// Every value of a map; the same as [`each`], under the name that reads better there.
///
/// ```
/// # use schema_runtime::{validators::{length, values}, value::Value};
/// let tags = Value::Map([("team".into(), Value::from("storage"))].into_iter().collect());
/// assert!(!values([length(..=3)]).accepts(&tags));
/// ```
#[must_use]
pub fn values(validators: impl IntoIterator<Item = Validator>) -> Validator {
    each(validators)
}

/// Every key of a map.
///
/// ```
/// # use schema_runtime::{validators::{keys, regex}, value::Value};
/// let tags = Value::Map([("Team".into(), Value::from("x"))].into_iter().collect());
/// assert!(!keys([regex("^[a-z]+$")]).accepts(&tags));
/// ```
#[must_use]
pub fn keys(validators: impl IntoIterator<Item = Validator>) -> Validator {
    Validator::Keys {
        validators: validators.into_iter().collect(),
    }
}

/// A list without equal elements.
///
/// ```
/// # use schema_runtime::{validators::unique, value::Value};
/// let twice = Value::List(vec![Value::from(1), Value::from(1)].into());
/// assert!(!unique().accepts(&twice));
/// ```
#[must_use]
pub const fn unique() -> Validator {
    Validator::new(Predicate::Unique)
}

/// A list, set or map without null elements.
///
/// ```
/// # use schema_runtime::{validators::no_nulls, value::Value};
/// assert!(!no_nulls().accepts(&Value::List(vec![Value::Null].into())));
/// ```
#[must_use]
pub const fn no_nulls() -> Validator {
    Validator::new(Predicate::NoNulls)
}

/// Passes if all of these do; all errors are reported.
///
/// ```
/// # use schema_runtime::{path::Path, validators::{all, length, regex}, value::Value};
/// let both = all([length(3..), regex("^[a-z]+$")]);
/// assert_eq!(both.check(&Path::new("name"), &Value::from("A")).len(), 2);
/// ```
#[must_use]
pub fn all(validators: impl IntoIterator<Item = Validator>) -> Validator {
    Validator::All {
        validators: validators.into_iter().collect(),
    }
}

/// Passes if one of these does.
///
/// ```
/// # use schema_runtime::{validators::{any, ip, one_of}, value::Value};
/// let address = any([one_of(["auto"]), ip()]);
/// assert!(address.accepts(&Value::from("auto")));
/// assert!(address.accepts(&Value::from("192.0.2.1")));
/// assert!(!address.accepts(&Value::from("none")));
/// ```
#[must_use]
pub fn any(validators: impl IntoIterator<Item = Validator>) -> Validator {
    Validator::Any {
        validators: validators.into_iter().collect(),
    }
}

/// Passes if this does not.
///
/// ```
/// # use schema_runtime::{validators::{not, range}, value::Value};
/// assert!(not(range(22..=22)).accepts(&Value::from(80)));
/// ```
#[must_use]
pub fn not(validator: Validator) -> Validator {
    Validator::Not {
        validators: Ref::Shared([validator].into()),
    }
}

/// A function of the provider developer's own: it gets the path and a known value that is not null,
/// and returns any number of errors and warnings.
///
/// ```
/// # use schema_runtime::{diagnostics::{Diagnostic, Diagnostics}, validators::custom, value::Value};
/// let even = custom(|path, value| match value {
///     Value::Number(number) if number.as_i64().is_some_and(|n| n % 2 == 0) => Diagnostics::new(),
///     _ => Diagnostic::error("odd").at(path.clone()).into(),
/// });
/// assert!(!even.accepts(&Value::from(3)));
/// ```
#[must_use]
pub const fn custom(check: CustomFn) -> Validator {
    Validator::Custom(check)
}
