//! Decode and encode: one line a field, no control flow.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::model::Model;

/// The two methods of `Object`.
pub(crate) fn codec(model: &Model) -> TokenStream {
    let positions = model.positions();
    let fields = || model.fields.iter().zip(&positions);
    let takes = fields().map(|(field, position)| {
        let ident = &field.ident;
        let position = usize::from(*position);
        quote_spanned!(field.ty.span()=> #ident: __d.take(#position),)
    });
    let puts = fields().map(|(field, position)| {
        let ident = &field.ident;
        let position = usize::from(*position);
        quote_spanned!(field.ty.span()=> __e.put(#position, &self.#ident);)
    });
    quote! {
        fn __decode(__d: &mut __p::Decoder<'_>) -> Self {
            Self { #(#takes)* }
        }
        fn __encode(&self, __e: &mut __p::Encoder) {
            #(#puts)*
        }
    }
}
