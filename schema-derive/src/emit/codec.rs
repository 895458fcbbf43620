//! Decode and encode: one line per field, no control flow.

use proc_macro2::TokenStream;
use quote::quote;

use super::flatten;
use super::private_calls::{flattened, held};
use crate::model::{Field, Model};

/// The two methods of `Object`.
pub(crate) fn codec(model: &Model) -> TokenStream {
    let positions = model.positions();
    let fields = || {
        let fields = model.fields.iter().zip(&positions);
        fields.map(|(field, position)| {
            let (ident, of) = (&field.source.ident, of(field));
            (field, ident, of, position_of(model, field, *position))
        })
    };
    let takes = fields().map(|(field, ident, of, position)| match of {
        _ if field.takes_unknown && field.variadic => {
            quote!(#ident: __p::take_vals(__d, #position),)
        }
        _ if field.takes_unknown => quote!(#ident: __p::take_val(__d, #position),),
        None => quote!(#ident: __d.take(#position),),
        Some(of) => quote!(#ident: (#of.take)(__d, #position),),
    });
    let puts = fields().map(|(field, ident, of, position)| match of {
        _ if field.takes_unknown && field.variadic => {
            quote!(__p::put_vals(__e, #position, &self.#ident);)
        }
        _ if field.takes_unknown => quote!(__p::put_val(__e, #position, &self.#ident);),
        None => quote!(__e.put(#position, &self.#ident);),
        Some(of) => quote!((#of.put)(__e, #position, &self.#ident);),
    });
    let others = || {
        let others = model.flattened.iter().enumerate();
        others.map(|(index, field)| (&field.ident, flattened(field), flatten::places(index)))
    };
    let other_takes = others().map(|(ident, of, places)| quote!(#ident: (#of.take)(__d, #places),));
    let other_puts =
        others().map(|(ident, of, places)| quote!((#of.put)(__e, #places, &self.#ident);));
    quote! {
        fn __decode(__d: &mut __p::Decoder<'_>) -> Self {
            Self { #(#takes)* #(#other_takes)* }
        }
        fn __encode(&self, __e: &mut __p::Encoder) {
            #(#puts)*
            #(#other_puts)*
        }
    }
}

/// The field's position; among those of flattened structs only the compiler knows it.
fn position_of(model: &Model, field: &Field, position: u16) -> TokenStream {
    if model.flattened.is_empty() {
        let position = usize::from(position);
        return quote!(#position);
    }
    let name = &field.name;
    quote!(const { __p::position(<Self as __p::Object>::__BLOCK, #name) as usize })
}

/// The type in the form used in the table, unless its spelling shows that it fits.
fn of(field: &Field) -> Option<TokenStream> {
    (!field.is_attribute() || !field.shape.surely_fits()).then(|| held(field))
}
