//! Validators in words, for errors and documentation.

use std::fmt;

use crate::refs::Text;
use crate::schema::{Range, Validator};

/// What a valid value is: "between 1 and 64 characters long", "one of \"a\", \"b\"".
impl fmt::Display for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Validator::Length { min, max } => match (min, max) {
                (Some(min), Some(max)) if min == max => write!(f, "exactly {min} long"),
                (min, max) => {
                    bounds(f, min.as_ref(), max.as_ref())?;
                    f.write_str(" long")
                }
            },
            Validator::Bytes { min, max } => {
                bounds(f, min.as_ref(), max.as_ref())?;
                f.write_str(" bytes long")
            }
            Validator::OneOfIgnoreCase { values } => {
                f.write_str("one of ")?;
                let shown = values.iter().map(|value| format!("{:?}", value.as_str()));
                list(f, shown, ", ")?;
                f.write_str(" (in capital letters or not)")
            }
            Validator::DivisibleBy { divisor } => write!(f, "a multiple of {divisor}"),
            Validator::Equals { value } => write!(f, "{value}"),
            Validator::NotZero => f.write_str("neither empty nor zero"),
            Validator::Excludes { characters } => {
                write!(f, "text without any of the characters {characters}")
            }
            Validator::Url { schemes } => {
                f.write_str("a URL with a host")?;
                if !schemes.is_empty() {
                    f.write_str(" that begins with ")?;
                    list(
                        f,
                        schemes.iter().map(|scheme| format!("{scheme}://")),
                        " or ",
                    )?;
                }
                Ok(())
            }
            Validator::Network { min, max } if min == max => {
                write!(f, "a network such as \"10.0.0.0/16\" of {min} bits")
            }
            Validator::Network { min, max } => write!(
                f,
                "a network such as \"10.0.0.0/16\" of {min} to {max} bits, without bits beyond"
            ),
            Validator::NoNulls => f.write_str("a collection without null elements"),
            Validator::Integer { .. } => f.write_str("a whole number"),
            Validator::Range(Range::Integer { min, max }) => bounds(f, min.as_ref(), max.as_ref()),
            Validator::Range(Range::Float { min, max }) => bounds(f, min.as_ref(), max.as_ref()),
            Validator::OneOf { values } => {
                f.write_str("one of ")?;
                list(
                    f,
                    values
                        .iter()
                        .map(|value| format!("{:?}", Text::as_str(value))),
                    ", ",
                )
            }
            Validator::OneOfIntegers { values } => {
                f.write_str("one of ")?;
                list(f, values.iter().map(i64::to_string), ", ")
            }
            Validator::OneOfNumbers { values } => {
                f.write_str("one of ")?;
                list(f, values.iter().map(f64::to_string), ", ")
            }
            Validator::Regex { pattern } => write!(f, "text that matches {pattern}"),
            Validator::Each { validators } => {
                f.write_str("a collection in which each element is ")?;
                list(f, validators.iter().map(Validator::to_string), " and ")
            }
            Validator::Keys { validators } => {
                f.write_str("a map in which each key is ")?;
                list(f, validators.iter().map(Validator::to_string), " and ")
            }
            Validator::At {
                position,
                validators,
            } => {
                write!(f, "a tuple whose element {position} is ")?;
                list(f, validators.iter().map(Validator::to_string), " and ")
            }
            Validator::Form(form) => write!(f, "{} such as {:?}", form.what, form.example),
            Validator::Unique => f.write_str("a list without equal elements"),
            Validator::All { validators } => {
                list(f, validators.iter().map(Validator::to_string), " and ")
            }
            Validator::Any { validators } => {
                list(f, validators.iter().map(Validator::to_string), " or ")
            }
            Validator::Not { validators } => {
                f.write_str("not ")?;
                list(f, validators.iter().map(Validator::to_string), " and ")
            }
            Validator::Custom(_) => f.write_str("accepted by the provider"),
        }
    }
}

fn bounds<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    min: Option<&T>,
    max: Option<&T>,
) -> fmt::Result {
    match (min, max) {
        (Some(min), Some(max)) => write!(f, "between {min} and {max}"),
        (Some(min), None) => write!(f, "at least {min}"),
        (None, Some(max)) => write!(f, "at most {max}"),
        (None, None) => f.write_str("any number"),
    }
}

fn list(
    f: &mut fmt::Formatter<'_>,
    items: impl Iterator<Item = String>,
    between: &str,
) -> fmt::Result {
    for (i, item) in items.enumerate() {
        if i > 0 {
            f.write_str(between)?;
        }
        f.write_str(&item)?;
    }
    Ok(())
}
