//! Conversion of any value to any type: a value of the type, or an error with the place.

use schema_runtime::codec::msgpack;
use schema_runtime::convert::{convert, convert_to, unify, unify_unsafe};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::input::Input;

/// A type, another, and a value of the first, which may not fit.
pub fn conversion(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (from, to) = (input.ty(), input.ty());
    // Neither says anything about the other: where more conversions are allowed, parts may become
    // something that then fits less.
    let both = [from.clone(), to.clone()];
    let _ = (unify(&both), unify_unsafe(&both));
    let same = [from.clone(), from.clone()];
    assert_eq!(unify(&same).as_ref(), Some(&from));
    let fits = input.byte() < 192;
    let value = if fits {
        input.value(&from)
    } else {
        input.any_value(&from)
    };
    let fits = fits && msgpack::encode(&from, &value).is_ok();
    match convert(value.clone(), &from, &to) {
        Ok((ty, converted)) if fits => {
            assert!(
                msgpack::encode(&ty, &converted).is_ok(),
                "{converted:?} as {ty}"
            );
            match convert(converted.clone(), &ty, &to) {
                // As in core, a set of unknowns becomes an unknown list of the set's elements.
                Ok(again) if value.is_wholly_known() => assert_eq!(again, (ty, converted)),
                Ok(_) => {}
                // As in core, an empty list among others is of another type then.
                Err(error) => assert!(collects_dynamic(&to), "converted again: {error}"),
            }
            let place = convert_to(value, &from, &to).expect("it fits its place");
            let packed = msgpack::encode(&to, &place);
            assert!(
                packed.is_ok() || collects_dynamic(&to),
                "{place:?} in {to}, from {from}: {packed:?}"
            );
        }
        Ok(_) => {
            let _ = convert_to(value, &from, &to);
        }
        Err(error) => {
            assert!(!error.text().is_empty() && !error.to_string().is_empty());
            assert!(convert_to(value.clone(), &from, &to).is_err());
            if fits {
                // A null converts wherever its type does.
                assert!(value != Value::Null || convert(Value::Null, &from, &to).is_err());
            }
        }
    }
}

/// Whether elements of a collection carry their types: then those of an empty collection and of
/// another one beside it differ, which core's decoder would crash at and ours refuses to write.
fn collects_dynamic(ty: &Type) -> bool {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_dynamic(),
        Type::Tuple(types) => types.iter().any(collects_dynamic),
        Type::Object(attributes) => attributes.iter().any(|a| collects_dynamic(&a.ty)),
        _ => false,
    }
}
