//! Annotations of a struct or enum that no derive reads.
//!
//! `schema` and `function` are helper attributes of the derives, and also attribute macros: with
//! the derive, the compiler uses the helper; without it, it finds the macro, which reports this
//! once and adds the derive, so that code using the struct is not affected. Without the macros,
//! each annotation of each field would be a separate error.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Fields};

use crate::error::Errors;
use crate::recover;

/// The item with the missing derive, and the error. `key` is the annotation, and `exports` the path
/// of the derives.
pub(crate) fn expand(
    key: &str,
    keys: TokenStream,
    item: TokenStream,
    exports: &TokenStream,
) -> TokenStream {
    let mut errors = Errors::default();
    let derived = match recover::read(item.clone()) {
        Ok(input) => {
            let (name, derive) = (&input.ident, derive(key, &input));
            // The attribute itself is not among the tokens, and editors do not know its position.
            let place = match keys.is_empty() {
                true => name.to_token_stream(),
                false => keys.clone(),
            };
            let message = format!("`{name}` has `#[{key}(…)]`, but not the derive that reads it");
            let help = format!("write `#[derive({derive})]` in the line above");
            errors.on(place, message, help);
            let (derive, key) = (format_ident!("{derive}"), format_ident!("{key}"));
            // Below the derive the same annotation is a helper attribute.
            quote!(#[derive(#exports::#derive)] #[#key(#keys)] #item)
        }
        Err(_) => {
            let place = match keys.is_empty() {
                true => item.clone(),
                false => keys,
            };
            let described = match key {
                "function" => "a struct",
                _ => "a struct or an enum",
            };
            let message = format!("`#[{key}(…)]` describes {described}");
            errors.on(place, message, "remove it here");
            item
        }
    };
    let errors = errors.into_tokens();
    quote!(#derived #errors)
}

/// `#[derive(Resource)]`: a trait to implement manually.
pub(crate) fn no_derive(name: &str, input: TokenStream) -> TokenStream {
    let ident = syn::parse2::<DeriveInput>(input).map(|input| input.ident.to_string());
    let ident = ident.unwrap_or_else(|_| "Image".to_owned());
    let mut errors = Errors::default();
    let message = format!("`{name}` is implemented manually, not derived");
    let help = format!("derive `Schema` alone, and write `impl {name} for {ident}`");
    errors.at(Span::call_site(), message, help);
    errors.into_tokens().unwrap_or_default()
}

/// `#[async_trait]`.
pub(crate) fn async_trait(item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let message = "the traits of the SDK are asynchronous without `async_trait`";
    errors.at(Span::call_site(), message, "remove `#[async_trait]`");
    let errors = errors.into_tokens();
    quote!(#errors #item)
}

/// The derive for this kind of item.
fn derive(key: &str, input: &DeriveInput) -> &'static str {
    match &input.data {
        _ if key == "function" => "Function",
        Data::Enum(_) => "SchemaEnum",
        Data::Struct(it) if matches!(it.fields, Fields::Unnamed(_)) => "SchemaNewtype",
        _ => "Schema",
    }
}
