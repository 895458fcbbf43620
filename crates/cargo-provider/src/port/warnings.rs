//! Silences our rules' warnings about what an existing schema has anyway.

use super::model::{Field, Key, StructId, Structs, Ty};

/// Why a warning of ours is silenced.
const AS_BEFORE: &str = "as the provider before it has it";

/// Silences a warning at a field.
pub(super) fn allow(keys: &mut Vec<Key>, rule: &str) {
    let silenced = keys.iter_mut().find_map(|key| match key {
        Key::List(name, parts) if name == "allow" => Some(parts),
        _ => None,
    });
    match silenced {
        Some(parts) => parts.insert(parts.len().saturating_sub(1), Key::word(rule)),
        None => {
            let parts = vec![Key::word(rule), Key::string("reason", AS_BEFORE)];
            keys.push(Key::List("allow".to_owned(), parts));
        }
    }
}

/// Whether elements have a computed field (R108); sets inside them are checked separately.
pub(super) fn computes(structs: &Structs, id: StructId) -> bool {
    structs.get(id).fields.iter().any(|field| {
        let computed = field.keys.contains(&Key::word("computed"));
        let mut inside = false;
        if !is_set(field) {
            nested_in(field, &mut |inner| inside |= computes(structs, inner));
        }
        computed || inside
    })
}

/// Whether elements hold a set (R107).
pub(super) fn holds_sets(structs: &Structs, id: StructId) -> bool {
    structs.get(id).fields.iter().any(|field| {
        let mut inside = false;
        nested_in(field, &mut |inner| inside |= holds_sets(structs, inner));
        is_set(field) || inside
    })
}

fn is_set(field: &Field) -> bool {
    let says_set = |key: &Key| matches!(key, Key::List(name, parts) if name == "block" && parts.first() == Some(&Key::word("set")));
    matches!(field.ty, Ty::Of("Set", _)) || field.keys.iter().any(says_set)
}

/// The structs of a nested attribute or block; a value's structs do not count.
fn nested_in(field: &Field, found: &mut impl FnMut(StructId)) {
    let nests =
        |key: &Key| matches!(key, Key::List(name, _) if name == "block" || name == "nested");
    if field.keys.iter().any(nests) {
        field.ty.structs(found);
    }
}
