//! [`Value`]: null, unknown and known values, distinguished exactly.
//!
//! ```
//! use schema_runtime::value::Value;
//!
//! let known = Value::string("raw");
//! assert!(!known.is_null() && !known.is_unknown());
//! // A list whose second element is unknown is itself known, but not fully known.
//! let list = Value::List(vec![known, Value::Unknown(None)]);
//! assert!(!list.is_unknown() && !list.is_wholly_known());
//! ```

mod elements;
mod normal_form;
mod set;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::number::Number;
use crate::ty::Type;

#[doc(hidden)]
pub use elements::Parts;
pub(crate) use elements::{aligned, each_fits_some};
pub(crate) use normal_form::{decomposed, normalise, normalised};
pub use set::SetValue;
#[doc(hidden)]
pub use set::hash_of;
pub(crate) use set::{PassThrough, new_hasher};

/// A value of some [`Type`] or of some schema's block.
///
/// A value does not carry its type: the schema or type at hand says what it is, and says the
/// names of an object's attributes, which are in the order of the type (sorted by name). Only
/// a value in a place of dynamic type carries its own type along ([`Value::Dynamic`]).
///
/// Null, unknown and known are three things, at every depth. Equality is exact: `Null` is not an
/// empty text, an empty list is not `Null`, an unknown equals an unknown with the same
/// refinement (use [`Value::equal_ignoring_refinements`] where those do not count).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Null: absent from the configuration, or not existing in the real world.
    Null,
    /// Not known before apply; perhaps something is known about it.
    Unknown(Option<Arc<Refinement>>),
    /// A bool.
    Bool(bool),
    /// A number of any size.
    Number(Number),
    /// Text, in Unicode normalisation form C.
    String(Arc<str>),
    /// The elements of a list or a tuple, or the blocks of a list block.
    List(Vec<Value>),
    /// The elements of a set, or the blocks of a set block.
    Set(SetValue),
    /// The elements of a map, or the blocks of a map block.
    Map(BTreeMap<Arc<str>, Value>),
    /// The attributes of an object in the order of its type, or the fields of a block in the
    /// order of its schema.
    Object(Vec<Value>),
    /// A value in a place of dynamic type, with its own type. A null or unknown whose type is not
    /// known either is plain [`Value::Null`] or [`Value::Unknown`].
    Dynamic(Arc<DynamicValue>),
}

/// A value with its own type, in a place of dynamic type. The type has no dynamic part where the
/// value decides it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DynamicValue {
    /// The value's type.
    pub ty: Type,
    /// The value.
    pub value: Value,
}

/// What is known about an unknown value.
///
/// Terraform sends these in configurations (a template with a known prefix, say). They are passed
/// on unchanged; comparisons in the plan check ignore them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Refinement {
    /// Whether it will certainly be null (`Some(true)`) or not (`Some(false)`).
    pub null: Option<bool>,
    /// The string that it will begin with.
    pub prefix: Option<Arc<str>>,
    /// The least number it can be, and whether that itself is possible.
    pub number_min: Option<(Number, bool)>,
    /// The greatest number it can be, and whether that itself is possible.
    pub number_max: Option<(Number, bool)>,
    /// The least number of elements.
    pub length_min: Option<u64>,
    /// The greatest number of elements.
    pub length_max: Option<u64>,
}

/// A field of an object; null if there is no object, and unknown if the object is unknown.
pub(crate) fn field_of(object: &Value, position: usize) -> &Value {
    match object {
        Value::Object(values) => values.get(position).unwrap_or(&Value::Null),
        Value::Unknown(_) => object,
        _ => &Value::Null,
    }
}

impl Value {
    /// An unknown about which nothing is known.
    pub const UNKNOWN: Value = Value::Unknown(None);

    /// An unknown about which this is known, which may be nothing.
    pub(crate) fn refined(known: Refinement) -> Self {
        Value::Unknown(
            Some(known)
                .filter(|it| *it != Refinement::default())
                .map(Arc::new),
        )
    }

    /// A string, in the normal form in which Terraform holds strings (Unicode form C): if an API
    /// returns a different form, that is not a change.
    #[must_use]
    pub fn string(text: impl Into<Arc<str>>) -> Self {
        Value::String(normalise(text.into()))
    }

    /// A number.
    #[must_use]
    pub fn number(number: impl Into<Number>) -> Self {
        Value::Number(number.into())
    }

    /// A value in a place of dynamic type.
    #[must_use]
    pub fn dynamic(ty: Type, value: Value) -> Self {
        Value::Dynamic(Arc::new(DynamicValue { ty, value }))
    }

    /// Whether this is null, also a null that carries its type.
    #[must_use]
    pub fn is_null(&self) -> bool {
        match self {
            Value::Null => true,
            Value::Dynamic(dynamic) => dynamic.value.is_null(),
            _ => false,
        }
    }

    /// Whether this itself is unknown (its elements are not looked at).
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        match self {
            Value::Unknown(_) => true,
            Value::Dynamic(dynamic) => dynamic.value.is_unknown(),
            _ => false,
        }
    }

    /// The elements of a list, a set or a tuple; empty for any other value.
    #[must_use]
    pub fn elements(&self) -> &[Value] {
        match self {
            Value::List(elements) => elements,
            Value::Set(elements) => elements.as_slice(),
            _ => &[],
        }
    }

    /// Whether nothing in this is unknown, at any depth.
    #[must_use]
    pub fn is_wholly_known(&self) -> bool {
        match self {
            Value::Unknown(_) => false,
            known => known.children().all(Value::is_wholly_known),
        }
    }

    /// Equality that treats all unknowns as equal, whatever is known about them.
    #[must_use]
    pub fn equal_ignoring_refinements(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Unknown(_), Value::Unknown(_)) => true,
            _ if aligned(self, other) => {
                let mut parts = self.children().zip(other.children());
                parts.all(|(a, b)| a.equal_ignoring_refinements(b))
            }
            (Value::Set(a), Value::Set(b)) => a.equal_ignoring_refinements(b),
            (Value::Dynamic(a), Value::Dynamic(b)) => {
                a.ty == b.ty && a.value.equal_ignoring_refinements(&b.value)
            }
            _ => self == other,
        }
    }

    /// The same value with every unknown stripped of what is known about it.
    #[must_use]
    pub fn without_refinements(&self) -> Value {
        match self {
            Value::Unknown(_) => Value::UNKNOWN,
            other => other.map_children(Value::without_refinements),
        }
    }

    /// The text, if this is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The fields of an object, if this is one.
    #[must_use]
    pub fn as_object(&self) -> Option<&[Value]> {
        match self {
            Value::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// How many elements a known list, set or map has.
    #[must_use]
    pub fn element_count(&self) -> Option<usize> {
        match self {
            Value::List(elements) => Some(elements.len()),
            Value::Set(set) => Some(set.len()),
            Value::Map(map) => Some(map.len()),
            _ => None,
        }
    }

    /// Whether this is the zero of its type: `""`, `0`, `false` or an empty collection. Null and
    /// unknown are not zero, since they are not values.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match self {
            Value::Bool(value) => !value,
            Value::Number(number) => number.is_zero(),
            Value::String(text) => text.is_empty(),
            Value::Dynamic(dynamic) => dynamic.value.is_zero(),
            other => other.element_count() == Some(0),
        }
    }
}

/// `From` for a type that is made from several others.
macro_rules! from {
    ($made:ty: $(|$it:ident: $given:ty| $value:expr;)+) => {$(
        impl From<$given> for $made {
            fn from($it: $given) -> Self {
                $value
            }
        }
    )+};
}
pub(crate) use from;

from! { Value:
    |value: bool| Value::Bool(value);
    |text: &str| Value::string(text);
    |text: String| Value::string(text);
    |number: Number| Value::Number(number);
    |number: i64| Value::Number(number.into());
}
