//! Constants in validators and defaults, which the compiler evaluates: a default against the
//! field's own validators (R216), an interval with constant ends (R213), a constant list (R212).
//! The macro has already checked literals.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use schema_rules::shared_texts;
use schema_rules::validator::definition::{Part, RangeOf, ValuesOf};
use syn::Expr;

use super::private_calls::{self, call_of_ours};
use super::validators;
use crate::error::text;
use crate::model::{Field, Model};
use crate::parse::{Arguments, Expression, Validator, without_r_prefix};
use crate::types::TypeShape;

/// All checks of a struct; most structs need none.
pub(crate) fn const_checks(model: &Model) -> TokenStream {
    let found = model.fields.iter().flat_map(|field| {
        let validators = field.validators.iter();
        validators.flat_map(|one| of_validator(field, one, field.shape.inner(), true))
    });
    quote!(#(#found)*)
}

/// The checks of one validator for values of this shape; `whole` if it is the field's own value,
/// which a default must pass.
fn of_validator(
    field: &Field,
    validator: &Validator,
    shape: &TypeShape,
    whole: bool,
) -> Vec<TokenStream> {
    let data = || validators::validator(validator, shape, None);
    let constants = has_constants(validator);
    let anything = quote!(__p::anything_passes(__V));
    let mut found = Vec::new();
    found.extend(whole_numbers(validator, shape));
    match &validator.arguments {
        Arguments::Validators(of, inner) => {
            let shape = shape.of_part(of.check);
            let whole = whole && of.check == Part::Whole;
            return inner
                .iter()
                .flat_map(|inner| of_validator(field, inner, shape, whole))
                .collect();
        }
        Arguments::Range(_, bounds) if constants => {
            let message = shared_texts::interval_reversed(&field.name, &written(validator));
            found.push(assert(&bounds.token, &data(), &anything, message));
        }
        Arguments::Integer(of, number) if constants => {
            let message = (of.nothing_passes)(&validator.name);
            found.push(assert(&number.expr, &data(), &anything, message));
        }
        Arguments::Values(of, values)
            if constants
                && matches!(of.of, ValuesOf::Field)
                && matches!(
                    shape,
                    TypeShape::String | TypeShape::Integer(_) | TypeShape::Float
                ) =>
        {
            let calls = values.iter().enumerate().skip(1).map(|(position, value)| {
                let shown = value.expr.to_token_stream().to_string();
                let twice = shared_texts::listed_twice(&validator.name, &field.name, &shown);
                holds(&value.expr, &quote!(__p::is_new_at(__V, #position)), twice)
            });
            found.push(with_validator(&data(), &quote!(#(#calls;)*)));
        }
        _ => {}
    }
    if !validator.in_constants {
        return found;
    }
    if let Some(default) = field.default_value().filter(|_| whole) {
        let literal = default.literal.is_some();
        if (!literal || constants)
            && let Some(passes) = match shape {
                TypeShape::Other(_) => variant(&default.expr),
                _ if is_constant(&default.expr) => passes(&default.expr, shape),
                _ => None,
            }
        {
            let shown = default.expr.to_token_stream().to_string();
            let shown = shown.replace(" :: ", "::");
            let message = shared_texts::default_invalid(
                "default",
                (&field.name, &shown),
                &validator.name,
                &format!("it must pass `{}`", written(validator)),
            );
            found.push(assert(&default.expr, &data(), &passes, message));
        }
    }
    found
}

/// Constant limits are converted, so a separate assertion checks that they are integers.
fn whole_numbers(validator: &Validator, shape: &TypeShape) -> Option<TokenStream> {
    let (function, limits): (_, Vec<&Expr>) = match &validator.arguments {
        Arguments::Range(of, bounds) => {
            let function = match of.of {
                RangeOf::Numbers if bounds.of_fractions(shape) => return None,
                RangeOf::Numbers => "assert_end",
                RangeOf::Counts(_) | RangeOf::Bits => "assert_count",
            };
            (function, bounds.expressions().collect())
        }
        Arguments::Integer(_, number) if number.literal.is_none() => {
            ("assert_limit", vec![&number.expr])
        }
        _ => return None,
    };
    let limits = limits.into_iter();
    let limits = limits.filter(|expr| validators::is_typed_by_developer(expr));
    let checks = limits.map(|expr| {
        let whole = call_of_ours(expr, "whole_number", &expr.to_token_stream());
        let number = match function {
            "assert_end" => quote!((#expr) as i128, __p::has_sign(#expr)),
            _ => quote!((#expr) as i128),
        };
        let holds = private_calls::assert(expr, function, &number);
        quote!(const _: fn() = || #whole; #holds)
    });
    Some(checks.collect())
}

/// An expression for whether the default passes, if the type's spelling says how to ask.
fn passes(expr: &Expr, shape: &TypeShape) -> Option<TokenStream> {
    match shape {
        TypeShape::String => Some(quote!(__p::text_passes(#expr, __V))),
        TypeShape::Integer(_) => Some(quote!(__p::integer_passes((#expr) as i128, __V))),
        TypeShape::Float => Some(quote!(__p::float_passes((#expr) as f64, __V))),
        _ => None,
    }
}

/// The string of a variant. Anything but a `#[derive(SchemaEnum)]` enum has none, and passes.
fn variant(expr: &Expr) -> Option<TokenStream> {
    let Expr::Path(path) = expr else { return None };
    let mut owner = path.path.clone();
    let name = owner.segments.pop()?.ident;
    owner.segments.pop_punct();
    let of = owner.segments.last()?.ident.to_string();
    let is_variant = of.starts_with(char::is_uppercase);
    let name = without_r_prefix(&name);
    is_variant.then(|| {
        quote!({
            #[allow(unused_imports)]
            use __p::NoTexts as _;
            __p::variant_passes(<#owner>::__TEXTS, #name, __V)
        })
    })
}

fn assert(
    place: impl ToTokens,
    validator: &TokenStream,
    holds: &TokenStream,
    message: schema_rules::Text,
) -> TokenStream {
    with_validator(validator, &self::holds(place, holds, message))
}

/// Code with the validator `__V`.
pub(super) fn with_validator(validator: &TokenStream, code: &TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            const __V: &__p::Validator = &#validator;
            #code
        };
    }
}

/// Asserts a condition on the validator `__V`.
fn holds(place: impl ToTokens, holds: &TokenStream, message: schema_rules::Text) -> TokenStream {
    let message = text(message.message, message.help);
    call_of_ours(place, "assert_that", &quote!(#holds, #message))
}

/// Whether constants define what the validator allows.
fn has_constants(validator: &Validator) -> bool {
    let is_constant = |value: &Expression| value.literal.is_none();
    match &validator.arguments {
        Arguments::Range(_, bounds) => bounds.expressions().next().is_some(),
        Arguments::Values(_, values) => values.iter().any(is_constant),
        Arguments::Text(_, value) | Arguments::Integer(_, value) => is_constant(value),
        _ => false,
    }
}

/// Whether the compiler can certainly evaluate it in a constant.
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

/// The validator as written.
fn written(validator: &Validator) -> String {
    let arguments = match &validator.arguments {
        Arguments::Range(_, bounds) => bounds.token.to_token_stream().to_string(),
        Arguments::Values(_, values) => {
            let values = values.iter().map(|value| &value.expr);
            quote!(#(#values),*).to_string()
        }
        Arguments::Text(_, value) | Arguments::Integer(_, value) => {
            value.expr.to_token_stream().to_string()
        }
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
