//! `#[derive(SchemaNewtype)]`: a struct around one field, as the attribute type of that field.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Index, Member, Type};

use crate::emit::stub_of_attribute;
use crate::error::{Errors, error_on};
use crate::parse::{RootPath, StructKeys, key_of, keys};

keys! {
    /// `#[schema(…)]` on the struct.
    struct NewtypeKeys of "schema", documented by newtype_keys_table;
    {
        "On the struct:" {
            root as "crate": Option<RootPath> {
                "crate = path" =>
                    "the path of `schema_provider`, if renamed",
            }
        }
    }
    hints {
        "transparent" => "remove it: every SchemaNewtype is",
        "validate" => "write the validators at the field",
    }
}

/// The full expansion of one struct.
pub(crate) fn expand(input: DeriveInput, root: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    if let Some(place) = object_key(&input) {
        let message =
            "a struct is a SchemaNewtype around one value, or an object with #[derive(Schema)]";
        errors.on(
            place,
            message,
            "for an object remove `SchemaNewtype` from the derive",
        );
        return errors.into_tokens().unwrap_or_default();
    }
    let (keys, _): (NewtypeKeys, _) =
        NewtypeKeys::VOCABULARY.read(&input.attrs, input.ident.span(), &mut errors);
    let root = RootPath::or(keys.root.as_ref(), root);
    if !input.generics.params.is_empty() {
        let message = "an attribute type has no generic parameters";
        let help = "write the struct around one type";
        errors.on(&input.generics, message, help);
    }
    let inner = inner(&input, &mut errors);
    let errors = errors.into_tokens();
    // After a mistake too, so that uses of the type are not mistakes.
    let code = input.generics.params.is_empty().then(|| match inner {
        Some((member, ty)) => emit(&input, &root, &member, ty),
        None => {
            let stub = stub_of_attribute(&input.ident);
            quote!(const _: () = { use #root as __p; #stub };)
        }
    });
    quote!(#errors #code)
}

/// Rejects a key that only `#[derive(Schema)]` reads.
fn object_key(input: &DeriveInput) -> Option<TokenStream> {
    let attrs = input.attrs.iter();
    let mut keys = attrs.filter(|attr| attr.path().is_ident("schema"));
    let of_object = keys.find(|attr| {
        let meta = attr.parse_args::<syn::Meta>();
        meta.is_ok_and(|meta| {
            StructKeys::VOCABULARY.has(&key_of(&meta)) && !meta.path().is_ident("crate")
        })
    });
    of_object.map(|attr| attr.to_token_stream())
}

/// The one field.
fn inner<'i>(input: &'i DeriveInput, errors: &mut Errors) -> Option<(Member, &'i Type)> {
    let Data::Struct(data) = &input.data else {
        let message = "a SchemaNewtype is a struct around one field";
        let help = "for a string from a fixed list, use #[derive(SchemaEnum)]";
        errors.at(input.ident.span(), message, help);
        return None;
    };
    let mut fields = data.fields.iter();
    let (Some(field), None) = (fields.next(), fields.next()) else {
        let message = "a SchemaNewtype is a struct around one field";
        let help = "for an object with several fields, use #[derive(Schema)]";
        match &data.fields {
            Fields::Unit => errors.at(input.ident.span(), message, help),
            fields => errors.push(error_on(fields, message, help)),
        }
        return None;
    };
    let member = match &field.ident {
        Some(ident) => Member::Named(ident.clone()),
        None => Member::Unnamed(Index::from(0)),
    };
    Some((member, &field.ty))
}

fn emit(input: &DeriveInput, root: &TokenStream, member: &Member, ty: &Type) -> TokenStream {
    let ident = &input.ident;
    // Always in the same form: a type that does not fit is one message.
    let inside = quote_spanned!(ty.span()=> __p::inside::<#ty>());
    // Clippy checks code with the provider developer's spans: no `Self { 0: … }`, no closure around
    // `Self`.
    let wrap = match member {
        Member::Named(name) => quote_spanned!(ty.span()=> |__inner| Self { #name: __inner }),
        Member::Unnamed(_) => quote_spanned!(ty.span()=> Self),
    };
    let around = |inner: TokenStream| match member {
        Member::Named(name) => quote_spanned!(ty.span()=> Self { #name: #inner }),
        Member::Unnamed(_) => quote_spanned!(ty.span()=> Self(#inner)),
    };
    let placeholder = around(quote_spanned!(ty.span()=> (#inside.placeholder)()));
    let zero = quote_spanned!(ty.span()=> <__p::Always<'_, #ty> as __p::ZeroOf>::zero());
    let zero = around(zero);
    quote_spanned! {ty.span()=>
        #[allow(unused_qualifications)]
        const _: () = {
            #[allow(unused_imports)]
            use #root as __p;

            #[automatically_derived]
            impl __p::FieldType for #ident {
                type Known = Self;
                fn from_value(__value: &__p::Value) -> __p::Result<Self, __p::Mismatch> {
                    (#inside.read)(__value).map(#wrap)
                }
                fn to_value(&self) -> __p::Value {
                    (#inside.write)(&self.#member)
                }
                fn absent() -> __p::Option<Self> {
                    (#inside.absent)().map(#wrap)
                }
                fn placeholder() -> Self {
                    #placeholder
                }
            }

            #[automatically_derived]
            impl __p::AttributeType for #ident {
                const TYPE: &'static __p::Type = #inside.ty;
                const NULLABLE: bool = #inside.nullable;
                const MAY_BE_ABSENT: bool = #inside.may_be_absent;
                const HOLDS_NULLS: bool = #inside.holds_nulls;
                const NULL_LEVELS: u32 = #inside.null_levels;
                const VALIDATORS: &'static [__p::Validator] = #inside.validators;
                const CANONICAL: __p::Option<__p::CanonicalFn> = #inside.canonical;
                const SECRET: bool = #inside.secret;
            }

            // A bound on a type without parameters may fail only if it has a higher-ranked
            // lifetime.
            #[automatically_derived]
            impl __p::HasZero for #ident
            where
                for<'__a> __p::Always<'__a, #ty>: __p::ZeroOf<Type = #ty>,
            {
                fn zero() -> Self {
                    #zero
                }
            }
        };
    }
}
