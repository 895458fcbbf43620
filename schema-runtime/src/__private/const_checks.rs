//! Validators against constants: what the derive cannot evaluate and the compiler can.

use schema_rules::validator::Constant;

use crate::schema::Validator;

/// Whether a text passes; true where only run time can tell.
#[must_use]
pub const fn text_passes(text: &str, validator: &Validator) -> bool {
    match validator.predicate() {
        Some(predicate) => predicate.passes_constant(Constant::Text(text)),
        None => true,
    }
}

/// Whether a whole number passes; true where only run time can tell.
#[must_use]
pub const fn integer_passes(number: i128, validator: &Validator) -> bool {
    match validator.predicate() {
        Some(predicate) => predicate.passes_constant(Constant::Integer(number)),
        None => true,
    }
}

/// Whether a number with a fraction passes; true where only run time can tell.
#[must_use]
pub const fn float_passes(number: f64, validator: &Validator) -> bool {
    match validator.predicate() {
        Some(predicate) => predicate.passes_constant(Constant::Float(number)),
        None => true,
    }
}

/// Whether anything passes a validator, by its interval or divisor.
#[must_use]
pub const fn anything_passes(validator: &Validator) -> bool {
    match validator.predicate() {
        Some(predicate) => predicate.anything_passes(),
        None => true,
    }
}

/// Whether the value at this position of a validator's list is none of those before it.
#[must_use]
pub const fn is_new_at(validator: &Validator, position: usize) -> bool {
    match validator.predicate() {
        Some(predicate) => predicate.is_new_at(position),
        None => true,
    }
}

/// Stops the compiler with this text unless something holds.
#[track_caller]
pub const fn assert_that(holds: bool, text: &str) {
    if !holds {
        panic!("{}", text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refs::{Ref, Text};
    use crate::schema::{Predicate, Range};

    #[test]
    fn the_same_verdicts_as_at_run_time() {
        let length = Validator::of(Predicate::Length {
            min: Some(2),
            max: Some(3),
        });
        for (text, passes) in [("ä", false), ("äö", true), ("äöü", true), ("äöüß", false)]
        {
            assert_eq!(text_passes(text, &length), passes, "{text}");
        }
        const LISTED: &[Text] = &[Text::text("a"), Text::text("b")];
        let list = Validator::of(Predicate::OneOf {
            values: Ref::Static { value: LISTED },
        });
        assert!(text_passes("b", &list) && !text_passes("c", &list) && is_new_at(&list, 1));
        const NUMBERS: &[f64] = &[0.5, 1.0, 0.5];
        let list = Validator::of(Predicate::OneOfNumbers {
            values: Ref::Static { value: NUMBERS },
        });
        assert!(float_passes(1.0, &list) && !float_passes(1.5, &list));
        assert!(is_new_at(&list, 1) && !is_new_at(&list, 2));
        let list = Validator::of(Predicate::OneOfIntegers {
            values: Ref::Static {
                value: &[-1, u64::MAX as i128, -1],
            },
        });
        assert!(integer_passes(u64::MAX.into(), &list) && !integer_passes(0, &list));
        assert!(is_new_at(&list, 1) && !is_new_at(&list, 2));
        let range = Validator::of(Predicate::Range(Range::Integer {
            min: Some(-1),
            max: None,
        }));
        assert!(integer_passes(i128::MAX, &range) && !integer_passes(-2, &range));
        let range = Validator::of(Predicate::Range(Range::Float {
            min: None,
            max: Some(1.5),
            below: false,
        }));
        assert!(float_passes(1.5, &range) && !float_passes(1.6, &range));
        let below = Validator::of(Predicate::Range(Range::Float {
            min: Some(1.5),
            max: Some(1.5),
            below: true,
        }));
        assert!(!float_passes(1.5, &below) && !anything_passes(&below));
        assert!(anything_passes(&range));
        let bytes = Validator::of(Predicate::Bytes {
            min: Some(3),
            max: Some(3),
        });
        assert!(text_passes("äa", &bytes) && !text_passes("aa", &bytes));
        let sector = Validator::of(Predicate::DivisibleBy(512));
        assert!(integer_passes(-1024, &sector) && !integer_passes(1, &sector));
        assert!(anything_passes(&sector));
        assert!(!anything_passes(&Validator::of(Predicate::DivisibleBy(0))));
        assert!(!anything_passes(&Validator::of(Predicate::Network {
            min: 28,
            max: 16
        })));
        assert!(
            !text_passes("", &Validator::of(Predicate::NotZero))
                && !integer_passes(0, &Validator::of(Predicate::NotZero))
        );
    }
}
