//! The expansion: data, one decode, one encode and the field constants, in one `const _` block.

mod asserts;
mod codec;
mod const_checks;
mod contained;
mod docs;
mod extras;
mod flatten;
mod function;
mod handles;
mod identity;
mod import;
mod inert;
mod object_type;
mod possible;
mod private_calls;
mod schema;
mod stub;
mod validators;
mod warnings;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::check::Checked;
use crate::model::Model;

pub(crate) use private_calls::call_at;
pub(crate) use stub::{attribute as stub_of_attribute, stub};

/// The full expansion of a struct without mistakes.
pub(crate) fn emit(checked: Checked) -> TokenStream {
    let Checked { model, warnings } = checked;
    let model = &model;
    let object = object_impl(model);
    let value = object_type::object_type(model);
    let roots = schema::root_impls(model, &schema::schema(model), false);
    let handles = handles::fitting(model);
    let asserts = asserts::asserts(model);
    let const_checks = const_checks::const_checks(model);
    let possible = possible::possible(model);
    let warnings = warnings.into_iter();
    let warnings = warnings.map(|one| crate::error::warning(one.place, one.name, &one.text));
    let close = model.fields.iter().filter_map(private_calls::close);
    // Hints for types that do not resolve.
    let fields = model.fields.iter();
    let unknown = fields.filter_map(|field| private_calls::unknown(model, field));
    let aliases = private_calls::aliases(model);
    let wrapped = wrap(
        model,
        &quote!(#aliases #(#close)* #(#unknown)* #object #value #roots #handles #asserts #const_checks #possible #(#warnings)*),
    );
    let of_struct = warnings::warnings_of_struct(model);
    quote!(#wrapped #of_struct)
}

fn object_impl(model: &Model) -> TokenStream {
    let ident = &model.ident;
    let block = schema::block(model);
    let contained = contained::contained(model, &block);
    let (before, nested, block) = match contained {
        Some(contained) => (contained.before, contained.nested, contained.table),
        None => (TokenStream::new(), TokenStream::new(), block),
    };
    // If structs contain each other in a cycle that is too long, the compiler underlines the name
    // of the table.
    let mut fields = model.fields.iter();
    let span = fields.find(|field| field.nesting().is_some());
    let span = span.map_or_else(Span::call_site, |field| field.source.ty.span());
    let table = quote_spanned! {span=>
        const a_struct_cannot_contain_itself: &'static __p::Block
    };
    let end = quote_spanned!(span=> ;);
    let codec = codec::codec(model);
    let own = flatten::own(model);
    let meta = schema::meta(model);
    quote! {
        #own
        #before
        #[automatically_derived]
        impl __p::Object for #ident {
            #table = #block #end
            #meta
            #nested
            #codec
        }
    }
}

/// Puts the items where their names cannot clash with others.
fn wrap(model: &Model, items: &TokenStream) -> TokenStream {
    let root = &model.root;
    quote! {
        // It contains the types of all fields at once.
        #[allow(clippy::type_complexity)]
        const _: () = {
            #[allow(unused_imports)]
            use #root as __p;
            #items
        };
    }
}
