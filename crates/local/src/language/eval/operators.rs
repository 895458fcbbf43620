//! Operators and conditionals.

use schema_runtime::convert;
use schema_runtime::number::Number;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Demand, Evaluator, TypedValue, conversion};
use crate::language::hcl::ast::{Expr, Operator};
use crate::source::Location;

/// An operand, converted to the type that its operator needs.
enum Operand<T> {
    Known(T),
    Unknown,
    /// The error is already reported.
    Invalid,
}

impl Evaluator<'_> {
    fn operand(
        &mut self,
        expr: &Expr,
        value: &TypedValue,
        ty: &Type,
        operator: &str,
    ) -> Operand<Value> {
        match conversion(value, ty).map(|typed| typed.value) {
            Ok(Value::Unknown(_)) => Operand::Unknown,
            Ok(Value::Null) => {
                let detail = format!(
                    "Unsuitable value for the operand of \"{operator}\": must not be null."
                );
                self.fail("Invalid operand", detail, &expr.at);
                Operand::Invalid
            }
            Ok(value) => Operand::Known(value),
            Err(reason) => {
                let detail =
                    format!("Unsuitable value for the operand of \"{operator}\": {reason}.");
                self.fail("Invalid operand", detail, &expr.at);
                Operand::Invalid
            }
        }
    }

    fn bool_operand(&mut self, expr: &Expr, value: &TypedValue, operator: &str) -> Operand<bool> {
        match self.operand(expr, value, &Type::Bool, operator) {
            Operand::Known(Value::Bool(value)) => Operand::Known(value),
            Operand::Invalid => Operand::Invalid,
            _ => Operand::Unknown,
        }
    }

    fn number_operand(
        &mut self,
        expr: &Expr,
        value: &TypedValue,
        operator: &str,
    ) -> Operand<Number> {
        match self.operand(expr, value, &Type::Number, operator) {
            Operand::Known(Value::Number(value)) => Operand::Known(value),
            Operand::Invalid => Operand::Invalid,
            _ => Operand::Unknown,
        }
    }

    pub(super) fn not(&mut self, expr: &Expr) -> TypedValue {
        let value = self.expr(expr);
        match self.bool_operand(expr, &value, "!") {
            Operand::Known(known) => TypedValue::bool(!known),
            _ => TypedValue::unknown_not_null(Type::Bool),
        }
        .marked(value.kinds())
    }

    pub(super) fn negate(&mut self, expr: &Expr) -> TypedValue {
        let value = self.expr(expr);
        match self.number_operand(expr, &value, "-") {
            Operand::Known(known) => TypedValue::new(Type::Number, Value::Number(-known)),
            _ => TypedValue::unknown_not_null(Type::Number),
        }
        .marked(value.kinds())
    }

    pub(super) fn binary(
        &mut self,
        left: &Expr,
        operator: Operator,
        right: &Expr,
        at: &Location,
    ) -> TypedValue {
        let (a, b) = (self.expr(left), self.expr(right));
        let kinds = a.kinds() | b.kinds();
        let symbol = operator.symbol();
        let result = match operator {
            Operator::Equal | Operator::NotEqual => match equal(&a, &b) {
                Some(equal) => TypedValue::bool(equal == (operator == Operator::Equal)),
                None => TypedValue::unknown_not_null(Type::Bool),
            },
            Operator::And | Operator::Or => {
                let a = self.bool_operand(left, &a, symbol);
                let b = self.bool_operand(right, &b, symbol);
                match (a, b) {
                    (Operand::Known(a), Operand::Known(b)) => {
                        TypedValue::bool(if operator == Operator::And {
                            a && b
                        } else {
                            a || b
                        })
                    }
                    _ => TypedValue::unknown_not_null(Type::Bool),
                }
            }
            _ => {
                let a = self.number_operand(left, &a, symbol);
                let b = self.number_operand(right, &b, symbol);
                match (a, b) {
                    (Operand::Known(a), Operand::Known(b)) => {
                        self.number(&a, operator, &b, kinds.any(), at)
                    }
                    _ if is_comparison(operator) => TypedValue::unknown_of(Type::Bool),
                    _ => TypedValue::unknown_not_null(Type::Number),
                }
            }
        };
        result.marked(kinds)
    }

    fn number(
        &mut self,
        a: &Number,
        operator: Operator,
        b: &Number,
        is_hidden: bool,
        at: &Location,
    ) -> TypedValue {
        let result = match operator {
            Operator::Less => return TypedValue::bool(a < b),
            Operator::LessOrEqual => return TypedValue::bool(a <= b),
            Operator::Greater => return TypedValue::bool(a > b),
            Operator::GreaterOrEqual => return TypedValue::bool(a >= b),
            Operator::Add => a.checked_add(b),
            Operator::Subtract => a.checked_sub(b),
            Operator::Multiply => a.checked_mul(b),
            Operator::Divide => a.checked_div(b),
            _ => a.checked_rem(b),
        };
        match result {
            Ok(number) => TypedValue::new(Type::Number, Value::Number(number)),
            Err(error) => {
                let hidden = format!("\"{}\": {error}.", operator.symbol());
                self.fail_unless_hidden(
                    "Operation failed",
                    format!("{a} {} {b}: {error}.", operator.symbol()),
                    is_hidden.then_some(&hidden),
                    at,
                );
                TypedValue::unknown_of(Type::Number)
            }
        }
    }

    pub(super) fn conditional(
        &mut self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        at: &Location,
    ) -> TypedValue {
        let decides = self.expr(condition);
        let kinds = decides.kinds();
        let demand = Demand {
            if_null: (
                "Null condition",
                "The condition value is null. Conditions must either be true or false.",
            ),
            if_wrong: (
                "Incorrect condition type",
                "The condition must be of type bool",
            ),
        };
        let chosen = self.demanded(&decides, &Type::Bool, &demand, &condition.at);
        let chosen = chosen.map(|chosen| chosen == Value::Bool(true));
        // Errors in the result that is not chosen are ignored.
        let before = self.messages.clone();
        let a = self.expr(then);
        if chosen == Some(false) {
            *self.messages = before.clone();
        }
        let kept = self.messages.clone();
        let b = self.expr(otherwise);
        if chosen == Some(true) {
            *self.messages = kept;
        }
        let Some(ty) = common_type(&a, &b) else {
            let hidden = (a.kinds() | b.kinds()).any().then_some(
                "The true and false result expressions must have consistent types; the values are \
                 sensitive, so their types are not shown.",
            );
            return self.fail_unless_hidden(
                "Inconsistent conditional result types",
                format!(
                    "The true and false result expressions must have consistent types: the \
                     'true' value is {}, the 'false' value is {}.",
                    a.ty, b.ty
                ),
                hidden,
                at,
            );
        };
        let result = match chosen {
            Some(true) => conversion(&a, &ty),
            Some(false) => conversion(&b, &ty),
            None => {
                let not_null = a.is_certainly_not_null() && b.is_certainly_not_null();
                let unknown = match not_null {
                    true => TypedValue::unknown_not_null(ty),
                    false => TypedValue::unknown_of(ty),
                };
                Ok(unknown.marked(a.kinds() | b.kinds()))
            }
        };
        match result {
            // Marks of whole values come from both results, including the one that is not chosen.
            Ok(typed) => typed.marked(kinds | a.whole_kinds() | b.whole_kinds()),
            Err(reason) => self.fail(
                "Inconsistent conditional result types",
                format!("{reason}."),
                at,
            ),
        }
    }
}

/// The type of a conditional's result.
fn common_type(a: &TypedValue, b: &TypedValue) -> Option<Type> {
    if a.ty == b.ty {
        return Some(a.ty.clone());
    }
    // A literal null takes the other type; a fully unknown value could have any type.
    match (&a.ty, &b.ty) {
        (Type::Dynamic, other) | (other, Type::Dynamic) => {
            let dynamic = if a.ty == Type::Dynamic { a } else { b };
            Some(if dynamic.value.is_null() {
                other.clone()
            } else {
                Type::Dynamic
            })
        }
        _ => convert::unify_unsafe(&[a.ty.clone(), b.ty.clone()]),
    }
}

fn is_comparison(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual
    )
}

/// Equality in the language: no conversions, null equals null, and an unknown part makes the result
/// unknown unless an earlier part differs.
pub(super) fn equal(a: &TypedValue, b: &TypedValue) -> Option<bool> {
    match (&a.value, &b.value) {
        (Value::Unknown(Some(known)), Value::Null) | (Value::Null, Value::Unknown(Some(known)))
            if known.null.is_some() =>
        {
            known.null
        }
        (Value::Unknown(_), _) | (_, Value::Unknown(_)) => None,
        (Value::Null, other) | (other, Value::Null) => Some(other.is_null()),
        _ if a.ty != b.ty => Some(false),
        (a, b) => equal_values(a, b),
    }
}

fn equal_values(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Unknown(_), _) | (_, Value::Unknown(_)) => None,
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b)) => {
            if a.len() != b.len() {
                return Some(false);
            }
            all(a.iter().zip(b).map(|(a, b)| equal_values(a, b)))
        }
        (Value::Map(a), Value::Map(b)) => {
            if !a.keys().eq(b.keys()) {
                return Some(false);
            }
            all(a.values().zip(b.values()).map(|(a, b)| equal_values(a, b)))
        }
        (Value::Set(_), Value::Set(_)) if !(a.is_wholly_known() && b.is_wholly_known()) => None,
        (Value::Dynamic(a), Value::Dynamic(b)) => {
            if a.ty == b.ty {
                equal_values(&a.value, &b.value)
            } else {
                Some(false)
            }
        }
        _ => Some(a == b),
    }
}

/// As in Terraform Core: the first part that differs or is unknown decides.
fn all(mut results: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    results
        .find(|result| *result != Some(true))
        .unwrap_or(Some(true))
}
