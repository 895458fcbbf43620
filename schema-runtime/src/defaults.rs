//! Defaults: the value that stands for a null configuration.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::number::Number;
use crate::path::{Path, Step};
use crate::schema::{Block, Default, Environment, Field, Kind, Schema};
use crate::ty::Type;
use crate::value::Value;

/// The default of a field, as a value of its type; null where there is none for this environment.
///
/// # Errors
/// A default function failed, or an environment variable holds no value of the field's type.
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
        Default::Make(make) => make(),
        Default::Value(value) => value.clone(),
        Default::Function(function) => function(environment).map_err(|mut diagnostics| {
            for diagnostic in diagnostics.iter_mut() {
                diagnostic.path = path.clone().join(&diagnostic.path);
            }
            diagnostics
        })?,
        Default::Environment { names, fallback } => {
            let set = environment.first(names.iter().map(crate::refs::Text::as_str));
            match set.or(fallback.as_ref().map(crate::refs::Text::as_str)) {
                None => Value::Null,
                Some(text) => from_text(field, text).ok_or_else(|| {
                    let names: Vec<&str> = names.iter().map(crate::refs::Text::as_str).collect();
                    Diagnostics::from(
                        Diagnostic::error(format!("Invalid default for {path}"))
                            .with_detail(format!(
                                "The argument {path} is not set, and the environment variable {} \
                                 does not hold a value of its type.",
                                names.join(" or ")
                            ))
                            .at(path.clone()),
                    )
                })?,
            }
        }
    };
    Ok(value)
}

/// A text from the environment as a value of the field's type.
fn from_text(field: &Field, text: &str) -> Option<Value> {
    let Kind::Attribute { ty } = &field.kind else {
        return None;
    };
    match &**ty {
        Type::String | Type::Dynamic => Some(Value::from(text)),
        Type::Number => Number::parse(text.trim()).ok().map(Value::Number),
        Type::Bool => match text.trim() {
            "true" | "1" => Some(Value::Bool(true)),
            "false" | "0" => Some(Value::Bool(false)),
            _ => None,
        },
        _ => None,
    }
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
                default_value(field, &self.path, self.environment).unwrap_or_else(|failed| {
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
                            let step = Step::Key(std::sync::Arc::clone(key).into());
                            (std::sync::Arc::clone(key), self.below(step, block, element))
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
