//! The structs that a struct nests, to detect whether it contains itself through others (R230).
//! This is decided before its table is made: a constant that needs itself causes an obscure
//! compiler error.

use proc_macro2::TokenStream;
use quote::quote;

use super::private_calls::{assert, contained_in};
use crate::model::Model;

/// What is emitted for a struct that nests others.
pub(crate) struct Contained {
    /// Goes before the implementation of `Object`: the real table, and one error for a cycle.
    pub(crate) before: TokenStream,
    /// Goes into that implementation.
    pub(crate) nested: TokenStream,
    /// The table, which is empty in a cycle.
    pub(crate) table: TokenStream,
}

pub(crate) fn contained(model: &Model, block: &TokenStream) -> Option<Contained> {
    let ident = &model.ident;
    let (mut structs, mut asserts) = (quote!(()), Vec::new());
    // A type with a suggested replacement holds no struct.
    let nesting = model.fields.iter().filter(|field| field.close.is_none());
    for field in nesting {
        let Some(contained) = contained_in(field) else {
            continue;
        };
        let (ty, name) = (&field.source.ty, &field.name);
        structs = quote!((#contained, #structs));
        let reports_cycle = quote!(__p::reports_cycle::<#ident, _>(&#contained), #name);
        asserts.push(assert(ty, "assert_not_in_itself", &reports_cycle));
    }
    for other in &model.flattened {
        let ty = &other.ty;
        structs = quote! {
            (__p::Holds::<__p::nesting::Single, #ty>::STRUCT, #structs)
        };
    }
    if asserts.is_empty() && model.flattened.is_empty() {
        return None;
    }
    let name = ident.to_string();
    Some(Contained {
        before: quote! {
            #[allow(unused_imports)]
            use __p::HoldsNone as _;
            #(#asserts)*
            struct __Table<const IN_ITSELF: bool>;
            #[allow(dead_code)]
            impl __Table<false> {
                const TABLE: &'static __p::Block = #block;
            }
            // The table of all others, including structs that an editor does not evaluate.
            #[allow(dead_code)]
            trait __NoTable {
                const TABLE: &'static __p::Block = __p::NO_BLOCK;
            }
            impl<const IN_ITSELF: bool> __NoTable for __Table<IN_ITSELF> {}
        },
        nested: quote! {
            const __OF_STRUCT: &'static str = ::core::concat!(
                ::core::module_path!(), "::", #name, " ", ::core::line!(), ":", ::core::column!()
            );
            fn __nested() -> impl __p::Structs {
                #structs
            }
        },
        table: quote!(__Table::<{ __p::contains_itself::<#ident>() }>::TABLE),
    })
}
