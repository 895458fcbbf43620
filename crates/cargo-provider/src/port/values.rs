//! Terraform's types as Rust's.

use serde_json::Value as Json;

use super::describe::{at, field};
use super::idents;
use super::model::{Key, Struct, Structs, Ty, Unsaid};
use crate::schemas::{Attribute, Block};

/// A type without objects.
pub(super) fn plain(of: &Json) -> Unsaid<Ty> {
    match of {
        Json::String(name) => Ok(Ty::Named(match name.as_str() {
            "string" => "String",
            "bool" => "bool",
            "number" => "Number",
            "dynamic" => "Dynamic",
            other => return Err(format!("the type {other:?} is not known")),
        })),
        Json::Array(parts) => match parts.as_slice() {
            [Json::String(kind), Json::Array(elements)] if kind == "tuple" => {
                if !(1..=8).contains(&elements.len()) {
                    return Err(format!("a tuple of {} has no type in Rust", elements.len()));
                }
                elements
                    .iter()
                    .map(plain)
                    .collect::<Unsaid<_>>()
                    .map(Ty::Tuple)
            }
            [Json::String(kind), element] => {
                let inner = plain(element)?;
                if inner == Ty::Named("Dynamic") {
                    return Err(DYNAMIC.to_owned());
                }
                match kind.as_str() {
                    "list" => Ok(Ty::of("Vec", inner)),
                    "set" => Ok(Ty::of("Set", inner)),
                    "map" => Ok(Ty::Map(Box::new(inner))),
                    other => Err(format!("the type {other:?} is not known")),
                }
            }
            _ => Err(format!("the type {of} is not understood")),
        },
        _ => Err(format!("the type {of} is not understood")),
    }
}

/// The type of an attribute that is not nested.
pub(super) fn of(ty: &Json, structs: &mut Structs) -> Unsaid<Ty> {
    let Json::Array(parts) = ty else {
        return plain(ty);
    };
    match parts.as_slice() {
        [Json::String(kind), Json::Object(members), ..] if kind == "object" => {
            let mut used = idents::kept(members.keys());
            let mut fields = Vec::new();
            for (name, member) in members {
                let ty = of(member, structs).map_err(|reason| at(name, reason))?;
                // So that null is distinguished from zero.
                let ty = match ty {
                    Ty::Of(..) | Ty::Map(_) => ty,
                    ty => ty.option(),
                };
                let ident = idents::field(name, &mut used)
                    .ok_or_else(|| at(name, "nothing can be called like that".to_owned()))?;
                fields.push(field(name, ident, "", Vec::new(), ty));
            }
            let id = structs.add(Struct {
                keys: vec![Key::word("object")],
                fields,
                ..Struct::default()
            });
            Ok(Ty::Struct(id))
        }
        [Json::String(kind), Json::Array(_)] if kind == "tuple" => plain(ty),
        [Json::String(kind), element] if objects(ty).is_some() || element.is_array() => {
            if is_dynamic(element) {
                return Err(DYNAMIC.to_owned());
            }
            let inner = of(element, structs)?;
            match kind.as_str() {
                "list" | "set" | "map" => Ok(grouped(kind, inner)),
                other => Err(format!("the type {other:?} is not known")),
            }
        }
        _ => plain(ty),
    }
}

/// Why a type is omitted.
pub(super) const DYNAMIC: &str = "a value of any type inside a list, set or map: Terraform makes one type of all elements, and crashes where they differ";

/// The fields and grouping of an object type, or of a collection of objects.
pub(super) fn objects(of: &Json) -> Option<(&'static str, &serde_json::Map<String, Json>)> {
    let parts = of.as_array()?;
    let object = |of: &'_ Json| match of.as_array().map(Vec::as_slice) {
        Some([Json::String(kind), Json::Object(_), ..]) => kind == "object",
        _ => false,
    };
    match parts.as_slice() {
        [Json::String(_), Json::Object(fields), ..] if object(of) => Some(("single", fields)),
        [Json::String(kind), element] if object(element) => {
            let fields = element.as_array()?.get(1)?.as_object()?;
            let kind = match kind.as_str() {
                "list" => "list",
                "set" => "set",
                "map" => "map",
                _ => return None,
            };
            Some((kind, fields))
        }
        _ => None,
    }
}

/// Whether it contains a dynamic value.
pub(super) fn is_dynamic(of: &Json) -> bool {
    match of {
        Json::String(name) => name == "dynamic",
        Json::Array(parts) => parts.iter().any(is_dynamic),
        Json::Object(members) => members.values().any(is_dynamic),
        _ => false,
    }
}

/// Whether Terraform accepts blocks for lists and sets of objects: everything in the schema may
/// come from Go's older SDK.
pub(super) fn fixes_up_blocks(block: &Block) -> bool {
    let may_be_older = |one: &Attribute| match (&one.nested_type, &one.r#type) {
        (Some(_), _) => false,
        (None, Some(of)) => is_older(of),
        (None, None) => true,
    };
    block.attributes.values().all(may_be_older)
        && block
            .block_types
            .values()
            .all(|one| fixes_up_blocks(&one.block))
}

fn is_older(of: &Json) -> bool {
    let kind_of = |of: &Json| {
        of.get(0)
            .and_then(Json::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    match kind_of(of).as_str() {
        "" => true,
        "list" | "set" | "map" => {
            let element = of.get(1).unwrap_or(&Json::Null);
            match kind_of(element).as_str() {
                "object" => kind_of(of) != "map",
                "list" | "set" | "map" => element
                    .get(1)
                    .is_some_and(|inner| inner.is_string() && inner != "dynamic"),
                _ => true,
            }
        }
        _ => false,
    }
}

/// In the grouping of this name.
pub(super) fn grouped(grouping: &str, ty: Ty) -> Ty {
    match grouping {
        "list" => Ty::of("Vec", ty),
        "set" => Ty::of("Set", ty),
        "map" => Ty::Map(Box::new(ty)),
        _ => ty,
    }
}

/// The type of a parameter or result, and the option that it needs.
pub(super) fn of_function(of: &Json, structs: &mut Structs) -> Unsaid<(Ty, Option<Key>)> {
    let Some((grouping, fields)) = objects(of) else {
        return plain(of).map(|ty| (ty, None));
    };
    let mut used = idents::kept(fields.keys());
    let mut all = Vec::new();
    for (name, of) in fields {
        let (ty, nesting) =
            of_function(of, structs).map_err(|reason| format!("{name}: {reason}"))?;
        let ident = idents::field(name, &mut used)
            .ok_or_else(|| format!("{name}: nothing can be called like that"))?;
        let mut keys = vec![Key::word("required")];
        keys.extend(nesting);
        all.push(field(name, ident, "", keys, ty));
    }
    let id = structs.add(Struct {
        fields: all,
        ..Struct::default()
    });
    let key = Key::List("nested".to_owned(), vec![Key::word(grouping)]);
    Ok((grouped(grouping, Ty::Struct(id)), Some(key)))
}
