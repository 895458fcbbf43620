//! Defaults: the value that replaces a null configuration.
//!
//! ```
//! # schema_runtime::__example!();
//! use schema_runtime::default_values::default_value;
//! use schema_runtime::object::schema;
//! use schema_runtime::path::Path;
//! use schema_runtime::schema::Environment;
//!
//! let format = schema::<Image>().block.field("format").unwrap();
//! let value = default_value(format, &Path::new("format"), &Environment::default());
//! assert_eq!(value, Ok(Value::string("raw")));
//! ```

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::number::Number;
use crate::path::Path;
use crate::refs::Text;
use crate::schema::{Default, Environment, Field};
use crate::ty::Type;
use crate::value::Value;

/// The first of these variables that is set and not empty.
pub(crate) fn first_set<'n>(names: &'n [Text], environment: &Environment) -> Option<&'n str> {
    let mut names = names.iter().map(Text::as_str);
    names.find(|name| environment.first([*name]).is_some())
}

/// The default of a field, as a value of its type; null if this environment has none. The field's
/// validators do not run here; `validate` runs them.
///
/// # Errors
/// A default function failed, or an environment variable does not hold a value of the field's type.
pub fn default_value(
    field: &Field,
    path: &Path,
    environment: &Environment,
) -> Result<Value, Diagnostics> {
    let Some(default) = field.default() else {
        return Ok(Value::Null);
    };
    let value = match default {
        Default::Bool(value) => Value::Bool(*value),
        Default::Integer(value) => Value::from(*value),
        Default::Float(value) => Number::from_f64(*value).map_or(Value::Null, Value::Number),
        Default::Text(text) => Value::from(text.as_str()),
        Default::Constant(make) | Default::Make(make) => make(),
        Default::Value(value) => value.clone(),
        Default::Function(function) => {
            environment.given_by(*function).map_err(|mut diagnostics| {
                for diagnostic in diagnostics.iter_mut() {
                    diagnostic.path = path.clone().join(&diagnostic.path);
                }
                diagnostics
            })?
        }
        Default::Environment { names, fallback } => {
            let set = first_set(names, environment);
            let text = match set {
                Some(name) => environment.get(name),
                None => fallback.as_ref().map(Text::as_str),
            };
            match text {
                None => Value::Null,
                Some(text) => {
                    from_text(field, text).ok_or_else(|| unreadable(field, path, names, set))?
                }
            }
        }
    };
    Ok(value)
}

/// The default of a field, if it does not depend on the environment.
///
/// ```
/// # schema_runtime::__example!();
/// use schema_runtime::default_values::constant_default;
/// use schema_runtime::object::schema;
///
/// let format = schema::<Image>().block.field("format").unwrap();
/// assert_eq!(constant_default(format), Some(Value::string("raw")));
/// ```
#[must_use]
pub fn constant_default(field: &Field) -> Option<Value> {
    match field.default()? {
        Default::Environment { .. } | Default::Function(_) => None,
        // A constant never fails, so the path is in no message.
        _ => default_value(field, &Path::root(), &Environment::default()).ok(),
    }
}

/// The message for a string that is not a value of the field's type. The string is not shown: it
/// may be secret.
fn unreadable(field: &Field, path: &Path, names: &[Text], set: Option<&str>) -> Diagnostics {
    let from = set.map_or_else(
        || {
            let names: Vec<&str> = names.iter().map(Text::as_str).collect();
            format!(
                "the fallback for the environment variable {} is no",
                names.join(" or ")
            )
        },
        |name| format!("the environment variable {name} does not hold a"),
    );
    Diagnostic::error(format!("Invalid default for {path}"))
        .with_detail(format!(
            "The argument {path} is not set, and {from} value of its type.{}",
            takes(field)
        ))
        .at(path.clone())
        .into()
}

/// The format of strings of this type.
fn takes(field: &Field) -> &'static str {
    match field.attribute_type() {
        Some(Type::Bool) => " It takes true or false, also t or f, 1 or 0.",
        Some(Type::Number) => " It takes a number such as 8 or 1.5.",
        _ => "",
    }
}

/// A string from the environment as a value of the field's type.
fn from_text(field: &Field, text: &str) -> Option<Value> {
    match field.attribute_type()? {
        Type::String | Type::Dynamic => Some(Value::from(text)),
        Type::Number => Number::parse(text.trim()).ok().map(Value::Number),
        Type::Bool => match text.trim() {
            // Providers have always accepted these.
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(Value::Bool(true)),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(Value::Bool(false)),
            _ => None,
        },
        _ => None,
    }
}
