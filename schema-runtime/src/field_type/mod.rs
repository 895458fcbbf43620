//! [`FieldType`]: Rust types as schema types.
//!
//! ```
//! # use schema_runtime::field_type::{Cidr, read};
//! # use schema_runtime::value::Value;
//!
//! let network: Cidr = read(&Value::string("10.0.0.0/8")).unwrap();
//! assert_eq!(network.to_string(), "10.0.0.0/8");
//! assert!(read::<Cidr>(&Value::string("10.0.0.0")).is_err());
//! ```

mod canonical;
mod collections;
mod duration;
mod dynamic;
mod forms;
mod json;
mod network;
mod not_here;
mod scalars;
mod secret;
mod set;
mod text;
#[cfg(feature = "jiff")]
mod timestamp;
mod tuples;
#[cfg(feature = "url")]
mod url;

pub use canonical::Canonical;
pub(crate) use canonical::canonical_part;
#[doc(hidden)]
pub use canonical::canonical_parts;
pub use dynamic::Dynamic;
pub use json::Json;
pub use network::{Cidr, CidrError};
#[doc(hidden)]
pub use not_here::__not_here;
pub use secret::{Secret, SecretAbsent};
pub use set::Set;
pub use text::CaseInsensitive;

use crate::path::{Path, Step};
use crate::schema::{CanonicalFn, Validator};
use crate::ty::Type;
use crate::value::Value;

/// Another name for the type in bounds: if a bound on `Self` does not hold, the compiler treats a
/// method that returns something as if it did not exist, and would not show the message that
/// belongs to the bound.
#[doc(hidden)]
pub trait SameType {
    /// The type.
    type Is;
}

impl<T> SameType for T {
    type Is = T;
}

/// A Rust type that can be in a schema struct: an attribute's type, or a derived struct (also
/// in a collection).
///
/// Implement this and [`AttributeType`] for a type of your own, through the type that carries it:
///
/// ```
/// # use schema_runtime::field_type::{AttributeType, FieldType, Mismatch};
/// # use schema_runtime::ty::Type;
/// # use schema_runtime::value::Value;
///
/// struct Port(u16);
///
/// impl FieldType for Port {
///     type Known = Self;
///     fn from_value(value: &Value) -> Result<Self, Mismatch> {
///         u16::from_value(value).map(Port)
///     }
///     fn to_value(&self) -> Value {
///         self.0.to_value()
///     }
///     fn placeholder() -> Self {
///         Port(1)
///     }
/// }
///
/// impl AttributeType for Port {
///     const TYPE: &'static Type = &Type::Number;
///     const VALIDATORS: &'static [schema_runtime::schema::Validator] = u16::VALIDATORS;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a schema type",
    label = "not allowed in a schema struct",
    note = "use String, bool, an integer, f64, Number, Dynamic, Secret, Json, IpAddr, Duration, Option, Vec, Set, BTreeMap<String, _>, a tuple, a struct with #[derive(Schema)], or an enum with #[derive(SchemaEnum)]",
    note = "a type of yours: write #[derive(SchemaNewtype)] on a struct around one of these, or implement `FieldType` and `AttributeType` for it"
)]
pub trait FieldType: Sized + 'static {
    /// The type of a value that is set and known: `Self`, or for an `Option` its content.
    type Known: FieldType;

    /// Reads a known value.
    ///
    /// # Errors
    /// The value is null or unknown, which the type cannot hold, or it has a different type.
    fn from_value(value: &Value) -> Result<Self, Mismatch>;

    /// Writes the value.
    fn to_value(&self) -> Value;

    /// The value that null (and an unknown computed value) reads as: the type's zero, or `None` of
    /// an `Option`. By default, the type has no such value.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }

    /// Whether a value means that a value of this type is absent: null, or for a struct also an
    /// empty collection of at most one block.
    #[doc(hidden)]
    #[must_use]
    fn __is_none(value: &Value) -> bool {
        value.is_null()
    }

    /// Some value, to replace one that could not be read. Provider code never sees it, since
    /// reading the whole object fails.
    #[must_use]
    fn placeholder() -> Self;
}

/// A [`FieldType`] that is an attribute of a [`Type`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type for an attribute",
    label = "a struct with #[derive(Schema)] is grouped: a `Vec` by `#[field(nested(list))]`, an `Option` by `nested(single)`, a map by `nested(map)`, or `block(…)` likewise (not in functions), or `#[schema(object)]` above it; an enum: write #[derive(SchemaEnum)] above it",
    note = "attributes are String, bool, integers, f64, Number, Dynamic, Secret, Json, IpAddr, Duration and other ready types, an enum with #[derive(SchemaEnum)], and Option, Vec, Set, BTreeMap<String, _> and tuples of these",
    note = "a type of yours: write #[derive(SchemaNewtype)] on a struct around one of these, or implement `FieldType` and `AttributeType` for it"
)]
pub trait AttributeType: FieldType + Send {
    /// The attribute's type.
    const TYPE: &'static Type;
    /// Whether null can be distinguished from the type's zero: true for `Option`.
    const NULLABLE: bool = false;
    /// Whether a value can be absent: true for `Option` and [`Secret`].
    const MAY_BE_ABSENT: bool = Self::NULLABLE;
    /// Whether null further inside can be distinguished from a zero: true for collections of
    /// `Option`.
    const HOLDS_NULLS: bool = Self::NULL_LEVELS != 0;
    /// The levels: bit 0 for the elements of a collection, bit 1 for the elements of these, and so
    /// on.
    const NULL_LEVELS: u32 = 0;
    /// Checks that a configured value must pass before [`FieldType::from_value`] can read it.
    const VALIDATORS: &'static [Validator] = &[];
    /// The canonical form, for a type with its own equality.
    const CANONICAL: Option<CanonicalFn> = None;
    /// Whether it is secret, so that its field must be `sensitive` or `write_only`.
    const SECRET: bool = false;
}

/// A type whose zero represents null and unknown when it is read with `get`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no zero value, so `get` has nothing to return if the field is null",
    label = "this field's type has no zero value",
    note = "use `get_ok` (an Option), `require` (an error that names the field) or `value` (null, unknown or known)"
)]
pub trait HasZero: FieldType {
    /// The zero: an empty string, 0, false, an empty collection, `None`. Null reads as this value,
    /// unless the type says otherwise.
    #[must_use]
    fn zero() -> Self {
        Self::absent().unwrap_or_else(Self::placeholder)
    }
}

/// The zero of a [`FieldType`], which replaces null and values that could not be read.
macro_rules! zero {
    ($zero:expr) => {
        fn absent() -> Option<Self> {
            Some($zero)
        }

        fn placeholder() -> Self {
            $zero
        }
    };
}
use zero;

/// Why a value could not be read as a Rust type: one or more paths, each with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    places: Vec<(Path, String)>,
}

impl Mismatch {
    /// One mismatch at the value itself.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Mismatch {
            places: vec![(Path::root(), text.into())],
        }
    }

    /// "a string is required, but this is a number".
    #[must_use]
    pub fn expected(what: &str, value: &Value) -> Self {
        Mismatch::new(format!(
            "{what} is required, but this is {}",
            describe(value)
        ))
    }

    /// The same, one step further from the root.
    #[must_use]
    pub fn under(mut self, step: Step) -> Self {
        for (path, _) in &mut self.places {
            let rest = std::mem::take(path);
            path.push(step.clone());
            *path = std::mem::take(path).join(&rest);
        }
        self
    }

    /// The places of both.
    #[must_use]
    pub fn and(mut self, other: Mismatch) -> Self {
        self.places.extend(other.places);
        self
    }

    /// The places, relative to the value that was read.
    pub fn places(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.places.iter().map(|(path, text)| (path, text.as_str()))
    }

    /// Collects it with earlier ones.
    pub(crate) fn add_to(self, all: &mut Option<Mismatch>) {
        *all = Some(match all.take() {
            None => self,
            Some(earlier) => earlier.and(self),
        });
    }
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, (path, text)) in self.places.iter().enumerate() {
            f.write_str(if i > 0 { "; " } else { "" })?;
            if path.is_root() {
                f.write_str(text)?;
            } else {
                write!(f, "{path}: {text}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Mismatch {}

fn describe(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Unknown(_) => "not known yet",
        Value::Bool(_) => "a bool",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::List(_) => "a list",
        Value::Set(_) => "a set",
        Value::Map(_) => "a map",
        Value::Object(_) => "an object",
        Value::Dynamic(dynamic) => describe(&dynamic.value),
    }
}

/// Reads a value; null and unknown read as the type's absent form.
///
/// # Errors
/// As [`FieldType::from_value`].
pub fn read<T: FieldType>(value: &Value) -> Result<T, Mismatch> {
    if (T::__is_none(value) || value.is_unknown())
        && let Some(absent) = T::absent()
    {
        return Ok(absent);
    }
    T::from_value(value)
}
