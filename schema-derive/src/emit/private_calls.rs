//! Calls of the runtime's hidden module. Generated code always asks for the same thing in the same
//! form, so that a type that does not fit causes one message.

use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Ident, Type};

use crate::model::{Field, Flattened, Model};
use crate::parse::{Nesting, without_r_prefix};
use crate::types::TypeShape;

/// Aliases of types spelt with other types in brackets, such as `Vec<Partition>`. The compiler
/// reports an unresolved name in the struct with a hint about the struct, and elsewhere again
/// without it. All generated checks look the type up here, where it is as in the struct, so that
/// both are one error.
pub(crate) fn aliases(model: &Model) -> TokenStream {
    let fields = model.fields.iter().filter(|field| has_alias(field));
    let aliases = fields.map(|field| {
        // The hint points behind the struct's name.
        let (name, ty) = (alias(field, model.ident.span()), &field.source.ty);
        quote! {
            #[allow(dead_code, non_camel_case_types)]
            type #name = #ty;
        }
    });
    quote!(#(#aliases)*)
}

fn alias(field: &Field, span: Span) -> Ident {
    let name = without_r_prefix(&field.source.ident);
    Ident::new(&format!("__Type_{name}"), span)
}

fn has_alias(field: &Field) -> bool {
    !field.shape.surely_fits() && is_path_in_brackets(&field.source.ty)
}

/// Whether a type is spelt with others in brackets, and only with paths: references and inferred
/// types are reported differently in a type alias.
pub(super) fn is_path_in_brackets(ty: &Type) -> bool {
    let mut brackets = false;
    let paths = ty.to_token_stream().into_iter().all(|token| match token {
        TokenTree::Ident(name) => !["_", "dyn", "impl", "fn", "for", "Self"]
            .iter()
            .any(|word| name == word),
        TokenTree::Punct(punct) => {
            brackets |= punct.as_char() == '<';
            matches!(punct.as_char(), ':' | '<' | '>' | ',')
        }
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    });
    paths && brackets
}

/// The field's own name beside the constant: the compiler considers `name` and `NAME` unrelated,
/// and so suggests the constant to anyone who wrote `Image::name`.
pub(super) fn alias_of_constant(field: &Ident, constant: &Ident) -> Option<TokenStream> {
    let name = field.unraw().to_string();
    (*constant != name).then(|| quote!(#[doc(alias = #name)]))
}

/// The type of a field, by its alias if it has one, with a span over all of its tokens.
pub(crate) fn named(field: &Field) -> TokenStream {
    let ty = field.source.ty.to_token_stream();
    if !has_alias(field) {
        return ty;
    }
    let mut spans = ty.into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    let last = spans.last().unwrap_or(first);
    let bracket = |sign, span| {
        let mut bracket = Punct::new(sign, Spacing::Alone);
        bracket.set_span(span);
        bracket
    };
    let (name, open, close) = (alias(field, first), bracket('<', first), bracket('>', last));
    quote!(#name #open #close)
}

/// The type of an attribute.
pub(crate) fn attribute(field: &Field) -> TokenStream {
    let (ty, name) = (&field.source.ty, named(field));
    if field.close.is_some() {
        return asked_closely(field);
    }
    let function = Ident::new(asked_as(&field.shape), ty.span());
    quote_spanned!(ty.span()=> __p::#function::<#name>())
}

/// The same with the message of a type that is close to one that fits.
fn asked_closely(field: &Field) -> TokenStream {
    let (span, name) = (field.source.ty.span(), named(field));
    let function = close_function(field, span);
    quote_spanned!(span=> #function::<#name>())
}

/// The function that checks the type with the message that fits its spelling.
fn asked_as(shape: &TypeShape) -> &'static str {
    match shape.inner() {
        fits if fits.surely_fits() => "attribute",
        TypeShape::List(_) => "attribute_list",
        TypeShape::Set(_) => "attribute_set",
        TypeShape::Map(_) => "attribute_map",
        TypeShape::Other(_) => "attribute_alone",
        _ => "attribute",
    }
}

/// The type of a block or nested attribute.
pub(crate) fn objects(field: &Field) -> TokenStream {
    let (ty, name) = (&field.source.ty, named(field));
    if field.close.is_some() {
        return asked_closely(field);
    }
    let marker = field_marker(field);
    quote_spanned!(ty.span()=> __p::objects::<__p::nesting::#marker, #name>())
}

/// The type in either case, depending on what the field holds.
pub(crate) fn held(field: &Field) -> TokenStream {
    match field.nesting() {
        None => attribute(field),
        Some(_) => objects(field),
    }
}

/// The same for any type that holds objects.
pub(crate) fn objects_of(ty: &Type, nesting: Nesting) -> TokenStream {
    let marker = nesting_marker(nesting);
    quote_spanned!(ty.span()=> __p::objects::<__p::nesting::#marker, #ty>())
}

/// The struct in a block or nested attribute, if it is one.
pub(crate) fn contained_in(field: &Field) -> Option<TokenStream> {
    let ty = named(field);
    field.nesting()?;
    let marker = field_marker(field);
    Some(quote!(__p::Holds::<__p::nesting::#marker, #ty>::STRUCT))
}

/// How the field's objects are grouped; for blocks with at most one, the type may also say it.
fn field_marker(field: &Field) -> Ident {
    let nesting = field.nesting().unwrap_or(Nesting::Single);
    match (nesting, field.is_alone()) {
        (Nesting::List, true) => format_ident!("ListOfOne"),
        (Nesting::Set, true) => format_ident!("SetOfOne"),
        (nesting, _) => nesting_marker(nesting),
    }
}

fn nesting_marker(nesting: Nesting) -> Ident {
    format_ident!("{nesting:?}")
}

/// The function that checks a type with its own message.
fn close_function(field: &Field, span: Span) -> Ident {
    let name = without_r_prefix(&field.source.ident);
    Ident::new(&format!("__type_of_{name}"), span)
}

/// For a type whose spelling says what to write instead: the message is that of a trait that every
/// fitting type has, and that the compiler names instead of ours.
pub(crate) fn close(field: &Field) -> Option<TokenStream> {
    let close = field.close.as_ref()?;
    // The compiler interpolates what is in braces.
    let plain = |text: &str| text.replace('{', "{{").replace('}', "}}");
    let [message, label, note] = [&close.message, &close.label, &close.note].map(|it| plain(it));
    let function = close_function(field, Span::call_site());
    let marker = field_marker(field);
    let marker = quote!(__p::nesting::#marker);
    let [fits, of, ask] = match field.is_attribute() {
        true => [
            quote!(__p::AttributeType),
            quote!(__p::AttributeOf<T>),
            quote!(__p::attribute::<T>()),
        ],
        false => [
            quote!(__p::Grouped<#marker>),
            quote!(__p::ObjectsOf<T>),
            quote!(__p::objects::<#marker, T>()),
        ],
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

/// For such a type that does not resolve: the compiler at most suggests a similar name. It assumes
/// that an unresolved type has every trait, even one that no type has.
pub(crate) fn unknown(model: &Model, field: &Field) -> Option<TokenStream> {
    let close = field.close.as_ref()?;
    if !model.generics.params.is_empty() {
        return None;
    }
    let text = format!("{}\n{}", close.message, close.note);
    let (ident, name) = (&model.ident, &field.source.ident);
    let place = field.source.ty.span();
    let advice = Ident::new("advice", place);
    Some(quote! {
        #[allow(dead_code)]
        const _: () = {
            struct Type<T>(fn(&#ident) -> &T);
            trait NoTypeHas {}
            trait Known {
                fn advice(&self) {}
            }
            impl<T> Known for Type<T> {}
            impl<T: NoTypeHas> Type<T> {
                #[deprecated(note = #text)]
                fn advice(&self) {}
            }
            fn ask() {
                Type(|object: &#ident| &object.#name).#advice()
            }
        };
    })
}

/// A struct whose fields become fields of another struct.
pub(crate) fn flattened(field: &Flattened) -> TokenStream {
    let ty = &field.ty;
    quote_spanned!(ty.span()=> __p::flattened::<#ty>())
}

/// A constant that fails at all of these tokens.
pub(crate) fn assert(place: impl ToTokens, function: &str, arguments: &TokenStream) -> TokenStream {
    let call = call_of_ours(place, function, arguments);
    quote!(const _: () = #call;)
}

/// The call of a function of the runtime's hidden module.
pub(crate) fn call_of_ours(
    place: impl ToTokens,
    function: &str,
    arguments: &TokenStream,
) -> TokenStream {
    let module = |span| quote_spanned!(span=> __p);
    call_at(&place.to_token_stream(), module, function, arguments)
}

/// A call of a function in a module, with a span over all of these tokens. The underline includes
/// the module, so its span is where the tokens begin.
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
