//! [`TypedValue`]: a value with its type and its marks.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::number::Number;
use schema_runtime::path::{Path, Step, object_steps};
use schema_runtime::schema::{Block, Field, Flags, Kind, Nesting, SchemaKind};
use schema_runtime::terraform_core::set_order;
use schema_runtime::ty::{ObjectAttribute, Type};
use schema_runtime::value::{Refinement, Value};

use super::marks::{MarkKinds, Marks};

/// What an expression evaluates to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedValue {
    /// Its type.
    pub ty: Type,
    /// The value.
    pub value: Value,
    /// Where it is sensitive, and where ephemeral.
    pub(crate) marks: Marks,
}

impl TypedValue {
    pub(crate) fn new(ty: Type, value: Value) -> Self {
        // A value in a dynamic place carries a more precise type.
        let (ty, value) = match (&ty, &value) {
            (Type::Dynamic, Value::Dynamic(own)) => (own.ty.clone(), own.value.clone()),
            _ => (ty, value),
        };
        let marks = Marks::default();
        TypedValue { ty, value, marks }
    }

    /// An unknown value of unknown type.
    pub(crate) fn unknown() -> Self {
        TypedValue::unknown_of(Type::Dynamic)
    }

    pub(crate) fn unknown_of(ty: Type) -> Self {
        TypedValue::new(ty, Value::UNKNOWN)
    }

    pub(crate) fn string(text: impl Into<Arc<str>>) -> Self {
        TypedValue::new(Type::String, Value::string(text))
    }

    pub(crate) fn bool(value: bool) -> Self {
        TypedValue::new(Type::Bool, Value::Bool(value))
    }

    /// The same value, marked as a whole.
    pub(crate) fn marked(mut self, kinds: MarkKinds) -> Self {
        self.marks.mark_whole(kinds);
        self
    }

    /// The marks of the whole value.
    pub(crate) fn whole_kinds(&self) -> MarkKinds {
        self.marks.of_whole()
    }

    /// The marks of the whole value and of its parts.
    pub(crate) fn kinds(&self) -> MarkKinds {
        self.marks.kinds()
    }

    /// The value without the marks of the whole, and those marks.
    pub(crate) fn unmarked(mut self) -> (Self, MarkKinds) {
        let whole = self.marks.take_whole();
        (self, whole)
    }

    /// An unknown value that is not null. As in Terraform, nothing is certain about a value without
    /// a type.
    pub(crate) fn unknown_not_null(ty: Type) -> Self {
        if ty == Type::Dynamic {
            return TypedValue::unknown();
        }
        let refinement = Refinement {
            null: Some(false),
            ..Refinement::default()
        };
        TypedValue::new(ty, Value::Unknown(Some(Arc::new(refinement))))
    }

    /// Whether it is known not to be null.
    pub(crate) fn is_certainly_not_null(&self) -> bool {
        match &self.value {
            Value::Null => false,
            Value::Unknown(known) => known
                .as_ref()
                .is_some_and(|known| known.null == Some(false)),
            _ => true,
        }
    }

    pub(crate) fn number(number: impl Into<Number>) -> Self {
        TypedValue::new(Type::Number, Value::Number(number.into()))
    }

    pub(crate) fn null_of(ty: Type) -> Self {
        TypedValue::new(ty, Value::Null)
    }

    pub(crate) fn tuple(items: Vec<TypedValue>) -> Self {
        let mut marks = Marks::default();
        for (index, item) in items.iter().enumerate() {
            marks.add(&Path::root().index(index), &item.marks);
        }
        let items = items.into_iter().map(|item| (item.ty, item.value));
        let (types, values) = items.unzip();
        TypedValue {
            ty: Type::tuple(types),
            value: Value::List(values),
            marks,
        }
    }

    /// A list of items of this type.
    pub(crate) fn list(element: Type, items: Vec<TypedValue>) -> Self {
        TypedValue {
            ty: Type::list(element),
            ..TypedValue::tuple(items)
        }
    }

    pub(crate) fn object(attributes: BTreeMap<Arc<str>, TypedValue>) -> Self {
        let mut marks = Marks::default();
        for (name, value) in &attributes {
            marks.add(&Path::new(Arc::clone(name)), &value.marks);
        }
        let attributes = attributes.into_iter();
        let attributes = attributes.map(|(name, typed)| ((name, typed.ty), typed.value));
        let (types, values): (Vec<_>, _) = attributes.unzip();
        TypedValue {
            ty: Type::object(types),
            value: Value::Object(values),
            marks,
        }
    }

    /// A map of values of this type.
    pub(crate) fn map(element: Type, items: BTreeMap<Arc<str>, TypedValue>) -> Self {
        let mut marks = Marks::default();
        for (key, value) in &items {
            marks.add(&Path::root().key(Arc::clone(key)), &value.marks);
        }
        let values = items.into_iter().map(|(key, value)| (key, value.value));
        TypedValue {
            ty: Type::map(element),
            value: Value::Map(values.collect()),
            marks,
        }
    }

    /// The elements with their keys, in the order of the language; `None` if it has none, for
    /// example because it is null or unknown. Marks of the whole value are not passed on to them.
    pub(crate) fn elements(&self) -> Option<Vec<(TypedValue, TypedValue)>> {
        let element = |key: TypedValue, step: Step, ty: &Type, value: &Value| {
            let marks = self.marks.step_into_part(&step);
            let value = TypedValue::new(ty.clone(), value.clone());
            (key, TypedValue { marks, ..value })
        };
        let at = |(index, (ty, value)): (usize, (&Type, &Value))| {
            let index = index as u64;
            element(TypedValue::number(index), Step::Index(index), ty, value)
        };
        Some(match (&self.ty, &self.value) {
            (Type::List(ty), Value::List(values)) => {
                let values = values.iter().map(|value| (&**ty, value));
                values.enumerate().map(at).collect()
            }
            (Type::Tuple(types), Value::List(values)) => {
                types.iter().zip(values).enumerate().map(at).collect()
            }
            (Type::Set(ty), Value::Set(set)) => {
                let order = set_order(set.as_slice()).into_iter();
                let values = order.filter_map(|position| set.as_slice().get(position));
                let values = values.map(|value| TypedValue::new((**ty).clone(), value.clone()));
                values.map(|value| (value.clone(), value)).collect()
            }
            (Type::Map(ty), Value::Map(values)) => {
                let pair = |(key, value): (&Arc<str>, &Value)| {
                    let step = Step::Key(Arc::clone(key).into());
                    element(TypedValue::string(Arc::clone(key)), step, ty, value)
                };
                values.iter().map(pair).collect()
            }
            (Type::Object(attributes), Value::Object(values)) => {
                let pair = |(attribute, value): (&ObjectAttribute, &Value)| {
                    let name = TypedValue::string(attribute.name.to_string());
                    let step = Step::Attribute(attribute.name.clone());
                    element(name, step, &attribute.ty, value)
                };
                attributes.iter().zip(values).map(pair).collect()
            }
            _ => return None,
        })
    }

    /// The elements without their keys.
    pub(crate) fn items(&self) -> Option<Vec<TypedValue>> {
        let elements = self.elements()?.into_iter();
        Some(elements.map(|(_, element)| element).collect())
    }

    /// The string; empty for any other value.
    pub(crate) fn as_text(&self) -> &str {
        self.value.as_str().unwrap_or("")
    }

    /// The number; 0 for any other value.
    pub(crate) fn as_number(&self) -> Number {
        match &self.value {
            Value::Number(number) => number.clone(),
            _ => Number::ZERO,
        }
    }

    /// Whether any part of it is sensitive.
    pub fn is_sensitive(&self) -> bool {
        self.kinds().sensitive
    }

    /// Whether any part of it is ephemeral.
    pub fn is_ephemeral(&self) -> bool {
        self.kinds().ephemeral
    }

    /// Whether messages hide it.
    pub(crate) fn is_hidden(&self) -> bool {
        self.kinds().any()
    }

    /// The value of a block's object, with the sensitive paths of the schema and those in `more`.
    pub fn of_block(block: &Block, value: Value, more: &[Path]) -> Self {
        TypedValue {
            ty: block_shape(block, |_| false),
            marks: Marks {
                sensitive: all_sensitive_paths(block, &value, more),
                ephemeral: Vec::new(),
            },
            value,
        }
    }
}

/// The type of a field as expressions see it: blocks keep their nesting even if a part of them is
/// dynamic.
pub(crate) fn field_type(field: &Field) -> Type {
    field_shape(field, |_| false)
}

/// The type to convert a configured value to: optional attributes of nested attributes may be
/// absent.
pub(crate) fn configured_type(field: &Field) -> Type {
    field_shape(field, |inner| !inner.wire(SchemaKind::Resource).required)
}

fn block_shape(block: &Block, optional: fn(&Field) -> bool) -> Type {
    let attributes = block.fields.iter().map(|field| ObjectAttribute {
        name: field.name.clone(),
        ty: field_shape(field, optional),
        optional: optional(field),
    });
    Type::Object(attributes.collect::<Vec<_>>().into())
}

fn field_shape(field: &Field, optional: fn(&Field) -> bool) -> Type {
    match &field.kind {
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
            nesting.type_of(block_shape(block, optional))
        }
        _ => field.implied_type(),
    }
}

/// The paths to all sensitive attributes in a block's object; elements of a set have no path, so
/// the path leads to the set.
pub(crate) fn sensitive_paths(block: &Block, value: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    collect(block, value, &mut Path::root(), &mut found);
    found
}

/// The same together with others, each once. A path of an older schema that leads nowhere in this
/// one is omitted.
pub(crate) fn all_sensitive_paths(block: &Block, value: &Value, more: &[Path]) -> Vec<Path> {
    let mut all = sensitive_paths(block, value);
    let ty = block_shape(block, |_| false);
    for path in more {
        if !all.contains(path) && leads_somewhere(path, &ty) {
            all.push(path.clone());
        }
    }
    all
}

fn leads_somewhere(path: &Path, ty: &Type) -> bool {
    let mut place = Some(ty);
    for step in path.steps() {
        place = match place {
            Some(Type::Dynamic) => return true,
            place => place.and_then(|ty| step_type(ty, step)),
        };
    }
    place.is_some()
}

fn collect(block: &Block, value: &Value, path: &mut Path, found: &mut Vec<Path>) {
    let values = value.as_object();
    for (i, field) in block.fields.iter().enumerate() {
        path.push(Step::Attribute(field.name.clone()));
        if field.is(Flags::SENSITIVE) {
            found.push(path.clone());
        } else if let Some((nesting, inner)) = field.nested_block() {
            match values.and_then(|values| values.get(i)) {
                Some(value @ (Value::Object(_) | Value::List(_) | Value::Map(_))) => {
                    for (step, object) in object_steps(value) {
                        step.iter().for_each(|step| path.push(step.step()));
                        collect(inner, object, path, found);
                        if step.is_some() {
                            path.pop();
                        }
                    }
                }
                Some(Value::Set(_)) if has_sensitive(inner) => found.push(path.clone()),
                // The blocks are absent, or not known one by one.
                Some(Value::Unknown(_)) if nesting != Nesting::Set && has_sensitive(inner) => {
                    found.push(path.clone());
                }
                _ => {}
            }
        }
        path.pop();
    }
}

fn has_sensitive(block: &Block) -> bool {
    block.any_field(&|field| field.is(Flags::SENSITIVE))
}

/// The same paths after a conversion between types; a path into a new set marks the whole set.
pub(crate) fn converted_paths(paths: &[Path], from: &Type, to: &Type) -> Vec<Path> {
    let mut result: Vec<Path> = Vec::new();
    for path in paths {
        let path = converted_path(path, from, to);
        if !result.contains(&path) {
            result.push(path);
        }
    }
    result
}

fn converted_path(path: &Path, from: &Type, to: &Type) -> Path {
    let mut result = Path::root();
    let (mut from, mut to) = (Some(from), Some(to));
    for step in path.steps() {
        let name = match step {
            Step::Attribute(name) | Step::Key(name) => Some(name),
            _ => None,
        };
        let next = match (to, name) {
            (Some(Type::Set(_)), _) => return result,
            (Some(Type::Map(_)), Some(name)) => Step::Key(name.clone()),
            (Some(Type::Object(_)), Some(name)) => Step::Attribute(name.clone()),
            (None, Some(name)) if matches!(from, Some(Type::Map(_))) => Step::Key(name.clone()),
            _ => step.clone(),
        };
        from = from.and_then(|ty| step_type(ty, step));
        to = match to {
            Some(Type::Dynamic) | None => None,
            Some(ty) => step_type(ty, &next),
        };
        result.push(next);
    }
    result
}

pub(super) fn step_type<'t>(ty: &'t Type, step: &Step) -> Option<&'t Type> {
    match (ty, step) {
        (Type::List(element) | Type::Set(element) | Type::Map(element), _) => Some(element),
        (Type::Tuple(elements), Step::Index(index)) => elements.get(usize::try_from(*index).ok()?),
        (Type::Object(attributes), Step::Attribute(name) | Step::Key(name)) => attributes
            .iter()
            .find(|attribute| attribute.name == *name)
            .map(|attribute| &attribute.ty),
        _ => None,
    }
}
