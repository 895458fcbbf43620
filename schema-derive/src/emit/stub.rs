//! The expansion of a struct with mistakes: the constants and trait implementations, so that code
//! which uses them is not blamed too.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

use super::{handles, object_type, schema, wrap};
use crate::check::Rejected;
use crate::error::text;
use crate::model::{Field, Model};
use crate::parse::BlockKind;
use crate::recover;

/// The stub that follows the errors.
pub(crate) fn stub(rejected: Rejected) -> TokenStream {
    let Rejected {
        model,
        errors,
        parameter,
    } = rejected;
    if model
        .function
        .as_ref()
        .is_some_and(|function| function.output.is_none())
    {
        return items(&model, parameter, Some(no_output(&errors)));
    }
    let stub = items(&model, parameter, None);
    quote!(#errors #stub)
}

/// The errors of a function without a result, in a module: the compiler attributes what the module
/// lacks to the error, and does not report a `call` that returns a different type.
fn no_output(errors: &TokenStream) -> TokenStream {
    let unsaid = errors.is_empty().then(|| {
        quote!(
            pub type Output = ();
        )
    });
    quote!(mod __no_output { #errors #unsaid })
}

/// Makes a type an attribute type, as far as compile-time checks go.
pub(crate) fn attribute(ident: impl ToTokens) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl __p::FieldType for #ident {
            type Known = Self;
            fn from_value(_: &__p::Value) -> __p::Result<Self, __p::Mismatch> {
                ::core::unreachable!()
            }
            fn to_value(&self) -> __p::Value {
                ::core::unreachable!()
            }
            fn placeholder() -> Self {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl __p::AttributeType for #ident {
            const TYPE: &'static __p::Type = &__p::Type::String;
        }
    }
}

fn items(
    model: &Model,
    parameter: Option<TokenStream>,
    output: Option<TokenStream>,
) -> TokenStream {
    let newtype = model.places.tuple_of_one && model.kind == BlockKind::Nested;
    if model.generics.const_params().next().is_some() || model.places.unsized_end || newtype {
        // No constant value would fit, as the error represents a type. An unsized struct is not an
        // object. A struct around one value may have the other derive too.
        return quote!(#parameter #output);
    }
    // A generic struct still gets one type, which is the error: uses of it are not reported.
    let mut names = model.generics.type_params().map(|param| &param.ident);
    let first = names.next();
    let first_is_error = first.map(|name| quote!(#[allow(dead_code)] type #name = #parameter;));
    let parameters = quote! {
        #first_is_error
        #(#[allow(dead_code)] type #names = #first;)*
    };
    let ident = &model.own_type();
    if model.places.is_enum && model.kind == BlockKind::Nested && !model.places.broken {
        // Nothing shows that it is meant as an object: fields of this type are what `SchemaEnum`
        // would provide.
        let attribute = attribute(ident);
        return wrap(model, &quote!(#parameters #output #attribute));
    }
    let none = quote!(__p::NO_SCHEMA);
    let mut roots = schema::root_impls(model, &none, true);
    let of_roots = [
        "timeouts",
        "default_timeouts",
        "import",
        "version",
        "id",
        "meta",
        "identity",
        "unported",
    ];
    let broken = model.places.broken || of_roots.iter().any(|key| model.places.find(key).is_some());
    if broken && model.kind == BlockKind::Nested {
        // It may be meant as the root of any kind.
        let others = [
            quote!(DataSourceRoot),
            quote!(ProviderMetaRoot),
            quote!(EphemeralRoot),
            quote!(ListRoot),
            quote!(ActionRoot),
            quote!(StateStoreRoot),
        ];
        roots = quote! {
            #[automatically_derived]
            impl __p::Root for #ident {
                const __SCHEMA: &'static __p::Schema = #none;
                type __Version = __p::AnyVersion;
            }
            #[automatically_derived]
            impl __p::ResourceRoot for #ident {
                type Identity = __p::NoIdentity;
            }
            #(#[automatically_derived] impl __p::#others for #ident {})*
        };
        roots.extend(schema::provider_root(model));
    }
    roots.extend(object_type::stub(model));
    let handles = handles::handles(model);
    let meta = schema::meta(model);
    let unread = model.fields.iter().filter_map(|field| unread(model, field));
    wrap(
        model,
        &quote! {
            #(#unread)*
            #parameters
            #output
            #[automatically_derived]
            impl __p::Object for #ident {
                const a_struct_cannot_contain_itself: &'static __p::Block = __p::NO_BLOCK;
                #meta
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

/// The type of a field that could not be read: an error type like the field itself, through a
/// constant that refers to it. If the compiler can read it, this is a separate error.
fn unread(model: &Model, field: &Field) -> Option<TokenStream> {
    let (ty, name) = (&field.source.ty, &field.source.ident);
    if !recover::is_missing(ty) {
        return None;
    }
    let ident = &model.own_type();
    let named = !recover::is_nameless(name);
    let look = named.then(|| quote!(let _ = |object: &#ident| { let _ = &object.#name; };));
    let wrong = named.then(|| {
        let text = text(
            format_args!("the type of `{}` cannot be read", field.name),
            "write for example `String`, `Option<i64>` or `Vec<String>`",
        );
        quote_spanned! {name.span()=>
            #[allow(unexpected_cfgs)]
            const _: () = {
                #[cfg(not(rust_analyzer))]
                const _: () = {
                    #look
                    ::core::panic!(#text)
                };
            };
        }
    });
    Some(quote! {
        #[allow(dead_code, non_camel_case_types)]
        type #ty = __p::Unread<{ #look 0 }>;
        #wrong
    })
}
