//! The conversion between two types, and the common type of several, before any value is examined.
//! These are in one module because each depends on the other.

use std::cell::Cell;
use std::mem::discriminant;

use super::generality::most_general_first;
use crate::ty::{ObjectAttribute, Type};

/// What is allowed in the search for a conversion or a common type.
pub(super) struct Rules {
    /// Conversions that fail for some values.
    pub(super) lossy: bool,
    /// How many more pairs of types may be examined. Types with undecided parts at many levels can
    /// double the work at each level; at the limit, the answer is that there is none.
    left: Cell<u64>,
}

impl Rules {
    /// The rules for these types, with a limit in proportion to their size, plus a constant.
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

/// The number of types in a type.
fn size(ty: &Type) -> u64 {
    1 + ty.parts().map(size).sum::<u64>()
}

/// How values of one type are converted to another.
pub(super) struct Conversion {
    pub(super) from: Type,
    pub(super) to: Type,
    /// Whether conversions that fail for some values are allowed.
    pub(super) lossy: bool,
    pub(super) how: ConversionKind,
}

pub(super) enum ConversionKind {
    /// Any type is accepted.
    Keep,
    /// The type is unknown; only nulls and unknowns lack a type, and any conversion accepts them.
    FromUndecided,
    NumberToText,
    BoolToText,
    TextToNumber,
    TextToBool,
    /// The elements of a list, set or map into those of another.
    Elements(Step),
    /// Elements of a tuple, each on its own.
    Tuple(Vec<Step>),
    /// Elements of a tuple into a list or set of this type's elements.
    TupleToElements(Vec<Step>),
    /// For each attribute of the target, in order: where it comes from. `None` if it is optional
    /// and absent.
    Object(Vec<Option<(usize, Step)>>),
    /// Attributes of an object into a map of this type's elements.
    ObjectToMap(Type, Vec<Step>),
    /// For each attribute of the target, in order. `None` if an element cannot be converted, which
    /// is harmless while an optional attribute has no element.
    MapToObject(Vec<Option<Step>>),
}

/// The conversion of a part; `None` if the types are the same.
pub(super) type Step = Option<Box<Conversion>>;

/// The conversion between two different types; `None` if there is none. Lossy ones, which fail for
/// some values, are tried if the rules allow them.
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
        // Order and duplicates are lost.
        (Type::List(from), Type::Set(to)) if rules.lossy => {
            ConversionKind::Elements(step(from, to, rules)?)
        }
        // Core treats this as safe, although duplicates are lost here too.
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
                .map(|attribute| {
                    let step = step(from, &attribute.ty, rules);
                    (step.is_some() || attribute.optional).then_some(step)
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

pub(super) fn position<'a>(
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
        // A list whose elements have no type of their own holds nothing else.
        if unified == Type::Dynamic && from.iter().any(|ty| *ty != Type::Dynamic) {
            return None;
        }
        &unified
    } else {
        element
    };
    from.iter().map(|ty| step(ty, element, rules)).collect()
}

/// The type that all can be converted to under these rules, if there is one.
pub(super) fn unify(types: &[Type], rules: &Rules) -> Option<Type> {
    rules.step()?;
    let (first, rest) = types.split_first()?;
    if rest.iter().all(|ty| ty == first) {
        return Some(first.clone());
    }
    let decided = || types.iter().filter(|ty| **ty != Type::Dynamic);
    // Types of one kind may have a common type that is not among them. This comes first: otherwise
    // objects would be reduced to the attributes of the smallest one.
    if let Some(one) = decided().next()
        && !one.is_primitive()
        && decided().all(|ty| discriminant(ty) == discriminant(one))
    {
        if types.contains(&Type::Dynamic) {
            // The undecided types may still change the outcome.
            return Some(Type::Dynamic);
        }
        return match first {
            Type::Map(_) => collection(types, Type::map, rules),
            Type::List(_) => collection(types, Type::list, rules),
            Type::Set(_) => collection(types, Type::set, rules),
            _ => part_by_part(types, rules),
        };
    }
    if decided().any(|ty| matches!(ty, Type::Map(_)))
        && decided().all(|ty| matches!(ty, Type::Map(_) | Type::Object(_)))
        && let Some(found) = as_collections(types, Type::map, rules)
    {
        return Some(found);
    }
    if decided().any(|ty| matches!(ty, Type::List(_)))
        && decided().all(|ty| matches!(ty, Type::List(_) | Type::Tuple(_)))
        && let Some(found) = as_collections(types, Type::list, rules)
    {
        return Some(found);
    }
    preferred(types, rules)
}

/// Whether each of these types is the target type or can be converted to it.
fn all_convert(types: &[Type], wanted: &Type, rules: &Rules) -> bool {
    types
        .iter()
        .all(|ty| ty == wanted || conversion(ty, wanted, rules).is_some())
}

/// A collection of everything that is in these types: collections, tuples or objects.
fn collection(types: &[Type], kind: fn(Type) -> Type, rules: &Rules) -> Option<Type> {
    let elements: Vec<Type> = types.iter().flat_map(Type::parts).cloned().collect();
    let found = kind(unify(&elements, rules)?);
    all_convert(types, &found, rules).then_some(found)
}

/// Objects with the same attributes and tuples of the same length unify part by part, others as
/// maps and lists.
fn part_by_part(types: &[Type], rules: &Rules) -> Option<Type> {
    let (first, rest) = types.split_first()?;
    if rest.iter().all(|ty| ty.has_parts_like(first)) {
        let mut parts: Vec<_> = types.iter().map(Type::parts).collect();
        let unified = first.parts().map(|_| {
            let across: Vec<Type> = parts
                .iter_mut()
                .filter_map(Iterator::next)
                .cloned()
                .collect();
            unify(&across, rules)
        });
        let unified: Vec<Type> = unified.collect::<Option<_>>()?;
        let mut unified = unified.into_iter();
        let found = first.map_parts(|part| unified.next().unwrap_or_else(|| part.clone()));
        if all_convert(types, &found, rules) {
            return Some(found);
        }
    }
    match first {
        Type::Object(_) => collection(types, Type::map, rules),
        _ => collection(types, Type::list, rules),
    }
}

/// Objects among maps, or tuples among lists: they are often maps or lists in disguise.
fn as_collections(types: &[Type], kind: fn(Type) -> Type, rules: &Rules) -> Option<Type> {
    let is_structural = |ty: &&Type| matches!(ty, Type::Object(_) | Type::Tuple(_));
    let structural: Vec<Type> = types.iter().filter(is_structural).cloned().collect();
    let found = collection(&structural, kind, rules)?;
    let types: Vec<Type> = types
        .iter()
        .map(|ty| if is_structural(&ty) { &found } else { ty })
        .cloned()
        .collect();
    unify(&types, rules).filter(|found| matches!(found, Type::Map(_) | Type::List(_)))
}

/// The first of the types, most general first, that all others can be converted to.
fn preferred(types: &[Type], rules: &Rules) -> Option<Type> {
    let mut distinct: Vec<Type> = Vec::new();
    let classes: Vec<usize> = types
        .iter()
        .map(|ty| {
            distinct
                .iter()
                .position(|other| other == ty)
                .unwrap_or_else(|| {
                    distinct.push(ty.clone());
                    distinct.len() - 1
                })
        })
        .collect();
    let order = most_general_first(&distinct, &classes);
    order
        .into_iter()
        .filter_map(|class| distinct.get(class))
        .find(|wanted| all_convert(&distinct, wanted, rules))
        .cloned()
}
