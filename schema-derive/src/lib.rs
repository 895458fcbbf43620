//! Derive macros that turn annotated structs and enums into Terraform provider schemas.
//!
//! A struct goes through the stages `parse`, `model`, `check` and `emit`, each of which consumes
//! the result of the previous one: `Parsed`, `Model`, `Checked` with its warnings (or `Rejected`
//! with its errors), tokens. Every mistake of a struct is reported in one run, and after a mistake
//! the constants and trait implementations are still generated (`emit::stub`), so that one mistake
//! is one message.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `error` | every mistake of a struct, each at its tokens |
//! | `recover` | the readable part of a struct that is still being written |
//! | `types` | how Rust types are spelt, as far as that can be known |
//! | `close_types` | types that are close to a field type, and what to write instead |
//! | `parse` | the first stage: annotations as written, key by key; keys are declared in its `field_keys` and `struct_keys` |
//! | `words` | validators in words, for errors |
//! | `model` | the second stage: the decisions that need no rule |
//! | `model_facts` | the model as facts for the rules of the crate `schema-rules` |
//! | `check` | the third stage: the rules, with the tokens to blame for what they find |
//! | `emit` | the last stage: the expansion |
//! | `serde_names` | names that serde gives to variants and fields, which configurations do not use |
//! | `enums` | `#[derive(SchemaEnum)]`, which needs no stages |
//! | `newtype` | `#[derive(SchemaNewtype)]`, which needs no stages |
//! | `underived` | `#[schema(…)]` and `#[function(…)]` without a derive |
//! | `registration` | `resources!`, `data_sources!`, `functions!` and similar |

mod check;
mod close_types;
mod emit;
mod enums;
mod error;
mod model;
mod model_facts;
mod newtype;
mod parse;
mod recover;
mod registration;
mod serde_names;
#[cfg(test)]
mod tests;
mod types;
mod underived;
mod words;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

/// A derive under its own name, for provider developers who depend on `schema-runtime`, and under a
/// second one for those who depend only on `schema-provider`, which exports it under the first
/// name.
macro_rules! derive {
    (
        $(#[$($doc:tt)*])*
        $name:ident by $function:ident, $for_provider:ident by $function_for_provider:ident,
        attributes($($attribute:ident),*), expanded by $expand:path
    ) => {
        $(#[$($doc)*])*
        #[proc_macro_derive($name, attributes($($attribute),*))]
        pub fn $function(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
            run(input.into(), quote!(::schema_runtime::__private), $expand).into()
        }

        $(#[$($doc)*])*
        #[proc_macro_derive($for_provider, attributes($($attribute),*))]
        pub fn $function_for_provider(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
            run(input.into(), quote!(::schema_provider::__private), $expand).into()
        }
    };
}

// The compiler does not find any other attribute: a hint beside its error says what to write.
derive! {
    #[doc = include_str!("schema.md")]
    /// # Keys of `#[schema(…)]`
    #[doc = parse::struct_keys_table!()]
    ///
    /// Each of them in an example:
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    #[doc = include_str!("struct_examples.txt")]
    /// ```
    ///
    /// # Keys of `#[field(…)]`
    #[doc = parse::field_keys_table!()]
    ///
    /// Each of them in an example, with the rules that apply to it:
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use schema_provider::prelude::*;
    #[doc = include_str!("field_examples.txt")]
    /// ```
    ///
    #[doc = include_str!("schema_validators.md")]
    Schema by derive_schema, SchemaForProvider by derive_schema_for_provider,
    attributes(schema, field, function, param), expanded by expand_struct
}

derive! {
    #[doc = include_str!("schema_enum.md")]
    /// # Keys of `#[schema(…)]`
    #[doc = enums::variant_keys_table!()]
    #[doc = enums::enum_keys_table!()]
    SchemaEnum by derive_schema_enum, SchemaEnumForProvider by derive_schema_enum_for_provider,
    attributes(schema, field, default), expanded by enums::expand
}

derive! {
    #[doc = include_str!("schema_newtype.md")]
    /// # Keys of `#[schema(…)]`
    #[doc = newtype::newtype_keys_table!()]
    SchemaNewtype by derive_schema_newtype, SchemaNewtypeForProvider by derive_schema_newtype_for_provider,
    attributes(schema), expanded by newtype::expand
}

#[doc = include_str!("function.md")]
/// # Keys of `#[function(…)]`
#[doc = parse::function_keys_table!()]
///
/// # Keys of `#[param(…)]`
#[doc = parse::param_keys_table!()]
#[proc_macro_derive(Function, attributes(function, param, schema, field))]
pub fn derive_function(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(
        input.into(),
        quote!(::schema_provider::__private),
        expand_function,
    )
    .into()
}

/// The attribute of a struct or enum without a derive: an error that says which derive to write.
/// `schema_for_provider` is for provider developers who depend only on `schema-provider`, which
/// exports it as `schema`.
macro_rules! without_derive {
    ($($name:ident: $annotation:literal, $exports:path;)*) => {$(
        #[doc(hidden)]
        #[proc_macro_attribute]
        pub fn $name(
            keys: proc_macro::TokenStream,
            item: proc_macro::TokenStream,
        ) -> proc_macro::TokenStream {
            let exports = quote!($exports);
            underived::expand($annotation, keys.into(), item.into(), &exports).into()
        }
    )*};
}

without_derive! {
    schema: "schema", ::schema_runtime;
    schema_for_provider: "schema", ::schema_provider;
    function: "function", ::schema_provider;
}

/// Derives named like traits of the SDK: an error says how to implement the trait.
macro_rules! no_derives {
    ($($name:ident: $function:ident;)*) => {$(
        #[doc(hidden)]
        #[proc_macro_derive($name, attributes(schema, field))]
        pub fn $function(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
            underived::no_derive(stringify!($name), input.into()).into()
        }
    )*};
}

no_derives! {
    Resource: derive_resource;
    Update: derive_update;
    DataSource: derive_data_source;
    Provider: derive_provider;
    EphemeralResource: derive_ephemeral_resource;
    ListResource: derive_list_resource;
    Action: derive_action;
    StateStore: derive_state_store;
}

/// An attribute that SDK traits do not need: an error says so.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn async_trait(
    _: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    underived::async_trait(item.into()).into()
}

/// The macros behind `schema_provider::resources!` and similar, which pass their own path on in
/// braces.
macro_rules! registrations {
    ($($name:ident: $list:literal, $example:literal;)*) => {$(
        #[doc(hidden)]
        #[proc_macro]
        pub fn $name(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
            let (list, example) = ($list, $example);
            registration::expand(input.into(), registration::Kind { list, example }).into()
        }
    )*};
}

registrations! {
    __resources: "resources", "Image, Snapshot";
    __data_sources: "data_sources", "ImageLookup";
    __functions: "functions", "SizeMb";
    __ephemeral_resources: "ephemeral_resources", "TemporaryCopy";
    __list_resources: "list_resources", "Image, Snapshot";
    __actions: "actions", "Verify";
    __state_stores: "state_stores", "States";
}

fn run(
    input: TokenStream,
    root: TokenStream,
    expand: fn(DeriveInput, TokenStream) -> TokenStream,
) -> TokenStream {
    match recover::read(input) {
        Ok(input) => expand(input, root),
        Err(error) => error.into_compile_error(),
    }
}

/// The full expansion of one struct: each stage takes the result of the previous one.
fn expand_struct(input: DeriveInput, root: TokenStream) -> TokenStream {
    let mut errors = error::Errors::default();
    let mut attrs = input.attrs.iter();
    if let Some(function) = attrs.find(|attr| attr.path().is_ident("function")) {
        let message = "`#[function(…)]` describes a function, not a schema";
        let help = "write `#[derive(Function)]` in the place of `Schema`";
        errors.on(function, message, help);
        return expand_parsed(parse::parse_function, input, root, errors);
    }
    let renamed = renamed_by_serde(&input);
    let expanded = expand_parsed(parse::parse, input, root, errors);
    quote!(#renamed #expanded)
}

/// Warns about a field whose serde name would be a valid name in configurations.
fn renamed_by_serde(input: &DeriveInput) -> Option<TokenStream> {
    let syn::Data::Struct(data) = &input.data else {
        return None;
    };
    let named = data.fields.iter().filter_map(|field| {
        let ident = field.ident.as_ref()?;
        Some(serde_names::Named {
            ident,
            attrs: &field.attrs,
            name: parse::without_r_prefix(ident),
        })
    });
    serde_names::renamed("field", &[], named)
}

/// The same for a function.
fn expand_function(input: DeriveInput, root: TokenStream) -> TokenStream {
    expand_parsed(parse::parse_function, input, root, error::Errors::default())
}

fn expand_parsed(
    parse: fn(DeriveInput, &mut error::Errors) -> parse::Parsed,
    input: DeriveInput,
    root: TokenStream,
    mut errors: error::Errors,
) -> TokenStream {
    let parsed = parse(input, &mut errors);
    let model = model::build(parsed, root, &mut errors);
    match check::check(model, errors) {
        Ok(checked) => emit::emit(checked),
        Err(rejected) => emit::stub(*rejected),
    }
}
