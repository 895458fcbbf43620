//! What only the compiler can decide, as bounds and constants at the token to blame.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::schema::marker;
use crate::model::{Field, FieldKind, Model, Target};
use crate::parse::Nesting;
use crate::types::Shape;

/// All assertions of a struct; most have none.
pub(crate) fn asserts(model: &Model) -> TokenStream {
    let types = model.fields.iter().filter_map(of_type);
    let relations = model.fields.iter().flat_map(|field| {
        field
            .relations
            .iter()
            .flat_map(|relation| relation.targets.iter().map(|target| (relation.key, target)))
            .chain(
                field
                    .when_changed
                    .iter()
                    .map(|target| ("when_changed", target)),
            )
            .filter_map(|(key, target)| path(model, key, target))
    });
    let id = model
        .id_when_changed
        .iter()
        .filter_map(|target| path(model, "when_changed", target));
    quote!(#(#types)* #(#relations)* #(#id)*)
}

/// Whether the Rust type has room for what the flags allow. Left out where the spelling decides.
fn of_type(field: &Field) -> Option<TokenStream> {
    let ty = &field.ty;
    let name = &field.name;
    match &field.kind {
        FieldKind::Attribute if field.required => {
            // The spelling of an alias does not say whether it is an Option.
            matches!(field.shape, Shape::Other(_)).then(|| {
                quote_spanned! {ty.span()=>
                    const _: () = __p::assert_required::<#ty>(#name);
                }
            })
        }
        FieldKind::Attribute if field.shape.surely_has_zero() => None,
        FieldKind::Attribute if field.is_computed_only() => Some(quote_spanned! {ty.span()=>
            const _: fn() = __p::computed::<#ty>;
        }),
        FieldKind::Attribute if field.defaults.is_empty() => Some(quote_spanned! {ty.span()=>
            const _: fn() = __p::optional::<#ty>;
        }),
        FieldKind::Nested {
            nesting: Nesting::Single,
        } if !field.shape.is_option() => {
            let required = field.required;
            Some(quote_spanned! {ty.span()=>
                const _: () = __p::assert_single::<#ty>(#name, #required);
            })
        }
        FieldKind::Attribute | FieldKind::Nested { .. } | FieldKind::Block { .. } => None,
    }
}

/// Whether the names after the first dot exist in the nested struct.
fn path(model: &Model, key: &str, target: &Target) -> Option<TokenStream> {
    let (_, rest) = target.path.segments.split_first()?;
    let last = rest.last()?;
    let field = model.fields.get(target.first?)?;
    let marker = marker(field.nesting()?);
    let ty = &field.ty;
    let names = rest.iter().map(crate::parse::unraw);
    let written = target.path.text();
    Some(quote_spanned! {last.span()=>
        const _: () = __p::assert_path::<#marker, #ty>(#key, #written, &[#(#names),*]);
    })
}
