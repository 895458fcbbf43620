//! Terraform's types as Rust's.

use serde_json::Value as Json;

use super::describe::{at, called, field};
use super::model::{Key, Struct, Structs, Ty, Unsaid};
use crate::idents;
use crate::schemas::{Attribute, Block};

/// The type of a value that is not nested. Without `structs`, objects are not understood.
pub(super) fn of(ty: &Json, structs: Option<&mut Structs>) -> Unsaid<Ty> {
    let parts = match ty {
        Json::String(name) => match name.as_str() {
            "string" => return Ok(Ty::Named("String")),
            "bool" => return Ok(Ty::Named("bool")),
            "number" => return Ok(Ty::Named("Number")),
            "dynamic" => return Ok(Ty::Named("Dynamic")),
            other => return Err(format!("the type {other:?} is not known")),
        },
        Json::Array(parts) => parts.as_slice(),
        _ => &[],
    };
    match (parts, structs) {
        ([Json::String(kind), Json::Object(members), ..], Some(structs)) if kind == "object" => {
            let mut used = idents::kept(members.keys());
            let mut fields = Vec::new();
            for (name, member) in members {
                let ty = of(member, Some(&mut *structs)).map_err(|reason| at(name, reason))?;
                // So that null is distinguished from zero.
                let ty = match ty {
                    Ty::Of(..) | Ty::Map(_) => ty,
                    ty => ty.option(),
                };
                let ident = called(name, &mut used).map_err(|reason| at(name, reason))?;
                fields.push(field(name, ident, "", Vec::new(), ty));
            }
            let id = structs.add(Struct {
                keys: vec![Key::word("object")],
                fields,
                ..Struct::default()
            });
            Ok(Ty::Struct(id))
        }
        ([Json::String(kind), Json::Array(elements)], _) if kind == "tuple" => {
            if !(1..=8).contains(&elements.len()) {
                return Err(format!("a tuple of {} has no type in Rust", elements.len()));
            }
            let elements = elements.iter().map(|element| of(element, None));
            elements.collect::<Unsaid<_>>().map(Ty::Tuple)
        }
        ([Json::String(kind), element], structs) => {
            if element == "dynamic" || structs.is_some() && is_dynamic(element) {
                return Err(DYNAMIC.to_owned());
            }
            let inner = of(element, structs)?;
            match kind.as_str() {
                "list" | "set" | "map" => Ok(grouped(kind, inner)),
                other => Err(format!("the type {other:?} is not known")),
            }
        }
        _ => Err(format!("the type {ty} is not understood")),
    }
}

/// Why a type is omitted.
pub(super) const DYNAMIC: &str = "a value of any type inside a list, set or map: Terraform makes one type of all elements, and crashes where they differ";

/// The fields and grouping of an object type, or of a collection of objects.
fn objects(of: &Json) -> Option<(&'static str, &serde_json::Map<String, Json>)> {
    let mut kinds = ["list", "set", "map"].into_iter();
    let collection = kinds.find(|kind| of[0] == *kind);
    let object = if collection.is_some() { &of[1] } else { of };
    let fields = object[1].as_object().filter(|_| object[0] == "object")?;
    Some((collection.unwrap_or("single"), fields))
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
    let mut blocks = block.block_types.values();
    block.attributes.values().all(may_be_older) && blocks.all(|one| fixes_up_blocks(&one.block))
}

fn is_older(of: &Json) -> bool {
    let (element, inner) = (&of[1], &of[1][1]);
    match (of[0].as_str().unwrap_or_default(), element[0].as_str()) {
        ("", _) => true,
        (kind @ ("list" | "set" | "map"), Some("object")) => kind != "map",
        ("list" | "set" | "map", Some("list" | "set" | "map")) => {
            inner.is_string() && inner != "dynamic"
        }
        ("list" | "set" | "map", _) => true,
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
pub(super) fn of_function(ty: &Json, structs: &mut Structs) -> Unsaid<(Ty, Option<Key>)> {
    let Some((grouping, fields)) = objects(ty) else {
        return of(ty, None).map(|ty| (ty, None));
    };
    let mut used = idents::kept(fields.keys());
    let mut all = Vec::new();
    for (name, ty) in fields {
        let at = |reason| format!("{name}: {reason}");
        let (ty, nesting) = of_function(ty, structs).map_err(at)?;
        let ident = called(name, &mut used).map_err(at)?;
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
