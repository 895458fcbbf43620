//! Type constraints, as variable declarations write them.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::ty::{ObjectAttribute, Type};
use schema_runtime::value::Value;

use super::{Scope, TypedValue, check_constant, conversion, evaluate, hidden_conversion};

use crate::language::hcl::ast::{Expr, ExprKind, Key};
use crate::message::Messages;

/// The type of a variable, and the defaults of optional attributes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Constraint {
    pub(crate) ty: Type,
    defaults: Option<Defaults>,
}

impl Constraint {
    /// Any type.
    pub(crate) fn any() -> Self {
        Constraint {
            ty: Type::Dynamic,
            defaults: None,
        }
    }

    /// Converts a value to this type, with defaults for absent attributes.
    ///
    /// # Errors
    /// Why it does not fit; the message shows nothing of a `hidden` value.
    pub(crate) fn apply(&self, value: TypedValue, hidden: bool) -> Result<TypedValue, String> {
        let value = with_defaults(self.defaults.as_ref(), value);
        hidden_conversion(&value, &self.ty, hidden)
    }
}

/// Defaults of attributes, at every depth of a type.
#[derive(Clone, Debug, PartialEq)]
enum Defaults {
    Object(BTreeMap<Arc<str>, (Option<TypedValue>, Option<Defaults>)>),
    Elements(Box<Defaults>),
    Tuple(Vec<Option<Defaults>>),
}

fn with_defaults(defaults: Option<&Defaults>, value: TypedValue) -> TypedValue {
    match defaults {
        Some(defaults) => defaults.apply(value),
        None => value,
    }
}

impl Defaults {
    fn apply(&self, value: TypedValue) -> TypedValue {
        let (value, marked) = value.unmarked();
        let Some(elements) = value.elements() else {
            return value.marked(marked);
        };
        let result = match self {
            Defaults::Object(attributes) => match named(&elements) {
                Some(mut values) => {
                    for (name, (default, inner)) in attributes {
                        let given = values.remove(name).filter(|value| !value.value.is_null());
                        if let Some(value) = given.or_else(|| default.clone()) {
                            let value = with_defaults(inner.as_ref(), value);
                            values.insert(Arc::clone(name), value);
                        }
                    }
                    TypedValue::object(values)
                }
                None => value,
            },
            Defaults::Elements(inner) => match named(&elements) {
                Some(values) => {
                    let values = values.into_iter();
                    let values = values.map(|(name, value)| (name, inner.apply(value)));
                    TypedValue::object(values.collect())
                }
                None => {
                    let set = value.kinds().only_if(matches!(value.ty, Type::Set(_)));
                    let values = elements.into_iter().map(|(_, value)| inner.apply(value));
                    TypedValue::tuple(values.collect()).marked(set)
                }
            },
            Defaults::Tuple(inner) => {
                let mut inner = inner.iter().map(Option::as_ref);
                let values = elements.into_iter();
                let values = values.map(|(_, value)| with_defaults(inner.next().flatten(), value));
                TypedValue::tuple(values.collect())
            }
        };
        result.marked(marked)
    }
}

/// The elements by name, if all their keys are strings.
fn named(elements: &[(TypedValue, TypedValue)]) -> Option<BTreeMap<Arc<str>, TypedValue>> {
    let named = elements.iter().map(|(key, value)| match &key.value {
        Value::String(name) => Some((Arc::clone(name), value.clone())),
        _ => None,
    });
    named.collect()
}

/// Reads a type: `string`, `list(number)`, `object({ a = string, b = optional(bool, true) })`.
///
/// # Errors
/// An expression that is not a type.
pub(crate) fn type_constraint(expr: &Expr) -> Result<Constraint, Messages> {
    let mut reader = Reader {
        messages: Messages::new(),
    };
    let (ty, defaults) = match &expr.kind {
        // The form of older configurations, which is only valid on its own.
        ExprKind::Variable(name) if &**name == "list" => (Type::list(Type::Dynamic), None),
        ExprKind::Variable(name) if &**name == "map" => (Type::map(Type::Dynamic), None),
        _ => reader.ty(expr),
    };
    reader.messages.into_result(Constraint { ty, defaults })
}

struct Reader {
    messages: Messages,
}

type Read = (Type, Option<Defaults>);

impl Reader {
    fn fail(&mut self, expr: &Expr, detail: &str) -> Read {
        self.messages
            .fail("Invalid type specification", detail, &expr.at);
        (Type::Dynamic, None)
    }

    fn ty(&mut self, expr: &Expr) -> Read {
        match &expr.kind {
            ExprKind::Parenthesis(inner) => self.ty(inner),
            ExprKind::Variable(name) => {
                let ty = match &**name {
                    "string" => Type::String,
                    "number" => Type::Number,
                    "bool" => Type::Bool,
                    "any" => Type::Dynamic,
                    "list" | "set" | "map" => {
                        let detail = format!(
                            "The {name} type constructor requires one argument specifying the element type."
                        );
                        return self.fail(expr, &detail);
                    }
                    _ => {
                        return self.fail(
                            expr,
                            "A type is string, number, bool, any, or list(…), set(…), map(…), \
                             tuple([…]) or object({…}) of types.",
                        );
                    }
                };
                (ty, None)
            }
            ExprKind::Call(name, args, false) => match (&**name, args.as_slice()) {
                ("list", [element]) => self.collection(element, Type::list),
                ("set", [element]) => self.collection(element, Type::set),
                ("map", [element]) => self.collection(element, Type::map),
                ("tuple", [elements]) => match &elements.kind {
                    ExprKind::Tuple(elements) => {
                        let (types, defaults): (Vec<_>, Vec<_>) =
                            elements.iter().map(|element| self.ty(element)).unzip();
                        let some = defaults.iter().any(Option::is_some);
                        (
                            Type::tuple(types),
                            some.then_some(Defaults::Tuple(defaults)),
                        )
                    }
                    _ => self.fail(elements, "Write the types of a tuple in brackets."),
                },
                ("object", [attributes]) => match &attributes.kind {
                    ExprKind::Object(attributes) => self.object(attributes),
                    _ => self.fail(attributes, "Write the attributes of an object in braces."),
                },
                ("optional", _) => self.fail(
                    expr,
                    "optional(…) can only be the type of an object's attribute.",
                ),
                _ => self.fail(expr, "There is no such type with these arguments."),
            },
            _ => self.fail(expr, "This is not a type."),
        }
    }

    fn collection(&mut self, element: &Expr, of: fn(Type) -> Type) -> Read {
        let (ty, defaults) = self.ty(element);
        (
            of(ty),
            defaults.map(|inner| Defaults::Elements(Box::new(inner))),
        )
    }

    fn object(&mut self, items: &[(Key, Expr)]) -> Read {
        let mut attributes: BTreeMap<Arc<str>, ObjectAttribute> = BTreeMap::new();
        let mut defaults = BTreeMap::new();
        for (key, value) in items {
            let Some(name) = key.name() else {
                if let Key::Expr(key) = key {
                    self.fail(key, "The name of an attribute must be a plain name.");
                }
                continue;
            };
            let ((ty, inner), optional, default) = match &value.kind {
                ExprKind::Call(call, args, false) if &**call == "optional" => match &args[..] {
                    [ty] => (self.ty(ty), true, None),
                    [ty, default] => {
                        let (ty, inner) = self.ty(ty);
                        let default = self.default(&ty, default);
                        ((ty, inner), true, default)
                    }
                    _ => {
                        let detail = "optional(…) has a type and perhaps a default value.";
                        (self.fail(value, detail), true, None)
                    }
                },
                _ => (self.ty(value), false, None),
            };
            if default.is_some() || inner.is_some() {
                defaults.insert(Arc::clone(name), (default, inner));
            }
            let attribute = ObjectAttribute {
                name: Arc::clone(name).into(),
                ty,
                optional,
            };
            if attributes.insert(Arc::clone(name), attribute).is_some() {
                let detail = format!("The attribute \"{name}\" appears twice.");
                self.fail(value, &detail);
            }
        }
        let attributes: Vec<ObjectAttribute> = attributes.into_values().collect();
        (
            Type::Object(attributes.into()),
            (!defaults.is_empty()).then_some(Defaults::Object(defaults)),
        )
    }

    /// Reads a default, which must be a constant of its attribute's type.
    fn default(&mut self, ty: &Type, expr: &Expr) -> Option<TypedValue> {
        let before = self.messages.error_count();
        check_constant(expr, &mut self.messages);
        let value = evaluate(&Scope::default(), expr, &mut self.messages);
        if self.messages.error_count() > before {
            return None;
        }
        match conversion(&value, ty) {
            Ok(value) => Some(value),
            Err(reason) => {
                let detail =
                    format!("This default value is not compatible with its type: {reason}.");
                self.fail(expr, &detail);
                None
            }
        }
    }
}
