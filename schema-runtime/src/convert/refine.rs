//! What is known about an unknown value after its conversion.

use crate::codec::MAX_IMPLIED_ELEMENTS;
use crate::ty::Type;
use crate::value::{Refinement, Value};

/// Converts an unknown of type `from` to an unknown of type `to`, or to a value that is now
/// certain: a list of exactly two elements is known except for these.
pub(super) fn unknown(from: &Type, known: Option<&Refinement>, to: &Type) -> Value {
    let not_null = known.is_some_and(|known| known.null == Some(false));
    let mut refined = Refinement {
        null: not_null.then_some(false),
        ..Refinement::default()
    };
    let (least, greatest) = known.map_or((None, None), |it| (it.length_min, it.length_max));
    let bounds = |least: usize, greatest: usize| (Some(least as u64), Some(greatest as u64));
    (refined.length_min, refined.length_max) = match (from, to) {
        (Type::Object(attributes), Type::Map(_)) => bounds(attributes.len(), attributes.len()),
        (Type::Tuple(elements), Type::List(_)) => bounds(elements.len(), elements.len()),
        // Elements may turn out equal, but do not vanish.
        (Type::Tuple(elements), Type::Set(_)) => bounds(elements.len().min(1), elements.len()),
        (Type::List(_) | Type::Set(_) | Type::Map(_), Type::Set(_)) => {
            (least.map(|n| n.min(1)), greatest)
        }
        (Type::List(_) | Type::Set(_) | Type::Map(_), Type::List(_) | Type::Map(_)) => {
            (least, greatest)
        }
        _ => (None, None),
    };
    refined.length_min = refined.length_min.filter(|least| *least > 0);
    if not_null {
        match (to, refined.length_min.unwrap_or(0), refined.length_max) {
            (Type::List(_), least, Some(greatest))
                if least == greatest && greatest <= MAX_IMPLIED_ELEMENTS as u64 =>
            {
                return Value::List(vec![Value::UNKNOWN; greatest as usize]);
            }
            (Type::Set(_), 0, Some(0)) => return Value::Set(Default::default()),
            (Type::Set(_), 1, Some(1)) => {
                return Value::Set([Value::UNKNOWN].into_iter().collect());
            }
            (Type::Map(_), 0, Some(0)) => return Value::Map(Default::default()),
            _ => {}
        }
    }
    Value::refined(refined)
}
