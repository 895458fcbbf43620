//! [`DisplayValue`]: a value ready for output, with hidden parts removed.

use schema_runtime::path::{BorrowedStep, Path, Step, object_steps};
use schema_runtime::schema::{Block, Flags, Kind, Nesting};
use schema_runtime::terraform_core::set_order;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::language::eval::field_type;

/// A value, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DisplayValue {
    Null,
    Unknown,
    /// A sensitive value, with the value to compare it by; the output only shows whether two are
    /// equal.
    Sensitive(Box<Value>),
    /// A number or bool, as written.
    Scalar(String),
    /// A string, without quotes and escapes.
    Text(String),
    List(Vec<DisplayValue>),
    /// In Terraform's order.
    Set(Vec<DisplayValue>),
    /// Keys in quotes.
    Map(Vec<(String, DisplayValue)>),
    /// Keys without quotes.
    Object(Vec<(String, DisplayValue)>),
}

impl DisplayValue {
    /// The same value as JSON has it: maps are objects, and sets are lists.
    pub(crate) fn without_schema(self) -> Self {
        let all = |values: Vec<DisplayValue>| values.into_iter().map(Self::without_schema);
        match self {
            DisplayValue::List(values) | DisplayValue::Set(values) => {
                DisplayValue::List(all(values).collect())
            }
            DisplayValue::Map(values) | DisplayValue::Object(values) => {
                let named = |(name, value): (String, DisplayValue)| (name, value.without_schema());
                DisplayValue::Object(values.into_iter().map(named).collect())
            }
            scalar => scalar,
        }
    }
}

/// The content of a block, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DisplayBlock {
    pub(crate) attributes: Vec<(String, DisplayValue)>,
    pub(crate) blocks: Vec<DisplayBlocks>,
}

/// All blocks of one type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DisplayBlocks {
    pub(crate) name: String,
    /// How the blocks are nested: how many there may be, and what distinguishes them.
    pub(crate) nesting: Nesting,
    /// The whole collection, if it cannot be shown block by block.
    pub(crate) whole: Option<DisplayValue>,
    /// The blocks; those of a map with their keys.
    pub(crate) blocks: Vec<(Option<String>, DisplayBlock)>,
}

/// Sensitive paths below a path.
#[derive(Clone, Copy)]
pub(crate) struct SensitivePaths<'m> {
    paths: &'m [Path],
    /// Whether null at such a path is sensitive too.
    null_too: bool,
}

impl<'m> SensitivePaths<'m> {
    pub(crate) fn new(paths: &'m [Path]) -> Self {
        SensitivePaths {
            paths,
            null_too: false,
        }
    }
}

/// A value of a type.
pub(crate) fn display_value(ty: &Type, value: &Value, marks: &[Path]) -> DisplayValue {
    value_at(ty, value, &mut Path::root(), SensitivePaths::new(marks))
}

fn value_at(ty: &Type, value: &Value, path: &mut Path, marks: SensitivePaths<'_>) -> DisplayValue {
    if marks.paths.contains(path) {
        return match value {
            Value::Null if !marks.null_too => DisplayValue::Null,
            value => DisplayValue::Sensitive(Box::new(value.clone())),
        };
    }
    let mut at = |step: Step, ty: &Type, value: &Value| {
        path.push(step);
        let display = value_at(ty, value, path, marks);
        path.pop();
        display
    };
    match value {
        Value::Null => DisplayValue::Null,
        Value::Unknown(_) => DisplayValue::Unknown,
        Value::Bool(value) => DisplayValue::Scalar(value.to_string()),
        Value::Number(value) => DisplayValue::Scalar(value.to_string()),
        Value::String(value) => DisplayValue::Text(value.to_string()),
        Value::List(values) => DisplayValue::List(
            values
                .iter()
                .enumerate()
                .map(|(index, value)| {
                    let element = match ty {
                        Type::Tuple(types) => types.get(index),
                        ty => ty.element(),
                    };
                    at(
                        Step::Index(index as u64),
                        element.unwrap_or(&Type::Dynamic),
                        value,
                    )
                })
                .collect(),
        ),
        Value::Set(values) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            DisplayValue::Set(
                set_order(values.as_slice())
                    .into_iter()
                    .filter_map(|position| values.as_slice().get(position))
                    .map(|value| at(Step::Element(Box::new(value.clone())), element, value))
                    .collect(),
            )
        }
        Value::Map(values) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            DisplayValue::Map(
                values
                    .iter()
                    .map(|(key, value)| {
                        let step = Step::Key(key.clone().into());
                        (key.to_string(), at(step, element, value))
                    })
                    .collect(),
            )
        }
        Value::Object(values) => {
            let attributes = match ty {
                Type::Object(attributes) => &**attributes,
                _ => &[],
            };
            DisplayValue::Object(
                attributes
                    .iter()
                    .zip(values)
                    .map(|(attribute, value)| {
                        let step = Step::Attribute(attribute.name.clone());
                        (attribute.name.to_string(), at(step, &attribute.ty, value))
                    })
                    .collect(),
            )
        }
        Value::Dynamic(dynamic) => value_at(&dynamic.ty, &dynamic.value, path, marks),
    }
}

/// The object of a block; `None` for null.
pub(crate) fn display_block(block: &Block, value: &Value, marks: &[Path]) -> Option<DisplayBlock> {
    block_at(block, value, &mut Path::root(), SensitivePaths::new(marks))
}

/// The same for `sensitive_values`, where null is sensitive too.
pub(crate) fn sensitive_block(
    block: &Block,
    value: &Value,
    marks: &[Path],
) -> Option<DisplayBlock> {
    let marks = SensitivePaths {
        null_too: true,
        ..SensitivePaths::new(marks)
    };
    block_at(block, value, &mut Path::root(), marks)
}

fn block_at(
    block: &Block,
    value: &Value,
    path: &mut Path,
    marks: SensitivePaths<'_>,
) -> Option<DisplayBlock> {
    let values = value.as_object()?;
    let mut result = DisplayBlock {
        attributes: Vec::new(),
        blocks: Vec::new(),
    };
    for (field, value) in block.fields.iter().zip(values) {
        path.push(Step::Attribute(field.name.clone()));
        match &field.kind {
            Kind::Block {
                block: inner,
                nesting,
                ..
            } => {
                let mut blocks = DisplayBlocks {
                    name: field.name.to_string(),
                    nesting: *nesting,
                    whole: None,
                    blocks: Vec::new(),
                };
                if marks.paths.contains(path) && !value.is_null() {
                    blocks.whole = Some(DisplayValue::Sensitive(Box::new(value.clone())));
                } else {
                    let mut add = |label: Option<String>, step: Option<Step>, value: &Value| {
                        let pushed = step.is_some();
                        if let Some(step) = step {
                            path.push(step);
                        }
                        if let Some(inner) = block_at(inner, value, path, marks) {
                            blocks.blocks.push((label, inner));
                        } else if value.is_unknown() {
                            blocks.whole = Some(DisplayValue::Unknown);
                        }
                        if pushed {
                            path.pop();
                        }
                    };
                    match value {
                        Value::Set(values) => {
                            let order = set_order(values.as_slice()).into_iter();
                            for value in order.filter_map(|at| values.as_slice().get(at)) {
                                let step = Step::Element(Box::new(value.clone()));
                                add(None, Some(step), value);
                            }
                        }
                        value => {
                            for (step, value) in object_steps(value) {
                                let label = match step {
                                    Some(BorrowedStep::Key(key)) => Some(key.to_string()),
                                    _ => None,
                                };
                                add(label, step.map(BorrowedStep::step), value);
                            }
                        }
                    }
                }
                result.blocks.push(blocks);
            }
            _ => {
                let display = if field.is(Flags::WRITE_ONLY) && !marks.null_too {
                    match value {
                        Value::Null => DisplayValue::Null,
                        _ => DisplayValue::Sensitive(Box::new(Value::Null)),
                    }
                } else {
                    value_at(&field_type(field), value, path, marks)
                };
                result.attributes.push((field.name.to_string(), display));
            }
        }
        path.pop();
    }
    Some(result)
}
