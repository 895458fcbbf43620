//! Which conversion there is between two types, before any value is looked at.

use std::cell::Cell;

use super::error::ConvertError;
use super::unify::unify;
use crate::ty::{ObjectAttribute, Type};

/// What is allowed in looking for a conversion or a common type.
pub(super) struct Rules {
    /// Conversions that not every value survives.
    pub(super) lossy: bool,
    /// How many more pairs of types may be looked at. Types with undecided parts in many levels
    /// can be made so that each level doubles the work; then the answer is that there is none.
    left: Cell<u64>,
}

impl Rules {
    /// For looking at these types: work in proportion to their size, and some more.
    pub(super) fn new<'t>(lossy: bool, types: impl IntoIterator<Item = &'t Type>) -> Self {
        let size: u64 = types.into_iter().map(size).sum();
        Rules {
            lossy,
            left: Cell::new(size.saturating_mul(100).saturating_add(1_000_000)),
        }
    }

    pub(super) fn step(&self) -> Option<()> {
        self.left.set(self.left.get().checked_sub(1)?);
        Some(())
    }
}

/// How many types there are in a type.
fn size(ty: &Type) -> u64 {
    let inner = match ty {
        Type::String | Type::Number | Type::Bool | Type::Dynamic => 0,
        Type::List(element) | Type::Set(element) | Type::Map(element) => size(element),
        Type::Tuple(elements) => elements.iter().map(size).sum(),
        Type::Object(attributes) => attributes.iter().map(|a| size(&a.ty)).sum(),
    };
    inner + 1
}

/// How values of one type become values of another.
pub(super) struct Conversion {
    pub(super) from: Type,
    pub(super) to: Type,
    /// Whether conversions are allowed that not every value survives.
    pub(super) lossy: bool,
    pub(super) how: ConversionKind,
}

pub(super) enum ConversionKind {
    /// Any type will do.
    Keep,
    /// The type is not known; only nulls and unknowns have none, and those any conversion takes.
    FromUndecided,
    NumberToText,
    BoolToText,
    TextToNumber,
    TextToBool,
    /// Elements of a list, set or map into another.
    Elements(Step),
    /// Elements of a tuple, each on its own.
    Tuple(Vec<Step>),
    /// Elements of a tuple into a list or set of this type's elements.
    TupleToElements(Vec<Step>),
    /// For each attribute of the target, in order: where it comes from. Nothing if it is optional
    /// and not there.
    Object(Vec<Option<(usize, Step)>>),
    /// Attributes of an object into a map of this type's elements.
    ObjectToMap(Type, Vec<Step>),
    /// For each attribute of the target, in order. Nothing where an element cannot be converted,
    /// which does no harm while an optional attribute has none.
    MapToObject(Vec<Option<Step>>),
}

/// A conversion of a part; nothing where the types are the same.
pub(super) type Step = Option<Box<Conversion>>;

/// The conversion between two types, which are not the same; nothing if there is none. Lossy ones
/// are tried if the rules say so: not every value survives them.
pub(super) fn conversion(from: &Type, to: &Type, rules: &Rules) -> Option<Conversion> {
    rules.step()?;
    let how = match (from, to) {
        (_, Type::Dynamic) => ConversionKind::Keep,
        (Type::Dynamic, _) if rules.lossy => ConversionKind::FromUndecided,
        (Type::Number, Type::String) => ConversionKind::NumberToText,
        (Type::Bool, Type::String) => ConversionKind::BoolToText,
        (Type::String, Type::Number) if rules.lossy => ConversionKind::TextToNumber,
        (Type::String, Type::Bool) if rules.lossy => ConversionKind::TextToBool,
        (Type::Object(from), Type::Object(to)) => ConversionKind::Object(object(from, to, rules)?),
        (Type::Tuple(from), Type::Tuple(to)) if from.len() == to.len() => ConversionKind::Tuple(
            from.iter()
                .zip(to.iter())
                .map(|(from, to)| step(from, to, rules))
                .collect::<Option<_>>()?,
        ),
        (Type::List(from) | Type::Set(from), Type::List(to))
        | (Type::Set(from), Type::Set(to))
        | (Type::Map(from), Type::Map(to)) => ConversionKind::Elements(step(from, to, rules)?),
        // Order is lost, and duplicates.
        (Type::List(from), Type::Set(to)) if rules.lossy => {
            ConversionKind::Elements(step(from, to, rules)?)
        }
        // Core counts this as safe, though duplicates are lost here too.
        (Type::Tuple(from), Type::List(to) | Type::Set(to)) => {
            ConversionKind::TupleToElements(tuple(from, to, rules)?)
        }
        (Type::Object(from), Type::Map(to)) => {
            let element = match &**to {
                Type::Dynamic if !from.is_empty() => {
                    let types: Vec<Type> = from.iter().map(|a| a.ty.clone()).collect();
                    unify(&types, rules)?
                }
                element => element.clone(),
            };
            let steps = from
                .iter()
                .map(|attribute| step(&attribute.ty, &element, rules))
                .collect::<Option<_>>()?;
            ConversionKind::ObjectToMap(element, steps)
        }
        // A map may lack the keys.
        (Type::Map(from), Type::Object(to)) if rules.lossy => ConversionKind::MapToObject(
            to.iter()
                .map(|attribute| match step(from, &attribute.ty, rules) {
                    Some(step) => Some(Some(step)),
                    None if attribute.optional => Some(None),
                    None => None,
                })
                .collect::<Option<_>>()?,
        ),
        _ => return None,
    };
    Some(Conversion {
        from: from.clone(),
        to: to.clone(),
        lossy: rules.lossy,
        how,
    })
}

fn step(from: &Type, to: &Type, rules: &Rules) -> Option<Step> {
    if from == to {
        return Some(None);
    }
    conversion(from, to, rules).map(|conversion| Some(Box::new(conversion)))
}

fn object(
    from: &[ObjectAttribute],
    to: &[ObjectAttribute],
    rules: &Rules,
) -> Option<Vec<Option<(usize, Step)>>> {
    to.iter()
        .map(|wanted| match position(from, wanted) {
            Some((position, found)) => Some(Some((position, step(&found.ty, &wanted.ty, rules)?))),
            None if wanted.optional => Some(None),
            None => None,
        })
        .collect()
}

fn position<'a>(
    attributes: &'a [ObjectAttribute],
    wanted: &ObjectAttribute,
) -> Option<(usize, &'a ObjectAttribute)> {
    let position = attributes
        .binary_search_by(|attribute| attribute.name.cmp(&wanted.name))
        .ok()?;
    Some((position, attributes.get(position)?))
}

fn tuple(from: &[Type], element: &Type, rules: &Rules) -> Option<Vec<Step>> {
    if from.is_empty() {
        return Some(Vec::new());
    }
    let unified;
    let element = if *element == Type::Dynamic {
        unified = unify(from, rules)?;
        // A list of elements without a type of their own holds nothing else.
        if unified == Type::Dynamic && from.iter().any(|ty| *ty != Type::Dynamic) {
            return None;
        }
        &unified
    } else {
        element
    };
    from.iter().map(|ty| step(ty, element, rules)).collect()
}

/// Why there is no conversion: the innermost place where two types do not go together.
pub(super) fn mismatch(from: &Type, to: &Type, rules: &Rules) -> ConvertError {
    if rules.step().is_none() {
        return ConvertError::new(from, to, "the types are too complex to compare");
    }
    let inner = |from: &Type, to: &Type| {
        (from != to && conversion(from, to, rules).is_none()).then(|| mismatch(from, to, rules))
    };
    let found = match (from, to) {
        (Type::Object(have), Type::Object(want)) => {
            for wanted in want.iter() {
                match position(have, wanted) {
                    None if wanted.optional => {}
                    None => {
                        let reason = format!("the attribute {:?} is required", &*wanted.name);
                        return ConvertError::new(from, to, reason);
                    }
                    Some((_, found)) => {
                        if let Some(error) = inner(&found.ty, &wanted.ty) {
                            return error.at_attribute(&wanted.name);
                        }
                    }
                }
            }
            None
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
        (Type::Tuple(have), Type::List(want) | Type::Set(want)) => {
            if **want == Type::Dynamic {
                let reason = "all elements must have the same type";
                return ConvertError::new(from, to, reason);
            }
            have.iter()
                .enumerate()
                .find_map(|(i, have)| Some(inner(have, want)?.at_index(i)))
        }
        (Type::Object(have), Type::Map(want)) => {
            if **want == Type::Dynamic {
                let reason = "all elements must have the same type";
                return ConvertError::new(from, to, reason);
            }
            have.iter()
                .find_map(|have| Some(inner(&have.ty, want)?.at_attribute(&have.name)))
        }
        (Type::Map(have), Type::Object(want)) => want.iter().find_map(|want| {
            let error = inner(have, &want.ty).filter(|_| !want.optional)?;
            Some(error.at_key(&want.name))
        }),
        // Of elements that are all alike none can be named: both collections' types say it.
        _ => None,
    };
    found.unwrap_or_else(|| ConvertError::types(from, to))
}
