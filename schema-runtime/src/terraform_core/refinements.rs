//! What is known about unknown values: set lengths and refinements.

use std::fmt;

use crate::value::{Refinement, SetValue, Value};

/// How many elements a collection has, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Length {
    min: usize,
    /// `None` means unbounded.
    max: Option<usize>,
}

impl Length {
    pub(super) const fn exactly(count: usize) -> Self {
        Length {
            min: count,
            max: Some(count),
        }
    }

    /// Set elements with an unknown may turn out to equal others; at least one remains.
    pub(super) fn of_set(set: &SetValue) -> Self {
        if set.len() > 1 && !set.iter().all(Value::is_wholly_known) {
            Length {
                min: 1,
                max: Some(set.len()),
            }
        } else {
            Length::exactly(set.len())
        }
    }

    /// For an unknown value, as its refinement says; null has no known length.
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Dynamic(dynamic) => Length::of(&dynamic.value),
            Value::Set(set) => Length::of_set(set),
            Value::Unknown(Some(refinement)) => Length::of_refined(refinement),
            _ => value
                .element_count()
                .map_or(Length { min: 0, max: None }, Length::exactly),
        }
    }

    fn of_refined(refinement: &Refinement) -> Self {
        let bound = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
        Length {
            min: refinement.length_min.map_or(0, bound),
            max: refinement.length_max.map(bound),
        }
    }

    pub(super) fn may_equal(self, other: Length) -> bool {
        self.max.is_none_or(|max| other.min <= max) && other.max.is_none_or(|max| self.min <= max)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.max {
            Some(1) if self.min == 1 => f.write_str("1 element"),
            Some(max) if self.min == max => write!(f, "{max} elements"),
            Some(max) => write!(f, "{} to {max} elements", self.min),
            None => f.write_str("an unknown number of elements"),
        }
    }
}

/// Whether an unknown with this refinement may turn out to be this value: false only if it
/// certainly cannot.
pub(super) fn may_become(refinement: &Refinement, value: &Value) -> bool {
    if let Value::Dynamic(dynamic) = value {
        return may_become(refinement, &dynamic.value);
    }
    match (refinement.null, value) {
        (_, Value::Unknown(_)) => return true,
        (Some(true), _) => return value.is_null(),
        (Some(false), Value::Null) => return false,
        (None, Value::Null) => return true,
        _ => {}
    }
    match value {
        Value::String(text) => refinement
            .prefix
            .as_ref()
            .is_none_or(|prefix| text.starts_with(&**prefix)),
        Value::Number(number) => {
            let (min, max) = (&refinement.number_min, &refinement.number_max);
            min.as_ref()
                .is_none_or(|(min, equal)| number > min || *equal && number == min)
                && max
                    .as_ref()
                    .is_none_or(|(max, equal)| number < max || *equal && number == max)
        }
        Value::List(_) | Value::Set(_) | Value::Map(_) => {
            Length::of(value).may_equal(Length::of_refined(refinement))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_with_unknown_elements_has_a_range_of_lengths() {
        let set = Value::Set(
            [Value::from("a"), Value::UNKNOWN, Value::UNKNOWN]
                .into_iter()
                .collect(),
        );
        let length = Length::of(&set);
        assert_eq!(length.to_string(), "1 to 3 elements");
        assert!(length.may_equal(Length::exactly(2)));
        assert!(!length.may_equal(Length::exactly(4)));
        assert!(!length.may_equal(Length::exactly(0)));
        let one = Value::Set([Value::UNKNOWN].into_iter().collect());
        assert_eq!(Length::of(&one), Length::exactly(1));
        let refined = Value::Unknown(Some(std::sync::Arc::new(Refinement {
            length_min: Some(4),
            ..Refinement::default()
        })));
        assert!(!length.may_equal(Length::of(&refined)));
        assert!(length.may_equal(Length::of(&Value::UNKNOWN)));
    }

    #[test]
    fn a_refinement_rejects_only_what_certainly_violates_it() {
        let refinement = Refinement {
            null: Some(false),
            prefix: Some("ab".into()),
            ..Refinement::default()
        };
        assert!(may_become(&refinement, &Value::from("abc")));
        assert!(!may_become(&refinement, &Value::from("b")));
        assert!(!may_become(&refinement, &Value::Null));
        assert!(may_become(&refinement, &Value::UNKNOWN));
        assert!(may_become(&Refinement::default(), &Value::Null));
        let lengths = Refinement {
            length_min: Some(2),
            ..Refinement::default()
        };
        assert!(!may_become(&lengths, &Value::List(vec![Value::Null])));
        let numbers = Refinement {
            number_min: Some((1.into(), false)),
            ..Refinement::default()
        };
        assert!(!may_become(&numbers, &Value::from(1)));
        assert!(may_become(&numbers, &Value::from(2)));
    }
}
