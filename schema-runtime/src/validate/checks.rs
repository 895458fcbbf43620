//! Checks one value with one validator.

use std::sync::Arc;

use schema_rules::Counted;
use schema_rules::validator::Verdict;

use super::words::words;
use super::{invalid, pattern};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::number::Number;
use crate::path::{BorrowedPath, BorrowedStep, Path, steps};
use crate::schema::{Predicate, Validator};
use crate::secrets;
use crate::value::Value;

/// Checks a value; null and unknown values pass, and so do unknown parts.
pub fn check(validator: &Validator, path: &Path, value: &Value, found: &mut Diagnostics) {
    check_as(validator, &mut BorrowedPath::at(path), value, false, found);
}

/// The same, but a secret value is not shown.
pub(super) fn check_as<'a>(
    validator: &Validator,
    path: &mut BorrowedPath<'a>,
    value: &'a Value,
    secret: bool,
    found: &mut Diagnostics,
) {
    if value.is_null() || value.is_unknown() {
        return;
    }
    if let Value::Dynamic(dynamic) = value {
        return check_as(validator, path, &dynamic.value, secret, found);
    }
    match validator {
        Validator::Value { predicate } => {
            let engine = |pattern: &str, text: &str| {
                pattern::matches(pattern, text)
                    .map_err(|error| pattern::broken(pattern, &path.path(), &error))
            };
            match predicate.judge(value, engine) {
                Ok(Verdict::Passes) => {}
                Ok(fails) => found.push(refused(predicate, &path.path(), value, secret, fails)),
                Err(broken) => found.push(broken),
            }
        }
        Validator::Each { validators } => {
            for (step, element) in steps(value) {
                path.push(step);
                check_all(validators, path, element, secret, found);
                path.pop();
            }
        }
        Validator::Keys { validators } => {
            if let Value::Map(map) = value {
                for key in map.keys() {
                    let text = Value::String(Arc::clone(key));
                    // The string lives no longer than this, so neither does its trail.
                    let mut path = path.clone();
                    path.push(BorrowedStep::Key(key));
                    check_all(validators, &mut path, &text, secret, found);
                }
            }
        }
        Validator::At {
            position,
            validators,
            ..
        } => {
            let position = *position as usize;
            if let Value::List(elements) = value
                && let Some(element) = elements.get(position)
            {
                path.push(BorrowedStep::Index(position));
                check_all(validators, path, element, secret, found);
                path.pop();
            }
        }
        Validator::All { validators } => check_all(validators, path, value, secret, found),
        Validator::Any { validators } => {
            if !validators.iter().any(|v| accepts(v, path, value)) {
                found.push(none_passes(validator, &path.path(), value, secret));
            }
        }
        // An unknown value passes the inner validators, and their negation too.
        Validator::Not { validators } => {
            if value.is_wholly_known() && validators.iter().all(|v| accepts(v, path, value)) {
                found.push(none_passes(validator, &path.path(), value, secret));
            }
        }
        Validator::Custom(custom) => {
            if value.is_wholly_known() {
                let path = path.path();
                for mut diagnostic in custom(&path, value) {
                    if diagnostic.path.is_root() {
                        diagnostic.path = path.clone();
                    }
                    if secret {
                        secrets::hide_in(value, &mut diagnostic);
                    }
                    found.push(diagnostic);
                }
            }
        }
    }
}

/// Whether another validator of the field accepts only some of the strings that this one accepts: a
/// field may accept fewer than its enum has. A wrong value is reported once, with the shorter list.
pub(super) fn is_implied<'v>(
    validator: &Validator,
    mut all: impl Iterator<Item = &'v Validator>,
) -> bool {
    let Some((in_elements, texts)) = texts(validator) else {
        return false;
    };
    all.any(|other| {
        self::texts(other).is_some_and(|(others_in_elements, fewer)| {
            in_elements == others_in_elements
                && fewer.len() < texts.len()
                && fewer.iter().all(|text| texts.contains(text))
        })
    })
}

/// The strings that a validator lists, and whether they apply to elements.
fn texts(validator: &Validator) -> Option<(bool, Vec<&str>)> {
    match validator {
        Validator::Value {
            predicate: Predicate::OneOf { values },
        } => Some((false, values.iter().map(|text| &**text).collect())),
        Validator::Each { validators } => match validators.iter().as_slice() {
            [only] => texts(only).map(|(_, texts)| (true, texts)),
            _ => None,
        },
        _ => None,
    }
}

/// The message for a value that a predicate rejects.
fn refused(
    predicate: &Predicate,
    path: &Path,
    value: &Value,
    secret: bool,
    fails: Verdict,
) -> Diagnostic {
    let must = |counted| predicate.words_of_error(counted).to_string();
    match fails {
        Verdict::Passes | Verdict::Fails => {
            invalid(path, &must(counted(value)), &got(value, secret))
        }
        Verdict::FailsByCount(_) if secret => invalid(path, &must(counted(value)), "not"),
        Verdict::FailsByCount(count) => invalid(path, &must(counted(value)), &count.to_string()),
        Verdict::FailsBecause(problem) => {
            let got = got(value, secret);
            invalid(path, &must(Counted::Either), &format!("{got}: {problem}"))
        }
    }
}

/// The same for validators together.
fn none_passes(validator: &Validator, path: &Path, value: &Value, secret: bool) -> Diagnostic {
    let must = words(validator, counted(value)).to_string();
    invalid(path, &must, &got(value, secret))
}

fn got(value: &Value, secret: bool) -> String {
    match secret {
        true => "not".to_owned(),
        false => show(value),
    }
}

fn accepts<'a>(validator: &Validator, path: &mut BorrowedPath<'a>, value: &'a Value) -> bool {
    let mut found = Diagnostics::new();
    check_as(validator, path, value, false, &mut found);
    !found.has_errors()
}

fn check_all<'a>(
    validators: &[Validator],
    path: &mut BorrowedPath<'a>,
    value: &'a Value,
    secret: bool,
    found: &mut Diagnostics,
) {
    for validator in validators {
        check_as(validator, path, value, secret, found);
    }
}

/// What the length of such a value counts.
fn counted(value: &Value) -> Counted {
    match value {
        Value::String(_) => Counted::Characters,
        Value::List(_) | Value::Set(_) | Value::Map(_) => Counted::Elements,
        _ => Counted::Either,
    }
}

/// The value in words. Long strings are truncated.
fn show(value: &Value) -> String {
    match value {
        Value::String(text) => {
            let mut shown: String = text.chars().take(60).collect();
            if shown.len() < text.len() {
                shown.push('…');
            }
            schema_rules::quoted(&shown)
        }
        Value::Number(number) => show_number(number),
        Value::Bool(value) => value.to_string(),
        _ => "not".to_owned(),
    }
}

/// A number; a long one is truncated.
pub(crate) fn show_number(number: &Number) -> String {
    let text = number.to_string();
    match text.get(..60) {
        Some(start) if text.len() > 60 => format!("{start}…"),
        _ => text,
    }
}
