//! The handles of the fields: one constant each, with the field's facts as its documentation.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{docs, flatten};
use crate::model::{Field, Model};
use crate::parse::PlainKey;

/// The impl block with the constants.
pub(crate) fn handles(model: &Model) -> TokenStream {
    let ident = &model.ident;
    let vis = &model.vis;
    let reference = docs::reference(model);
    let mut names = HashSet::new();
    let constants: Vec<TokenStream> = model
        .fields
        .iter()
        .zip(model.positions())
        .enumerate()
        .filter_map(|(index, (field, position))| {
            if field.plain(PlainKey::Removed).is_some() {
                return None;
            }
            let constant = field.constant();
            // Of two that would be the same the second was reported.
            if !names.insert(constant.to_string()) {
                return None;
            }
            let ty = &field.source.ty;
            let access = access(field);
            let doc = docs::field(model, index);
            let position = if model.flattened.is_empty() {
                quote!(#position)
            } else {
                let name = &field.name;
                quote!(__p::position(<#ident as __p::Object>::__BLOCK, #name))
            };
            Some(quote_spanned! {field.source.ident.span()=>
                #[doc = #doc]
                #vis const #constant: __p::Attr<#ident, #ty #access> = __p::at(#position);
            })
        })
        .collect();
    let flattened = flatten::handles(model);
    let places = flatten::positions(model);
    quote! {
        #places
        #[doc = #reference]
        #[allow(dead_code, private_interfaces)]
        impl #ident {
            #(#constants)*
            #(#flattened)*
        }
    }
}

/// What may be done with the field, where that is not the usual.
fn access(field: &Field) -> Option<TokenStream> {
    if field.is_computed_only() {
        Some(quote!(, __p::ComputedOnly))
    } else if field.write_only {
        Some(quote!(, __p::WriteOnly))
    } else {
        None
    }
}
