//! Checks of identities that only the compiler can make: types behind aliases, and fields of
//! flattened structs.

use super::field_paths::find;
use super::message::Message;
use super::{Block, Flags, Ref, StaticField, Type, has_mistakes};

/// A field of a resource must be able to identify its objects (R90, R91, R265–R267).
#[track_caller]
pub const fn assert_identifies(block: &Block, name: &str, mutable: bool) {
    let Some(field) = find(block, name) else {
        if has_mistakes(block) {
            return;
        }
        Message::new()
            .add("there is no field ")
            .name(name)
            .refuse("name fields of the struct itself or of those flattened into it")
    };
    if field.is(Flags::SENSITIVE) || field.is(Flags::WRITE_ONLY) {
        Message::about(name)
            .add(" is secret, but Terraform shows identities")
            .refuse("identify objects by public values")
    }
    flat(&field, name);
    let settled = field.is(Flags::FORCE_NEW) || field.is(Flags::COMPUTED);
    if !settled && !mutable {
        Message::about(name)
            .add(" can change in place, but an identity lasts as long as the object")
            .refuse("add `force_new`; or, if objects can change their identity, write `mutable`")
    }
}

/// A field of an identity struct must have a type that can identify (R90, R91, R267).
#[track_caller]
pub const fn assert_in_identity(block: &Block, name: &str) {
    if let Some(field) = find(block, name) {
        if field.is(Flags::SENSITIVE) {
            Message::about(name)
                .add(" is of a type for secrets, but Terraform shows identities")
                .refuse("identify objects by public values")
        }
        flat(&field, name);
    }
}

#[track_caller]
const fn flat(field: &StaticField, name: &str) {
    let fits = match field.ty() {
        Some(Type::List(Ref::Static { value })) => value.is_primitive(),
        Some(ty) => ty.is_primitive(),
        None => false,
    };
    if !fits {
        Message::about(name)
            .add(" is of a type that cannot identify an object")
            .refuse("an identity holds strings, numbers, bools and lists of them")
    }
}
