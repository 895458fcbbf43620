//! What only constants can check: types and structs that the derive does not see.

use super::{Absent, AbsentUntilSet, AttributeType, Block, Kind, Object, Objects, nesting};

/// A text that is put together while the compiler evaluates a constant.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    bytes: [u8; Message::CAPACITY],
    length: usize,
}

impl Message {
    const CAPACITY: usize = 1024;

    /// An empty one.
    #[must_use]
    pub const fn new() -> Self {
        Message {
            bytes: [0; Message::CAPACITY],
            length: 0,
        }
    }

    /// The same with a text added; what does not fit is left out.
    #[must_use]
    pub const fn add(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if self.length + text.len() <= Message::CAPACITY {
            let mut i = 0;
            while i < text.len() {
                self.bytes[self.length] = text[i];
                self.length += 1;
                i += 1;
            }
        }
        self
    }

    /// The text.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// Stops the compiler with this text.
    #[track_caller]
    pub const fn stop(&self) -> ! {
        panic!("{}", self.as_str())
    }
}

impl Default for Message {
    fn default() -> Self {
        Message::new()
    }
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// A required attribute is no `Option`.
pub const fn assert_required<T: AttributeType>(name: &str) {
    if T::NULLABLE {
        Message::new()
            .add("`")
            .add(name)
            .add("` is required, so it is never null, but its type is an Option; write the type without Option, or make the field optional")
            .stop()
    }
}

/// Whether a single nested attribute may be null, its type must have room for that.
pub const fn assert_single<T: Objects<nesting::Single>>(name: &str, required: bool) {
    if !T::NULLABLE && !required {
        Message::new()
            .add("`")
            .add(name)
            .add("` may be null, but its type has no room for that; write it as an Option, or make the field required")
            .stop()
    }
}

/// An optional attribute without default can be null.
pub const fn optional<T: Absent>() {}

/// A computed attribute is null or unknown before the provider sets it.
pub const fn computed<T: AbsentUntilSet>() {}

/// The names of a relation lead to a field of a nested struct.
pub const fn assert_path<N: nesting::Marker, T: Objects<N>>(
    key: &str,
    written: &str,
    names: &[&str],
) {
    let mut block: &Block = <T::Object as Object>::__BLOCK;
    let mut i = 0;
    while i < names.len() {
        let name = names[i];
        let Some(kind) = find(block, name) else {
            return unknown(key, written, name, block);
        };
        i += 1;
        if i == names.len() {
            return;
        }
        block = match kind {
            Kind::Nested { block, .. } | Kind::Block { block, .. } => match block {
                crate::refs::Ref::Static { value } => value,
                crate::refs::Ref::Shared(_) => return,
            },
            Kind::Attribute { .. } => Message::new()
                .add("`")
                .add(key)
                .add("` names `")
                .add(written)
                .add("`, but `")
                .add(name)
                .add("` holds no fields")
                .stop(),
        };
    }
}

const fn find<'a>(block: &'a Block, name: &str) -> Option<&'a Kind> {
    let fields = block.fields.const_slice();
    let mut i = 0;
    while i < fields.len() {
        if equal(fields[i].name.const_str(), name) {
            return Some(&fields[i].kind);
        }
        i += 1;
    }
    None
}

const fn unknown(key: &str, written: &str, name: &str, block: &Block) {
    let mut message = Message::new()
        .add("`")
        .add(key)
        .add("` names `")
        .add(written)
        .add("`, but there is no field `")
        .add(name)
        .add("`; the fields are ");
    let fields = block.fields.const_slice();
    let mut i = 0;
    while i < fields.len() {
        if i > 0 {
            message = message.add(", ");
        }
        message = message.add(fields[i].name.const_str());
        i += 1;
    }
    message.stop()
}
