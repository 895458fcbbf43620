//! Derive macros that turn annotated structs and enums into Terraform provider schemas.
//!
//! A struct goes through a line of stages, each of which takes what the one before has made:
//!
//! | stage | makes |
//! |---|---|
//! | `parse` | `Parsed`: what was written, key by key, without decisions. Keys are declared here, in `field_keys` and `struct_keys` |
//! | `model` | `Model`: the decisions that need no rule |
//! | `check` | `Checked` with its warnings or `Rejected` with its errors, through the crate `schema-rules`, to which `facts` speaks |
//! | `emit` | the expansion |
//!
//! Every mistake of a struct is reported in one run, and after a mistake the constants and trait
//! implementations still come out (`emit::stub`), so that one mistake is one message.
//!
//! `error`, `types` (how Rust types are spelt) and `words` (validators in words) serve the stages.
//! `enums`, `newtype` and `registration` are short lines of their own. Imports run one way: `error`,
//! `types`, `parse`, `words`, `model`, `facts`, `check`, `emit`, then those three.

mod check;
mod emit;
mod enums;
mod error;
mod model;
mod model_facts;
mod newtype;
mod parse;
mod registration;
#[cfg(test)]
mod tests;
mod types;
mod words;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

#[doc = include_str!("schema.md")]
/// # Keys of `#[schema(…)]`
#[doc = parse::struct_keys_table!()]
///
/// # Keys of `#[field(…)]`
#[doc = parse::field_keys_table!()]
#[doc = include_str!("schema_validators.md")]
#[proc_macro_derive(Schema, attributes(schema, field))]
pub fn schema(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(
        input.into(),
        quote!(::schema_runtime::__private),
        expand_struct,
    )
    .into()
}

/// The same for authors who depend on `schema-provider` only, which exports this as `Schema`.
#[doc = include_str!("schema.md")]
/// # Keys of `#[schema(…)]`
#[doc = parse::struct_keys_table!()]
///
/// # Keys of `#[field(…)]`
#[doc = parse::field_keys_table!()]
#[doc = include_str!("schema_validators.md")]
#[proc_macro_derive(SchemaForProvider, attributes(schema, field))]
pub fn schema_for_provider(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(
        input.into(),
        quote!(::schema_provider::__private),
        expand_struct,
    )
    .into()
}

#[doc = include_str!("schema_enum.md")]
/// # Keys of `#[schema(…)]`
#[doc = enums::variant_keys_table!()]
#[doc = enums::enum_keys_table!()]
#[proc_macro_derive(SchemaEnum, attributes(schema))]
pub fn schema_enum(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(
        input.into(),
        quote!(::schema_runtime::__private),
        enums::expand,
    )
    .into()
}

/// The same for authors who depend on `schema-provider` only, which exports this as `SchemaEnum`.
#[doc = include_str!("schema_enum.md")]
/// # Keys of `#[schema(…)]`
#[doc = enums::variant_keys_table!()]
#[doc = enums::enum_keys_table!()]
#[proc_macro_derive(SchemaEnumForProvider, attributes(schema))]
pub fn schema_enum_for_provider(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(
        input.into(),
        quote!(::schema_provider::__private),
        enums::expand,
    )
    .into()
}

#[doc = include_str!("schema_newtype.md")]
/// # Keys of `#[schema(…)]`
#[doc = newtype::newtype_keys_table!()]
#[proc_macro_derive(SchemaNewtype, attributes(schema))]
pub fn schema_newtype(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(
        input.into(),
        quote!(::schema_runtime::__private),
        newtype::expand,
    )
    .into()
}

/// The same for authors who depend on `schema-provider` only, which exports this as
/// `SchemaNewtype`.
#[doc = include_str!("schema_newtype.md")]
/// # Keys of `#[schema(…)]`
#[doc = newtype::newtype_keys_table!()]
#[proc_macro_derive(SchemaNewtypeForProvider, attributes(schema))]
pub fn schema_newtype_for_provider(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(
        input.into(),
        quote!(::schema_provider::__private),
        newtype::expand,
    )
    .into()
}

/// The entries of `schema_provider::resources!`, which passes its own path on in braces.
#[doc(hidden)]
#[proc_macro]
pub fn __resources(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    registration::expand(input.into(), registration::Kind::Resources).into()
}

/// The entries of `schema_provider::data_sources!`, which passes its own path on in braces.
#[doc(hidden)]
#[proc_macro]
pub fn __data_sources(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    registration::expand(input.into(), registration::Kind::DataSources).into()
}

fn run(
    input: TokenStream,
    root: TokenStream,
    expand: fn(DeriveInput, TokenStream) -> TokenStream,
) -> TokenStream {
    match syn::parse2(input) {
        Ok(input) => expand(input, root),
        Err(error) => error.into_compile_error(),
    }
}

/// The whole line for one struct: each stage takes what the one before has made.
fn expand_struct(input: DeriveInput, root: TokenStream) -> TokenStream {
    let mut errors = error::Errors::default();
    let parsed = parse::parse(input, &mut errors);
    let model = model::build(parsed, root, &mut errors);
    match check::check(model, errors) {
        Ok(checked) => emit::emit(checked),
        Err(rejected) => emit::stub(*rejected),
    }
}
