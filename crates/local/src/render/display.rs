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

/// The sensitive paths, and whether null at such a path is sensitive too.
type Marks<'m> = (&'m [Path], bool);

/// A value of a type.
pub(crate) fn display_value(ty: &Type, value: &Value, marks: &[Path]) -> DisplayValue {
    value_at(ty, value, &mut Path::root(), (marks, false))
}

fn value_at(ty: &Type, value: &Value, path: &mut Path, marks: Marks<'_>) -> DisplayValue {
    let (paths, null_too) = marks;
    if paths.contains(path) {
        return match value {
            Value::Null if !null_too => DisplayValue::Null,
            value => DisplayValue::Sensitive(Box::new(value.clone())),
        };
    }
    let mut at = |step: Step, ty: &Type, value: &Value| {
        path.push(step);
        let display = value_at(ty, value, path, marks);
        path.pop();
        display
    };
    let element = ty.element().unwrap_or(&Type::Dynamic);
    match value {
        Value::Null => DisplayValue::Null,
        Value::Unknown(_) => DisplayValue::Unknown,
        Value::Bool(value) => DisplayValue::Scalar(value.to_string()),
        Value::Number(value) => DisplayValue::Scalar(value.to_string()),
        Value::String(value) => DisplayValue::Text(value.to_string()),
        Value::List(values) => {
            let parts = values.iter().enumerate().map(|(index, value)| {
                let element = match ty {
                    Type::Tuple(types) => types.get(index).unwrap_or(&Type::Dynamic),
                    _ => element,
                };
                at(Step::Index(index as u64), element, value)
            });
            DisplayValue::List(parts.collect())
        }
        Value::Set(values) => {
            let parts = in_order(values.as_slice());
            let parts =
                parts.map(|value| at(Step::Element(Box::new(value.clone())), element, value));
            DisplayValue::Set(parts.collect())
        }
        Value::Map(values) => {
            let parts = values.iter().map(|(key, value)| {
                let step = Step::Key(key.clone().into());
                (key.to_string(), at(step, element, value))
            });
            DisplayValue::Map(parts.collect())
        }
        Value::Object(values) => {
            let attributes = match ty {
                Type::Object(attributes) => &**attributes,
                _ => &[],
            };
            let parts = attributes.iter().zip(values).map(|(attribute, value)| {
                let step = Step::Attribute(attribute.name.clone());
                (attribute.name.to_string(), at(step, &attribute.ty, value))
            });
            DisplayValue::Object(parts.collect())
        }
        Value::Dynamic(dynamic) => value_at(&dynamic.ty, &dynamic.value, path, marks),
    }
}

/// The elements of a set in Terraform's order.
fn in_order(values: &[Value]) -> impl Iterator<Item = &Value> {
    let order = set_order(values).into_iter();
    order.filter_map(|position| values.get(position))
}

/// The object of a block; `None` for null.
pub(crate) fn display_block(block: &Block, value: &Value, marks: &[Path]) -> Option<DisplayBlock> {
    block_at(block, value, &mut Path::root(), (marks, false))
}

/// The same of a part of an object, with what is sensitive.
pub(crate) fn block_at(
    block: &Block,
    value: &Value,
    path: &mut Path,
    marks: Marks<'_>,
) -> Option<DisplayBlock> {
    value.as_object()?;
    let (paths, null_too) = marks;
    let mut result = DisplayBlock {
        attributes: Vec::new(),
        blocks: Vec::new(),
    };
    for (field, value) in block.with_values(value) {
        path.push(Step::Attribute(field.name.clone()));
        let name = field.name.to_string();
        if let Kind::Block {
            block: inner,
            nesting,
            ..
        } = &field.kind
        {
            let mut blocks = DisplayBlocks {
                name,
                nesting: *nesting,
                whole: None,
                blocks: Vec::new(),
            };
            let each: Vec<(Option<Step>, &Value)> = match value {
                value if paths.contains(path) && !value.is_null() => {
                    blocks.whole = Some(DisplayValue::Sensitive(Box::new(value.clone())));
                    Vec::new()
                }
                Value::Set(values) => in_order(values.as_slice())
                    .map(|value| (Some(Step::Element(Box::new(value.clone()))), value))
                    .collect(),
                value => object_steps(value)
                    .map(|(step, value)| (step.map(BorrowedStep::step), value))
                    .collect(),
            };
            for (step, value) in each {
                let label = match &step {
                    Some(Step::Key(key)) => Some(key.to_string()),
                    _ => None,
                };
                let is_step = step.is_some();
                step.into_iter().for_each(|step| path.push(step));
                if let Some(inner) = block_at(inner, value, path, marks) {
                    blocks.blocks.push((label, inner));
                } else if value.is_unknown() {
                    blocks.whole = Some(DisplayValue::Unknown);
                }
                if is_step {
                    path.pop();
                }
            }
            result.blocks.push(blocks);
        } else {
            let is_hidden = field.is(Flags::WRITE_ONLY) && !null_too;
            let display = match value {
                Value::Null if is_hidden => DisplayValue::Null,
                _ if is_hidden => DisplayValue::Sensitive(Box::new(Value::Null)),
                value => value_at(&field_type(field), value, path, marks),
            };
            result.attributes.push((name, display));
        }
        path.pop();
    }
    Some(result)
}
