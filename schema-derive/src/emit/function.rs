//! What a function has besides its table of parameters: their order, and its result.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::private_calls::{assert, objects_of};
use crate::model::{Function, Model};
use crate::types::TypeShape;

/// The implementation of `FunctionRoot`. A struct with mistakes gets one that is never used;
/// without a result, its result has the type that the stub makes of the errors.
pub(crate) fn root(model: &Model, stub: bool) -> TokenStream {
    let ident = &model.own_type();
    let Some(function) = &model.function else {
        return TokenStream::new();
    };
    let output = match &function.output {
        Some(ty) if function.may_be_unknown => quote_spanned!(ty.span()=> __p::Val<#ty>),
        Some(ty) => quote!(#ty),
        None => quote!(__no_output::Output),
    };
    let (table, result) = if stub {
        (quote!(__p::NO_FUNCTION), quote!(::core::unreachable!()))
    } else {
        let table = table(model, function);
        // The table uses the same form, so that a type that does not fit causes one message.
        let of = of(function);
        let result = if function.may_be_unknown {
            quote!(__p::val_result(#of.put, &__output))
        } else {
            quote!(__p::result(#of.put, &__output))
        };
        (table, result)
    };
    quote! {
        #[automatically_derived]
        impl __p::FunctionRoot for #ident {
            type Output = #output;
            const __FUNCTION: &'static __p::FunctionSchema = #table;
            #[allow(unused_variables)]
            fn __result(__output: Self::Output) -> __p::Value {
                #result
            }
        }
    }
}

fn table(model: &Model, function: &Function) -> TokenStream {
    let order = model.positions();
    let variadic = model.fields.last().is_some_and(|field| field.variadic);
    let summary = &function.summary;
    let result = result(function);
    quote! {
        &__p::FunctionSchema {
            parameters: __p::Static { value: <Self as __p::Root>::__SCHEMA },
            order: __p::Static { value: &[#(#order),*] },
            variadic: #variadic,
            result: #result,
            summary: __p::text(#summary),
        }
    }
}

/// The result, as a field whose name is never shown.
fn result(function: &Function) -> TokenStream {
    let Some(of) = of(function) else {
        return TokenStream::new();
    };
    let kind = match function.nesting {
        Some(_) => quote!(__p::nested(#of)),
        None => quote!(__p::kind(#of)),
    };
    let nullable = quote!(#of.may_be_absent());
    let may_be_unknown = function.may_be_unknown;
    quote! {
        __p::Field {
            name: __p::text("result"),
            kind: #kind.kind(),
            flags: __p::result_flags(#nullable, #may_be_unknown),
            description: __p::text(""),
            extras: __p::Static { value: &[] },
        }
    }
}

/// The type of the result in the form used in the table.
fn of(function: &Function) -> Option<TokenStream> {
    let ty = function.output.as_ref()?;
    Some(match function.nesting {
        Some(nesting) => objects_of(ty, nesting),
        None => quote_spanned!(ty.span()=> __p::attribute::<#ty>()),
    })
}

/// Assertions about the result's type.
pub(crate) fn asserts(model: &Model) -> Option<TokenStream> {
    let function = model.function.as_ref()?;
    let ty = function.output.as_ref()?;
    if function.nesting.is_some() || TypeShape::of(ty).surely_fits() {
        return None;
    }
    Some(assert(ty, "assert_result", &of(function)?))
}
