//! Constants in validators and defaults, which the compiler evaluates: a default against the
//! field's own validators (R216), an interval with ends that are constants (R213), a list of
//! constants (R212). What is written out was checked in the macro already.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use schema_rules::cross;
use syn::Expr;

use super::calls::call_of_ours;
use super::validators;
use crate::error::text;
use crate::model::{Field, Model};
use crate::parse::{Bound, Bounds, Expression, Validator, ValidatorKind};
use crate::types::TypeShape;

/// All of a struct; most have none.
pub(crate) fn limits(model: &Model) -> TokenStream {
    let found = model.fields.iter().flat_map(|field| {
        field
            .validators
            .iter()
            .flat_map(|validator| of_validator(field, validator, field.shape.inner(), true))
    });
    quote!(#(#found)*)
}

/// Of one validator of a value of this shape; `whole` where it is the field's own value, which a
/// default must pass.
fn of_validator(
    field: &Field,
    validator: &Validator,
    shape: &TypeShape,
    whole: bool,
) -> Vec<TokenStream> {
    let data = || validators::validator(validator, shape, None);
    let constants = has_constants(validator);
    let mut found = Vec::new();
    match &validator.kind {
        ValidatorKind::All(_)
        | ValidatorKind::Any(_)
        | ValidatorKind::Not(_)
        | ValidatorKind::Each(_)
        | ValidatorKind::Values(_)
        | ValidatorKind::Keys(_) => {
            let shape = match &validator.kind {
                ValidatorKind::Keys(_) => &TypeShape::String,
                ValidatorKind::Each(_) | ValidatorKind::Values(_) => validators::element(shape),
                _ => shape,
            };
            let whole = whole && matches!(validator.kind, ValidatorKind::All(_));
            return validator
                .inside()
                .iter()
                .flat_map(|inner| of_validator(field, inner, shape, whole))
                .collect();
        }
        ValidatorKind::Length(bounds)
        | ValidatorKind::Bytes(bounds)
        | ValidatorKind::Network(bounds)
        | ValidatorKind::Range(bounds)
        | ValidatorKind::Size(bounds)
            if constants =>
        {
            let message = cross::interval_reversed(&field.name, &written(validator));
            let place = bounds.token.to_token_stream();
            found.push(assert(
                &place,
                &data(),
                &quote!(__p::something_fits(__V)),
                message,
            ));
        }
        ValidatorKind::OneOf(values)
            if constants
                && matches!(
                    shape,
                    TypeShape::String | TypeShape::Integer(_) | TypeShape::Float
                ) =>
        {
            let data = data();
            let calls = values.iter().enumerate().skip(1).map(|(position, value)| {
                let place = value.expr.to_token_stream();
                let shown = place.to_string();
                let twice = cross::listed_twice(&validator.name, &field.name, &shown);
                holds(&place, &quote!(__p::lists_anew(__V, #position)), twice)
            });
            found.push(quote! {
                const _: () = {
                    const __V: &__p::Validator = &#data;
                    #(#calls;)*
                };
            });
        }
        ValidatorKind::DivisibleBy(divisor) if constants => {
            let message = cross::divisor_zero(&validator.name);
            let place = divisor.expr.to_token_stream();
            let holds = quote!(__p::something_fits(__V));
            found.push(assert(&place, &data(), &holds, message));
        }
        ValidatorKind::Length(_)
        | ValidatorKind::Bytes(_)
        | ValidatorKind::NotEmpty
        | ValidatorKind::NotZero
        | ValidatorKind::Port
        | ValidatorKind::PortOrZero
        | ValidatorKind::DivisibleBy(_)
        | ValidatorKind::Range(_)
        | ValidatorKind::OneOf(_) => {}
        _ => return found,
    }
    if let Some(default) = field.default_value().filter(|_| whole) {
        let literal = default.literal.is_some();
        if (!literal || constants)
            && is_constant(&default.expr)
            && let Some(passes) = passes(&default.expr, shape)
        {
            let shown = default.expr.to_token_stream().to_string();
            let message = cross::default_invalid(
                &field.name,
                &shown,
                &validator.name,
                &format!("it must pass `{}`", written(validator)),
            );
            let place = default.expr.to_token_stream();
            found.push(assert(&place, &data(), &passes, message));
        }
    }
    found
}

/// The question whether the default passes, where the type's spelling says how to ask.
fn passes(expr: &Expr, shape: &TypeShape) -> Option<TokenStream> {
    match shape {
        TypeShape::String => Some(quote!(__p::text_passes(#expr, __V))),
        TypeShape::Integer(_) => Some(quote!(__p::integer_passes((#expr) as i128, __V))),
        TypeShape::Float => Some(quote!(__p::float_passes((#expr) as f64, __V))),
        _ => None,
    }
}

fn assert(
    place: &TokenStream,
    validator: &TokenStream,
    holds: &TokenStream,
    message: schema_rules::Text,
) -> TokenStream {
    let call = self::holds(place, holds, message);
    quote! {
        const _: () = {
            const __V: &__p::Validator = &#validator;
            #call
        };
    }
}

/// The question whether something holds of the validator `__V`.
fn holds(place: &TokenStream, holds: &TokenStream, message: schema_rules::Text) -> TokenStream {
    let message = text(message.message, message.help.unwrap_or_default());
    call_of_ours(place, "assert_that", &quote!(#holds, #message))
}

/// Whether what the validator allows is said by constants.
fn has_constants(validator: &Validator) -> bool {
    let constant = |bound: &Option<Bound>| matches!(bound, Some(Bound::Expression(_)));
    match &validator.kind {
        ValidatorKind::Length(Bounds { min, max, .. })
        | ValidatorKind::Range(Bounds { min, max, .. })
        | ValidatorKind::Bytes(Bounds { min, max, .. })
        | ValidatorKind::Network(Bounds { min, max, .. })
        | ValidatorKind::Size(Bounds { min, max, .. }) => constant(min) || constant(max),
        ValidatorKind::OneOf(values) => values
            .iter()
            .any(|Expression { literal, .. }| literal.is_none()),
        ValidatorKind::DivisibleBy(divisor) => divisor.literal.is_none(),
        _ => false,
    }
}

/// Whether the compiler can surely evaluate it in a constant.
fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Path(path) => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            last.arguments.is_none() && !name.chars().any(char::is_lowercase)
        }),
        Expr::Unary(unary) => !matches!(unary.op, syn::UnOp::Deref(_)) && is_constant(&unary.expr),
        Expr::Binary(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        Expr::Paren(paren) => is_constant(&paren.expr),
        Expr::Group(group) => is_constant(&group.expr),
        Expr::Cast(cast) => is_constant(&cast.expr),
        _ => false,
    }
}

/// The validator as it was written.
fn written(validator: &Validator) -> String {
    let arguments = match &validator.kind {
        ValidatorKind::Length(bounds)
        | ValidatorKind::Bytes(bounds)
        | ValidatorKind::Network(bounds)
        | ValidatorKind::Range(bounds)
        | ValidatorKind::Size(bounds) => bounds.token.to_token_stream().to_string(),
        ValidatorKind::OneOf(values) => {
            let values = values.iter().map(|value| &value.expr);
            quote!(#(#values),*).to_string()
        }
        ValidatorKind::DivisibleBy(divisor) => divisor.expr.to_token_stream().to_string(),
        _ => return validator.name.clone(),
    };
    format!(
        "{}({})",
        validator.name,
        arguments.replace(" ..", "..").replace("= ", "=")
    )
    .replace(".. ", "..")
    .replace(" , ", ", ")
}
