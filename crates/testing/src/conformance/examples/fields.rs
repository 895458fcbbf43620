//! Where fields are in an object, and how two objects differ.

use std::sync::Arc;

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Field, Flags, Kind, Nesting, Schema, SchemaKind};
use schema_runtime::value::Value;

use crate::observed::redact::Redaction;
use crate::observed::tree::{Tree, TreeShape};

/// The name of a resource, data source or provider in reports: as in references.
pub(crate) fn name_of(schema: &Schema) -> String {
    match schema.kind {
        SchemaKind::DataSource => format!("data.{}", schema.type_name),
        SchemaKind::Ephemeral => format!("ephemeral.{}", schema.type_name),
        SchemaKind::List => format!("list.{}", schema.type_name),
        SchemaKind::StateStore => format!("state_store.{}", schema.type_name),
        SchemaKind::Action => format!("action.{}", schema.type_name),
        SchemaKind::Function => format!("function.{}", schema.type_name),
        _ => schema.type_name.as_str().to_owned(),
    }
}

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ValueStep {
    /// The field at this position of an object.
    Field(usize),
    /// An element of a list, or of a set in its order.
    Element(usize),
    /// An element of a map.
    Key(Arc<str>),
}

/// A field of an object.
#[derive(Clone, Debug)]
pub(crate) struct FieldPlace<'s> {
    pub(crate) steps: Vec<ValueStep>,
    pub(crate) path: Path,
    /// The names without the elements, which distinguish fields.
    pub(crate) names: String,
    pub(crate) field: &'s Field,
    /// The field or one around it.
    pub(crate) force_new: bool,
    pub(crate) sensitive: bool,
    pub(crate) volatile: bool,
    /// Inside an element of a set.
    pub(crate) in_set: bool,
}

impl FieldPlace<'_> {
    /// The version beside a write-only field (`password_wo_version` of `password_wo`): a new
    /// version means that the field is set again. It exists only in the configuration and the
    /// state. No remote system knows it, and an import does not find it.
    pub(crate) fn is_version_of_write_only(&self, block: &Block) -> bool {
        let mut siblings = block;
        let (around, _) = self.names.rsplit_once('.').unwrap_or_default();
        for name in around.split('.').filter(|name| !name.is_empty()) {
            let Some((_, inner)) = siblings.field(name).and_then(Field::nested_block) else {
                return false;
            };
            siblings = inner;
        }
        let of = self.field.name.strip_suffix("_version");
        let of = of.and_then(|name| siblings.field(name));
        of.is_some_and(|field| field.is(Flags::WRITE_ONLY))
    }

    pub(crate) fn is_secret(&self) -> bool {
        self.sensitive || self.field.is(Flags::WRITE_ONLY)
    }
}

/// Every existing field of an object, outer ones first; of a collection, the first element's.
pub(crate) fn field_places<'s>(block: &'s Block, object: &Value) -> Vec<FieldPlace<'s>> {
    let mut found = Vec::new();
    collect(block, object, None, &mut found);
    found
}

fn collect<'s>(
    block: &'s Block,
    object: &Value,
    around: Option<&FieldPlace<'s>>,
    found: &mut Vec<FieldPlace<'s>>,
) {
    let Value::Object(values) = object else {
        return;
    };
    for (position, (field, value)) in block.fields.iter().zip(values).enumerate() {
        // `id` and `timeouts` do not belong to the struct.
        if field.is(Flags::IMPLIED) {
            continue;
        }
        let place = below(around, position, field);
        found.push(place.clone());
        let Some((nesting, inner)) = field.nested_block() else {
            continue;
        };
        let mut place = place;
        let first = match value {
            Value::Object(_) => Some(value),
            Value::List(elements) => {
                place.steps.push(ValueStep::Element(0));
                place.path.push(Step::Index(0));
                elements.first()
            }
            Value::Set(elements) => {
                place.steps.push(ValueStep::Element(0));
                place.in_set = true;
                elements.iter().next()
            }
            Value::Map(elements) if nesting == Nesting::Map => {
                elements.first_key_value().map(|(key, first)| {
                    place.steps.push(ValueStep::Key(Arc::clone(key)));
                    place.path.push(Step::Key(Arc::clone(key).into()));
                    first
                })
            }
            _ => None,
        };
        if let Some(first) = first {
            collect(inner, first, Some(&place), found);
        }
    }
}

fn below<'s>(around: Option<&FieldPlace<'s>>, position: usize, field: &'s Field) -> FieldPlace<'s> {
    let (mut steps, mut path, names) = match around {
        Some(place) => (
            place.steps.clone(),
            place.path.clone(),
            format!("{}.{}", place.names, field.name),
        ),
        None => (Vec::new(), Path::root(), field.name.as_str().to_owned()),
    };
    steps.push(ValueStep::Field(position));
    path.push(Step::Attribute(field.name.clone()));
    let inherited = |of: fn(&FieldPlace<'_>) -> bool| around.is_some_and(of);
    FieldPlace {
        steps,
        path,
        names,
        field,
        force_new: field.is(Flags::FORCE_NEW)
            || field.force_new_when().is_some()
            || inherited(|place| place.force_new),
        sensitive: field.is(Flags::SENSITIVE) || inherited(|place| place.sensitive),
        volatile: field.is(Flags::VOLATILE) || inherited(|place| place.volatile),
        in_set: inherited(|place| place.in_set),
    }
}

/// The value at a path.
pub(crate) fn get<'v>(object: &'v Value, steps: &[ValueStep]) -> Option<&'v Value> {
    let mut value = object;
    for step in steps {
        value = match (step, value) {
            (ValueStep::Field(position), Value::Object(values)) => values.get(*position)?,
            (ValueStep::Element(index), Value::List(elements)) => elements.get(*index)?,
            (ValueStep::Element(index), Value::Set(elements)) => elements.iter().nth(*index)?,
            (ValueStep::Key(key), Value::Map(elements)) => elements.get(key)?,
            _ => return None,
        };
    }
    Some(value)
}

/// The object with a different value at a path; unchanged if the path does not exist.
pub(crate) fn with(object: &Value, steps: &[ValueStep], new: Value) -> Value {
    let Some((step, rest)) = steps.split_first() else {
        return new;
    };
    let mut object = object.clone();
    let inner = match (step, &mut object) {
        (ValueStep::Field(position), Value::Object(values)) => values.get_mut(*position),
        (ValueStep::Element(index), Value::List(elements)) => elements.get_mut(*index),
        (ValueStep::Key(key), Value::Map(elements)) => elements.get_mut(key),
        (ValueStep::Element(index), Value::Set(elements)) => {
            let mut elements = std::mem::take(elements).into_vec();
            if let Some(inner) = elements.get_mut(*index) {
                *inner = with(inner, rest, new);
            }
            return Value::Set(elements.into_iter().collect());
        }
        _ => None,
    };
    if let Some(inner) = inner {
        *inner = with(inner, rest, new);
    }
    object
}

/// A field in which two objects differ.
#[derive(Clone, Debug)]
pub(crate) struct FieldDifference<'s> {
    pub(crate) place: FieldPlace<'s>,
    pub(crate) left: Value,
    pub(crate) right: Value,
}

impl FieldDifference<'_> {
    /// Both values, hidden where they are secret.
    pub(crate) fn shown(&self) -> (String, String) {
        if self.place.is_secret() {
            let hidden = "[sensitive]".to_owned();
            return (hidden.clone(), hidden);
        }
        (
            show(self.place.field, &self.left),
            show(self.place.field, &self.right),
        )
    }
}

/// The differences between two objects, by innermost field. `timeouts` do not count.
pub(crate) fn differences<'s>(
    block: &'s Block,
    left: &Value,
    right: &Value,
) -> Vec<FieldDifference<'s>> {
    let mut found = Vec::new();
    compare(block, left, right, None, &mut found);
    found
}

fn compare<'s>(
    block: &'s Block,
    left: &Value,
    right: &Value,
    around: Option<&FieldPlace<'s>>,
    found: &mut Vec<FieldDifference<'s>>,
) {
    let (Value::Object(left), Value::Object(right)) = (left, right) else {
        return;
    };
    for (position, (field, (left, right))) in
        block.fields.iter().zip(left.iter().zip(right)).enumerate()
    {
        let timeouts = field.is(Flags::IMPLIED) && field.is_block();
        if timeouts || left.equal_ignoring_refinements(right) {
            continue;
        }
        let place = below(around, position, field);
        let nested = field.nested_block();
        let mut inner = |step: Option<(ValueStep, Step)>, left: &Value, right: &Value| {
            let Some((_, inner)) = nested else { return };
            let mut place = place.clone();
            if let Some((into, step)) = step {
                place.steps.push(into);
                place.path.push(step);
            }
            compare(inner, left, right, Some(&place), found);
        };
        match (nested.is_some(), left, right) {
            (true, Value::Object(_), Value::Object(_)) => inner(None, left, right),
            (true, Value::List(a), Value::List(b)) if a.len() == b.len() => {
                for (index, (a, b)) in a.iter().zip(b).enumerate() {
                    let step = (ValueStep::Element(index), Step::Index(index as u64));
                    inner(Some(step), a, b);
                }
            }
            (true, Value::Map(a), Value::Map(b)) if a.keys().eq(b.keys()) => {
                for (key, a) in a {
                    let step = (
                        ValueStep::Key(Arc::clone(key)),
                        Step::Key(Arc::clone(key).into()),
                    );
                    inner(Some(step), a, b.get(key).unwrap_or(&Value::Null));
                }
            }
            _ => found.push(FieldDifference {
                place,
                left: left.clone(),
                right: right.clone(),
            }),
        }
    }
}

/// How an absent value is written in this field.
pub(crate) fn absent(field: &Field) -> Value {
    match &field.kind {
        Kind::Block { .. } => field.absent_value(),
        _ => Value::Null,
    }
}

/// How an absent value is written in a configuration.
pub(crate) fn unset(field: &Field) -> Value {
    match field.is_computed_block() {
        true => Value::Null,
        false => absent(field),
    }
}

/// A field's value for messages, cut if it is long.
pub(crate) fn show(field: &Field, value: &Value) -> String {
    let shape = TreeShape::of(field);
    let redaction = Redaction::of(field.nested_block().map(|(_, block)| &**block), &[]);
    let tree = Tree::of_value(shape, value);
    let text = redaction.redact_as(shape, &Path::root(), &tree).to_string();
    if text.chars().count() > 160 {
        let start: String = text.chars().take(159).collect();
        format!("{start}…")
    } else {
        text
    }
}

/// `partition[0].label` as `partition.label`.
pub(crate) fn without_elements(path: &str) -> String {
    let mut inside = 0_usize;
    let mut text = String::new();
    for letter in path.chars() {
        match letter {
            '[' => inside += 1,
            ']' => inside = inside.saturating_sub(1),
            other if inside == 0 => text.push(other),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_do_not_tell_fields_apart() {
        assert_eq!(without_elements("a[0].b[\"x\"].c"), "a.b.c");
    }
}
