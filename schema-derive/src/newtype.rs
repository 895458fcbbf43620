//! `#[derive(SchemaNewtype)]`: a struct around one field, as the attribute type of that field.

use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Index, Member, Type};

use crate::error::{Errors, error_on};
use crate::parse::Vocabulary;

/// `#[schema(…)]` on the struct.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
struct Keys {
    #[darling(rename = "crate")]
    root: Option<crate::parse::RootPath>,
}

const KEYS: Vocabulary = Vocabulary {
    attribute: "schema",
    keys: &["crate"],
    hints: &[
        ("transparent", "leave it out: every SchemaNewtype is"),
        ("validate", "write the validators at the field"),
    ],
};

/// The whole line for one struct.
pub(crate) fn expand(input: DeriveInput, root: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let (items, _) = KEYS.read(&input.attrs, input.ident.span(), &mut errors);
    let keys = errors.handle(Keys::from_list(&items)).unwrap_or_default();
    let root = match keys.root {
        Some(path) => {
            let path = path.0;
            quote!(#path::__private)
        }
        None => root,
    };
    if !input.generics.params.is_empty() {
        errors.on(
            &input.generics,
            "an attribute type has no parameters",
            "write the struct around one type",
        );
    }
    let inner = inner(&input, &mut errors);
    match (errors.into_tokens(), inner) {
        (None, Some((member, ty))) => emit(&input, &root, &member, ty),
        (Some(errors), Some((member, ty))) if input.generics.params.is_empty() => {
            let stub = emit(&input, &root, &member, ty);
            quote!(#errors #stub)
        }
        (errors, _) => errors.unwrap_or_default(),
    }
}

/// The one field.
fn inner<'i>(input: &'i DeriveInput, errors: &mut Errors) -> Option<(Member, &'i Type)> {
    let Data::Struct(data) = &input.data else {
        errors.at(
            input.ident.span(),
            "a SchemaNewtype is a struct around one field",
            "for a text out of a closed list, use #[derive(SchemaEnum)]",
        );
        return None;
    };
    let mut fields = data.fields.iter();
    let (Some(field), None) = (fields.next(), fields.next()) else {
        let message = "a SchemaNewtype is a struct around one field";
        let help = "for an object of several, use #[derive(Schema)]";
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
    quote_spanned! {ty.span()=>
        const _: () = {
            #[allow(unused_imports)]
            use #root as __p;

            #[automatically_derived]
            impl __p::FieldType for #ident {
                type Known = Self;
                fn from_value(value: &__p::Value) -> __p::Result<Self, __p::Mismatch> {
                    __p::newtype_from(value, |inner: #ty| Self { #member: inner })
                }
                fn to_value(&self) -> __p::Value {
                    <#ty as __p::FieldType>::to_value(&self.#member)
                }
                fn absent() -> __p::Option<Self> {
                    __p::newtype_absent(|inner: #ty| Self { #member: inner })
                }
                fn placeholder() -> Self {
                    Self { #member: <#ty as __p::FieldType>::placeholder() }
                }
            }

            #[automatically_derived]
            impl __p::AttributeType for #ident {
                const TYPE: &'static __p::Type = <#ty as __p::AttributeType>::TYPE;
                const NULLABLE: bool = <#ty as __p::AttributeType>::NULLABLE;
                const VALIDATORS: &'static [__p::Validator] =
                    <#ty as __p::AttributeType>::VALIDATORS;
                const CANONICAL: __p::Option<__p::CanonicalFn> =
                    <#ty as __p::AttributeType>::CANONICAL;
                const SECRET: bool = <#ty as __p::AttributeType>::SECRET;
            }

            // A bound on a type without parameters may be false only if it is written for all
            // lifetimes.
            #[automatically_derived]
            impl __p::HasZero for #ident
            where
                for<'__a> __p::Always<'__a, #ty>: __p::ZeroOf<Type = #ty>,
            {
                fn zero() -> Self {
                    Self { #member: <__p::Always<'_, #ty> as __p::ZeroOf>::zero() }
                }
            }
        };
    }
}
