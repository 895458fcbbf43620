//! The target type of a conversion to a dynamic type: the type of a null or unknown value after its
//! conversion.

use super::conversion::{Rules, position, unify};
use crate::ty::{ObjectAttribute, Type};

/// The target type with its dynamic parts replaced by those of the source type.
pub(super) fn decided(from: &Type, to: &Type) -> Type {
    if *from == Type::Dynamic || !to.has_dynamic() {
        return to.clone();
    }
    // Types without a common type decide nothing; then there was no conversion.
    let element = |types: Vec<Type>, to: &Type| match unify(&types, &Rules::new(true, &types)) {
        Some(from) => decided(&from, to),
        None => to.clone(),
    };
    match (from, to) {
        (_, Type::Dynamic) => from.clone(),
        (Type::List(from) | Type::Set(from), Type::List(to)) => Type::list(decided(from, to)),
        (Type::List(from) | Type::Set(from), Type::Set(to)) => Type::set(decided(from, to)),
        (Type::Tuple(from), Type::List(to)) => Type::list(element(from.to_vec(), to)),
        (Type::Tuple(from), Type::Set(to)) => Type::set(element(from.to_vec(), to)),
        (Type::Tuple(from), Type::Tuple(to)) => Type::tuple(
            from.iter()
                .zip(to.iter())
                .map(|(from, to)| decided(from, to))
                .collect(),
        ),
        (Type::Map(from), Type::Map(to)) => Type::map(decided(from, to)),
        (Type::Object(from), Type::Map(to)) => {
            let types = from.iter().map(|attribute| attribute.ty.clone()).collect();
            Type::map(element(types, to))
        }
        (Type::Map(from), Type::Object(to)) => object(to, |_| Some(from)),
        (Type::Object(from), Type::Object(to)) => object(to, |wanted| {
            position(from, wanted).map(|(_, found)| &found.ty)
        }),
        _ => to.clone(),
    }
}

fn object<'t>(to: &[ObjectAttribute], from: impl Fn(&ObjectAttribute) -> Option<&'t Type>) -> Type {
    let decided = |wanted: &ObjectAttribute| ObjectAttribute {
        ty: from(wanted).map_or_else(|| wanted.ty.clone(), |from| decided(from, &wanted.ty)),
        ..wanted.clone()
    };
    Type::Object(to.iter().map(decided).collect())
}
