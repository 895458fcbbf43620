//! Functions on numbers: `abs`, `ceil`, `floor`, `max`, `min`, `parseint`, `pow`, `range`,
//! `signum`.

use std::cmp::Ordering;

use schema_runtime::number::{ArithmeticError, Number};
use schema_runtime::ty::Type;

use super::{Args, CallResult, Failure};
use crate::language::eval::TypedValue;

/// The longest list that Terraform makes.
const MAX_RANGE: usize = 1024;

/// The running time of `parseint` grows with the square of the number of digits.
const MAX_DIGITS: usize = 512;

/// The least or the greatest number; of equal ones, such as -0 and 0, the first.
pub(super) fn most(args: &Args<'_>, order: Ordering) -> CallResult {
    let numbers = args.all.iter().map(|arg| arg.as_number());
    let most = numbers.reduce(|most, next| if next.cmp(&most) == order { next } else { most });
    most.map(TypedValue::number)
        .ok_or_else(|| "must pass at least one number".into())
}

pub(super) fn range(args: &Args<'_>) -> CallResult {
    let given: Vec<Number> = args.all.iter().map(|arg| arg.as_number()).collect();
    let (start, end, step) = match given.as_slice() {
        [end] => (Number::ZERO, end.clone(), None),
        [start, end] => (start.clone(), end.clone(), None),
        [start, end, step] => (start.clone(), end.clone(), Some(step.clone())),
        _ => return Err("must have one, two, or three arguments".into()),
    };
    let step = step.unwrap_or_else(|| Number::from(if end < start { -1 } else { 1 }));
    let down = step.is_negative();
    if down && end > start {
        return Err("end must be less than start when step is negative".into());
    }
    if !down && end < start {
        return Err("end must be greater than start when step is positive".into());
    }
    let mut numbers = Vec::new();
    let mut next = start;
    while if down { next > end } else { next < end } {
        if numbers.len() >= MAX_RANGE {
            return Err(
                "more than 1024 values were generated; either decrease the difference between \
                 start and end or use a smaller step"
                    .into(),
            );
        }
        numbers.push(TypedValue::number(next.clone()));
        next = next.checked_add(&step)?;
    }
    Ok(TypedValue::list(Type::Number, numbers))
}

fn reckoned(number: Result<Number, ArithmeticError>) -> CallResult {
    Ok(TypedValue::number(number?))
}

pub(super) fn abs(args: &Args<'_>) -> CallResult {
    let number = args.number(0);
    match number.is_negative() {
        true => reckoned(Number::ZERO.checked_sub(&number)),
        false => reckoned(number.checked_add(&Number::ZERO)),
    }
}

pub(super) fn signum(args: &Args<'_>) -> CallResult {
    let sign = args.integer(0)?.signum();
    Ok(TypedValue::number(Number::from_i64(sign)))
}

/// Rounds a number up or down.
pub(super) fn whole(args: &Args<'_>, up: bool) -> CallResult {
    let number = args.number(0);
    if number.is_integer() {
        // -0 becomes 0.
        return reckoned(number.checked_add(&Number::ZERO));
    }
    let one = Number::from_i64(1);
    let rest = number.checked_rem(&one)?;
    // The remainder has the number's sign.
    let toward_zero = number.checked_sub(&rest)?;
    match (up, rest.is_negative()) {
        (true, false) => reckoned(toward_zero.checked_add(&one)),
        (false, true) => reckoned(toward_zero.checked_sub(&one)),
        _ => Ok(TypedValue::number(toward_zero)),
    }
}

/// Computes with 64-bit floats.
pub(super) fn pow(args: &Args<'_>) -> CallResult {
    let (number, power) = (args.number(0), args.number(1));
    let result = number.as_f64().powf(power.as_f64());
    match Number::from_f64(result) {
        Ok(number) if result.is_finite() => Ok(TypedValue::number(number)),
        _ => Err("the result is not a number that can be saved".into()),
    }
}

pub(super) fn parseint(args: &Args<'_>) -> CallResult {
    match args.at(0).ty {
        Type::Dynamic => return Ok(TypedValue::unknown()),
        Type::String => {}
        _ => return Err("first argument must be a string".into()),
    }
    if args.all.iter().any(|arg| arg.value.is_unknown()) {
        return Ok(TypedValue::unknown_not_null(Type::Number));
    }
    let base = u64::try_from(args.integer(1)?).ok();
    let Some(base) = base.filter(|base| (2..=62).contains(base)) else {
        return Err("base must be a whole number between 2 and 62 inclusive".into());
    };
    let text = args.text(0);
    let no_number = || Failure::from("the string is not a whole number in this base");
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() {
        return Err(no_number());
    }
    if digits.len() > MAX_DIGITS {
        return Err("the string is too long: a number has at most 512 digits here".into());
    }
    let mut number = Number::ZERO;
    let base_number = Number::from_u64(base);
    for byte in digits.bytes() {
        // Up to base 36, digits are case-insensitive.
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'A'..=b'Z' if base <= 36 => byte - b'A' + 10,
            b'A'..=b'Z' => byte - b'A' + 36,
            _ => return Err(no_number()),
        };
        if u64::from(digit) >= base {
            return Err(no_number());
        }
        number = number
            .checked_mul(&base_number)
            .and_then(|number| number.checked_add(&Number::from_u64(digit.into())))?;
    }
    match text.starts_with('-') {
        true => reckoned(Number::ZERO.checked_sub(&number)),
        false => Ok(TypedValue::number(number)),
    }
}
