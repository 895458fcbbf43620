//! Why two types are incompatible.

use super::conversion::{Rules, conversion, position};
use super::error::ConvertError;
use crate::ty::Type;

/// Why there is no conversion: the innermost path at which two types are incompatible.
pub(super) fn mismatch(from: &Type, to: &Type, rules: &Rules) -> ConvertError {
    if rules.step().is_none() {
        return ConvertError::new(from, to, "the types are too complex to compare");
    }
    let inner = |from: &Type, to: &Type| {
        (from != to && conversion(from, to, rules).is_none()).then(|| mismatch(from, to, rules))
    };
    let found = match (from, to) {
        (Type::Object(have), Type::Object(want)) => {
            want.iter().find_map(|want| match position(have, want) {
                Some((_, found)) => Some(inner(&found.ty, &want.ty)?.at_attribute(&want.name)),
                None if want.optional => None,
                None => {
                    let reason = format!("the attribute {:?} is required", &*want.name);
                    Some(ConvertError::new(from, to, reason))
                }
            })
        }
        (Type::Tuple(have), Type::Tuple(want)) => {
            if have.len() != want.len() {
                let reason = format!("{} elements are required, not {}", want.len(), have.len());
                return ConvertError::new(from, to, reason);
            }
            have.iter()
                .zip(want.iter())
                .enumerate()
                .find_map(|(i, (have, want))| Some(inner(have, want)?.at_index(i)))
        }
        (Type::Tuple(_), Type::List(want) | Type::Set(want))
        | (Type::Object(_), Type::Map(want))
            if **want == Type::Dynamic =>
        {
            let reason = "all elements must have the same type";
            return ConvertError::new(from, to, reason);
        }
        (Type::Tuple(have), Type::List(want) | Type::Set(want)) => have
            .iter()
            .enumerate()
            .find_map(|(i, have)| Some(inner(have, want)?.at_index(i))),
        (Type::Object(have), Type::Map(want)) => have
            .iter()
            .find_map(|have| Some(inner(&have.ty, want)?.at_attribute(&have.name))),
        (Type::Map(have), Type::Object(want)) => want.iter().find_map(|want| {
            let error = inner(have, &want.ty).filter(|_| !want.optional)?;
            Some(error.at_key(&want.name))
        }),
        // If all elements are alike, none can be named: the two collection types show the problem.
        _ => None,
    };
    found.unwrap_or_else(|| ConvertError::types(from, to))
}
