//! The expansion: data, one decode, one encode and the field constants, in one `const _` block.

mod asserts;
mod attrs;
mod codec;
mod docs;
mod extras;
mod schema;
mod validators;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

use crate::model::Model;

pub(crate) use attrs::handles;
pub(crate) use schema::{provider_root, root_impls};

/// Everything for a struct without mistakes.
pub(crate) fn emit(model: &Model) -> TokenStream {
    let object = object_impl(model);
    let roots = schema::root_impls(model, &schema::schema(model));
    let handles = attrs::handles(model);
    let asserts = asserts::asserts(model);
    let warnings = warnings(model);
    wrap(model, &quote!(#object #roots #handles #asserts #warnings))
}

/// Stable Rust lets a macro warn in one way only: by the use of something deprecated.
fn warnings(model: &Model) -> TokenStream {
    let uses = model.warnings.iter().map(|warning| {
        let name = Ident::new(warning.name, Span::call_site());
        let text = &warning.text;
        // The use is what the compiler underlines.
        let span = warning
            .place
            .clone()
            .into_iter()
            .next()
            .map_or_else(Span::call_site, |token| token.span());
        let here = Ident::new(warning.name, span);
        quote! {
            const _: () = {
                #[deprecated(note = #text)]
                #[allow(non_upper_case_globals)]
                const #name: () = ();
                #here
            };
        }
    });
    quote!(#(#uses)*)
}

fn object_impl(model: &Model) -> TokenStream {
    let ident = &model.ident;
    let block = schema::block(model);
    let codec = codec::codec(model);
    quote! {
        #[automatically_derived]
        impl __p::Object for #ident {
            const __BLOCK: &'static __p::Block = #block;
            #codec
        }
    }
}

/// Puts the items where their names can meet nobody else's.
pub(crate) fn wrap(model: &Model, items: &TokenStream) -> TokenStream {
    let root = &model.root;
    quote! {
        // An author's function is called through a closure, so that one that takes `&str` will do.
        #[allow(clippy::redundant_closure)]
        const _: () = {
            #[allow(unused_imports)]
            use #root as __p;
            #items
        };
    }
}
