//! Defaults that are made while a provider runs: what a function or the environment gives is
//! checked like a configured value.

use std::sync::Arc;

use super::check_as;
use crate::defaults::{default_value, first_set};
use crate::diagnostics::Diagnostics;
use crate::path::{Path, Step};
use crate::schema::{Block, Default, Environment, Field, Flags, Kind, Schema};
use crate::value::Value;

/// The default of a field; what a function or the environment gives passes the field's validators.
///
/// # Errors
/// As [`default_value`], or the validators refuse what it gives.
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

/// The same, with warnings. After an error the value is of no use.
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
    // Those that are written out were checked when the provider was compiled or started.
    let from = match field.default() {
        Some(Default::Function(_)) => "This is what the field's default function gives.".to_owned(),
        Some(Default::Environment { names, .. }) => match first_set(names, environment) {
            Some(name) => format!("This is what the environment variable {name} holds."),
            None => "This is the fallback for its environment variable.".to_owned(),
        },
        _ => return (value, found),
    };
    // What stands around an inner field may be secret as a whole.
    let secret = field.is(Flags::SENSITIVE) || path.steps().len() > 1;
    for validator in field.validators() {
        check_as(validator, path, &value, secret, &mut found);
    }
    for problem in found.iter_mut() {
        problem.detail = format!("{} {from}", problem.detail).trim_start().to_owned();
    }
    (value, found)
}

/// The configuration of a provider or data source with its defaults filled in, at every depth.
/// (A resource's are filled in by the plan.)
pub fn with_defaults(
    schema: &Schema,
    config: &Value,
    environment: &Environment,
) -> (Value, Diagnostics) {
    let mut filler = Filler {
        environment,
        diagnostics: Diagnostics::new(),
        path: Path::root(),
    };
    let filled = filler.object(&schema.block, config);
    (filled, filler.diagnostics)
}

struct Filler<'a> {
    environment: &'a Environment,
    diagnostics: Diagnostics,
    path: Path,
}

impl Filler<'_> {
    fn object(&mut self, block: &Block, object: &Value) -> Value {
        let Value::Object(values) = object else {
            return object.clone();
        };
        let fields = block.fields.iter().zip(values).map(|(field, value)| {
            self.path.push(Step::Attribute(field.name.clone()));
            let filled = self.field(field, value);
            self.path.pop();
            filled
        });
        Value::Object(fields.collect())
    }

    fn field(&mut self, field: &Field, value: &Value) -> Value {
        match &field.kind {
            Kind::Attribute { .. } if value.is_null() && field.default().is_some() => {
                valid_default(field, &self.path, self.environment).unwrap_or_else(|failed| {
                    self.diagnostics.extend(failed);
                    Value::Null
                })
            }
            Kind::Attribute { .. } => value.clone(),
            Kind::Nested { block, .. } | Kind::Block { block, .. } => match value {
                Value::List(elements) => Value::List(
                    elements
                        .iter()
                        .enumerate()
                        .map(|(i, element)| self.below(Step::Index(i as u64), block, element))
                        .collect(),
                ),
                Value::Map(elements) => Value::Map(
                    elements
                        .iter()
                        .map(|(key, element)| {
                            let step = Step::Key(Arc::clone(key).into());
                            (Arc::clone(key), self.below(step, block, element))
                        })
                        .collect(),
                ),
                Value::Set(elements) => Value::Set(
                    elements
                        .iter()
                        .map(|element| {
                            self.below(Step::Element(Box::new(element.clone())), block, element)
                        })
                        .collect(),
                ),
                single => self.object(block, single),
            },
        }
    }

    fn below(&mut self, step: Step, block: &Block, element: &Value) -> Value {
        self.path.push(step);
        let filled = self.object(block, element);
        self.path.pop();
        filled
    }
}
