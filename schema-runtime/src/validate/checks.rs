//! One validator against one value.

use schema_rules::Counted;

use super::words::words;
use super::{invalid, pattern, secrets};
use crate::diagnostics::Diagnostics;
use crate::number::Number;
use crate::path::{Path, Step};
use crate::schema::{Range, Validator};
use crate::value::{SetValue, Value};

/// Checks a value; null and unknown values pass, and so do parts that are unknown.
pub fn check(validator: &Validator, path: &Path, value: &Value, found: &mut Diagnostics) {
    check_as(validator, path, value, false, found);
}

/// The same; a secret value is not shown.
pub(super) fn check_as(
    validator: &Validator,
    path: &Path,
    value: &Value,
    secret: bool,
    found: &mut Diagnostics,
) {
    if value.is_null() || value.is_unknown() {
        return;
    }
    if let Value::Dynamic(dynamic) = value {
        return check_as(validator, path, &dynamic.value, secret, found);
    }
    let passes = match validator {
        Validator::Length { min, max } => length(value).is_none_or(|length| {
            min.is_none_or(|min| length >= min) && max.is_none_or(|max| length <= max)
        }),
        Validator::Bytes { min, max } => value.as_str().is_none_or(|text| {
            let length = text.len() as u64;
            min.is_none_or(|min| length >= min) && max.is_none_or(|max| length <= max)
        }),
        Validator::OneOfIgnoreCase { values } => value.as_str().is_none_or(|text| {
            let folded = text.to_lowercase();
            values
                .iter()
                .any(|one| one.as_str().to_lowercase() == folded)
        }),
        Validator::DivisibleBy { divisor } => {
            number(value).is_none_or(|number| is_multiple(number, *divisor))
        }
        Validator::Equals { value: wanted } => !matches!(value, Value::Bool(it) if it != wanted),
        Validator::NotZero => !value.is_zero(),
        Validator::Excludes { characters } => value
            .as_str()
            .is_none_or(|text| !text.contains(|c| characters.contains(c))),
        Validator::Url { schemes } => value.as_str().is_none_or(|text| {
            schema_rules::format::url_scheme(text).is_some_and(|scheme| {
                let known = |one: &crate::refs::Text| one.eq_ignore_ascii_case(scheme);
                schemes.is_empty() || schemes.iter().any(known)
            })
        }),
        Validator::Network { min, max } => value
            .as_str()
            .is_none_or(|text| schema_rules::format::is_network(text, *min, *max)),
        Validator::NoNulls => elements(value).is_none_or(|mut all| !all.any(Value::is_null)),
        Validator::Integer { min, max } => {
            number(value).is_none_or(|number| match (number.as_i128(), number.as_u128()) {
                (_, Some(positive)) => {
                    positive <= *max && i128::try_from(positive).map_or(true, |n| n >= *min)
                }
                (Some(negative), None) => negative >= *min,
                (None, None) => false,
            })
        }
        Validator::Range(range) => number(value).is_none_or(|number| within(range, number)),
        Validator::OneOf { values } => value
            .as_str()
            .is_none_or(|text| values.iter().any(|one| one.as_str() == text)),
        Validator::OneOfIntegers { values } => number(value).is_none_or(|number| {
            number
                .as_i128()
                .is_some_and(|number| values.contains(&number))
        }),
        Validator::OneOfNumbers { values } => number(value).is_none_or(|number| {
            values
                .iter()
                .any(|one| Number::from_f64(*one).is_ok_and(|one| one == *number))
        }),
        Validator::Regex { pattern } => match value.as_str() {
            None => true,
            Some(text) => match pattern::matches(pattern, text) {
                Ok(matches) => matches,
                Err(error) => {
                    found.push(pattern::broken(pattern, path, &error));
                    true
                }
            },
        },
        Validator::Each { validators } => {
            each(validators, path, value, secret, found);
            true
        }
        Validator::Keys { validators } => {
            if let Value::Map(map) = value {
                for key in map.keys() {
                    let path = path.clone().key(std::sync::Arc::clone(key));
                    let key = Value::String(std::sync::Arc::clone(key));
                    for validator in validators.iter() {
                        check_as(validator, &path, &key, secret, found);
                    }
                }
            }
            true
        }
        Validator::At {
            position,
            validators,
        } => {
            if let Value::List(elements) = value
                && let Some(element) = elements.get(*position as usize)
            {
                let path = path.clone().index(*position as usize);
                for validator in validators.iter() {
                    check_as(validator, &path, element, secret, found);
                }
            }
            true
        }
        Validator::Form(form) => match value.as_str().and_then(form.problem) {
            None => true,
            Some(problem) => {
                let got = if secret {
                    "not".to_owned()
                } else {
                    got(validator, value)
                };
                let must = validator.to_string();
                found.push(invalid(path, &must, &format!("{got}: {problem}")));
                true
            }
        },
        Validator::Unique => match value {
            Value::List(elements) => {
                let unique: SetValue = elements.iter().cloned().collect();
                unique.len() == elements.len()
            }
            _ => true,
        },
        Validator::All { validators } => {
            for validator in validators.iter() {
                check_as(validator, path, value, secret, found);
            }
            true
        }
        Validator::Any { validators } => validators.iter().any(|v| accepts(v, path, value)),
        // What is unknown passes the validators inside, and passes what negates them too.
        Validator::Not { validators } => {
            !value.is_wholly_known() || !validators.iter().all(|v| accepts(v, path, value))
        }
        Validator::Custom(custom) => {
            if value.is_wholly_known() {
                for mut diagnostic in custom(path, value) {
                    if diagnostic.path.is_root() {
                        diagnostic.path = path.clone();
                    }
                    if secret {
                        secrets::hide(value, &mut diagnostic);
                    }
                    found.push(diagnostic);
                }
            }
            true
        }
    };
    if !passes {
        let got = if secret {
            "not".to_owned()
        } else {
            got(validator, value)
        };
        found.push(invalid(path, &must(validator, value), &got));
    }
}

fn accepts(validator: &Validator, path: &Path, value: &Value) -> bool {
    let mut found = Diagnostics::new();
    check(validator, path, value, &mut found);
    !found.has_errors()
}

fn each(
    validators: &[Validator],
    path: &Path,
    value: &Value,
    secret: bool,
    found: &mut Diagnostics,
) {
    let mut one = |step: Step, element: &Value| {
        let mut path = path.clone();
        path.push(step);
        for validator in validators {
            check_as(validator, &path, element, secret, found);
        }
    };
    match value {
        Value::List(elements) => {
            for (i, element) in elements.iter().enumerate() {
                one(Step::Index(i as u64), element);
            }
        }
        Value::Set(elements) => {
            for element in elements {
                one(Step::Element(Box::new(element.clone())), element);
            }
        }
        Value::Map(elements) => {
            for (key, element) in elements {
                one(Step::Key(std::sync::Arc::clone(key).into()), element);
            }
        }
        _ => {}
    }
}

/// The elements of a list, set or map.
fn elements(value: &Value) -> Option<Box<dyn Iterator<Item = &Value> + '_>> {
    Some(match value {
        Value::List(elements) => Box::new(elements.iter()),
        Value::Set(elements) => Box::new(elements.iter()),
        Value::Map(elements) => Box::new(elements.values()),
        _ => return None,
    })
}

/// Nothing is a multiple of zero but zero.
fn is_multiple(number: &Number, divisor: i64) -> bool {
    match number.as_i128() {
        Some(number) if divisor != 0 => number.wrapping_rem(i128::from(divisor)) == 0,
        Some(number) => number == 0,
        None => false,
    }
}

fn number(value: &Value) -> Option<&Number> {
    match value {
        Value::Number(number) => Some(number),
        _ => None,
    }
}

fn within(range: &Range, number: &Number) -> bool {
    match range {
        Range::Integer { min, max } => {
            min.is_none_or(|min| *number >= Number::from(min))
                && max.is_none_or(|max| *number <= Number::from(max))
        }
        Range::Float { min, max, below } => {
            let bound = |bound: f64| Number::from_f64(bound).ok();
            min.and_then(bound).is_none_or(|min| *number >= min)
                && max
                    .and_then(bound)
                    .is_none_or(|max| *number < max || (*number == max && !below))
        }
    }
}

/// Characters of a text, elements of a collection. A set with unknown elements may shrink.
fn length(value: &Value) -> Option<u64> {
    let length = match value {
        Value::String(text) => text.chars().count(),
        Value::Set(set) if !set.iter().all(Value::is_wholly_known) => return None,
        other => other.element_count()?,
    };
    Some(length as u64)
}

fn must(validator: &Validator, value: &Value) -> String {
    if let Validator::Integer { min, max } = validator {
        return format!("a whole number between {min} and {max}");
    }
    let counted = match value {
        Value::String(_) => Counted::Characters,
        Value::List(_) | Value::Set(_) | Value::Map(_) => Counted::Elements,
        _ => Counted::Either,
    };
    words(validator, counted).to_string()
}

/// What the value is, in words. Long texts are cut.
fn got(validator: &Validator, value: &Value) -> String {
    match (validator, value) {
        (Validator::Length { .. }, value) => match length(value) {
            Some(length) => format!("{length}"),
            None => "not".to_owned(),
        },
        (Validator::Bytes { .. }, Value::String(text)) => format!("{}", text.len()),
        (_, Value::String(text)) => {
            let mut shown: String = text.chars().take(60).collect();
            if shown.len() < text.len() {
                shown.push('…');
            }
            format!("{shown:?}")
        }
        (_, Value::Number(number)) => show_number(number),
        (_, Value::Bool(value)) => value.to_string(),
        _ => "not".to_owned(),
    }
}

/// A number; a long one is cut.
pub(super) fn show_number(number: &Number) -> String {
    let text = number.to_string();
    match text.get(..60) {
        Some(start) if text.len() > 60 => format!("{start}…"),
        _ => text,
    }
}
