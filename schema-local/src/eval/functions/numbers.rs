//! Numbers: `min`, `max`, `range`.

use schema_runtime::number::Number;
use schema_runtime::ty::Type;

use super::{Answer, Failure, FunctionContext, number_of};
use crate::eval::TypedValue;

/// Terraform makes no longer lists.
const MAX_RANGE: usize = 1024;

pub(super) fn min(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let least = args.iter().map(|arg| number_of(Some(arg))).min();
    least
        .map(TypedValue::number)
        .ok_or_else(|| "must pass at least one number".into())
}

pub(super) fn max(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let greatest = args.iter().map(|arg| number_of(Some(arg))).max();
    greatest
        .map(TypedValue::number)
        .ok_or_else(|| "must pass at least one number".into())
}

pub(super) fn range(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let given: Vec<Number> = args.iter().map(|arg| number_of(Some(arg))).collect();
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
