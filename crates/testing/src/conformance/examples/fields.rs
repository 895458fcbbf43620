//! Where fields are in an object, and how two objects differ.

use std::sync::Arc;

use schema_runtime::path::{BorrowedStep, Path, Step, object_steps};
use schema_runtime::schema::{Block, Field, Flags, Kind, Schema, SchemaKind};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::observed::redact::Redaction;
use crate::observed::tree::{Tree, TreeShape};

/// The name of a resource, data source or provider in reports: as in references.
pub(crate) fn name_of(schema: &Schema) -> String {
    let kind = match schema.kind {
        SchemaKind::DataSource => "data.",
        SchemaKind::Ephemeral => "ephemeral.",
        SchemaKind::List => "list.",
        SchemaKind::StateStore => "state_store.",
        SchemaKind::Action => "action.",
        SchemaKind::Function => "function.",
        _ => "",
    };
    format!("{kind}{}", schema.type_name)
}

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ValueStep {
    /// The field at this position of an object, or an element of a list, or of a set in its order.
    Position(usize),
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
    /// The block that the field is in.
    block: &'s Block,
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
    pub(crate) fn is_version_of_write_only(&self) -> bool {
        let of = self.field.name.strip_suffix("_version");
        let of = of.and_then(|name| self.block.field(name));
        of.is_some_and(|field| field.is(Flags::WRITE_ONLY))
    }

    /// Whether only the configuration, and perhaps the state, has its value: no remote system does.
    pub(crate) fn is_held_by_none(&self) -> bool {
        self.field.is(Flags::WRITE_ONLY) || self.is_version_of_write_only()
    }

    /// Whether it is an attribute that a configuration can change, and that is stored.
    pub(crate) fn is_changeable(&self) -> bool {
        self.field.is_configurable()
            && !self.field.is(Flags::WRITE_ONLY)
            && matches!(self.field.kind, Kind::Attribute { .. })
    }

    pub(crate) fn is_text(&self) -> bool {
        matches!(&self.field.kind, Kind::Attribute { ty } if **ty == Type::String)
    }

    /// Goes on to an element, if the field has elements.
    fn at(mut self, step: Option<BorrowedStep<'_>>) -> Self {
        let Some(step) = step else {
            return self;
        };
        self.steps.push(match step {
            BorrowedStep::Index(index) => ValueStep::Position(index),
            BorrowedStep::Key(key) => ValueStep::Key(Arc::clone(key)),
            // Only the first element of a set is looked at.
            BorrowedStep::Element(_) | BorrowedStep::Attribute(_) => ValueStep::Position(0),
        });
        match step {
            BorrowedStep::Element(_) => self.in_set = true,
            step => self.path.push(step.step()),
        }
        self
    }

    pub(crate) fn is_secret(&self) -> bool {
        self.sensitive || self.field.is(Flags::WRITE_ONLY)
    }

    /// A value for messages, hidden if it is secret.
    pub(crate) fn show(&self, value: &Value) -> String {
        match self.is_secret() {
            true => "[sensitive]".to_owned(),
            false => show(self.field, value),
        }
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
        let place = below(around, block, position, field);
        found.push(place.clone());
        if let Some((_, inner)) = field.nested_block()
            && let Some((step, first)) = object_steps(value).next()
        {
            collect(inner, first, Some(&place.at(step)), found);
        }
    }
}

fn below<'s>(
    around: Option<&FieldPlace<'s>>,
    block: &'s Block,
    position: usize,
    field: &'s Field,
) -> FieldPlace<'s> {
    let (mut steps, mut path, names) = match around {
        Some(place) => (
            place.steps.clone(),
            place.path.clone(),
            format!("{}.{}", place.names, field.name),
        ),
        None => (Vec::new(), Path::root(), field.name.to_string()),
    };
    steps.push(ValueStep::Position(position));
    path.push(Step::Attribute(field.name.clone()));
    let inherited = |of: fn(&FieldPlace<'_>) -> bool| around.is_some_and(of);
    FieldPlace {
        steps,
        path,
        names,
        field,
        block,
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
    steps.iter().try_fold(object, |value, step| match step {
        ValueStep::Position(position) => value.children().nth(*position),
        ValueStep::Key(key) => match value {
            Value::Map(elements) => elements.get(key),
            _ => None,
        },
    })
}

/// The object with a different value at a path; unchanged if the path does not exist.
pub(crate) fn with(object: &Value, steps: &[ValueStep], new: Value) -> Value {
    let Some((step, rest)) = steps.split_first() else {
        return new;
    };
    let mut object = object.clone();
    let inner = match (step, &mut object) {
        (ValueStep::Position(index), Value::Object(values) | Value::List(values)) => {
            values.get_mut(*index)
        }
        (ValueStep::Key(key), Value::Map(elements)) => elements.get_mut(key),
        (ValueStep::Position(index), Value::Set(elements)) => {
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
        (self.place.show(&self.left), self.place.show(&self.right))
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
        let place = below(around, block, position, field);
        let alike = match (left, right) {
            (Value::Object(_), Value::Object(_)) => true,
            (Value::List(a), Value::List(b)) => a.len() == b.len(),
            (Value::Map(a), Value::Map(b)) => a.keys().eq(b.keys()),
            _ => false,
        };
        if let Some((_, inner)) = field.nested_block().filter(|_| alike) {
            for ((step, a), (_, b)) in object_steps(left).zip(object_steps(right)) {
                compare(inner, a, b, Some(&place.clone().at(step)), found);
            }
        } else {
            found.push(FieldDifference {
                place,
                left: left.clone(),
                right: right.clone(),
            });
        }
    }
}

/// The differences between an object and its plan. If there are real changes, unknown values follow
/// from them and do not count.
pub(crate) fn planned_differences<'s>(
    block: &'s Block,
    object: &Value,
    planned: &Value,
) -> Vec<FieldDifference<'s>> {
    let mut found = differences(block, object, planned);
    if found.iter().any(|one| !one.right.is_unknown()) {
        found.retain(|one| !one.right.is_unknown());
    }
    found
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
