//! Functions on numbers: `abs`, `ceil`, `floor`, `max`, `min`, `parseint`, `pow`, `range`,
//! `signum`.

use schema_runtime::number::Number;
use schema_runtime::ty::Type;

use super::{Args, CallResult, Failure};
use crate::language::eval::TypedValue;

/// The longest list that Terraform makes.
const MAX_RANGE: usize = 1024;

/// The running time of `parseint` grows with the square of the number of digits.
const MAX_DIGITS: usize = 512;

pub(super) fn min(args: &Args<'_>) -> CallResult {
    let least = args.all.iter().map(|arg| arg.as_number()).min();
    least
        .map(TypedValue::number)
        .ok_or_else(|| "must pass at least one number".into())
}

pub(super) fn max(args: &Args<'_>) -> CallResult {
    let numbers = args.all.iter().map(|arg| arg.as_number());
    // Of -0 and 0, `max` takes the first one, as `min` does.
    let greatest = numbers.reduce(|most, number| if number > most { number } else { most });
    greatest
        .map(TypedValue::number)
        .ok_or_else(|| "must pass at least one number".into())
}

pub(super) fn range(args: &Args<'_>) -> CallResult {
    let given: Vec<Number> = args.all.iter().map(|arg| arg.as_number()).collect();
    let default_step = |start: &Number, end: &Number| {
        if end < start {
            Number::from(-1)
        } else {
            Number::from(1)
        }
    };
    let (start, end, step) = match given.as_slice() {
        [end] => (Number::ZERO, end.clone(), default_step(&Number::ZERO, end)),
        [start, end] => (start.clone(), end.clone(), default_step(start, end)),
        [start, end, step] => (start.clone(), end.clone(), step.clone()),
        _ => return Err("must have one, two, or three arguments".into()),
    };
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
        next = next
            .checked_add(&step)
            .map_err(|error| Failure::Plain(error.to_string().into()))?;
    }
    Ok(TypedValue::list(Type::Number, numbers))
}

fn reckoned<E: std::fmt::Display>(number: Result<Number, E>) -> CallResult {
    let number = number.map_err(|error| Failure::Plain(error.to_string().into()))?;
    Ok(TypedValue::number(number))
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
fn whole(number: &Number, up: bool) -> CallResult {
    if number.is_integer() {
        // -0 becomes 0.
        return reckoned(number.checked_add(&Number::ZERO));
    }
    let one = Number::from_i64(1);
    let rest = number
        .checked_rem(&one)
        .map_err(|error| Failure::Plain(error.to_string().into()))?;
    // The remainder has the number's sign.
    let toward_zero = number
        .checked_sub(&rest)
        .map_err(|error| Failure::Plain(error.to_string().into()))?;
    match (up, rest.is_negative()) {
        (true, false) => reckoned(toward_zero.checked_add(&one)),
        (false, true) => reckoned(toward_zero.checked_sub(&one)),
        _ => Ok(TypedValue::number(toward_zero)),
    }
}

pub(super) fn ceil(args: &Args<'_>) -> CallResult {
    whole(&args.number(0), true)
}

pub(super) fn floor(args: &Args<'_>) -> CallResult {
    whole(&args.number(0), false)
}

/// Computes with 64-bit floats.
pub(super) fn pow(args: &Args<'_>) -> CallResult {
    let (number, power) = (args.number(0), args.number(1));
    let result = number.as_f64().powf(power.as_f64());
    if !result.is_finite() {
        return Err("the result is not a number that can be saved".into());
    }
    reckoned(Number::from_f64(result))
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
            .and_then(|number| number.checked_add(&Number::from_u64(digit.into())))
            .map_err(|error| Failure::Plain(error.to_string().into()))?;
    }
    match text.starts_with('-') {
        true => reckoned(Number::ZERO.checked_sub(&number)),
        false => Ok(TypedValue::number(number)),
    }
}
