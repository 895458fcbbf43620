//! `validate = …` as data: the tokens of a `Validator` with its `Predicate`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use schema_rules::validator::definition::{Part, RangeOf, ValuesOf};
use syn::spanned::Spanned;
use syn::{Expr, Type};

use crate::parse::{Arguments, Bound, Bounds, Expression, Literal, Validator, integer};
use crate::types::{TypeShape, any_token, element_type, known_type};

/// One validator for a value whose type is spelt like this.
pub(crate) fn validator(
    validator: &Validator,
    shape: &TypeShape,
    ty: Option<&Type>,
) -> TokenStream {
    let of_catalogue = |argument: TokenStream| {
        let name = ident(&validator.name);
        quote!(__p::validators::#name(#argument))
    };
    match &validator.arguments {
        Arguments::Plain(_) | Arguments::Form(_) => of_catalogue(TokenStream::new()),
        Arguments::Integer(_, Expression { expr, .. }) => {
            of_catalogue(constant(expr, "limit", false))
        }
        Arguments::Bool(_, value) => of_catalogue(quote!(#value)),
        Arguments::Range(range, bounds) => match range.of {
            RangeOf::Counts(variant) => counts(&ident(variant), bounds),
            RangeOf::Numbers => numbers(bounds, shape),
            RangeOf::Bits => of_catalogue(bits(bounds)),
        },
        Arguments::Values(of, values) => match of.of {
            ValuesOf::Field => one_of(values, shape),
            ValuesOf::Texts(variant) => listed(&ident(variant), &texts(values)),
        },
        Arguments::Text(of, Expression { expr, .. }) => {
            let variant = ident(of.predicate);
            let text = quote_spanned!(expr.span()=> __p::text(#expr));
            quote!(__p::Validator::new(__p::Predicate::#variant(#text)))
        }
        Arguments::Pattern(pattern) => {
            let pattern = &pattern.token;
            quote!(__p::Validator::new(__p::Predicate::Regex(__p::text(#pattern))))
        }
        Arguments::Validators(of, inner) => {
            let variant = ident(of.variant);
            let ty = match of.check {
                Part::Whole | Part::Some => ty,
                Part::Elements => ty.and_then(element_type),
                Part::Keys => None,
            };
            several(&variant, inner, shape.of_part(of.check), ty)
        }
        Arguments::Function(path) => {
            let call = match ty {
                Some(ty) => {
                    let ty = known_type(ty);
                    quote_spanned!(path.span()=> __p::check::<#ty, _, _>(__path, __value, #path))
                }
                None => quote_spanned!(path.span()=> __p::check_any(__path, __value, #path)),
            };
            // The parameters have the function's span, so that the call resolves if the struct
            // comes out of `macro_rules!`.
            quote_spanned!(path.span()=> __p::Validator::Custom(|__path, __value| #call))
        }
    }
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

fn several(
    variant: &Ident,
    inner: &[Validator],
    shape: &TypeShape,
    ty: Option<&Type>,
) -> TokenStream {
    let inner = inner.iter().map(|inner| validator(inner, shape, ty));
    quote!(__p::Validator::#variant { validators: __p::Static { value: &[#(#inner),*] } })
}

/// A constant as a limit's number type, whatever integer type its provider developer gave it; minus
/// one at the end of a half-open range. Literals alone have no type of their own.
fn constant(expr: &Expr, function: &str, excluded: bool) -> TokenStream {
    let less = excluded.then(|| quote!(-1));
    if !is_typed_by_developer(expr) {
        return quote!((#expr) #less);
    }
    let function = ident(function);
    if function == "range_end" {
        return quote_spanned!(expr.span()=> __p::#function((#expr) as i128, __p::has_sign(#expr)) #less);
    }
    quote_spanned!(expr.span()=> __p::#function((#expr) as i128 #less))
}

/// Whether an expression contains more than literals, and so has a type that its provider developer
/// chose.
pub(crate) fn is_typed_by_developer(expr: &Expr) -> bool {
    any_token(expr.to_token_stream(), &|token| {
        matches!(token, TokenTree::Ident(_))
    })
}

/// `Some(…)` or `None`; minus one at the end of a half-open range. This function of the hidden
/// module converts a constant, unless it is a float.
fn end<T: quote::ToTokens>(
    bound: &Option<Bound>,
    excluded: bool,
    literal: impl Fn(i128) -> T,
    function: Option<&str>,
) -> TokenStream {
    match bound {
        None => quote!(__p::None),
        Some(Bound::Integer(value)) => {
            let value = literal(value.saturating_sub(i128::from(excluded)));
            quote!(__p::Some(#value))
        }
        Some(Bound::Float(value)) => quote!(__p::Some(#value)),
        Some(Bound::Expression(expr)) => {
            let constant = match function {
                Some(function) => constant(expr, function, excluded),
                None if is_typed_by_developer(expr) => quote!((#expr) as f64),
                None => quote!(#expr),
            };
            quote!(__p::Some(#constant))
        }
    }
}

fn counts(variant: &Ident, bounds: &Bounds) -> TokenStream {
    let literal = |value: i128| u64::try_from(value.max(0)).unwrap_or(u64::MAX);
    let limit = Some("count_limit");
    let min = end(&bounds.min, false, literal, limit);
    let max = end(&bounds.max, bounds.excluded, literal, limit);
    quote!(__p::Validator::new(__p::Predicate::#variant { min: #min, max: #max }))
}

/// An omitted end is the minimum or maximum of an address.
fn bits(bounds: &Bounds) -> TokenStream {
    let end = |bound: &Option<Bound>, excluded: bool, missing: u32| match bound {
        None => quote!(#missing),
        Some(Bound::Expression(expr)) => constant(expr, "bits", excluded),
        Some(Bound::Integer(value)) => {
            let value = value.saturating_sub(i128::from(excluded)).max(0);
            let value = u32::try_from(value).unwrap_or(u32::MAX);
            quote!(#value)
        }
        Some(Bound::Float(value)) => quote!(#value),
    };
    let min = end(&bounds.min, false, 0);
    let max = end(&bounds.max, bounds.excluded, 128);
    quote!(#min, #max)
}

/// A predicate with a list. Only braces extend the list's lifetime to that of a constant.
fn listed(variant: &Ident, values: &TokenStream) -> TokenStream {
    quote!(__p::Validator::Value { predicate: __p::Predicate::#variant { values: #values } })
}

/// A list of strings.
fn texts(values: &[Expression]) -> TokenStream {
    let values = values.iter().map(|value| &value.expr);
    list_of(values.map(|expr| quote_spanned!(expr.span()=> __p::text(#expr))))
}

fn list_of(values: impl IntoIterator<Item = impl ToTokens>) -> TokenStream {
    let values = values.into_iter();
    quote!(__p::Static { value: &[#(#values),*] })
}

fn numbers(bounds: &Bounds, shape: &TypeShape) -> TokenStream {
    if bounds.of_fractions(shape) {
        // Float bounds are written exactly in all but absurd cases.
        let literal = |value: i128| value as f64;
        let min = end(&bounds.min, false, literal, None);
        let max = end(&bounds.max, false, literal, None);
        let below = bounds.excluded;
        return quote! {
            __p::Validator::new(__p::Predicate::Range(
                __p::Range::Float { min: #min, max: #max, below: #below }
            ))
        };
    }
    let literal = |value: i128| value;
    let limit = Some("range_end");
    let min = end(&bounds.min, false, literal, limit);
    let max = end(&bounds.max, bounds.excluded, literal, limit);
    quote! {
        __p::Validator::new(__p::Predicate::Range(__p::Range::Integer { min: #min, max: #max }))
    }
}

/// A single constant, which may be a list: the compiler reads its values.
fn constant_list(expr: &Expr, shape: &TypeShape) -> Option<TokenStream> {
    let (value, predicate) = match shape {
        TypeShape::String => (quote!(__p::Text), "OneOf"),
        TypeShape::Integer(_) => (quote!(i128), "OneOfIntegers"),
        TypeShape::Float => (quote!(f64), "OneOfNumbers"),
        _ => return None,
    };
    if !matches!(expr, Expr::Path(_)) {
        return None;
    }
    let list = quote_spanned!(expr.span()=> __p::listed::<#value, _>(#expr));
    let values = quote!({
        const LIST: [#value; #list.len()] = #list.values();
        __p::Static { value: &LIST }
    });
    Some(listed(&ident(predicate), &values))
}

fn one_of(values: &[Expression], shape: &TypeShape) -> TokenStream {
    let list = match values {
        [one] if one.literal.is_none() => constant_list(&one.expr, shape),
        _ => None,
    };
    if let Some(list) = list {
        return list;
    }
    let fractions = values.iter().map(|value| match value.literal {
        // Numbers that are listed in source code are small.
        Some(Literal::Integer(number)) => Some(number as f64),
        Some(Literal::Float(number)) => Some(number),
        _ => None,
    });
    let fractions: Option<Vec<f64>> = fractions.collect();
    let is_fraction = |value: &Expression| matches!(value.literal, Some(Literal::Float(_)));
    if let Some(numbers) = fractions.filter(|_| values.iter().any(is_fraction)) {
        return listed(&ident("OneOfNumbers"), &list_of(numbers));
    }
    let constants = values.iter().any(|value| value.literal.is_none());
    let cast = |ty: TokenStream| {
        let values = values.iter().map(|value| &value.expr);
        list_of(values.map(|expr| quote_spanned!(expr.span()=> (#expr) as #ty)))
    };
    match shape {
        TypeShape::Integer(_) if constants => {
            return listed(&ident("OneOfIntegers"), &cast(quote!(i128)));
        }
        TypeShape::Float if constants => {
            return listed(&ident("OneOfNumbers"), &cast(quote!(f64)));
        }
        _ => {}
    }
    let whole: Option<Vec<i128>> = values.iter().map(|value| integer(&value.expr)).collect();
    match whole {
        Some(numbers) if !numbers.is_empty() => listed(&ident("OneOfIntegers"), &list_of(numbers)),
        _ => listed(&ident("OneOf"), &texts(values)),
    }
}
