//! The examples in the documentation of the derive macros, as doc tests.
//!
//! Their own crate does not run them: it would need the SDK for that, and what a macro depends on
//! is compiled for the compiler's side. That was all of the SDK, a second time.

macro_rules! pages {
    ($($module:ident = $page:literal,)*) => {$(
        #[doc = include_str!(concat!("../../schema-derive/src/", $page))]
        pub mod $module {}
    )*};
}

pages! {
    function = "function.md",
    schema = "schema.md",
    schema_enum = "schema_enum.md",
    schema_newtype = "schema_newtype.md",
    schema_validators = "schema_validators.md",
}

/// ```
/// # use schema_provider::prelude::*;
#[doc = include_str!("../../schema-derive/src/struct_examples.txt")]
/// ```
pub mod struct_keys {}

/// ```
/// # use std::collections::BTreeMap;
/// # use schema_provider::prelude::*;
#[doc = include_str!("../../schema-derive/src/field_examples.txt")]
/// ```
pub mod field_keys {}
