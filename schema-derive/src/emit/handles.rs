//! The field constants, documented with the field's facts.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use super::private_calls::{alias_of_constant, held, is_path_in_brackets, named};
use super::{docs, flatten};
use crate::model::{Field, Model};
use crate::types::each_token;

/// The impl block with the constants.
pub(crate) fn handles(model: &Model) -> TokenStream {
    of(model, |field| {
        (longest(model, field.source.ty.to_token_stream()), false)
    })
}

/// The same for a struct without mistakes, whose types the compiler checks. The constant of a type
/// that does not fit has an error type: the compiler has reported the struct, and reports no uses
/// of the field.
pub(crate) fn fitting(model: &Model) -> TokenStream {
    of(model, |field| match field.shape.surely_fits() {
        true => (field.source.ty.to_token_stream(), false),
        false => (fitting_type(field), true),
    })
}

fn fitting_type(field: &Field) -> TokenStream {
    let (asked, named) = (held(field), named(field));
    quote!(__p::Fitting<#named, { let _ = #asked; 0 }>)
}

/// `type_of` returns the type of a constant, and whether it needs a check by the compiler.
fn of(model: &Model, type_of: impl Fn(&Field) -> (TokenStream, bool)) -> TokenStream {
    let ident = &model.own_type();
    let reference = docs::reference(model);
    // The target may be private, and does not resolve if the compiler has already reported it.
    let allow = quote! {
        #[allow(
            dead_code, private_interfaces, rustdoc::private_intra_doc_links, rustdoc::broken_intra_doc_links
        )]
    };
    let mut names = HashSet::new();
    let fields = model.fields.iter().zip(model.positions()).enumerate();
    let constants = fields.filter_map(|(index, (field, position))| {
        let constant = field.constant();
        // The underline begins here if the provider developer has a constant of the same name.
        let vis = at(&model.vis.to_token_stream(), constant.span());
        // The second of two equal names was reported.
        if !names.insert(constant.to_string()) {
            return None;
        }
        let (ty, asks) = type_of(field);
        let access = access(field);
        let doc = docs::field(model, index);
        let name = &field.name;
        let position = match model.flattened.is_empty() {
            true => quote!(#position),
            false => quote!(__p::position(<#ident as __p::Object>::__BLOCK, #name)),
        };
        let alias = alias_of_constant(&field.source.ident, &constant);
        let declared = |condition: TokenStream, ty: TokenStream| {
            quote_spanned! {field.source.ident.span()=>
                #condition
                #[doc = #doc]
                #alias
                #vis const #constant: __p::Attr<#ident, #ty #access> = __p::at(#position);
            }
        };
        // Readers see the type as written in the struct.
        let constant = match asks {
            false => declared(TokenStream::new(), ty),
            true => {
                let written = field.source.ty.to_token_stream();
                let asking = declared(quote!(#[cfg(not(doc))]), ty);
                let shown = declared(quote!(#[cfg(doc)]), written);
                quote!(#asking #shown)
            }
        };
        // A type fully known by its spelling may be in either kind of impl block.
        let in_brackets = is_path_in_brackets(&field.source.ty) && !field.shape.surely_fits();
        Some((in_brackets, constant))
    });
    let constants: Vec<(bool, TokenStream)> = constants.collect();
    // The compiler reports an unresolved name in a type's brackets as it does in the struct, with
    // the same hint about the struct's generics; it reports a bare name without the hint. The impl
    // blocks keep the struct's order.
    let behind_name = Ident::new("impl", model.ident.span());
    let runs = constants.chunk_by(|(before, _), (after, _)| before == after);
    let blocks = runs.enumerate().map(|(index, run)| {
        let in_brackets = run.first().is_some_and(|(in_brackets, _)| *in_brackets);
        let keyword = match in_brackets {
            true => behind_name.clone(),
            false => Ident::new("impl", Span::call_site()),
        };
        let doc = (index == 0).then(|| quote!(#[doc = #reference]));
        let run = run.iter().map(|(_, constant)| constant);
        quote! {
            #doc
            #allow
            #keyword #ident {
                #(#run)*
            }
        }
    });
    let flattened: Vec<TokenStream> = flatten::handles(model).collect();
    let rest = (constants.is_empty() || !flattened.is_empty()).then(|| {
        let doc = constants.is_empty().then(|| quote!(#[doc = #reference]));
        quote! {
            #doc
            #allow
            impl #ident {
                #(#flattened)*
            }
        }
    });
    let places = flatten::positions(model);
    quote! {
        #places
        #(#blocks)*
        #rest
    }
}

/// Tokens as if they were written here.
fn at(tokens: &TokenStream, span: Span) -> TokenStream {
    each_token(tokens.clone(), &mut |mut token| {
        token.set_span(span);
        token
    })
}

/// A type with `'static` in place of each lifetime parameter.
fn longest(model: &Model, ty: TokenStream) -> TokenStream {
    if model.generics.params.is_empty() {
        return ty;
    }
    let mut after_quote = false;
    each_token(ty, &mut |token| match token {
        TokenTree::Ident(name) if after_quote => {
            after_quote = false;
            TokenTree::Ident(Ident::new("static", name.span()))
        }
        token => {
            after_quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
            token
        }
    })
}

/// The access to the field, if it is not the usual one.
fn access(field: &Field) -> Option<TokenStream> {
    if field.keys.removed.is_some() {
        Some(quote!(, __p::Removed))
    } else if field.is_computed_only() {
        Some(quote!(, __p::ComputedOnly))
    } else if field.write_only {
        Some(quote!(, __p::WriteOnly))
    } else if field.presence.is_computed() || !field.defaults.is_empty() {
        // For Terraform a field with a default is also optional and computed.
        Some(quote!(, __p::OptionalComputed))
    } else {
        None
    }
}
