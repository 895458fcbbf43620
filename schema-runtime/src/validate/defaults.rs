//! Defaults made while a provider runs: a value from a function or the environment is checked like
//! a configured one.

use std::borrow::Cow;

use super::{Validation, check_as};
use crate::default_values::{default_value, first_set};
use crate::diagnostics::Diagnostics;
use crate::path::{BorrowedPath, BorrowedStep, Path, map_steps};
use crate::schema::{Block, Default, Environment, Field, Flags, Schema};
use crate::value::Value;

/// The default of a field; a value from a function or the environment must pass the field's
/// validators.
///
/// # Errors
/// As [`default_value`], or the validators reject the value.
pub(crate) fn valid_default(
    field: &Field,
    path: &Path,
    environment: &Environment,
) -> Result<Value, Diagnostics> {
    let (value, found) = checked_default(field, path, environment);
    if found.has_errors() {
        Err(found)
    } else {
        Ok(value)
    }
}

/// The same, with warnings. After an error the value is meaningless.
pub(super) fn checked_default(
    field: &Field,
    path: &Path,
    environment: &Environment,
) -> (Value, Diagnostics) {
    let value = match default_value(field, path, environment) {
        Ok(value) => value,
        Err(failed) => return (Value::Null, failed),
    };
    let mut found = Diagnostics::new();
    // Literal defaults were checked when the provider was compiled or started.
    let from = match field.default() {
        Some(Default::Function(_)) => "This is what the field's default function gives.".to_owned(),
        Some(Default::Environment { names, .. }) => match first_set(names, environment) {
            Some(name) => format!("This is what the environment variable {name} holds."),
            None => "This is the fallback for its environment variable.".to_owned(),
        },
        _ => return (value, found),
    };
    // What surrounds an inner field may be secret as a whole.
    let secret = field.is(Flags::SENSITIVE) || path.steps().len() > 1;
    for validator in field.validators() {
        check_as(
            validator,
            &mut BorrowedPath::at(path),
            &value,
            secret,
            &mut found,
        );
    }
    for problem in found.iter_mut() {
        problem.detail = format!("{} {from}", problem.detail).trim_start().to_owned();
    }
    (value, found)
}

/// The configuration of a provider or data source with its defaults filled in at every depth. (The
/// plan fills in a resource's.) It is unchanged if nothing in it has a default.
pub fn with_defaults<'a>(
    schema: &'a Schema,
    config: &'a Value,
    environment: &'a Environment,
) -> (Cow<'a, Value>, Diagnostics) {
    let mut walk = Validation::new(environment);
    let filled = match has_defaults(&schema.block) {
        true => Cow::Owned(walk.filled(&schema.block, config)),
        false => Cow::Borrowed(config),
    };
    (filled, walk.diagnostics)
}

/// Whether an attribute of this block, at any depth, has a default.
pub(super) fn has_defaults(block: &Block) -> bool {
    block.fields.iter().any(|field| match field.nested_block() {
        None => field.default().is_some(),
        Some((_, block)) => has_defaults(block),
    })
}

/// The same for one object, without its errors.
pub(super) fn with_block_defaults(
    block: &Block,
    object: &Value,
    environment: &Environment,
) -> Value {
    Validation::new(environment).filled(block, object)
}

impl<'a> Validation<'a> {
    fn filled(&mut self, block: &'a Block, object: &'a Value) -> Value {
        block.map_values(object, |field, value| {
            let step = BorrowedStep::Attribute(&field.name);
            self.below(step, |walk| walk.filled_field(field, value))
        })
    }

    fn filled_field(&mut self, field: &'a Field, value: &'a Value) -> Value {
        match field.nested_block() {
            None if value.is_null() && field.default().is_some() => {
                valid_default(field, &self.trail.path(), self.environment).unwrap_or_else(
                    |failed| {
                        self.diagnostics.extend(failed);
                        Value::Null
                    },
                )
            }
            Some((_, block)) if has_defaults(block) => map_steps(value, |step, element| {
                self.below(step, |walk| walk.filled(block, element))
            })
            .unwrap_or_else(|| self.filled(block, value)),
            _ => value.clone(),
        }
    }
}
