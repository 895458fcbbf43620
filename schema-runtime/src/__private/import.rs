//! Fields that an import id pattern names, if the macro does not see their type.

use super::field_paths::find;
use super::{Block, Extra, Flags, Message, Type, has_mistakes};

/// A name in the pattern must be a field that an id can set. `blocks` are those of the struct, with
/// all its fields, and of each flattened one.
#[track_caller]
pub const fn assert_imported(blocks: &[&Block], name: &str) {
    let mut i = 0;
    while i < blocks.len() {
        // Its errors have already been reported.
        if has_mistakes(blocks[i]) {
            return;
        }
        if let Some(field) = find(blocks[i], name) {
            let named = Message::new().name(name);
            if field.is(Flags::WRITE_ONLY) {
                named
                    .add(" is write-only, so an import cannot keep it")
                    .help("omit it from the pattern")
                    .stop()
            }
            if is_removed(field.extras()) {
                named
                    .add(" is removed, so no object has it")
                    .help("omit it from the pattern")
                    .stop()
            }
            if field.is(Flags::COMPUTED) && !field.is(Flags::OPTIONAL) {
                named
                    .add(" is set by `read`, so users cannot import by it")
                    .help("write `{id}` for the name that the remote system gives an object, or implement `import` in `impl Resource`")
                    .stop()
            }
            if matches!(field.ty(), Some(Type::Dynamic)) {
                named
                    .add(" holds a value of any type, but an id is a string")
                    .help("name fields that hold a string, a number or a bool")
                    .stop()
            }
            if !matches!(field.ty(), Some(Type::String | Type::Number | Type::Bool)) {
                named
                    .add(" holds more than one value, but an id is a string")
                    .help("name fields that hold a string, a number or a bool")
                    .stop()
            }
            return;
        }
        i += 1;
    }
    Message::new()
        .add("there is no field ")
        .name(name)
        .add(" to import")
        .help("name a field of this struct or of one that is flattened into it, by its name in configurations, or `id`")
        .stop()
}

const fn is_removed(extras: &[Extra]) -> bool {
    let mut i = 0;
    while i < extras.len() {
        if matches!(extras[i], Extra::Removed { .. }) {
            return true;
        }
        i += 1;
    }
    false
}
