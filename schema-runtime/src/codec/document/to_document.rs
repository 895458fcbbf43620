//! Conversion of Rust values to documents, and a macro for documents in Rust code.

use serde_json::Value;

use super::{Document, Members};

/// A value that can be in a [`Document`].
pub trait ToDocument {
    /// Converts it to a document.
    fn to_document(&self) -> Document;
}

impl<T: ToDocument + ?Sized> ToDocument for &T {
    fn to_document(&self) -> Document {
        (**self).to_document()
    }
}

impl<T: ToDocument> ToDocument for Option<T> {
    fn to_document(&self) -> Document {
        self.as_ref().map_or(Document::Null, T::to_document)
    }
}

impl<T: ToDocument> ToDocument for Vec<T> {
    fn to_document(&self) -> Document {
        self.iter().map(T::to_document).collect()
    }
}

macro_rules! to_document {
    ($($ty:ty: |$value:ident| $document:expr;)*) => {
        $(impl ToDocument for $ty {
            fn to_document(&self) -> Document {
                let $value = self;
                $document
            }
        })*
    };
}

to_document! {
    Document: |value| value.clone();
    Members: |value| Document::Object(value.clone());
    Value: |value| Document::from(value);
    bool: |value| Document::Bool(*value);
    str: |value| Document::String(value.to_owned());
    String: |value| Document::String(value.clone());
    i32: |value| Document::Number(value.to_string());
    i64: |value| Document::Number(value.to_string());
    u32: |value| Document::Number(value.to_string());
    u64: |value| Document::Number(value.to_string());
    usize: |value| Document::Number(value.to_string());
}

/// A [`Document`](codec::document::Document), written as with `serde_json::json!`, with its members
/// in their order.
#[doc(hidden)]
#[macro_export]
macro_rules! document {
    (@ $members:ident) => {};
    // An object, `null` and `[]` are one token each, and no expressions.
    (@ $members:ident $name:literal : $value:tt $(, $($rest:tt)*)?) => {
        $members.insert(::std::string::String::from($name), $crate::codec::document::json!($value));
        $($crate::codec::document::json!(@ $members $($rest)*);)?
    };
    (@ $members:ident $name:literal : $value:expr $(, $($rest:tt)*)?) => {
        $members.insert(::std::string::String::from($name), $crate::codec::document::json!($value));
        $($crate::codec::document::json!(@ $members $($rest)*);)?
    };
    ({ $($members:tt)* }) => {{
        #[allow(unused_mut)]
        let mut members = $crate::codec::document::Members::new();
        $crate::codec::document::json!(@ members $($members)*);
        $crate::codec::document::Document::Object(members)
    }};
    (null) => { $crate::codec::document::Document::Null };
    ([]) => { $crate::codec::document::Document::Array(::std::vec::Vec::new()) };
    ($value:expr) => { $crate::codec::document::ToDocument::to_document(&$value) };
}

#[doc(hidden)]
pub use document as json;
