//! Operators and conditionals.

use schema_runtime::convert;
use schema_runtime::number::Number;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Demand, Evaluator, TypedValue, conversion};
use crate::language::hcl::ast::{BinaryOperator, Expr};
use crate::source::Location;

const INCONSISTENT: &str = "Inconsistent conditional result types";

impl Evaluator<'_> {
    /// An operand as a value of the type that its operator needs; `None` if it is unknown, or
    /// invalid, which is reported.
    fn operand(
        &mut self,
        expr: &Expr,
        value: &TypedValue,
        ty: &Type,
        operator: &str,
    ) -> Option<Value> {
        const SUMMARY: &str = "Invalid operand";
        let wrong = format!("Unsuitable value for the operand of \"{operator}\": ");
        let null = format!("{wrong}must not be null.");
        let demand = Demand {
            if_null: (SUMMARY, &null),
            if_wrong: (SUMMARY, &wrong),
        };
        self.demanded(value, ty, &demand, &expr.at)
    }

    pub(super) fn not(&mut self, expr: &Expr) -> TypedValue {
        let value = self.expr(expr);
        match self.operand(expr, &value, &Type::Bool, "!") {
            Some(Value::Bool(known)) => TypedValue::bool(!known),
            _ => TypedValue::unknown_not_null(Type::Bool),
        }
        .marked(value.kinds())
    }

    pub(super) fn negate(&mut self, expr: &Expr) -> TypedValue {
        let value = self.expr(expr);
        match self.operand(expr, &value, &Type::Number, "-") {
            Some(Value::Number(known)) => TypedValue::number(-known),
            _ => TypedValue::unknown_not_null(Type::Number),
        }
        .marked(value.kinds())
    }

    pub(super) fn binary(
        &mut self,
        left: &Expr,
        operator: BinaryOperator,
        right: &Expr,
        at: &Location,
    ) -> TypedValue {
        let (a, b) = (self.expr(left), self.expr(right));
        let kinds = a.kinds() | b.kinds();
        let symbol = operator.as_str();
        let result = match operator {
            BinaryOperator::Eq | BinaryOperator::NotEq => match equal(&a, &b) {
                Some(equal) => TypedValue::bool(equal == (operator == BinaryOperator::Eq)),
                None => TypedValue::unknown_not_null(Type::Bool),
            },
            BinaryOperator::And | BinaryOperator::Or => {
                let a = self.operand(left, &a, &Type::Bool, symbol);
                let b = self.operand(right, &b, &Type::Bool, symbol);
                match (a, b) {
                    (Some(Value::Bool(a)), Some(Value::Bool(b))) => {
                        TypedValue::bool(match operator {
                            BinaryOperator::And => a && b,
                            _ => a || b,
                        })
                    }
                    _ => TypedValue::unknown_not_null(Type::Bool),
                }
            }
            _ => {
                let a = self.operand(left, &a, &Type::Number, symbol);
                let b = self.operand(right, &b, &Type::Number, symbol);
                match (a, b) {
                    (Some(Value::Number(a)), Some(Value::Number(b))) => {
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
        operator: BinaryOperator,
        b: &Number,
        is_hidden: bool,
        at: &Location,
    ) -> TypedValue {
        let result = match operator {
            BinaryOperator::Less => return TypedValue::bool(a < b),
            BinaryOperator::LessEq => return TypedValue::bool(a <= b),
            BinaryOperator::Greater => return TypedValue::bool(a > b),
            BinaryOperator::GreaterEq => return TypedValue::bool(a >= b),
            BinaryOperator::Plus => a.checked_add(b),
            BinaryOperator::Minus => a.checked_sub(b),
            BinaryOperator::Mul => a.checked_mul(b),
            BinaryOperator::Div => a.checked_div(b),
            _ => a.checked_rem(b),
        };
        match result {
            Ok(number) => TypedValue::number(number),
            Err(error) => {
                let operation = match is_hidden {
                    true => format!("\"{operator}\""),
                    false => format!("{a} {operator} {b}"),
                };
                self.fail("Operation failed", format!("{operation}: {error}."), at);
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
                "The condition must be of type bool: ",
            ),
        };
        let chosen = self.demanded(&decides, &Type::Bool, &demand, &condition.at);
        let chosen = chosen.map(|chosen| chosen == Value::Bool(true));
        let (a, of_a) = self.attempt(then);
        let (b, of_b) = self.attempt(otherwise);
        // Errors in the result that is not chosen are ignored.
        if chosen != Some(false) {
            self.messages.extend(of_a);
        }
        if chosen != Some(true) {
            self.messages.extend(of_b);
        }
        let Some(ty) = common_type(&a, &b) else {
            let types = match (a.kinds() | b.kinds()).any() {
                true => "; the values are sensitive, so their types are not shown".to_owned(),
                false => format!(
                    ": the 'true' value is {}, the 'false' value is {}",
                    a.ty, b.ty
                ),
            };
            let what = "The true and false result expressions must have consistent types";
            return self.fail(INCONSISTENT, format!("{what}{types}."), at);
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
            Err(reason) => self.fail(INCONSISTENT, format!("{reason}."), at),
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

fn is_comparison(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Less
            | BinaryOperator::LessEq
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEq
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
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b))
            if a.len() == b.len() =>
        {
            all(a.iter().zip(b).map(|(a, b)| equal_values(a, b)))
        }
        (Value::Map(a), Value::Map(b)) if a.keys().eq(b.keys()) => {
            all(a.values().zip(b.values()).map(|(a, b)| equal_values(a, b)))
        }
        (Value::Set(_), Value::Set(_)) if !(a.is_wholly_known() && b.is_wholly_known()) => None,
        (Value::Dynamic(a), Value::Dynamic(b)) if a.ty == b.ty => equal_values(&a.value, &b.value),
        _ => Some(a == b),
    }
}

/// As in Terraform Core: the first part that differs or is unknown decides.
fn all(mut results: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    results
        .find(|result| *result != Some(true))
        .unwrap_or(Some(true))
}
