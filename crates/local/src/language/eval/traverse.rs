//! References, and steps into their values.

use std::sync::Arc;

use schema_runtime::path::Step as PathStep;
use schema_runtime::refs::Text;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::marks::Marks;
use super::reference::{Reference, Target, reference_of};
use super::{Evaluator, MAX_PARTS, TypedValue, conversion};
use crate::depth::MAX_LEVELS;
use crate::language::hcl::ast::{Expr, ExprKind, Name, Step};
use crate::source::Location;

/// A value inside another one, not copied yet.
#[derive(Clone)]
struct ValueRef<'v> {
    ty: &'v Type,
    value: &'v Value,
    marks: Marks,
}

static UNKNOWN: Value = Value::UNKNOWN;

impl<'v> ValueRef<'v> {
    fn of(typed: &'v TypedValue) -> Self {
        ValueRef::new(&typed.ty, &typed.value, typed.marks.clone())
    }

    fn new(ty: &'v Type, value: &'v Value, marks: Marks) -> Self {
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
            marks: self.marks.clone(),
            ..TypedValue::new(self.ty.clone(), self.value.clone())
        }
    }

    /// The value that a step leads to; it is looked up only if the collection is known.
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
        Some(ValueRef::new(ty, value, self.marks.step(step)))
    }
}

impl Evaluator<'_> {
    /// The value of a name that a `for` expression or a dynamic block binds.
    fn bound_value(&self, name: &str) -> Option<TypedValue> {
        let bound = self.bound.iter().rev().find(|(bound, _)| **bound == *name);
        bound.map(|(_, value)| value.clone())
    }

    pub(super) fn traversal(&mut self, expr: &Expr) -> TypedValue {
        let (root, steps): (&Expr, &[Step]) = match &expr.kind {
            ExprKind::Traversal(root, steps) => (root, steps),
            _ => (expr, &[]),
        };
        if let ExprKind::Variable(name) = &root.kind
            && let Some(value) = self.bound_value(name)
        {
            return self.steps(ValueRef::of(&value), steps, &expr.at);
        }
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
            Some(Ok(Reference {
                target: Target::Workspace,
                rest,
                ..
            })) => {
                let typed = match &self.scope.workspace {
                    Some(name) => TypedValue::string(Arc::clone(name)),
                    None => TypedValue::unknown_not_null(Type::String),
                };
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

    /// Follows all steps; in a loop, since there can be any number of splats.
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
                Step::Attribute(name) => self.attribute(&view, name, false),
                Step::Index(index) => self.index(&view, index),
                Step::AttributeSplat | Step::Splat => None,
            };
            match next {
                Some(next) => view = next,
                None => return TypedValue::unknown(),
            }
        }
        let mut elements = 0;
        if !fits(view.value, 0, &mut elements) {
            return self.too_large(at);
        }
        view.to_typed()
    }

    /// `hidden_key` says whether the name comes from a sensitive value.
    fn attribute<'v>(
        &mut self,
        view: &ValueRef<'v>,
        name: &Name,
        hidden_key: bool,
    ) -> Option<ValueRef<'v>> {
        if view.value.is_null() && !matches!(view.ty, Type::String | Type::Number | Type::Bool) {
            self.fail_unless_hidden(
                "Attempt to get attribute from null value",
                format!(
                    "This value is null, so it does not have any attributes (asked for \"{}\").",
                    name.text
                ),
                hidden_key.then_some("This value is null, so it does not have any attributes."),
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
                    self.fail_unless_hidden(
                        "Unsupported attribute",
                        format!(
                            "This object does not have an attribute named \"{}\".",
                            name.text
                        ),
                        hidden_key.then_some("This object does not have this attribute."),
                        &name.at,
                    );
                }
                found
            }
            Type::Map(_) => self.key(view, name.text.clone().into(), hidden_key, &name.at),
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => {
                let detail = format!(
                    "Cannot access the attribute \"{}\" on a {}. Did you mean to access it \
                         for a specific element, as in [0].{0}, or across all elements, as in \
                         [*].{0}?",
                    name.text,
                    match view.ty {
                        Type::Set(_) => "set",
                        Type::Tuple(_) => "tuple",
                        _ => "list",
                    }
                );
                self.fail("Unsupported attribute", detail, &name.at);
                None
            }
            Type::String | Type::Number | Type::Bool => {
                let detail = format!(
                    "Cannot access the attribute \"{}\" of a {}: it has no attributes.",
                    name.text, view.ty
                );
                self.fail("Unsupported attribute", detail, &name.at);
                None
            }
        }
    }

    fn key<'v>(
        &mut self,
        view: &ValueRef<'v>,
        key: Text,
        hidden_key: bool,
        at: &Location,
    ) -> Option<ValueRef<'v>> {
        let element = view.ty.element()?;
        let found = view.step(element, &PathStep::Key(key.clone()), |value| match value {
            Value::Map(map) => map.get(&*key),
            _ => None,
        });
        if found.is_none() {
            self.fail_unless_hidden(
                "Invalid index",
                format!("The map does not have an element with the key \"{key}\"."),
                hidden_key.then_some("The map does not have an element with this key."),
                at,
            );
        }
        found
    }

    fn index<'v>(&mut self, view: &ValueRef<'v>, index: &Expr) -> Option<ValueRef<'v>> {
        let key = self.expr(index);
        if view.value.is_null() {
            let detail = "This value is null, so it does not have any indices.";
            self.fail("Attempt to index null value", detail, &index.at);
            return None;
        }
        let wanted = match view.ty {
            Type::List(_) | Type::Tuple(_) => Type::Number,
            Type::Map(_) | Type::Object(_) => Type::String,
            Type::Dynamic => return Some(view.clone()),
            Type::Set(_) => {
                let detail = "Elements of a set are identified only by their value and do not have any \
                     separate index or key to select with.";
                self.fail("Invalid index", detail, &index.at);
                return None;
            }
            Type::String | Type::Number | Type::Bool => {
                let detail = format!("A {} does not have any indices.", view.ty);
                self.fail("Invalid index", detail, &index.at);
                return None;
            }
        };
        let kinds = key.kinds();
        let found = match conversion(&key, &wanted).map(|typed| typed.value) {
            Ok(Value::Number(number)) => self.element(view, number.as_u64(), &index.at),
            Ok(Value::String(name)) => match view.ty {
                Type::Map(_) => self.key(view, name.into(), kinds.any(), &index.at),
                _ => {
                    let name = Name {
                        text: name,
                        at: index.at.clone(),
                    };
                    self.attribute(view, &name, kinds.any())
                }
            },
            Ok(Value::Null) => {
                let detail = "A key or index must not be null.";
                self.fail("Invalid index", detail, &index.at);
                None
            }
            // The index is unknown, so it could be any element.
            Ok(_) => Some(ValueRef {
                ty: view.ty.element().unwrap_or(&Type::Dynamic),
                value: &UNKNOWN,
                marks: Marks::whole(view.marks.kinds()),
            }),
            Err(reason) => {
                self.fail("Invalid index", format!("{reason}."), &index.at);
                None
            }
        };
        found.map(|mut found| {
            found.marks.only_whole(kinds);
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
            let hidden = view.marks.of_whole().any().then_some(
                "The given index does not identify an element: it must be a whole number, and \
                 less than the number of elements.",
            );
            self.fail_unless_hidden(
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
                hidden,
                at,
            );
        }
        found
    }

    /// Applies `each` to all elements: a list if the collection is a list or a set, otherwise a
    /// tuple.
    fn splat(&mut self, view: &ValueRef<'_>, each: &[Step], at: &Location) -> TypedValue {
        let (whole, marked) = view.to_typed().unmarked();
        let is_sequence = matches!(view.ty, Type::List(_) | Type::Set(_) | Type::Tuple(_));
        if view.value.is_null() {
            if is_sequence {
                let detail =
                    "Splat expressions (with the * symbol) cannot be applied to null sequences.";
                return self.fail("Splat of null value", detail, at);
            }
            return TypedValue::tuple(Vec::new()).marked(marked);
        }
        // The type of the result for an element of this type.
        let element_type = |evaluator: &mut Self, ty: &Type| {
            let unknown = TypedValue::unknown_of(ty.clone());
            evaluator.plain_steps(ValueRef::of(&unknown), each, at).ty
        };
        if view.value.is_unknown() {
            let ty = match view.ty {
                Type::List(ty) | Type::Set(ty) => Type::list(element_type(self, ty)),
                Type::Tuple(types) => {
                    let types = types.iter().map(|ty| element_type(self, ty));
                    Type::tuple(types.collect())
                }
                _ => return TypedValue::unknown().marked(view.marks.kinds()),
            };
            return TypedValue::unknown_not_null(ty).marked(view.marks.kinds());
        }
        let elements = if is_sequence {
            whole.items().unwrap_or_default()
        } else {
            vec![whole]
        };
        let mut results = Vec::with_capacity(elements.len());
        for element in &elements {
            results.push(self.plain_steps(ValueRef::of(element), each, at));
        }
        let result = match view.ty {
            Type::List(ty) | Type::Set(ty) => match results.first() {
                None => {
                    let ty = element_type(self, ty);
                    TypedValue::list(ty, Vec::new())
                }
                Some(first) if results.iter().all(|result| result.ty == first.ty) => {
                    TypedValue::list(first.ty.clone(), results)
                }
                Some(_) => TypedValue::tuple(results),
            },
            _ => TypedValue::tuple(results),
        };
        // Elements of a set have no path of their own.
        let inner = view.marks.kinds().only_if(matches!(view.ty, Type::Set(_)));
        result.marked(marked | inner)
    }
}

/// Splits off the leading attribute steps (and index steps if `with_index` is set).
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
    if depth > MAX_LEVELS || *elements > MAX_PARTS {
        return false;
    }
    match value {
        Value::Dynamic(dynamic) => fits(&dynamic.value, depth, elements),
        value => (value.children()).all(|value| fits(value, depth + 1, elements)),
    }
}
