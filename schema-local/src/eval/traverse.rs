//! References and the steps into their values.

use schema_runtime::path::{Path, Step as PathStep};
use schema_runtime::refs::Text;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::reference::{Reference, Target, reference_of};
use super::{Evaluator, TypedValue, conversion, step_marks};
use crate::hcl::ast::{Expr, ExprKind, Name, Step};
use crate::source::Location;

/// A value inside another one, not copied yet.
#[derive(Clone)]
struct ValueRef<'v> {
    ty: &'v Type,
    value: &'v Value,
    marks: Vec<Path>,
}

static UNKNOWN: Value = Value::UNKNOWN;

impl<'v> ValueRef<'v> {
    fn of(typed: &'v TypedValue) -> Self {
        ValueRef::new(&typed.ty, &typed.value, typed.sensitive.clone())
    }

    fn new(ty: &'v Type, value: &'v Value, marks: Vec<Path>) -> Self {
        match (ty, value) {
            (Type::Dynamic, Value::Dynamic(dynamic)) => ValueRef {
                ty: &dynamic.ty,
                value: &dynamic.value,
                marks,
            },
            _ => ValueRef { ty, value, marks },
        }
    }

    fn to_typed(&self) -> TypedValue {
        TypedValue {
            sensitive: self.marks.clone(),
            ..TypedValue::new(self.ty.clone(), self.value.clone())
        }
    }

    /// What a step leads to; its value is looked up only if this is known.
    fn step(
        &self,
        ty: &'v Type,
        step: &PathStep,
        find: impl FnOnce(&'v Value) -> Option<&'v Value>,
    ) -> Option<ValueRef<'v>> {
        let value = if self.value.is_unknown() {
            &UNKNOWN
        } else {
            find(self.value)?
        };
        Some(ValueRef::new(ty, value, step_marks(&self.marks, step)))
    }
}

impl Evaluator<'_> {
    pub(super) fn traversal(&mut self, expr: &Expr) -> TypedValue {
        match reference_of(expr) {
            Some(Ok(Reference {
                target: Target::Node(node),
                rest,
                ..
            })) => match self.scope.get(&node) {
                Some(typed) => self.steps(ValueRef::of(typed), rest, &expr.at),
                None => TypedValue::unknown(),
            },
            Some(Ok(Reference {
                target: Target::Text(text),
                rest,
                ..
            })) => {
                let typed = TypedValue::string(text);
                self.steps(ValueRef::of(&typed), rest, &expr.at)
            }
            Some(Err(message)) => {
                self.messages.push(message);
                TypedValue::unknown()
            }
            None => match &expr.kind {
                ExprKind::Traversal(root, steps) => {
                    let typed = self.expr(root);
                    self.steps(ValueRef::of(&typed), steps, &expr.at)
                }
                _ => TypedValue::unknown(),
            },
        }
    }

    /// All steps; a loop, since there can be any number of splats.
    fn steps(&mut self, view: ValueRef<'_>, steps: &[Step], at: &Location) -> TypedValue {
        let (plain, mut rest) = split_plain(steps, true);
        let mut typed = self.plain_steps(view, plain, at);
        while let [splat, after @ ..] = rest {
            let (each, after) = split_plain(after, matches!(splat, Step::Splat));
            typed = self.splat(&ValueRef::of(&typed), each, at);
            let (plain, after) = split_plain(after, true);
            typed = self.plain_steps(ValueRef::of(&typed), plain, at);
            rest = after;
        }
        typed
    }

    fn plain_steps(&mut self, view: ValueRef<'_>, steps: &[Step], at: &Location) -> TypedValue {
        let mut view = view;
        for step in steps {
            let next = match step {
                Step::Attribute(name) => self.attribute(&view, name),
                Step::Index(index) => self.index(&view, index),
                Step::AttributeSplat | Step::Splat => None,
            };
            match next {
                Some(next) => view = next,
                None => return TypedValue::unknown(),
            }
        }
        // Values that are made of others, which are made of others, grow without end.
        let mut elements = 0;
        if !fits(view.value, 0, &mut elements) {
            return self.fail(
                "Value too large",
                "The value is too large: it has more than a million parts, or more than 200 \
                 levels.",
                at,
            );
        }
        view.to_typed()
    }

    fn attribute<'v>(&mut self, view: &ValueRef<'v>, name: &Name) -> Option<ValueRef<'v>> {
        if view.value.is_null() && !matches!(view.ty, Type::String | Type::Number | Type::Bool) {
            self.fail(
                "Attempt to get attribute from null value",
                format!(
                    "This value is null, so it does not have any attributes (asked for \"{}\").",
                    name.text
                ),
                &name.at,
            );
            return None;
        }
        match view.ty {
            Type::Dynamic => Some(view.clone()),
            Type::Object(attributes) => {
                let found = attributes
                    .iter()
                    .position(|attribute| *attribute.name == *name.text)
                    .and_then(|i| Some((i, &attributes.get(i)?.ty)))
                    .and_then(|(i, ty)| {
                        view.step(
                            ty,
                            &PathStep::Attribute(name.text.clone().into()),
                            |value| value.as_object()?.get(i),
                        )
                    });
                if found.is_none() {
                    self.fail(
                        "Unsupported attribute",
                        format!(
                            "This object does not have an attribute named \"{}\".",
                            name.text
                        ),
                        &name.at,
                    );
                }
                found
            }
            Type::Map(_) => self.key(view, name.text.clone().into(), &name.at),
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => {
                self.fail(
                    "Unsupported attribute",
                    format!(
                        "Cannot access the attribute \"{}\" on a {}. Did you mean to access it \
                         for a specific element, as in [0].{0}, or across all elements, as in \
                         [*].{0}?",
                        name.text,
                        match view.ty {
                            Type::Set(_) => "set",
                            Type::Tuple(_) => "tuple",
                            _ => "list",
                        }
                    ),
                    &name.at,
                );
                None
            }
            Type::String | Type::Number | Type::Bool => {
                self.fail(
                    "Unsupported attribute",
                    format!(
                        "Cannot access the attribute \"{}\" of a {}: it has no attributes.",
                        name.text, view.ty
                    ),
                    &name.at,
                );
                None
            }
        }
    }

    fn key<'v>(&mut self, view: &ValueRef<'v>, key: Text, at: &Location) -> Option<ValueRef<'v>> {
        let element = view.ty.element()?;
        let found = view.step(element, &PathStep::Key(key.clone()), |value| match value {
            Value::Map(map) => map.get(&*key),
            _ => None,
        });
        if found.is_none() {
            self.fail(
                "Invalid index",
                format!("The map does not have an element with the key \"{key}\"."),
                at,
            );
        }
        found
    }

    fn index<'v>(&mut self, view: &ValueRef<'v>, index: &Expr) -> Option<ValueRef<'v>> {
        let key = self.expr(index);
        if view.value.is_null() {
            self.fail(
                "Attempt to index null value",
                "This value is null, so it does not have any indices.",
                &index.at,
            );
            return None;
        }
        let wanted = match view.ty {
            Type::List(_) | Type::Tuple(_) => Type::Number,
            Type::Map(_) | Type::Object(_) => Type::String,
            Type::Dynamic => return Some(view.clone()),
            Type::Set(_) => {
                self.fail(
                    "Invalid index",
                    "Elements of a set are identified only by their value and do not have any \
                     separate index or key to select with.",
                    &index.at,
                );
                return None;
            }
            Type::String | Type::Number | Type::Bool => {
                self.fail(
                    "Invalid index",
                    format!("A {} does not have any indices.", view.ty),
                    &index.at,
                );
                return None;
            }
        };
        let sensitive = key.is_sensitive();
        let found = match conversion(&key, &wanted).map(|typed| typed.value) {
            Ok(Value::Number(number)) => self.element(view, number.as_u64(), &index.at),
            Ok(Value::String(name)) => match view.ty {
                Type::Map(_) => self.key(view, name.into(), &index.at),
                _ => {
                    let name = Name {
                        text: name,
                        at: index.at.clone(),
                    };
                    self.attribute(view, &name)
                }
            },
            Ok(Value::Null) => {
                self.fail(
                    "Invalid index",
                    "A key or index must not be null.",
                    &index.at,
                );
                None
            }
            // An unknown index: an element, but which?
            Ok(_) => Some(ValueRef {
                ty: view.ty.element().unwrap_or(&Type::Dynamic),
                value: &UNKNOWN,
                marks: if view.marks.is_empty() {
                    Vec::new()
                } else {
                    vec![Path::root()]
                },
            }),
            Err(reason) => {
                self.fail("Invalid index", format!("{reason}."), &index.at);
                None
            }
        };
        found.map(|mut found| {
            if sensitive {
                found.marks = vec![Path::root()];
            }
            found
        })
    }

    fn element<'v>(
        &mut self,
        view: &ValueRef<'v>,
        index: Option<u64>,
        at: &Location,
    ) -> Option<ValueRef<'v>> {
        let found = index.and_then(|index| {
            let position = usize::try_from(index).ok()?;
            let ty = match view.ty {
                Type::Tuple(types) => types.get(position)?,
                other => other.element()?,
            };
            view.step(ty, &PathStep::Index(index), |value| match value {
                Value::List(elements) => elements.get(position),
                _ => None,
            })
        });
        if found.is_none() {
            let count = match (view.ty, view.value) {
                (Type::Tuple(types), _) => types.len(),
                (_, value) => value.element_count().unwrap_or(0),
            };
            self.fail(
                "Invalid index",
                format!(
                    "The given index does not identify an element: it must be a whole number, \
                     and there {}.",
                    match count {
                        0 => "are no elements".to_owned(),
                        1 => "is one element, with the index 0".to_owned(),
                        n => format!("are {n} elements, counted from 0"),
                    }
                ),
                at,
            );
        }
        found
    }

    /// `each` applied to all elements; the result is a tuple.
    fn splat(&mut self, view: &ValueRef<'_>, each: &[Step], at: &Location) -> TypedValue {
        let (types, values): (Vec<&Type>, Vec<&Value>) = match (view.ty, view.value) {
            (Type::Dynamic, value) if value.is_unknown() => return TypedValue::unknown(),
            (Type::List(_) | Type::Set(_) | Type::Tuple(_), value) if value.is_null() => {
                return self.fail(
                    "Splat of null value",
                    "Splat expressions (with the * symbol) cannot be applied to null sequences.",
                    at,
                );
            }
            (_, value) if value.is_null() => (Vec::new(), Vec::new()),
            (Type::Tuple(types), Value::List(values)) => {
                (types.iter().collect(), values.iter().collect())
            }
            (Type::List(element), Value::List(values)) => {
                (vec![&**element; values.len()], values.iter().collect())
            }
            (Type::Set(element), Value::Set(values)) => {
                (vec![&**element; values.len()], values.iter().collect())
            }
            (Type::List(_) | Type::Set(_) | Type::Tuple(_), _) => {
                return TypedValue::unknown().marked(!view.marks.is_empty());
            }
            (ty, value) => (vec![ty], vec![value]),
        };
        let mut result_types = Vec::with_capacity(values.len());
        let mut results = Vec::with_capacity(values.len());
        let mut sensitive = Vec::new();
        for (index, (ty, value)) in types.into_iter().zip(values).enumerate() {
            let marks = step_marks(&view.marks, &PathStep::Index(index as u64));
            let result = self.plain_steps(ValueRef::new(ty, value, marks), each, at);
            let here = Path::root().index(index);
            sensitive.extend(result.sensitive.iter().map(|path| here.clone().join(path)));
            result_types.push(result.ty);
            results.push(result.value);
        }
        TypedValue {
            ty: Type::tuple(result_types),
            value: Value::List(results),
            sensitive,
        }
    }
}

/// The attribute steps (and index steps, if they count) at the front, and the rest.
fn split_plain(steps: &[Step], with_index: bool) -> (&[Step], &[Step]) {
    let end = steps
        .iter()
        .position(|step| match step {
            Step::Attribute(_) => false,
            Step::Index(_) => !with_index,
            Step::AttributeSplat | Step::Splat => true,
        })
        .unwrap_or(steps.len());
    steps.split_at(end)
}

/// Whether a value is small enough to be copied.
fn fits(value: &Value, depth: usize, elements: &mut usize) -> bool {
    *elements += 1;
    if depth > 200 || *elements > 1_000_000 {
        return false;
    }
    match value {
        Value::List(values) | Value::Object(values) => {
            values.iter().all(|value| fits(value, depth + 1, elements))
        }
        Value::Set(set) => set.iter().all(|value| fits(value, depth + 1, elements)),
        Value::Map(map) => map.values().all(|value| fits(value, depth + 1, elements)),
        Value::Dynamic(dynamic) => fits(&dynamic.value, depth, elements),
        _ => true,
    }
}
