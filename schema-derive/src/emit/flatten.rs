//! Structs whose fields become fields of another struct. Their names are not visible here, so the
//! compiler evaluates positions as constants.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::docs;
use super::private_calls::{alias_of_constant, assert, flattened};
use super::schema::{self, kind_of_schema};
use crate::model::{Flattened, Model};
use crate::parse::{BlockKind, without_r_prefix};

/// The struct's own fields and the tables of the flattened structs, from which its table is made.
pub(crate) fn own(model: &Model) -> Option<TokenStream> {
    if model.flattened.is_empty() {
        return None;
    }
    let fields = schema::own_fields(model);
    let others = blocks(&model.flattened);
    Some(quote! {
        const __OWN_FIELDS: &__p::Table = #fields;
        const __FLATTENED_FIELDS: &[&__p::Block] = &[#(#others),*];
    })
}

pub(super) fn blocks(flattened: &[Flattened]) -> impl Iterator<Item = TokenStream> {
    flattened.iter().map(|field| {
        let of = self::flattened(field);
        quote!(#of.block)
    })
}

/// The name of the constant with the positions of the struct's fields.
pub(crate) fn places(index: usize) -> Ident {
    format_ident!("__PLACES_{index}")
}

/// The positions of each flattened struct's fields.
pub(crate) fn positions(model: &Model) -> TokenStream {
    let ident = &model.own_type();
    let constants = model.flattened.iter().enumerate().map(|(index, field)| {
        let (name, of) = (places(index), flattened(field));
        quote! {
            const #name: &[u16] = &__p::positions::<_, { __p::count(#of) }>(
                <#ident as __p::Object>::__BLOCK,
                #of,
            );
        }
    });
    quote!(#(#constants)*)
}

/// The field constants of the flattened structs.
pub(crate) fn handles(model: &Model) -> impl Iterator<Item = TokenStream> {
    let (ident, vis) = (model.own_type(), &model.vis);
    let flattened = model.flattened.iter().enumerate();
    flattened.map(move |(index, field)| {
        let (constant, ty, places) = (field.constant(), &field.ty, places(index));
        let doc = docs::flattened(field);
        let alias = alias_of_constant(&field.ident, &constant);
        quote_spanned! {field.ident.span()=>
            #[doc = #doc]
            #alias
            #vis const #constant: __p::Flat<#ident, #ty> = __p::flat(#places);
        }
    })
}

/// Checks whether the fields may be in this struct.
pub(crate) fn asserts(model: &Model) -> impl Iterator<Item = TokenStream> {
    let root = match model.kind {
        // Parameters are identified by their order, so nothing is flattened into a function.
        BlockKind::Nested | BlockKind::Function | BlockKind::Identity => quote!(__p::None),
        kind => {
            let kind = kind_of_schema(kind);
            quote!(__p::Some(__p::SchemaKind::#kind))
        }
    };
    let all = model.flattened.iter().enumerate();
    all.map(move |(index, field)| {
        let (of, name) = (flattened(field), without_r_prefix(&field.ident));
        let earlier = blocks(model.flattened.get(..index).unwrap_or_default());
        let arguments = quote!(#of, #name, __OWN_FIELDS, &[#(#earlier),*], #root);
        assert(&field.ty, "assert_flattened", &arguments)
    })
}
