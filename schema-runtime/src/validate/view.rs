//! Values as validator predicates see them.

use std::cmp::Ordering;

use schema_rules::Bound;
use schema_rules::validator::{Exact, View};

use crate::number::Number;
use crate::value::SetValue;
use crate::value::Value;

impl View for Value {
    type Number = Number;

    fn text(&self) -> Option<&str> {
        self.as_str()
    }

    fn truth(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    fn number(&self) -> Option<&Number> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// A set with unknown elements may shrink.
    fn elements(&self) -> Option<u64> {
        match self {
            Value::Set(set) if !set.iter().all(Value::is_wholly_known) => None,
            other => other.element_count().map(|count| count as u64),
        }
    }

    fn has_null_element(&self) -> bool {
        self.is_collection() && self.children().any(Value::is_null)
    }

    fn has_equal_elements(&self) -> bool {
        match self {
            Value::List(elements) => {
                let unique: SetValue = elements.iter().cloned().collect();
                unique.len() != elements.len()
            }
            _ => false,
        }
    }

    fn is_zero(&self) -> bool {
        self.is_zero()
    }
}

impl Exact for Number {
    fn order(&self, other: Bound) -> Option<Ordering> {
        let other = match other {
            Bound::Integer(other) => Number::from(other),
            Bound::Float(other) => Number::from_f64(other).ok()?,
        };
        Some(self.cmp(&other))
    }

    fn whole(&self) -> Option<i128> {
        self.as_i128()
    }

    fn whole_positive(&self) -> Option<u128> {
        self.as_u128()
    }
}
