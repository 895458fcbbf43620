//! Random types, and values of them.

use std::sync::Arc;

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use schema_runtime::number::Number;
use schema_runtime::ty::Type;
use schema_runtime::value::{Refinement, Value};
use unicode_normalization::UnicodeNormalization;

/// Which values are wanted.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// Unknown values too, and infinite numbers.
    pub(crate) unknown: bool,
}

/// Text in normal form, mostly short, sometimes long or strange.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z_]{0,3}",
        1 => any::<String>(),
        1 => "\\PC{0,60}",
        1 => "[a-z\"\\\\${}%\n\t<>&]{0,10}",
    ]
    .prop_map(|text| text.nfc().collect())
}

/// A type; places of dynamic type outside of collections, where elements must agree.
pub(crate) fn ty() -> BoxedStrategy<Type> {
    let fixed = fixed_type();
    let leaf = prop_oneof![3 => fixed, 1 => Just(Type::Dynamic)];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Type::tuple),
            btree_map(text(), inner, 0..4).prop_map(Type::object),
            Just(Type::list(Type::Dynamic)),
            Just(Type::set(Type::Dynamic)),
            Just(Type::map(Type::Dynamic)),
        ]
    })
    .boxed()
}

/// A type without a dynamic part.
pub(crate) fn fixed_type() -> BoxedStrategy<Type> {
    let leaf = prop_oneof![Just(Type::String), Just(Type::Number), Just(Type::Bool)];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            vec(inner.clone(), 0..4).prop_map(Type::tuple),
            btree_map(text(), inner, 0..4).prop_map(Type::object),
        ]
    })
    .boxed()
}

/// A type and a value of it.
pub(crate) fn typed(wanted: Wanted) -> BoxedStrategy<(Type, Value)> {
    ty().prop_flat_map(move |ty| value(&ty, wanted).prop_map(move |value| (ty.clone(), value)))
        .boxed()
}

/// A value of a type.
pub(crate) fn value(ty: &Type, wanted: Wanted) -> BoxedStrategy<Value> {
    let known = known(ty, wanted);
    if wanted.unknown {
        prop_oneof![8 => known, 1 => Just(Value::Null), 1 => unknown(ty)].boxed()
    } else {
        prop_oneof![8 => known, 1 => Just(Value::Null)].boxed()
    }
}

fn known(ty: &Type, wanted: Wanted) -> BoxedStrategy<Value> {
    match ty {
        Type::String => text().prop_map(Value::from).boxed(),
        Type::Bool => any::<bool>().prop_map(Value::from).boxed(),
        Type::Number => number(wanted.unknown).prop_map(Value::Number).boxed(),
        Type::Dynamic => dynamic_type(fixed_type(), wanted),
        Type::List(element) => match &**element {
            Type::Dynamic => uniform(wanted).prop_map(Value::List).boxed(),
            element => vec(value(element, wanted), 0..5)
                .prop_map(Value::List)
                .boxed(),
        },
        Type::Set(element) => match &**element {
            Type::Dynamic => uniform(wanted).boxed(),
            element => vec(value(element, wanted), 0..5).boxed(),
        }
        .prop_map(|values| Value::Set(values.into_iter().collect()))
        .boxed(),
        Type::Map(element) => {
            let keys = vec(text(), 5);
            let values = match &**element {
                Type::Dynamic => uniform(wanted).boxed(),
                element => vec(value(element, wanted), 0..5).boxed(),
            };
            (keys, values)
                .prop_map(|(keys, values)| {
                    let keys = keys.into_iter().map(Arc::from);
                    Value::Map(keys.zip(values).collect())
                })
                .boxed()
        }
        Type::Tuple(types) => each(types.iter(), wanted).prop_map(Value::List).boxed(),
        Type::Object(attributes) => each(attributes.iter().map(|a| &a.ty), wanted)
            .prop_map(Value::Object)
            .boxed(),
    }
}

fn each<'t>(types: impl Iterator<Item = &'t Type>, wanted: Wanted) -> Vec<BoxedStrategy<Value>> {
    types.map(|ty| value(ty, wanted)).collect()
}

fn dynamic_type(ty: BoxedStrategy<Type>, wanted: Wanted) -> BoxedStrategy<Value> {
    ty.prop_flat_map(move |ty| {
        value(&ty, wanted).prop_map(move |value| Value::dynamic(ty.clone(), value))
    })
    .boxed()
}

/// Elements of dynamic type that are all of one type.
fn uniform(wanted: Wanted) -> BoxedStrategy<Vec<Value>> {
    fixed_type()
        .prop_flat_map(move |ty| vec(dynamic_type(Just(ty).boxed(), wanted), 0..5))
        .boxed()
}

/// A number that its wire form keeps: whole floats beyond 64 bits travel as other numbers.
fn number(infinite: bool) -> BoxedStrategy<Number> {
    let decimal = |text: String| Number::parse(&text).expect("a decimal");
    let finite = prop_oneof![
        any::<i64>().prop_map(Number::from),
        (-300_i64..300).prop_map(Number::from),
        "-?[1-9][0-9]{0,40}(\\.[0-9]{1,40})?".prop_map(decimal),
        "-?[0-9]\\.[0-9]{1,5}e-?[0-9]{1,2}".prop_map(decimal),
        any::<f64>().prop_filter_map("a fraction", |f| {
            (f.is_finite() && f.fract() != 0.0).then(|| Number::from_f64(f).expect("finite"))
        }),
    ];
    if infinite {
        let infinities = prop_oneof![Just(Number::INFINITY), Just(Number::NEG_INFINITY)];
        prop_oneof![20 => finite, 1 => infinities].boxed()
    } else {
        finite.boxed()
    }
}

/// An unknown of a type, with refinements that leave it unknown.
fn unknown(ty: &Type) -> BoxedStrategy<Value> {
    let null = option::of(Just(false));
    let refinement = match ty {
        Type::Dynamic => return Just(Value::UNKNOWN).boxed(),
        Type::String => (null, option::of("[a-zé]{1,80}"))
            .prop_map(|(null, prefix)| Refinement {
                null,
                prefix: prefix.map(Arc::from),
                ..Refinement::default()
            })
            .boxed(),
        Type::Number => (
            null,
            option::of((-9_i64..9, any::<bool>())),
            option::of(any::<bool>()),
        )
            .prop_map(|(null, least, greatest)| Refinement {
                null,
                number_min: least.map(|(n, inclusive)| (Number::from(n), inclusive)),
                number_max: greatest.map(|inclusive| (Number::from(99_i64), inclusive)),
                ..Refinement::default()
            })
            .boxed(),
        Type::List(_) | Type::Set(_) | Type::Map(_) => (
            null,
            option::of(1_u64..300),
            option::of(300_u64..u64::MAX / 4),
        )
            .prop_map(|(null, length_min, length_max)| Refinement {
                null,
                length_min,
                length_max,
                ..Refinement::default()
            })
            .boxed(),
        _ => null
            .prop_map(|null| Refinement {
                null,
                ..Refinement::default()
            })
            .boxed(),
    };
    refinement
        .prop_map(|known| {
            if known == Refinement::default() {
                Value::UNKNOWN
            } else {
                Value::Unknown(Some(Arc::new(known)))
            }
        })
        .boxed()
}
