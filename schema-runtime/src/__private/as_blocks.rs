//! Whether users cannot write a list or set of objects as blocks, evaluated in constants.

use super::{AttributeOf, Block, Ref, StaticKind, Type};

/// Whether only other fields of the schema keep users from writing the attribute as blocks. The
/// same as [`Block::fixes_up_blocks`], for static tables.
#[must_use]
pub const fn blocks_are_off<T>(of: AttributeOf<T>, root: &Block) -> bool {
    let of_objects = match of.ty {
        Type::List(element) | Type::Set(element) => matches!(inside(element), Type::Object(_)),
        _ => false,
    };
    of_objects && !fixes_up(root)
}

const fn fixes_up(block: &Block) -> bool {
    for_each!(field in block.fields.table(), {
        let older = match field.kind() {
            StaticKind::Common(_) => true,
            StaticKind::Attribute(ty) => may_be_older(ty),
            StaticKind::Nested(..) => false,
            StaticKind::Block(_, block, _) => fixes_up(block),
        };
        if !older {
            return false;
        }
    });
    true
}

const fn may_be_older(ty: &Type) -> bool {
    match ty {
        Type::Tuple(_) | Type::Object(_) => false,
        Type::Map(element) if matches!(inside(element), Type::Object(_)) => false,
        Type::List(element) | Type::Set(element) | Type::Map(element) => match inside(element) {
            Type::List(inner) | Type::Set(inner) | Type::Map(inner) => inside(inner).is_primitive(),
            _ => true,
        },
        Type::String | Type::Number | Type::Bool | Type::Dynamic => true,
    }
}

/// The type; in constants, it is static.
const fn inside(ty: &Ref<Type>) -> &'static Type {
    match ty {
        Ref::Static { value } => value,
        Ref::Shared(_) => &Type::Dynamic,
    }
}
