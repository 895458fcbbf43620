//! [`TypedValue`]: a value with its type, and what in it must not be shown.

use std::sync::Arc;

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Field, Flags, Kind, Nesting};
use schema_runtime::ty::{ObjectAttribute, Type};
use schema_runtime::value::Value;

/// What an expression evaluates to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedValue {
    /// Its type.
    pub ty: Type,
    /// The value.
    pub value: Value,
    /// Where it is sensitive; the root path if as a whole.
    pub sensitive: Vec<Path>,
}

impl TypedValue {
    pub(crate) fn new(ty: Type, value: Value) -> Self {
        // A value in a place of dynamic type knows more about its type.
        match (&ty, &value) {
            (Type::Dynamic, Value::Dynamic(dynamic)) => TypedValue {
                ty: dynamic.ty.clone(),
                value: dynamic.value.clone(),
                sensitive: Vec::new(),
            },
            _ => TypedValue {
                ty,
                value,
                sensitive: Vec::new(),
            },
        }
    }

    /// Nothing is known, not even the type.
    pub(crate) fn unknown() -> Self {
        TypedValue::unknown_of(Type::Dynamic)
    }

    pub(crate) fn unknown_of(ty: Type) -> Self {
        TypedValue::new(ty, Value::UNKNOWN)
    }

    pub(crate) fn string(text: impl Into<Arc<str>>) -> Self {
        TypedValue::new(Type::String, Value::String(text.into()))
    }

    pub(crate) fn bool(value: bool) -> Self {
        TypedValue::new(Type::Bool, Value::Bool(value))
    }

    /// The same, sensitive as a whole if it is `sensitive`.
    pub(crate) fn marked(mut self, sensitive: bool) -> Self {
        if sensitive {
            self.sensitive = vec![Path::root()];
        }
        self
    }

    /// Whether any part of it is sensitive.
    pub fn is_sensitive(&self) -> bool {
        !self.sensitive.is_empty()
    }

    /// The value of a block's object, sensitive where the schema says so.
    pub fn of_block(block: &Block, value: Value, more: &[Path]) -> Self {
        let mut sensitive = sensitive_paths(block, &value);
        for path in more {
            if !sensitive.contains(path) {
                sensitive.push(path.clone());
            }
        }
        TypedValue {
            ty: block_type(block),
            value,
            sensitive,
        }
    }
}

/// The type of a block's object as expressions see it: blocks keep their nesting also where
/// something in them is dynamic.
pub(crate) fn block_type(block: &Block) -> Type {
    Type::Object(
        block
            .fields
            .iter()
            .map(|field| ObjectAttribute {
                name: field.name.clone(),
                ty: field_type(field),
                optional: false,
            })
            .collect::<Vec<_>>()
            .into(),
    )
}

pub(crate) fn field_type(field: &Field) -> Type {
    match &field.kind {
        Kind::Attribute { ty } => (**ty).clone(),
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
            let object = block_type(block);
            match nesting {
                Nesting::Single | Nesting::Group => object,
                Nesting::List => Type::list(object),
                Nesting::Set => Type::set(object),
                Nesting::Map => Type::map(object),
            }
        }
    }
}

/// The paths to all sensitive attributes of a block's object that are there; for one inside a
/// set the path to the set, whose elements have no address.
pub(crate) fn sensitive_paths(block: &Block, value: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    collect(block, value, &mut Path::root(), &mut found);
    found
}

fn collect(block: &Block, value: &Value, path: &mut Path, found: &mut Vec<Path>) {
    let values = value.as_object();
    for (i, field) in block.fields.iter().enumerate() {
        path.push(Step::Attribute(field.name.clone()));
        if field.is(Flags::SENSITIVE) {
            found.push(path.clone());
        } else if let Some((nesting, inner)) = field.nested_block() {
            match values.and_then(|values| values.get(i)) {
                Some(object @ Value::Object(_)) => collect(inner, object, path, found),
                Some(Value::List(elements)) => {
                    for (index, element) in elements.iter().enumerate() {
                        path.push(Step::Index(index as u64));
                        collect(inner, element, path, found);
                        path.pop();
                    }
                }
                Some(Value::Map(elements)) => {
                    for (key, element) in elements {
                        path.push(Step::Key(Arc::clone(key).into()));
                        collect(inner, element, path, found);
                        path.pop();
                    }
                }
                Some(Value::Set(_)) if has_sensitive(inner) => found.push(path.clone()),
                // Nothing is there, or what is there is not known block by block.
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
    block.fields.iter().any(|field| {
        field.is(Flags::SENSITIVE)
            || field
                .nested_block()
                .is_some_and(|(_, inner)| has_sensitive(inner))
    })
}

/// The same places after a conversion from one type to another; what falls into a set makes the
/// set sensitive.
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

fn step_type<'t>(ty: &'t Type, step: &Step) -> Option<&'t Type> {
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
