//! The evaluator of expressions.
//!
//! It follows the language: whatever depends on an unknown value is unknown, null is rejected where
//! a value is required, and types are converted as in Terraform. Every error is a message with a
//! place. Evaluation continues with an unknown value, so one run reports all errors.

mod constraint;
mod for_expr;
pub(crate) mod functions;
mod marks;
mod operators;
mod reason;
mod reference;
mod template;
mod traverse;
mod typed;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use schema_shell::lifecycle::Instance;

pub(crate) use constraint::{Constraint, type_constraint};
pub(crate) use functions::{ProviderFunctions, is_of_provider, of_provider};
pub(crate) use marks::{MarkKinds, Marks};
pub(crate) use reason::{HIDDEN, conversion, hidden_conversion, texts_of};
pub(crate) use reference::{
    Reference, Target, check, check_body, check_constant, names_itself, nodes_of_body,
    nodes_of_expr, reference_of,
};
pub use typed::TypedValue;
pub(crate) use typed::{all_sensitive_paths, configured_type, field_type, sensitive_paths};

use crate::address::Node;
use crate::depth::{MAX_LEVELS, NotKept, not_kept};
use crate::language::hcl::ast::{Expr, ExprKind, Key};
use crate::message::Messages;
use crate::source::Location;

/// The values that references see. A value that does not exist yet is unknown.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    values: HashMap<Node, TypedValue>,
    /// The base of relative file paths.
    pub(crate) directory: PathBuf,
    /// The value of `terraform.workspace`; unknown if `None`.
    pub(crate) workspace: Option<Arc<str>>,
    /// The functions of the provider, if they can be called.
    pub(crate) functions: Option<ProviderFunctions>,
}

impl Scope {
    /// Sets the value that references to this node see.
    pub fn set(&mut self, node: Node, value: TypedValue) {
        self.values.insert(node, value);
    }

    /// An empty scope in which the functions of this provider can be called.
    #[must_use]
    pub fn with_functions(instance: &Instance) -> Self {
        let caller = instance.clone();
        let call = move |name: &str, arguments| {
            caller.call_blocking(caller.call_function_encoded(name, arguments))
        };
        Scope {
            functions: Some(ProviderFunctions::new(instance.clone(), Arc::new(call))),
            ..Scope::default()
        }
    }

    /// Removes a node: references no longer see it.
    pub(crate) fn remove(&mut self, node: &Node) {
        self.values.remove(node);
    }

    pub(crate) fn get(&self, node: &Node) -> Option<&TypedValue> {
        self.values.get(node)
    }
}

/// Evaluates an expression.
pub(crate) fn evaluate(scope: &Scope, expr: &Expr, messages: &mut Messages) -> TypedValue {
    evaluate_bound(scope, &Bound::new(), expr, messages)
}

/// The values that iterators of dynamic blocks are bound to, the innermost last.
pub(crate) type Bound = Vec<(Arc<str>, TypedValue)>;

/// Evaluates an expression in a dynamic block.
pub(crate) fn evaluate_bound(
    scope: &Scope,
    bound: &Bound,
    expr: &Expr,
    messages: &mut Messages,
) -> TypedValue {
    let mut evaluator = Evaluator {
        scope,
        messages,
        bound: bound.clone(),
        made_parts: 0,
        made_text: 0,
    };
    let value = evaluator.expr(expr);
    match not_kept(&value.ty, &value.value) {
        Some(NotKept::TooDeep) => evaluator.too_large(&expr.at),
        _ => value,
    }
}

struct Evaluator<'a> {
    scope: &'a Scope,
    messages: &'a mut Messages,
    /// The variables of `for` expressions, the innermost last.
    bound: Bound,
    /// How many elements `for` expressions have produced so far.
    made_parts: usize,
    /// How many bytes of text templates and functions have produced so far.
    made_text: usize,
}

/// What is said of a value that must be of one type: the summary, and the detail or its beginning.
struct Demand<'t> {
    if_null: (&'t str, &'t str),
    if_wrong: (&'t str, &'t str),
}

impl Evaluator<'_> {
    /// The value as a value of this type; `None` if it is unknown, or not of the type, which is
    /// reported.
    fn demanded(
        &mut self,
        value: &TypedValue,
        ty: &Type,
        demand: &Demand<'_>,
        at: &Location,
    ) -> Option<Value> {
        let (summary, detail) = match conversion(value, ty).map(|typed| typed.value) {
            Ok(Value::Unknown(_)) => return None,
            Ok(Value::Null) => (demand.if_null.0, demand.if_null.1.to_owned()),
            Ok(value) => return Some(value),
            Err(reason) => {
                let (summary, detail) = demand.if_wrong;
                (summary, format!("{detail}{reason}."))
            }
        };
        self.refuse(summary, detail, at)
    }

    fn fail(&mut self, summary: &str, detail: impl Into<String>, at: &Location) -> TypedValue {
        self.messages.fail(summary, detail, at);
        TypedValue::unknown()
    }

    /// The same where there is nothing to go on with.
    fn refuse<T>(&mut self, summary: &str, detail: impl Into<String>, at: &Location) -> Option<T> {
        self.fail(summary, detail, at);
        None
    }

    /// Reports that a value is too large: values that are built from other values can grow without
    /// limit.
    fn too_large(&mut self, at: &Location) -> TypedValue {
        let detail = format!(
            "The value is too large: it has more than a million parts, or more than {MAX_LEVELS} levels."
        );
        self.fail("Value too large", detail, at)
    }

    /// Counts a new string; returns whether there is room for it.
    fn has_room(&mut self, length: usize, at: &Location) -> bool {
        self.made_text = self.made_text.saturating_add(length);
        let fits = !self.is_full();
        if !fits {
            let detail = "Strings of more than 64 MiB cannot be built.";
            self.fail("Text too long", detail, at);
        }
        fits
    }

    /// Whether there is no room for more text.
    fn is_full(&self) -> bool {
        self.made_text > MAX_TEXT
    }

    fn expr(&mut self, expr: &Expr) -> TypedValue {
        match &expr.kind {
            ExprKind::Null => TypedValue::new(Type::Dynamic, Value::Null),
            ExprKind::Bool(value) => TypedValue::bool(*value),
            ExprKind::Number(number) => TypedValue::number(number.clone()),
            ExprKind::String(string) => TypedValue::string(Arc::clone(string)),
            ExprKind::Tuple(items) => {
                TypedValue::tuple(items.iter().map(|item| self.expr(item)).collect())
            }
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
            ExprKind::Call(name, args, expanded) => self.call(name, args, *expanded, &expr.at),
            ExprKind::For(each) => self.for_expr(each, &expr.at),
            ExprKind::Join(inner) => self.join(inner),
        }
    }

    fn object(&mut self, items: &[(Key, Expr)]) -> TypedValue {
        let mut attributes: BTreeMap<Arc<str>, TypedValue> = BTreeMap::new();
        let mut unknown_key = false;
        let mut key_kinds = MarkKinds::NONE;
        for (key, value) in items {
            let value = self.expr(value);
            match key {
                Key::Name(name) => {
                    attributes.insert(Arc::clone(name), value);
                }
                Key::Expr(key) => match self.object_key(key) {
                    Some((name, kinds)) => {
                        key_kinds |= kinds;
                        attributes.insert(name, value);
                    }
                    None => unknown_key = true,
                },
            }
        }
        if unknown_key {
            return TypedValue::unknown().marked(key_kinds);
        }
        TypedValue::object(attributes).marked(key_kinds)
    }

    /// The key and its marks; `None` if it is unknown or invalid.
    fn object_key(&mut self, key: &Expr) -> Option<(Arc<str>, MarkKinds)> {
        if matches!(key.kind, ExprKind::Traversal(..)) {
            let detail = "If this expression is intended to be a reference, wrap it in parentheses; if it \
                 is intended as a literal name, put it in quotes.";
            return self.refuse("Ambiguous attribute key", detail, &key.at);
        }
        let value = self.expr(key);
        let kinds = value.kinds();
        let demand = Demand {
            if_null: ("Null value as key", "A key must not be null."),
            if_wrong: ("Incorrect key type", ""),
        };
        match self.demanded(&value, &Type::String, &demand, &key.at)? {
            Value::String(name) => Some((name, kinds)),
            _ => None,
        }
    }
}

/// Locals that double each other must not exhaust the memory.
const MAX_TEXT: usize = 64 * 1024 * 1024;

/// The largest number of parts in a value.
const MAX_PARTS: usize = 1_000_000;

#[cfg(test)]
mod tests;
