//! Calls of the runtime's hidden module. Wherever generated code needs the same thing it asks in
//! the same form, so that what does not fit is one message.

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Type};

use crate::model::{Field, Flattened};
use crate::parse::{Nesting, without_r_prefix};

/// The type of an attribute.
pub(crate) fn attribute(field: &Field) -> TokenStream {
    let ty = &field.source.ty;
    match &field.close {
        None => quote_spanned!(ty.span()=> __p::attribute::<#ty>()),
        Some(_) => {
            let function = close_function(field, ty.span());
            quote_spanned!(ty.span()=> #function::<#ty>())
        }
    }
}

/// The type of a block or nested attribute.
pub(crate) fn objects(field: &Field) -> TokenStream {
    let ty = &field.source.ty;
    if field.close.is_some() {
        let function = close_function(field, ty.span());
        return quote_spanned!(ty.span()=> #function::<#ty>());
    }
    objects_of(ty, field.nesting().unwrap_or(Nesting::Single))
}

/// The same of any type that holds objects.
pub(crate) fn objects_of(ty: &Type, nesting: Nesting) -> TokenStream {
    let marker = nesting_marker(nesting);
    quote_spanned!(ty.span()=> __p::objects::<__p::nesting::#marker, #ty>())
}

/// The struct in a block or nested attribute, if it is one.
pub(crate) fn contained_in(field: &Field) -> Option<TokenStream> {
    let ty = &field.source.ty;
    let marker = nesting_marker(field.nesting()?);
    Some(quote!(__p::Holds::<__p::nesting::#marker, #ty>::STRUCT))
}

fn nesting_marker(nesting: Nesting) -> Ident {
    match nesting {
        Nesting::Single => format_ident!("Single"),
        Nesting::List => format_ident!("List"),
        Nesting::Set => format_ident!("Set"),
        Nesting::Map => format_ident!("Map"),
    }
}

/// The function that asks for a type in words of its own.
fn close_function(field: &Field, span: Span) -> Ident {
    let name = without_r_prefix(&field.source.ident);
    Ident::new(&format!("__type_of_{name}"), span)
}

/// For a type whose spelling says what to write instead: the words are those of a trait that every type has which
/// fits, and that the compiler names in the place of ours.
pub(crate) fn close(field: &Field) -> Option<TokenStream> {
    let close = field.close.as_ref()?;
    // The compiler fills in what stands in braces.
    let plain = |text: &str| text.replace('{', "{{").replace('}', "}}");
    let (message, label, note) = (
        plain(&close.message),
        plain(&close.label),
        plain(&close.note),
    );
    let function = close_function(field, Span::call_site());
    let (fits, of, ask) = if field.is_attribute() {
        (
            quote!(__p::AttributeType),
            quote!(__p::AttributeOf<T>),
            quote!(__p::attribute::<T>()),
        )
    } else {
        let marker = nesting_marker(field.nesting().unwrap_or(Nesting::Single));
        let marker = quote!(__p::nesting::#marker);
        (
            quote!(__p::Objects<#marker>),
            quote!(__p::ObjectsOf<T>),
            quote!(__p::objects::<#marker, T>()),
        )
    };
    let name = format_ident!("__FitsIn_{}", without_r_prefix(&field.source.ident));
    Some(quote! {
        #[diagnostic::on_unimplemented(message = #message, label = #label, note = #note)]
        #[allow(non_camel_case_types)]
        trait #name: #fits {}
        #[diagnostic::do_not_recommend]
        impl<T: #fits> #name for T {}
        #[allow(non_snake_case)]
        const fn #function<T: #name>() -> #of {
            #ask
        }
    })
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
