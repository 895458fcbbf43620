//! The identity of a resource.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::model::{Identity, Model};

/// The implementation of `ResourceRoot`; a struct with mistakes omits an identity of fields, which
/// may be among the mistakes.
pub(crate) fn resource_root(model: &Model, stub: bool) -> TokenStream {
    let ident = &model.own_type();
    let own = match &model.identity {
        Some(Identity::Struct(path)) => quote!(#path),
        _ => quote!(__p::NoIdentity),
    };
    let table = match &model.identity {
        Some(Identity::Fields { parts, version }) if !stub => {
            let version = version.as_ref().map_or(0, |version| version.value);
            let fields = parts.iter().map(|part| {
                let name = &part.target.wire;
                let (optional, mutable) = (part.optional, part.mutable);
                quote! {
                    __p::IdentityField {
                        name: __p::text(#name),
                        optional: #optional,
                        mutable: #mutable,
                    }
                }
            });
            Some(quote! {
                const __IDENTITY: __p::Option<&'static __p::IdentityTable> =
                    __p::Some(&__p::IdentityTable::Fields {
                        version: #version,
                        fields: __p::Static { value: &[#(#fields),*] },
                    });
            })
        }
        _ => None,
    };
    quote! {
        #[automatically_derived]
        impl __p::ResourceRoot for #ident {
            type Identity = #own;
            #table
        }
    }
}

/// The implementation of `IdentityRoot`.
pub(crate) fn identity_root(model: &Model) -> TokenStream {
    let ident = &model.own_type();
    let mutable = model.mutable.iter().flatten().map(|target| {
        let name = &target.wire;
        quote!(__p::text(#name))
    });
    quote! {
        #[automatically_derived]
        impl __p::IdentityRoot for #ident {
            const __TABLE: &'static __p::IdentityTable = &__p::IdentityTable::Struct {
                schema: __p::Static { value: <Self as __p::Root>::__SCHEMA },
                mutable: __p::Static { value: &[#(#mutable),*] },
            };
        }
    }
}

/// Assertions that need the compiler: types behind aliases, and the fields of flattened structs.
pub(crate) fn asserts(model: &Model) -> Option<TokenStream> {
    let ident = &model.own_type();
    if model.kind == crate::parse::BlockKind::Identity {
        let fields = model.fields.iter();
        let checks = fields
            .filter(|field| !field.shape.surely_fits())
            .map(|field| {
                let name = &field.name;
                quote_spanned! {field.source.ty.span()=>
                    const _: () = __p::assert_in_identity(<#ident as __p::Object>::__BLOCK, #name);
                }
            });
        return Some(quote!(#(#checks)*));
    }
    let Some(Identity::Fields { parts, .. }) = &model.identity else {
        return None;
    };
    let rule = schema_rules::Rule::IDENTITY_CHANGES.info().name;
    let allowed = model.allow.iter().any(|allow| allow.name == rule);
    let checks = parts.iter().map(|part| {
        let name = &part.target.wire;
        // For the struct's own fields, the rules have already warned.
        let mutable = part.mutable || allowed || part.target.flattened.is_none();
        let last = part.target.path.segments.last();
        let span = last.map_or_else(proc_macro2::Span::call_site, |last| last.span());
        quote_spanned! {span=>
            const _: () = __p::assert_identifies(<#ident as __p::Object>::__BLOCK, #name, #mutable);
        }
    });
    Some(quote!(#(#checks)*))
}
