//! Checks constants against validators: only the compiler can evaluate these, not the derive.

use schema_rules::validator::Constant;

use super::message::{Message, equal};

use crate::schema::Validator;

const fn passes(validator: &Validator, constant: Constant<'_>) -> bool {
    match validator.predicate() {
        Some(predicate) => predicate.passes_constant(constant),
        None => true,
    }
}

/// Whether a string passes; true where only run time can tell.
#[must_use]
pub const fn text_passes(text: &str, validator: &Validator) -> bool {
    passes(validator, Constant::Text(text))
}

/// A type without strings for its variants: any type except a `SchemaEnum`, whose inherent constant
/// takes precedence.
pub trait NoTexts {
    /// Each variant's name and text.
    const __TEXTS: &'static [(&'static str, &'static str)] = &[];
}

impl<T> NoTexts for T {}

/// Whether the text of this variant passes, if it has one.
#[must_use]
pub const fn variant_passes(texts: &[(&str, &str)], variant: &str, validator: &Validator) -> bool {
    for_each!(&named in texts, {
        if equal(named.0, variant) {
            return text_passes(named.1, validator);
        }
    });
    true
}

/// Whether a whole number passes; true where only run time can tell.
#[must_use]
pub const fn integer_passes(number: i128, validator: &Validator) -> bool {
    passes(validator, Constant::Integer(number))
}

/// Whether a number with a fraction passes; true where only run time can tell.
#[must_use]
pub const fn float_passes(number: f64, validator: &Validator) -> bool {
    passes(validator, Constant::Float(number))
}

/// Whether any value passes a validator, by its interval or divisor.
#[must_use]
pub const fn anything_passes(validator: &Validator) -> bool {
    match validator.predicate() {
        Some(predicate) => predicate.anything_passes(),
        None => true,
    }
}

/// Whether the value at this position of a validator's list differs from all before it.
#[must_use]
pub const fn is_new_at(validator: &Validator, position: usize) -> bool {
    match validator.predicate() {
        Some(predicate) => predicate.is_new_at(position),
        None => true,
    }
}

/// Integer types: a constant that is a limit may have any of these.
#[diagnostic::on_unimplemented(
    message = "the limit is a `{Self}`, but counts and comparisons need whole numbers",
    label = "this is not a whole number",
    note = "help: write a constant of an integer type, or the number itself"
)]
pub trait WholeNumber: Copy {
    /// Whether it has negative values.
    const SIGN: bool;
}

macro_rules! whole_numbers {
    ($($ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl WholeNumber for $ty {
            const SIGN: bool = <$ty>::MIN != 0;
        }
    )*};
}
whole_numbers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// Requires that a limit is a whole number.
pub fn whole_number<T: WholeNumber>(_: T) {}

/// Whether the type of a limit has negative values.
#[must_use]
pub const fn has_sign<T: WholeNumber>(_: T) -> bool {
    T::SIGN
}

/// A constant as an end of a range of numbers. If it is outside the possible numbers,
/// [`assert_end`] reports it.
#[must_use]
pub const fn range_end(number: i128, sign: bool) -> i128 {
    if number < 0 && !sign {
        i128::MAX
    } else {
        number
    }
}

/// Stops the compiler if an end of a range fits only `u128`.
#[track_caller]
pub const fn assert_end(number: i128, sign: bool) {
    if number < 0 && !sign {
        Message::new()
            .add("the ends of a range are at most `i128::MAX`, but this one is greater")
            .refuse("omit this end, or write your own check: `custom = my_check`")
    }
}

/// A constant as a divisor. [`assert_limit`] reports one that is out of range.
#[must_use]
pub const fn limit(number: i128) -> i64 {
    if number < i64::MIN as i128 {
        i64::MIN
    } else if number > i64::MAX as i128 {
        i64::MAX
    } else {
        number as i64
    }
}

/// A constant as a limit of a count. [`assert_count`] reports one that is invalid.
#[must_use]
pub const fn count(number: i128) -> u64 {
    if number < 0 {
        0
    } else if number > u64::MAX as i128 {
        u64::MAX
    } else {
        number as u64
    }
}

/// A constant as a limit of the bits of a network; a limit that is too large stays too large.
#[must_use]
pub const fn bits(number: i128) -> u32 {
    let number = count(number);
    if number > 128 { 129 } else { number as u32 }
}

/// Stops the compiler if a limit of numbers is out of range.
#[track_caller]
pub const fn assert_limit(number: i128) {
    if limit(number) as i128 != number {
        Message::new()
            .add("limits are whole numbers of 64 bits with a sign, but this one is out of range")
            .refuse("omit this end, or write your own check: `custom = my_check`")
    }
}

/// Stops the compiler if a limit of a count is invalid.
#[track_caller]
pub const fn assert_count(number: i128) {
    if count(number) as i128 != number {
        Message::new()
            .add("a count is 0 or more, but this limit is not")
            .refuse("write a limit of 0 or more, or omit this end")
    }
}

/// Stops the compiler with this text unless the condition holds.
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
        let length = Validator::new(Predicate::Length {
            min: Some(2),
            max: Some(3),
        });
        for (text, passes) in [("ä", false), ("äö", true), ("äöü", true), ("äöüß", false)]
        {
            assert_eq!(text_passes(text, &length), passes, "{text}");
        }
        const LISTED: &[Text] = &[Text::text("a"), Text::text("b")];
        let list = Validator::new(Predicate::OneOf {
            values: Ref::Static { value: LISTED },
        });
        assert!(text_passes("b", &list) && !text_passes("c", &list) && is_new_at(&list, 1));
        const NUMBERS: &[f64] = &[0.5, 1.0, 0.5];
        let list = Validator::new(Predicate::OneOfNumbers {
            values: Ref::Static { value: NUMBERS },
        });
        assert!(float_passes(1.0, &list) && !float_passes(1.5, &list));
        assert!(is_new_at(&list, 1) && !is_new_at(&list, 2));
        let list = Validator::new(Predicate::OneOfIntegers {
            values: Ref::Static {
                value: &[-1, u64::MAX as i128, -1],
            },
        });
        assert!(integer_passes(u64::MAX.into(), &list) && !integer_passes(0, &list));
        assert!(is_new_at(&list, 1) && !is_new_at(&list, 2));
        let range = Validator::new(Predicate::Range(Range::Integer {
            min: Some(-1),
            max: None,
        }));
        assert!(integer_passes(i128::MAX, &range) && !integer_passes(-2, &range));
        let range = Validator::new(Predicate::Range(Range::Float {
            min: None,
            max: Some(1.5),
            below: false,
        }));
        assert!(float_passes(1.5, &range) && !float_passes(1.6, &range));
        let below = Validator::new(Predicate::Range(Range::Float {
            min: Some(1.5),
            max: Some(1.5),
            below: true,
        }));
        assert!(!float_passes(1.5, &below) && !anything_passes(&below));
        assert!(anything_passes(&range));
        let bytes = Validator::new(Predicate::Bytes {
            min: Some(3),
            max: Some(3),
        });
        assert!(text_passes("äa", &bytes) && !text_passes("aa", &bytes));
        let sector = Validator::new(Predicate::DivisibleBy(512));
        assert!(integer_passes(-1024, &sector) && !integer_passes(1, &sector));
        assert!(anything_passes(&sector));
        assert!(!anything_passes(&Validator::new(Predicate::DivisibleBy(0))));
        assert!(!anything_passes(&Validator::new(Predicate::Network {
            min: 28,
            max: 16
        })));
        assert!(
            !text_passes("", &Validator::new(Predicate::NotZero))
                && !integer_passes(0, &Validator::new(Predicate::NotZero))
        );
    }
}
