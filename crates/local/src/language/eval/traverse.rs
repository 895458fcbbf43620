//! References, and steps into their values.

use std::sync::Arc;

use schema_runtime::path::Step as PathStep;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::marks::Marks;
use super::reference::{Target, reference};
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
        let Some((name, at, steps)) = expr.named() else {
            let ExprKind::Traversal(root, steps) = &expr.kind else {
                return TypedValue::unknown();
            };
            let typed = self.expr(root);
            return self.steps(ValueRef::of(&typed), steps, &expr.at);
        };
        if let Some(value) = self.bound_value(name) {
            return self.steps(ValueRef::of(&value), steps, &expr.at);
        }
        let Some(reference) = self.messages.ok(reference(name, at, steps)) else {
            return TypedValue::unknown();
        };
        let scope = self.scope;
        let own;
        let typed = match reference.target {
            Target::Node(node) => match scope.get(&node) {
                Some(typed) => typed,
                None => return TypedValue::unknown(),
            },
            Target::Text(text) => {
                own = TypedValue::string(text);
                &own
            }
            Target::Workspace => {
                own = match &scope.workspace {
                    Some(name) => TypedValue::string(Arc::clone(name)),
                    None => TypedValue::unknown_not_null(Type::String),
                };
                &own
            }
        };
        self.steps(ValueRef::of(typed), reference.rest, &expr.at)
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
        if view.value.is_null() && !view.ty.is_primitive() {
            let asked = match hidden_key {
                true => String::new(),
                false => format!(" (asked for \"{}\")", name.text),
            };
            let detail = format!("This value is null, so it does not have any attributes{asked}.");
            return self.refuse("Attempt to get attribute from null value", detail, &name.at);
        }
        const UNSUPPORTED: &str = "Unsupported attribute";
        let (summary, detail) = match view.ty {
            Type::Dynamic => return Some(view.clone()),
            Type::Object(attributes) => {
                let mut attributes = attributes.iter().enumerate();
                let declared = attributes.find(|(_, attribute)| *attribute.name == *name.text);
                let found = declared.and_then(|(i, attribute)| {
                    let step = PathStep::Attribute(name.text.clone().into());
                    view.step(&attribute.ty, &step, |value| value.as_object()?.get(i))
                });
                if found.is_some() {
                    return found;
                }
                let which = match hidden_key {
                    true => "this attribute".to_owned(),
                    false => format!("an attribute named \"{}\"", name.text),
                };
                (UNSUPPORTED, format!("This object does not have {which}."))
            }
            Type::Map(element) => {
                let step = PathStep::Key(name.text.clone().into());
                let found = view.step(element, &step, |value| match value {
                    Value::Map(map) => map.get(&name.text),
                    _ => None,
                });
                if found.is_some() {
                    return found;
                }
                let which = match hidden_key {
                    true => "this key".to_owned(),
                    false => format!("the key \"{}\"", name.text),
                };
                let detail = format!("The map does not have an element with {which}.");
                ("Invalid index", detail)
            }
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => (
                UNSUPPORTED,
                format!(
                    "Cannot access the attribute \"{}\" on a {}. Did you mean to access it for a \
                 specific element, as in [0].{0}, or across all elements, as in [*].{0}?",
                    name.text,
                    match view.ty {
                        Type::Set(_) => "set",
                        Type::Tuple(_) => "tuple",
                        _ => "list",
                    }
                ),
            ),
            Type::String | Type::Number | Type::Bool => (
                UNSUPPORTED,
                format!(
                    "Cannot access the attribute \"{}\" of a {}: it has no attributes.",
                    name.text, view.ty
                ),
            ),
        };
        self.refuse(summary, detail, &name.at)
    }

    fn index<'v>(&mut self, view: &ValueRef<'v>, index: &Expr) -> Option<ValueRef<'v>> {
        let key = self.expr(index);
        if view.value.is_null() {
            let detail = "This value is null, so it does not have any indices.";
            return self.refuse("Attempt to index null value", detail, &index.at);
        }
        let wanted = match view.ty {
            Type::List(_) | Type::Tuple(_) => Type::Number,
            Type::Map(_) | Type::Object(_) => Type::String,
            Type::Dynamic => return Some(view.clone()),
            Type::Set(_) => {
                let detail = "Elements of a set are identified only by their value and do not have any \
                     separate index or key to select with.";
                return self.refuse("Invalid index", detail, &index.at);
            }
            Type::String | Type::Number | Type::Bool => {
                let detail = format!("A {} does not have any indices.", view.ty);
                return self.refuse("Invalid index", detail, &index.at);
            }
        };
        let kinds = key.kinds();
        let mut found = match conversion(&key, &wanted).map(|typed| typed.value) {
            Ok(Value::Number(number)) => self.element(view, number.as_u64(), &index.at),
            Ok(Value::String(text)) => {
                let at = index.at.clone();
                self.attribute(view, &Name { text, at }, kinds.any())
            }
            Ok(Value::Null) => {
                let detail = "A key or index must not be null.";
                self.refuse("Invalid index", detail, &index.at)
            }
            // The index is unknown, so it could be any element.
            Ok(_) => Some(ValueRef {
                ty: view.ty.element().unwrap_or(&Type::Dynamic),
                value: &UNKNOWN,
                marks: Marks::whole(view.marks.kinds()),
            }),
            Err(reason) => self.refuse("Invalid index", format!("{reason}."), &index.at),
        };
        if let Some(found) = &mut found {
            found.marks.only_whole(kinds);
        }
        found
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
            let limit = match count {
                _ if view.marks.of_whole().any() => "less than the number of elements".to_owned(),
                0 => "there are no elements".to_owned(),
                1 => "there is one element, with the index 0".to_owned(),
                n => format!("there are {n} elements, counted from 0"),
            };
            let detail = format!(
                "The given index does not identify an element: it must be a whole number, and \
                 {limit}."
            );
            self.fail("Invalid index", detail, at);
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
        let results = elements.iter();
        let results = results.map(|element| self.plain_steps(ValueRef::of(element), each, at));
        let results: Vec<TypedValue> = results.collect();
        let result = match view.ty {
            Type::List(ty) | Type::Set(ty) => match results.first() {
                None => TypedValue::list(element_type(self, ty), Vec::new()),
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
