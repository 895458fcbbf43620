//! What comes out of a struct with mistakes: the constants and trait implementations, so that
//! code which uses them is not blamed too.

use proc_macro2::TokenStream;
use quote::quote;

use super::{handles, schema, wrap};
use crate::check::Rejected;
use crate::model::Model;
use crate::parse::StructKind;

/// The stub behind the errors.
pub(crate) fn stub(rejected: Rejected) -> TokenStream {
    let Rejected { model, errors } = rejected;
    let stub = items(&model);
    quote!(#errors #stub)
}

fn items(model: &Model) -> TokenStream {
    if !model.generics.params.is_empty() {
        // Its implementations could not be written without its parameters, which are the mistake.
        return TokenStream::new();
    }
    let ident = &model.ident;
    let none = quote!(__p::NO_SCHEMA);
    let mut roots = schema::root_impls(model, &none);
    if model.places.broken && model.kind == StructKind::Nested {
        // It may have been meant as the root of any of them.
        roots = quote! {
            #[automatically_derived]
            impl __p::Root for #ident {
                const __SCHEMA: &'static __p::Schema = #none;
            }
            #[automatically_derived]
            impl __p::ResourceRoot for #ident {}
            #[automatically_derived]
            impl __p::DataSourceRoot for #ident {}
            #[automatically_derived]
            impl __p::ProviderMetaRoot for #ident {}
        };
        roots.extend(schema::provider_root(model));
    }
    let handles = handles::handles(model);
    wrap(
        model,
        &quote! {
            #[automatically_derived]
            impl __p::Object for #ident {
                const a_struct_cannot_contain_itself: &'static __p::Block = __p::NO_BLOCK;
                fn __decode(_: &mut __p::Decoder<'_>) -> Self {
                    ::core::unreachable!()
                }
                fn __encode(&self, _: &mut __p::Encoder) {}
            }
            #roots
            #handles
        },
    )
}
