//! The evaluator of expressions.
//!
//! Follows the language: what depends on something unknown is unknown, null is refused where a
//! value is needed, types are converted as Terraform does. Every error is a message with a place,
//! and evaluation goes on with an unknown, so that one run tells everything.

mod constraint;
mod operators;
mod reference;
mod traverse;
mod typed;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use schema_runtime::convert;
use schema_runtime::path::{Path, Step as PathStep};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

pub(crate) use constraint::type_constraint;
pub(crate) use reference::{
    Reference, Target, check, nodes_of_body, nodes_of_expr, reference_of, unsupported,
};
pub use typed::TypedValue;
pub(crate) use typed::{converted_paths, field_type, sensitive_paths};

use super::address::Node;
use super::hcl::ast::{Expr, ExprKind, Key, Part};
use super::hcl::nfc;
use super::message::{Message, Messages};
use super::source::Location;

/// The values that references see. What is not there yet is unknown.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    values: HashMap<Node, TypedValue>,
}

impl Scope {
    /// What references to this see from now on.
    pub fn set(&mut self, node: Node, value: TypedValue) {
        self.values.insert(node, value);
    }

    /// What no reference sees any longer.
    pub(crate) fn remove(&mut self, node: &Node) {
        self.values.remove(node);
    }

    pub(crate) fn get(&self, node: &Node) -> Option<&TypedValue> {
        self.values.get(node)
    }
}

/// Evaluates an expression.
pub(crate) fn evaluate(scope: &Scope, expr: &Expr, messages: &mut Messages) -> TypedValue {
    Evaluator { scope, messages }.expr(expr)
}

/// Evaluates an expression and converts it to a type.
pub(crate) fn evaluate_as(
    scope: &Scope,
    expr: &Expr,
    ty: &Type,
    messages: &mut Messages,
) -> TypedValue {
    let value = evaluate(scope, expr, messages);
    match conversion(&value, ty) {
        Ok(converted) => converted,
        Err(reason) => {
            messages.push(
                Message::error("Incorrect value type")
                    .detail(format!("{reason}."))
                    .at(&expr.at),
            );
            TypedValue::unknown_of(ty.clone())
        }
    }
}

/// Converts a value to a type, in the way and with the limits of the language.
///
/// # Errors
/// Why it cannot be converted, in words.
pub(crate) fn conversion(value: &TypedValue, ty: &Type) -> Result<TypedValue, String> {
    let (to, converted) = if value.ty == *ty {
        (ty.clone(), value.value.clone())
    } else {
        convert::convert(value.value.clone(), &value.ty, ty).map_err(|e| e.to_string())?
    };
    Ok(TypedValue {
        sensitive: converted_paths(&value.sensitive, &value.ty, &to),
        ty: to,
        value: converted,
    })
}

struct Evaluator<'a> {
    scope: &'a Scope,
    messages: &'a mut Messages,
}

impl Evaluator<'_> {
    fn fail(&mut self, summary: &str, detail: impl Into<String>, at: &Location) -> TypedValue {
        self.messages
            .push(Message::error(summary).detail(detail).at(at));
        TypedValue::unknown()
    }

    fn expr(&mut self, expr: &Expr) -> TypedValue {
        match &expr.kind {
            ExprKind::Null => TypedValue::new(Type::Dynamic, Value::Null),
            ExprKind::Bool(value) => TypedValue::bool(*value),
            ExprKind::Number(number) => {
                TypedValue::new(Type::Number, Value::Number(number.clone()))
            }
            ExprKind::String(string) => TypedValue::string(Arc::clone(string)),
            ExprKind::Tuple(items) => self.tuple(items),
            ExprKind::Object(items) => self.object(items),
            ExprKind::Template(parts) => self.template(parts),
            ExprKind::Parenthesis(inner) => self.expr(inner),
            ExprKind::Variable(_) | ExprKind::Traversal(..) => self.traversal(expr),
            ExprKind::Not(operand) => self.not(operand),
            ExprKind::Negate(operand) => self.negate(operand),
            ExprKind::Binary(left, operator, right) => {
                self.binary(left, *operator, right, &expr.at)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, &expr.at)
            }
            ExprKind::Call(name, _) => {
                self.messages
                    .push(unsupported(&format!("The function \"{name}\""), &expr.at));
                TypedValue::unknown()
            }
            ExprKind::Unsupported(what) => {
                self.messages.push(unsupported(what, &expr.at));
                TypedValue::unknown()
            }
        }
    }

    fn tuple(&mut self, items: &[Expr]) -> TypedValue {
        let mut types = Vec::with_capacity(items.len());
        let mut values = Vec::with_capacity(items.len());
        let mut sensitive = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let item = self.expr(item);
            let here = Path::root().index(index);
            sensitive.extend(item.sensitive.iter().map(|path| here.clone().join(path)));
            types.push(item.ty);
            values.push(item.value);
        }
        TypedValue {
            ty: Type::tuple(types),
            value: Value::List(values),
            sensitive,
        }
    }

    fn object(&mut self, items: &[(Key, Expr)]) -> TypedValue {
        let mut attributes: BTreeMap<Arc<str>, TypedValue> = BTreeMap::new();
        let mut unknown_key = false;
        let mut sensitive_key = false;
        for (key, value) in items {
            let value = self.expr(value);
            match key {
                Key::Name(name) => {
                    attributes.insert(Arc::clone(name), value);
                }
                Key::Expr(key) => match self.object_key(key) {
                    Some((name, sensitive)) => {
                        sensitive_key |= sensitive;
                        attributes.insert(name, value);
                    }
                    None => unknown_key = true,
                },
            }
        }
        if unknown_key {
            return TypedValue::unknown().marked(sensitive_key);
        }
        let mut sensitive = Vec::new();
        for (name, value) in &attributes {
            let here = Path::of(Arc::clone(name));
            sensitive.extend(value.sensitive.iter().map(|path| here.clone().join(path)));
        }
        let ty = Type::object(
            attributes
                .iter()
                .map(|(name, value)| (Arc::clone(name), value.ty.clone())),
        );
        let value = Value::Object(attributes.into_values().map(|value| value.value).collect());
        TypedValue {
            ty,
            value,
            sensitive,
        }
        .marked(sensitive_key)
    }

    /// The name, and whether it is sensitive; nothing if it is unknown or no name.
    fn object_key(&mut self, key: &Expr) -> Option<(Arc<str>, bool)> {
        if matches!(key.kind, ExprKind::Traversal(..)) {
            self.fail(
                "Ambiguous attribute key",
                "If this expression is intended to be a reference, wrap it in parentheses; if it \
                 is intended as a literal name, put it in quotes.",
                &key.at,
            );
            return None;
        }
        let value = self.expr(key);
        let sensitive = value.is_sensitive();
        match conversion(&value, &Type::String).map(|typed| typed.value) {
            Ok(Value::String(name)) => Some((name, sensitive)),
            Ok(Value::Null) => {
                self.fail("Null value as key", "A key must not be null.", &key.at);
                None
            }
            Ok(_) => None,
            Err(reason) => {
                self.fail("Incorrect key type", format!("{reason}."), &key.at);
                None
            }
        }
    }

    fn template(&mut self, parts: &[Part]) -> TypedValue {
        if let [Part::Interpolation(only)] = parts {
            return self.expr(only);
        }
        let mut whole = String::new();
        let mut unknown = false;
        let mut sensitive = false;
        for part in parts {
            let expr = match part {
                Part::Literal(literal) => {
                    whole.push_str(literal);
                    continue;
                }
                Part::Interpolation(expr) => expr,
            };
            let value = self.expr(expr);
            sensitive |= value.is_sensitive();
            match conversion(&value, &Type::String).map(|typed| typed.value) {
                Ok(Value::String(string)) => whole.push_str(&string),
                Ok(Value::Null) => {
                    unknown = true;
                    self.fail(
                        "Invalid template interpolation value",
                        "The expression result is null. Cannot include a null value in a string \
                         template.",
                        &expr.at,
                    );
                }
                Ok(_) => unknown = true,
                Err(reason) => {
                    unknown = true;
                    self.fail(
                        "Invalid template interpolation value",
                        format!("Cannot include the given value in a string template: {reason}."),
                        &expr.at,
                    );
                }
            }
            if whole.len() > MAX_TEXT {
                return self.fail(
                    "Text too long",
                    "A text of more than 64 MiB cannot be built.",
                    &expr.at,
                );
            }
        }
        if unknown {
            TypedValue::unknown_of(Type::String).marked(sensitive)
        } else {
            TypedValue::string(nfc(&whole)).marked(sensitive)
        }
    }
}

/// Locals that double each other must not fill the memory.
const MAX_TEXT: usize = 64 * 1024 * 1024;

/// The marks of an element that a step leads to.
fn step_marks(marks: &[Path], step: &PathStep) -> Vec<Path> {
    marks
        .iter()
        .filter_map(|path| match path.steps() {
            [] => Some(Path::root()),
            [first, rest @ ..] if first == step => Some(rest.iter().cloned().collect()),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests;
