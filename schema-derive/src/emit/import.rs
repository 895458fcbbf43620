//! Names in an import pattern that only the compiler can check.

use proc_macro2::TokenStream;
use quote::quote;

use super::flatten::blocks;
use super::private_calls::assert;
use crate::model::Model;

/// Checks the names in an import pattern that the macro cannot.
pub(crate) fn asserts(model: &Model) -> impl Iterator<Item = TokenStream> {
    let names = crate::check::unseen_imports(model);
    let ident = model.own_type();
    names.into_iter().filter_map(move |name| {
        let place = &model.import_pattern()?.token;
        let others = blocks(&model.flattened);
        let arguments = quote!(&[<#ident as __p::Object>::__BLOCK, #(#others),*], #name);
        Some(assert(place, "assert_imported", &arguments))
    })
}
