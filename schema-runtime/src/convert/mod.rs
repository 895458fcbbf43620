//! Conversion of values to other types, and the common type of several.
//!
//! The Terraform language converts every value in a place of a different type: `15` becomes `"15"`
//! where a string is required, a tuple a list, an object a map, and the value decides a type that
//! contains `any`. The rules are those of Core.
//!
//! ```
//! use schema_runtime::convert::{convert, unify};
//! use schema_runtime::ty::Type;
//! use schema_runtime::value::Value;
//!
//! // ["a", 15, true] as list(any)
//! let tuple = Type::tuple(vec![Type::String, Type::Number, Type::Bool]);
//! let value = Value::List(vec![Value::from("a"), Value::from(15), Value::from(true)]);
//! let (ty, value) = convert(value, &tuple, &Type::list(Type::Dynamic))?;
//! assert_eq!(ty, Type::list(Type::String));
//! assert_eq!(value, Value::List(["a", "15", "true"].map(Value::from).to_vec()));
//!
//! assert_eq!(unify(&[Type::Bool, Type::String]), Some(Type::String));
//! assert_eq!(unify(&[Type::Bool, Type::list(Type::String)]), None);
//!
//! let error = convert(value, &ty, &Type::list(Type::Number)).unwrap_err();
//! assert_eq!(error.to_string(), "[0]: number is required, not string: \"a\" is not a number");
//! # Ok::<(), schema_runtime::convert::ConvertError>(())
//! ```

mod apply;
mod conversion;
mod dynamic_target;
mod error;
mod generality;
mod mismatch;
mod refine;
#[cfg(test)]
mod tests;

pub use error::ConvertError;

use self::conversion::Rules;
use crate::codec::dynamic;
use crate::codec::expected::Expected;
use crate::ty::Type;
use crate::value::Value;

/// Converts a value of type `from` to type `to`; returns the resulting type and the value.
///
/// The resulting type is `to` with its dynamic parts replaced by the value's types, and the value
/// no longer carries types inside it; [`convert_to`] returns it as a place of type `to` holds it.
///
/// # Errors
/// There is no conversion between the types, or the value prevents it (such as a string that is not
/// a number): the path, and both types there.
pub fn convert(value: Value, from: &Type, to: &Type) -> Result<(Type, Value), ConvertError> {
    let (from, value) = dynamic::concrete(from.clone(), value)
        .map_err(|error| ConvertError::malformed(error, from, to))?;
    if from == to.without_optional() {
        return Ok((from, value));
    }
    let rules = Rules::new(true, [&from, to]);
    match conversion::conversion(&from, to, &rules) {
        Some(conversion) => conversion.apply(value),
        None => Err(mismatch::mismatch(&from, to, &rules)),
    }
}

/// Converts a value of type `from` for a place of type `to`, such as an attribute: if `to` is
/// dynamic, the value carries its own type.
///
/// # Errors
/// As [`convert`].
pub fn convert_to(value: Value, from: &Type, to: &Type) -> Result<Value, ConvertError> {
    let (ty, value) = convert(value, from, to)?;
    dynamic::fit(Expected::Type(&to.without_optional()), &ty, value)
        .map_err(|error| ConvertError::malformed(error, from, to))
}

/// The type that all these types can be converted to without losing anything, if there is one.
#[must_use]
pub fn unify(types: &[Type]) -> Option<Type> {
    conversion::unify(types, &Rules::new(false, types))
}

/// The type that values of all these types may convert to, depending on the values; order and
/// duplicates may be lost.
#[must_use]
pub fn unify_unsafe(types: &[Type]) -> Option<Type> {
    conversion::unify(types, &Rules::new(true, types))
}
