//! What only some fields have.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::validators;
use crate::model::{Field, FieldDefault, FieldKind, Model, Target};
use crate::parse::Literal;
use crate::types::{TypeShape, known_type, object_type};

/// The extras of a field; most have none.
pub(crate) fn extras(model: &Model, index: usize) -> Vec<TokenStream> {
    let Some(field) = model.fields.get(index) else {
        return Vec::new();
    };
    let mut extras = own_extras(model, index, field);
    // A field without extras of its own takes those of its type as they are.
    if !extras.is_empty() && field.kind == FieldKind::Attribute && !field.shape.is_plain() {
        let of_type = if field.shape.surely_fits() {
            let ty = &field.ty;
            quote!(__p::extra_of::<#ty>())
        } else {
            let attribute = super::schema::attribute(field);
            quote!(__p::of_type(#attribute))
        };
        extras.insert(0, of_type);
    }
    extras
}

fn own_extras(model: &Model, index: usize, field: &Field) -> Vec<TokenStream> {
    let mut extras = Vec::new();
    if let Some(default) = field.defaults.first() {
        let default = self::default(field, default);
        extras.push(quote!(__p::Extra::Default { default: #default }));
    }
    let ty = &field.ty;
    for validator in &field.validators {
        let validator = validators::validator(validator, field.shape.inner(), Some(ty));
        extras.push(quote!(__p::Extra::Validate { validator: #validator }));
    }
    if !field.when_changed.is_empty() {
        let paths = paths(wires(field.when_changed.iter()));
        extras.push(quote!(__p::Extra::WhenChanged { fields: #paths }));
    }
    relations(model, index, field, &mut extras);
    texts(field, &mut extras);
    functions(field, &mut extras);
    extras
}

fn wires<'a>(targets: impl Iterator<Item = &'a Target>) -> impl Iterator<Item = &'a str> {
    targets.map(|target| target.wire.as_str())
}

/// A list of dotted paths as data.
pub(crate) fn paths<'a>(paths: impl Iterator<Item = &'a str>) -> TokenStream {
    let paths = paths.map(|path| {
        let names = path.split('.');
        quote!(__p::Static { value: &[#(__p::Static { value: #names }),*] })
    });
    quote!(__p::Static { value: &[#(#paths),*] })
}

fn relations(model: &Model, index: usize, field: &Field, extras: &mut Vec<TokenStream>) {
    let conflicts = model.conflicts(index);
    if !conflicts.is_empty() {
        let paths = paths(conflicts.iter().map(String::as_str));
        extras.push(quote!(__p::Extra::ConflictsWith { fields: #paths }));
    }
    for (key, variant) in [
        ("exactly_one_of", quote!(ExactlyOneOf)),
        ("at_least_one_of", quote!(AtLeastOneOf)),
        ("required_with", quote!(RequiredWith)),
    ] {
        let mut targets = wires(field.targets(key)).peekable();
        if targets.peek().is_some() {
            let paths = paths(targets);
            extras.push(quote!(__p::Extra::#variant { fields: #paths }));
        }
    }
    for (key, total) in [
        ("at_least_sum_of", quote!(AtLeastSum)),
        ("at_most_sum_of", quote!(AtMostSum)),
        ("equal_to_sum_of", quote!(EqualToSum)),
        ("equal_to_product_of", quote!(EqualToProduct)),
    ] {
        let mut targets = wires(field.targets(key)).peekable();
        if targets.peek().is_some() {
            let paths = paths(targets);
            extras.push(quote! {
                __p::Extra::Compare { total: __p::Total::#total, fields: #paths }
            });
        }
    }
    if let Some(target) = field.targets("prefer_write_only").next() {
        let names = target.wire.split('.');
        extras.push(quote! {
            __p::Extra::PreferWriteOnly {
                field: __p::Static { value: &[#(__p::text(#names)),*] }
            }
        });
    }
}

fn texts(field: &Field, extras: &mut Vec<TokenStream>) {
    for (text, variant) in [
        (&field.keys.deprecated, quote!(Deprecated)),
        (&field.keys.removed, quote!(Removed)),
        (&field.keys.input_default, quote!(InputDefault)),
    ] {
        if let Some(text) = text {
            let text = &text.token;
            extras.push(quote!(__p::Extra::#variant { text: __p::Static { value: #text } }));
        }
    }
}

/// The author's functions, each through one shim that captures nothing. The shim's parameters have
/// the span of the function, so that they are found where a struct comes out of `macro_rules!`.
fn functions(field: &Field, extras: &mut Vec<TokenStream>) {
    let ty = known_type(&field.ty);
    if let Some(function) = &field.keys.diff_suppress {
        let path = &function.0;
        let call = quote_spanned!(path.span()=> |__r, __o, __n| __p::suppress::<#ty, _, _, _>(__r, __o, __n, #path));
        extras.push(quote!(__p::Extra::Suppress { suppress: #call }));
    }
    if let Some(function) = &field.keys.canonical {
        let path = &function.0;
        let call = quote_spanned!(path.span()=> |__v| __p::canonical::<#ty, _, _>(__v, #path));
        extras.push(quote!(__p::Extra::Canonical { canonical: #call }));
    }
    if let Some(function) = &field.keys.state_fn {
        let path = &function.0;
        let call = quote_spanned!(path.span()=> |__v| __p::state_fn::<#ty, _, _>(__v, #path));
        extras.push(quote!(__p::Extra::StateFn { state_fn: #call }));
    }
    if let (Some(function), Some(nesting)) = (&field.keys.set_key, field.nesting()) {
        let path = &function.0;
        let object = object_type(&field.ty, nesting);
        let call = quote_spanned!(path.span()=> |__v| __p::set_key::<#object, _, _, _>(__v, #path));
        extras.push(quote!(__p::Extra::SetKey { key: #call }));
    }
}

fn default(field: &Field, default: &FieldDefault) -> TokenStream {
    let ty = known_type(&field.ty);
    match default {
        FieldDefault::Bool(value) => quote!(__p::Default::Bool(#value)),
        FieldDefault::Integer(value) => quote!(__p::Default::Integer(#value)),
        FieldDefault::Float(value) => quote!(__p::Default::Float(#value)),
        FieldDefault::Text(text) => quote!(__p::Default::Text(__p::Static { value: #text })),
        FieldDefault::Expression(expr) if *field.shape.inner() == TypeShape::String => {
            let value =
                quote_spanned!(expr.span()=> __p::IntoField::<__p::String>::into_field(#expr));
            quote!(__p::Default::Make(|| #value))
        }
        // The spelling of the type does not say whether it is a text.
        FieldDefault::Expression(expr)
            if matches!(Literal::of(expr), Some(Literal::Text(_)))
                && matches!(field.shape.inner(), TypeShape::Other(_)) =>
        {
            let value = quote_spanned!(expr.span()=> __p::written(#expr));
            quote! {
                __p::Default::Make(|| {
                    let __v: #ty = #value;
                    __p::FieldType::to_value(&__v)
                })
            }
        }
        FieldDefault::Expression(expr) => quote! {
            __p::Default::Make(|| {
                let __v: #ty = #expr;
                __p::FieldType::to_value(&__v)
            })
        },
        FieldDefault::Function(path) => {
            let call = quote_spanned!(path.span()=> |__e| __p::default_from::<#ty, _, _, _, _>(__e, #path));
            quote!(__p::Default::Function(#call))
        }
        FieldDefault::Environment(environment) => {
            let names = &environment.names;
            let fallback = match &environment.fallback {
                Some(text) => quote!(__p::Some(__p::Static { value: #text })),
                None => quote!(__p::None),
            };
            quote! {
                __p::Default::Environment {
                    names: __p::Static { value: &[#(__p::Static { value: #names }),*] },
                    fallback: #fallback,
                }
            }
        }
    }
}
