//! Decode and encode: one line a field, no control flow.

use proc_macro2::TokenStream;
use quote::quote;

use super::schema::{attribute, objects};
use crate::model::{Field, FieldKind, Model};

/// The two methods of `Object`.
pub(crate) fn codec(model: &Model) -> TokenStream {
    let positions = model.positions();
    let fields = || model.fields.iter().zip(&positions);
    let takes = fields().map(|(field, position)| {
        let ident = &field.ident;
        let position = usize::from(*position);
        match of(field) {
            None => quote!(#ident: __d.take(#position),),
            Some(of) => quote!(#ident: (#of.take)(__d, #position),),
        }
    });
    let puts = fields().map(|(field, position)| {
        let ident = &field.ident;
        let position = usize::from(*position);
        match of(field) {
            None => quote!(__e.put(#position, &self.#ident);),
            Some(of) => quote!((#of.put)(__e, #position, &self.#ident);),
        }
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

/// The type in the form that the table has it, unless its spelling says that it fits.
fn of(field: &Field) -> Option<TokenStream> {
    match field.kind {
        FieldKind::Attribute if field.shape.surely_fits() => None,
        FieldKind::Attribute => Some(attribute(field)),
        FieldKind::Nested { .. } | FieldKind::Block { .. } => Some(objects(field)),
    }
}
