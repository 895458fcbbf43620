//! Names in an import pattern that only the compiler can check.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::flatten::blocks;
use super::private_calls::call_of_ours;
use crate::model::Model;

/// Checks the names in an import pattern that the macro cannot.
pub(crate) fn asserts(model: &Model) -> impl Iterator<Item = TokenStream> {
    let names = crate::check::unseen_imports(model);
    let ident = model.own_type();
    names.into_iter().filter_map(move |name| {
        let place = &model.import.as_ref()?.token;
        let others = blocks(&model.flattened);
        let arguments = quote!(&[<#ident as __p::Object>::__BLOCK, #(#others),*], #name);
        let call = call_of_ours(&place.to_token_stream(), "assert_imported", &arguments);
        Some(quote!(const _: () = #call;))
    })
}
