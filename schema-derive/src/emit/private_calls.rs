//! Calls of the runtime's hidden module. Wherever generated code needs the same thing it asks in
//! the same form, so that what does not fit is one message.

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Type};

use crate::model::{Field, Flattened};
use crate::parse::Nesting;

/// The type of an attribute.
pub(crate) fn attribute(field: &Field) -> TokenStream {
    let ty = &field.source.ty;
    quote_spanned!(ty.span()=> __p::attribute::<#ty>())
}

/// The type of a block or nested attribute.
pub(crate) fn objects(field: &Field) -> TokenStream {
    objects_of(&field.source.ty, field.nesting().unwrap_or(Nesting::Single))
}

/// The same of any type that holds objects.
pub(crate) fn objects_of(ty: &Type, nesting: Nesting) -> TokenStream {
    let marker = match nesting {
        Nesting::Single => format_ident!("Single"),
        Nesting::List => format_ident!("List"),
        Nesting::Set => format_ident!("Set"),
        Nesting::Map => format_ident!("Map"),
    };
    quote_spanned!(ty.span()=> __p::objects::<__p::nesting::#marker, #ty>())
}

/// A struct whose fields are fields of another one.
pub(crate) fn flattened(field: &Flattened) -> TokenStream {
    let ty = &field.ty;
    quote_spanned!(ty.span()=> __p::flattened::<#ty>())
}

/// A constant that fails at all of the type's tokens.
pub(crate) fn assert(ty: &Type, function: &str, arguments: &TokenStream) -> TokenStream {
    let call = call(ty, function, arguments);
    quote!(const _: () = #call;)
}

/// The same without the constant around it.
pub(crate) fn call(ty: &Type, function: &str, arguments: &TokenStream) -> TokenStream {
    call_of_ours(&ty.to_token_stream(), function, arguments)
}

/// A call of a function of the runtime's hidden module.
pub(crate) fn call_of_ours(
    place: &TokenStream,
    function: &str,
    arguments: &TokenStream,
) -> TokenStream {
    call_at(
        place,
        |span| quote_spanned!(span=> __p),
        function,
        arguments,
    )
}

/// A call of a function in a module, which reaches from the first to the last of these tokens for
/// the compiler. The module is underlined with it, so it is written for the place where it begins.
pub(crate) fn call_at(
    place: &TokenStream,
    module: impl FnOnce(Span) -> TokenStream,
    function: &str,
    arguments: &TokenStream,
) -> TokenStream {
    let mut tokens = place.clone().into_iter().map(|token| token.span());
    let first = tokens.next().unwrap_or_else(Span::call_site);
    let last = tokens.last().unwrap_or(first);
    let mut group = Group::new(Delimiter::Parenthesis, arguments.clone());
    group.set_span(last);
    let (module, function) = (module(first), Ident::new(function, first));
    quote_spanned!(first=> #module::#function #group)
}
