//! Fields that an import id pattern names, if the macro does not see their type.

use super::field_paths::{find, is_computed_only};
use super::{Block, Extra, Flags, Message, StaticField, Type, has_mistakes};

/// A name in the pattern must be a field that an id can set. `blocks` are those of the struct, with
/// all its fields, and of each flattened one.
#[track_caller]
pub const fn assert_imported(blocks: &[&Block], name: &str) {
    for_each!(&block in blocks, {
        // Its errors have already been reported.
        if has_mistakes(block) {
            return;
        }
        if let Some(field) = find(block, name) {
            let named = Message::about(name);
            if field.is(Flags::WRITE_ONLY) {
                named
                    .add(" is write-only, so an import cannot keep it")
                    .refuse("omit it from the pattern")
            }
            if is_removed(&field) {
                named
                    .add(" is removed, so no object has it")
                    .refuse("omit it from the pattern")
            }
            if is_computed_only(&field) {
                named
                    .add(" is set by `read`, so users cannot import by it")
                    .refuse("write `{id}` for the name that the remote system gives an object, or implement `import` in `impl Resource`")
            }
            if matches!(field.ty(), Some(Type::Dynamic)) {
                named
                    .add(" holds a value of any type, but an id is a string")
                    .refuse("name fields that hold a string, a number or a bool")
            }
            if !matches!(field.ty(), Some(Type::String | Type::Number | Type::Bool)) {
                named
                    .add(" holds more than one value, but an id is a string")
                    .refuse("name fields that hold a string, a number or a bool")
            }
            return;
        }
    });
    Message::new()
        .add("there is no field ")
        .name(name)
        .add(" to import")
        .refuse("name a field of this struct or of one that is flattened into it, by its name in configurations, or `id`")
}

const fn is_removed(field: &StaticField) -> bool {
    for_each!(&extra in field.extras(), {
        if matches!(extra, Extra::Removed { .. }) {
            return true;
        }
    });
    false
}
