//! Validators against constants: what the derive cannot evaluate and the compiler can.

use super::message::equal;
use crate::schema::{Range, Validator};

/// Whether a text passes; true where only run time can tell.
#[must_use]
pub const fn text_passes(text: &str, validator: &Validator) -> bool {
    match validator {
        Validator::Length { min, max } => {
            let length = characters(text);
            at_least(length, min) && at_most(length, max)
        }
        Validator::Bytes { min, max } => {
            let length = text.len() as u64;
            at_least(length, min) && at_most(length, max)
        }
        Validator::NotZero => !text.is_empty(),
        Validator::OneOf { values } => {
            let values = values.const_slice();
            let mut i = 0;
            while i < values.len() {
                if equal(values[i].const_str(), text) {
                    return true;
                }
                i += 1;
            }
            false
        }
        _ => true,
    }
}

const fn at_least(number: u64, min: &Option<u64>) -> bool {
    match min {
        Some(min) => number >= *min,
        None => true,
    }
}

const fn at_most(number: u64, max: &Option<u64>) -> bool {
    match max {
        Some(max) => number <= *max,
        None => true,
    }
}

/// The number of characters: all bytes but those that continue one.
const fn characters(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let (mut i, mut count) = (0, 0);
    while i < bytes.len() {
        if bytes[i] & 0xC0 != 0x80 {
            count += 1;
        }
        i += 1;
    }
    count
}

/// Whether a whole number passes; true where only run time can tell.
#[must_use]
pub const fn integer_passes(number: i128, validator: &Validator) -> bool {
    match validator {
        Validator::Range(Range::Integer { min, max }) => {
            (match min {
                Some(min) => number >= *min as i128,
                None => true,
            }) && (match max {
                Some(max) => number <= *max as i128,
                None => true,
            })
        }
        // A divisor of 0 is told at the divisor.
        Validator::DivisibleBy { divisor } => {
            *divisor == 0 || number.wrapping_rem(*divisor as i128) == 0
        }
        Validator::NotZero => number != 0,
        Validator::OneOfIntegers { values } => {
            let values = values.const_slice();
            let mut i = 0;
            while i < values.len() {
                if values[i] == number {
                    return true;
                }
                i += 1;
            }
            false
        }
        _ => true,
    }
}

/// Whether a number with a fraction passes; true where only run time can tell.
#[must_use]
pub const fn float_passes(number: f64, validator: &Validator) -> bool {
    match validator {
        Validator::Range(Range::Float { min, max, below }) => {
            (match min {
                Some(min) => number >= *min,
                None => true,
            }) && (match max {
                Some(max) => number < *max || (number <= *max && !*below),
                None => true,
            })
        }
        Validator::NotZero => number != 0.0,
        Validator::OneOfNumbers { values } => {
            let values = values.const_slice();
            let mut i = 0;
            while i < values.len() {
                if values[i] == number {
                    return true;
                }
                i += 1;
            }
            false
        }
        _ => true,
    }
}

/// Whether something passes a validator, by its interval or divisor.
#[must_use]
pub const fn something_fits(validator: &Validator) -> bool {
    match validator {
        Validator::Length {
            min: Some(min),
            max: Some(max),
        }
        | Validator::Bytes {
            min: Some(min),
            max: Some(max),
        } => *min <= *max,
        Validator::Network { min, max } => *min <= *max && *min <= 128,
        Validator::DivisibleBy { divisor } => *divisor != 0,
        Validator::Range(Range::Integer {
            min: Some(min),
            max: Some(max),
        }) => *min <= *max,
        Validator::Range(Range::Float {
            min: Some(min),
            max: Some(max),
            below,
        }) => *min < *max || (*min <= *max && !*below),
        _ => true,
    }
}

/// Whether the value at this position of a validator's list is none of those before it.
#[must_use]
pub const fn lists_anew(validator: &Validator, position: usize) -> bool {
    let mut i = 0;
    while i < position {
        let same = match validator {
            Validator::OneOf { values } => {
                let values = values.const_slice();
                equal(values[i].const_str(), values[position].const_str())
            }
            Validator::OneOfIntegers { values } => {
                let values = values.const_slice();
                values[i] == values[position]
            }
            Validator::OneOfNumbers { values } => {
                let values = values.const_slice();
                values[i] == values[position]
            }
            _ => false,
        };
        if same {
            return false;
        }
        i += 1;
    }
    true
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

    #[test]
    fn the_same_verdicts_as_at_run_time() {
        let length = Validator::Length {
            min: Some(2),
            max: Some(3),
        };
        for (text, passes) in [("ä", false), ("äö", true), ("äöü", true), ("äöüß", false)]
        {
            assert_eq!(text_passes(text, &length), passes, "{text}");
        }
        const LISTED: &[Text] = &[Text::text("a"), Text::text("b")];
        let list = Validator::OneOf {
            values: Ref::Static { value: LISTED },
        };
        assert!(text_passes("b", &list) && !text_passes("c", &list) && lists_anew(&list, 1));
        const NUMBERS: &[f64] = &[0.5, 1.0, 0.5];
        let list = Validator::OneOfNumbers {
            values: Ref::Static { value: NUMBERS },
        };
        assert!(float_passes(1.0, &list) && !float_passes(1.5, &list));
        assert!(lists_anew(&list, 1) && !lists_anew(&list, 2));
        let list = Validator::OneOfIntegers {
            values: Ref::Static {
                value: &[-1, u64::MAX as i128, -1],
            },
        };
        assert!(integer_passes(u64::MAX.into(), &list) && !integer_passes(0, &list));
        assert!(lists_anew(&list, 1) && !lists_anew(&list, 2));
        let range = Validator::Range(Range::Integer {
            min: Some(-1),
            max: None,
        });
        assert!(integer_passes(i128::MAX, &range) && !integer_passes(-2, &range));
        let range = Validator::Range(Range::Float {
            min: None,
            max: Some(1.5),
            below: false,
        });
        assert!(float_passes(1.5, &range) && !float_passes(1.6, &range));
        let below = Validator::Range(Range::Float {
            min: Some(1.5),
            max: Some(1.5),
            below: true,
        });
        assert!(!float_passes(1.5, &below) && !something_fits(&below));
        assert!(something_fits(&range));
        let bytes = Validator::Bytes {
            min: Some(3),
            max: Some(3),
        };
        assert!(text_passes("äa", &bytes) && !text_passes("aa", &bytes));
        let sector = Validator::DivisibleBy { divisor: 512 };
        assert!(integer_passes(-1024, &sector) && !integer_passes(1, &sector));
        assert!(something_fits(&sector));
        assert!(!something_fits(&Validator::DivisibleBy { divisor: 0 }));
        assert!(!something_fits(&Validator::Network { min: 28, max: 16 }));
        assert!(!text_passes("", &Validator::NotZero) && !integer_passes(0, &Validator::NotZero));
    }
}
