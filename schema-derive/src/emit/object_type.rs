//! A struct as a value: the object type of attributes.

use proc_macro2::TokenStream;
use quote::quote;

use super::private_calls::attribute;
use crate::model::{Entry, Model};

/// Makes the struct an attribute type.
pub(crate) fn object_type(model: &Model) -> Option<TokenStream> {
    if !model.keys.object.is_present() {
        return None;
    }
    let ident = &model.ident;
    let layout = model.layout();
    let fields = || {
        layout.iter().filter_map(|entry| match entry {
            Entry::Field(index) => model.fields.get(*index),
            Entry::Id | Entry::Timeouts => None,
        })
    };
    let names = fields().map(|field| &field.name);
    let types: Vec<TokenStream> = fields().map(attribute).collect();
    let secret = types.iter().map(|of| quote!(|| #of.secret()));
    Some(quote! {
        const __FORMS: &[__p::Option<__p::CanonicalFn>] = &[#(#types.canonical()),*];
        #[automatically_derived]
        impl __p::AttributeType for #ident {
            const TYPE: &'static __p::Type = &__p::Type::Object(__p::Static {
                value: &[#(__p::member(#names, #types)),*],
            });
            const CANONICAL: __p::Option<__p::CanonicalFn> = match __p::any_form(__FORMS) {
                true => __p::Some(|value| __p::canonical_members(value, __FORMS)),
                false => __p::None,
            };
            const SECRET: bool = false #(#secret)*;
        }
    })
}

/// The same for a struct with mistakes, as a string, which is allowed anywhere: only the mistakes
/// are reported.
pub(crate) fn stub(model: &Model) -> Option<TokenStream> {
    let ident = &model.ident;
    model.keys.object.is_present().then(|| {
        quote! {
            #[automatically_derived]
            impl __p::AttributeType for #ident {
                const TYPE: &'static __p::Type = &__p::Type::String;
            }
        }
    })
}
