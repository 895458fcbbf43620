//! Validators as data.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use crate::parse::{Bound, Bounds, Expression, Literal, Validator, ValidatorKind, integer};
use crate::types::{TypeShape, element_type, known_type};

/// One validator of a value whose type is spelt like this.
pub(crate) fn validator(
    validator: &Validator,
    shape: &TypeShape,
    ty: Option<&Type>,
) -> TokenStream {
    match &validator.kind {
        ValidatorKind::Length(bounds) | ValidatorKind::Size(bounds) => {
            length(&quote!(Length), bounds)
        }
        ValidatorKind::Bytes(bounds) => length(&quote!(Bytes), bounds),
        ValidatorKind::NotEmpty => quote!(__p::validators::not_empty()),
        ValidatorKind::NotZero => quote!(__p::validators::not_zero()),
        ValidatorKind::NoNulls => quote!(__p::validators::no_nulls()),
        ValidatorKind::Port => quote!(__p::validators::port()),
        ValidatorKind::PortOrZero => quote!(__p::validators::port_or_zero()),
        ValidatorKind::Format(format) => {
            let name = Ident::new(format.name, Span::call_site());
            quote!(__p::validators::#name())
        }
        ValidatorKind::Url(schemes) => {
            let schemes = texts(schemes);
            quote!(__p::Validator::Url { schemes: #schemes })
        }
        ValidatorKind::Network(bounds) => network(bounds),
        ValidatorKind::Excludes(Expression { expr, .. }) => {
            let text = quote_spanned!(expr.span()=> __p::text(#expr));
            quote!(__p::Validator::Excludes { characters: #text })
        }
        ValidatorKind::DivisibleBy(Expression { expr, .. }) => {
            quote!(__p::validators::divisible_by(#expr))
        }
        ValidatorKind::Equals(value) => quote!(__p::validators::equals(#value)),
        ValidatorKind::OneOfIgnoreCase(values) => {
            let values = texts(values);
            quote!(__p::Validator::OneOfIgnoreCase { values: #values })
        }
        ValidatorKind::Range(bounds) => range(bounds, shape),
        ValidatorKind::OneOf(values) => one_of(values, shape),
        ValidatorKind::Regex(pattern) => {
            let pattern = &pattern.token;
            quote!(__p::Validator::Regex { pattern: __p::text(#pattern) })
        }
        ValidatorKind::Unique => quote!(__p::Validator::Unique),
        ValidatorKind::Each(inner) | ValidatorKind::Values(inner) => several(
            &quote!(Each),
            inner,
            element(shape),
            ty.and_then(element_type),
        ),
        ValidatorKind::Keys(inner) => several(&quote!(Keys), inner, &TypeShape::String, None),
        ValidatorKind::All(inner) => several(&quote!(All), inner, shape, ty),
        ValidatorKind::Any(inner) => several(&quote!(Any), inner, shape, ty),
        ValidatorKind::Not(inner) => {
            several(&quote!(Not), std::slice::from_ref(&**inner), shape, ty)
        }
        ValidatorKind::Custom(path) => {
            let call = match ty {
                Some(ty) => {
                    let ty = known_type(ty);
                    quote_spanned!(path.span()=> __p::check::<#ty, _, _>(__path, __value, #path))
                }
                None => quote_spanned!(path.span()=> __p::check_any(__path, __value, #path)),
            };
            // The parameters have the function's span, so that the call finds them where the struct
            // comes out of `macro_rules!`.
            quote_spanned!(path.span()=> __p::Validator::Custom(|__path, __value| #call))
        }
    }
}

/// What a collection of this shape holds.
pub(crate) fn element(shape: &TypeShape) -> &TypeShape {
    match shape {
        TypeShape::List(element) | TypeShape::Set(element) | TypeShape::Map(element) => {
            element.inner()
        }
        other => other.inner(),
    }
}

fn several(
    variant: &TokenStream,
    inner: &[Validator],
    shape: &TypeShape,
    ty: Option<&Type>,
) -> TokenStream {
    let inner = inner.iter().map(|inner| validator(inner, shape, ty));
    quote!(__p::Validator::#variant { validators: __p::Static { value: &[#(#inner),*] } })
}

/// `Some(…)` or `None`; the end of a half-open range is one less.
fn end<T: quote::ToTokens>(
    bound: Option<&Bound>,
    excluded: bool,
    literal: impl Fn(i128) -> T,
) -> TokenStream {
    match bound {
        None => quote!(__p::None),
        Some(Bound::Integer(value)) => {
            let value = literal(value.saturating_sub(i128::from(excluded)));
            quote!(__p::Some(#value))
        }
        Some(Bound::Float(value)) => quote!(__p::Some(#value)),
        Some(Bound::Expression(expr)) if excluded => quote!(__p::Some((#expr) - 1)),
        Some(Bound::Expression(expr)) => quote!(__p::Some(#expr)),
    }
}

fn length(variant: &TokenStream, bounds: &Bounds) -> TokenStream {
    let literal = |value: i128| u64::try_from(value.max(0)).unwrap_or(u64::MAX);
    let min = end(bounds.min.as_ref(), false, literal);
    let max = end(bounds.max.as_ref(), bounds.excluded, literal);
    quote!(__p::Validator::#variant { min: #min, max: #max })
}

/// An end that is left out is the least or the most that an address has.
fn network(bounds: &Bounds) -> TokenStream {
    let end = |bound: &Option<Bound>, excluded: bool, missing: u32| match bound {
        None => quote!(#missing),
        Some(Bound::Expression(expr)) if excluded => quote!((#expr) - 1),
        Some(Bound::Expression(expr)) => quote!(#expr),
        Some(Bound::Integer(value)) => {
            let value = value.saturating_sub(i128::from(excluded)).max(0);
            let value = u32::try_from(value).unwrap_or(u32::MAX);
            quote!(#value)
        }
        Some(Bound::Float(value)) => quote!(#value),
    };
    let min = end(&bounds.min, false, 0);
    let max = end(&bounds.max, bounds.excluded, 128);
    quote!(__p::validators::network(#min, #max))
}

/// A list of texts.
fn texts(values: &[Expression]) -> TokenStream {
    let texts = values
        .iter()
        .map(|Expression { expr, .. }| quote_spanned!(expr.span()=> __p::text(#expr)));
    quote!(__p::Static { value: &[#(#texts),*] })
}

fn range(bounds: &Bounds, shape: &TypeShape) -> TokenStream {
    if bounds.of_fractions(shape) {
        // Bounds of numbers with a fraction are written out exactly in all but absurd cases.
        #[allow(clippy::cast_precision_loss)]
        let literal = |value: i128| value as f64;
        let min = end(bounds.min.as_ref(), false, literal);
        let max = end(bounds.max.as_ref(), false, literal);
        let below = bounds.excluded;
        return quote! {
            __p::Validator::Range(__p::Range::Float { min: #min, max: #max, below: #below })
        };
    }
    let literal =
        |value: i128| i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX });
    let min = end(bounds.min.as_ref(), false, literal);
    let max = end(bounds.max.as_ref(), bounds.excluded, literal);
    quote!(__p::Validator::Range(__p::Range::Integer { min: #min, max: #max }))
}

fn one_of(values: &[Expression], shape: &TypeShape) -> TokenStream {
    let fractions: Option<Vec<f64>> = values
        .iter()
        .map(|value| match value.literal {
            // Numbers that are listed in source code are small.
            #[allow(clippy::cast_precision_loss)]
            Some(Literal::Integer(number)) => Some(number as f64),
            Some(Literal::Float(number)) => Some(number),
            _ => None,
        })
        .collect();
    let any_fraction = values
        .iter()
        .any(|value| matches!(value.literal, Some(Literal::Float(_))));
    if let Some(numbers) = fractions.filter(|_| any_fraction) {
        return quote! {
            __p::Validator::OneOfNumbers { values: __p::Static { value: &[#(#numbers),*] } }
        };
    }
    let constants = values.iter().any(|value| value.literal.is_none());
    let cast = |ty: TokenStream| {
        let numbers = values
            .iter()
            .map(move |Expression { expr, .. }| quote_spanned!(expr.span()=> (#expr) as #ty));
        quote!(__p::Static { value: &[#(#numbers),*] })
    };
    match shape {
        TypeShape::Integer(_) if constants => {
            let numbers = cast(quote!(i128));
            return quote!(__p::Validator::OneOfIntegers { values: #numbers });
        }
        TypeShape::Float if constants => {
            let numbers = cast(quote!(f64));
            return quote!(__p::Validator::OneOfNumbers { values: #numbers });
        }
        _ => {}
    }
    let whole: Option<Vec<i128>> = values.iter().map(|value| integer(&value.expr)).collect();
    match whole {
        Some(numbers) if !numbers.is_empty() => quote! {
            __p::Validator::OneOfIntegers { values: __p::Static { value: &[#(#numbers),*] } }
        },
        _ => {
            let values = texts(values);
            quote!(__p::Validator::OneOf { values: #values })
        }
    }
}
