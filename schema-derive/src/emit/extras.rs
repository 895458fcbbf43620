//! The extras of a field in its table (`__p::Extra`): default, validators, relations such as
//! `conflicts_with`, the provider developer's functions, and the dependencies of a computed value.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprPath, Ident, Type, UnOp};

use super::private_calls::attribute;
use super::validators;
use crate::model::{Field, FieldDefault, Model, RelationKind, Target};
use crate::parse::{FunctionPath, Literal, elements, ungroup, without_r_prefix};
use crate::types::{TypeShape, element_type, inner_type, known_type};

/// The extras of a field; most fields have none.
pub(crate) fn extras(model: &Model, index: usize) -> Vec<TokenStream> {
    let Some(field) = model.fields.get(index) else {
        return Vec::new();
    };
    let mut extras = own_extras(model, index, field);
    // A field without its own extras takes those of its type unchanged.
    if !extras.is_empty() && field.is_attribute() && !field.shape.is_plain() {
        let of_type = if field.shape.surely_fits() {
            let ty = &field.source.ty;
            quote!(__p::extra_of::<#ty>())
        } else {
            let attribute = attribute(field);
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
    let ty = &field.source.ty;
    for validator in &field.validators {
        let validator = validators::validator(validator, field.shape.inner(), Some(ty));
        extras.push(quote!(__p::Extra::Validate { validator: #validator }));
    }
    let when_changed = field.presence.when_changed();
    if !when_changed.is_empty() {
        let paths = paths(wires(when_changed));
        extras.push(quote!(__p::Extra::WhenChanged { fields: #paths }));
    }
    relations(model, index, field, &mut extras);
    extras.extend(plain(field));
    functions(field, &mut extras);
    extras
}

/// The names on the wire of these fields.
pub(super) fn wires(targets: &[Target]) -> impl Iterator<Item = &str> {
    targets.iter().map(|target| target.wire.as_str())
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
    let mut preferred = None;
    for relation in &field.relations {
        let Some(first) = relation.targets.first() else {
            continue;
        };
        let paths = paths(wires(&relation.targets));
        let total = match relation.kind {
            // Both sides have it, whichever names it.
            RelationKind::ConflictsWith => continue,
            // It is only advice, so it follows what must hold.
            RelationKind::PreferWriteOnly => {
                preferred = Some(first);
                continue;
            }
            RelationKind::AtLeastSumOf => quote!(AtLeastSum),
            RelationKind::AtMostSumOf => quote!(AtMostSum),
            RelationKind::EqualToSumOf => quote!(EqualToSum),
            RelationKind::EqualToProductOf => quote!(EqualToProduct),
            kind @ (RelationKind::ExactlyOneOf
            | RelationKind::AtLeastOneOf
            | RelationKind::RequiredWith) => {
                let variant = format_ident!("{kind:?}");
                extras.push(quote!(__p::Extra::#variant { fields: #paths }));
                continue;
            }
        };
        extras.push(quote!(__p::Extra::Compare { total: __p::Total::#total, fields: #paths }));
    }
    if let Some(target) = preferred {
        let names = target.wire.split('.');
        extras.push(quote! {
            __p::Extra::PreferWriteOnly {
                field: __p::Static { value: &[#(__p::text(#names)),*] }
            }
        });
    }
}

/// Values that the schema takes unchanged.
fn plain(field: &Field) -> impl Iterator<Item = TokenStream> {
    field.keys.plain().map(|(variant, text)| {
        let (variant, text) = (format_ident!("{variant}"), &text.token);
        quote!(__p::Extra::#variant { text: __p::Static { value: #text } })
    })
}

/// The provider developer's functions, each through one shim that captures nothing. The shim's
/// parameters have the span of the function, so that they resolve if a struct comes out of
/// `macro_rules!`.
fn functions(field: &Field, extras: &mut Vec<TokenStream>) {
    let (ty, keys) = (known_type(&field.source.ty), &field.keys);
    if let Some(when) = field.force_new_when() {
        let call =
            quote_spanned!(when.span()=> |__o, __n| __p::force_new_when::<#ty>(__o, __n, #when));
        extras.push(quote!(__p::Extra::ForceNewWhen { when: #call }));
    }
    if let Some(FunctionPath(path)) = &keys.diff_suppress {
        let call = quote_spanned!(path.span()=> |__r, __o, __n| __p::suppress::<#ty, _, _, _>(__r, __o, __n, #path));
        extras.push(quote!(__p::Extra::Suppress { suppress: #call }));
    }
    if let Some(FunctionPath(path)) = &keys.canonical {
        let call = quote_spanned!(path.span()=> |__v| __p::canonical::<#ty, _, _>(__v, #path));
        extras.push(quote!(__p::Extra::Canonical { canonical: #call }));
    }
    if let Some(FunctionPath(path)) = &keys.state_fn {
        let call = quote_spanned!(path.span()=> |__v| __p::state_fn::<#ty, _, _>(__v, #path));
        extras.push(quote!(__p::Extra::StateFn { state_fn: #call }));
    }
    let key = keys.set_key.as_ref().or(keys.list_key.as_ref());
    if let (Some(FunctionPath(path)), Some(object)) = (key, field.object_type()) {
        let (near, key) = set_key(path, &object.to_token_stream());
        let call = quote_spanned!(path.span()=> |__v| { #near __p::set_key::<#object, _, _, _>(__v, #key) });
        extras.push(quote!(__p::Extra::SetKey { key: #call }));
    }
}

/// What distinguishes the elements. A single uppercase name is the constant of one of their fields:
/// functions have other names. Only the compiler knows whether a lowercase name is a function; if
/// not, it suggests the constant beside it.
fn set_key(path: &ExprPath, object: &TokenStream) -> (TokenStream, TokenStream) {
    let written = path.to_token_stream();
    let Some(ident) = path.path.get_ident().filter(|_| path.qself.is_none()) else {
        return (TokenStream::new(), written);
    };
    let name = without_r_prefix(ident);
    let Ok(mut constant) = syn::parse_str::<Ident>(&name.to_uppercase()) else {
        return (TokenStream::new(), written);
    };
    constant.set_span(ident.span());
    if constant == name {
        let key = quote_spanned!(ident.span()=> <#object>::#constant);
        return (TokenStream::new(), key);
    }
    // The span differs: the compiler suggests nothing that is defined where it is used.
    constant.set_span(Span::call_site());
    let near = quote!(#[allow(dead_code)] const #constant: () = (););
    (near, written)
}

fn default(field: &Field, default: &FieldDefault) -> TokenStream {
    let ty = known_type(&field.source.ty);
    match default {
        FieldDefault::Value { written, data } => match data {
            Some(Literal::Bool(value)) => quote!(__p::Default::Bool(#value)),
            Some(Literal::Integer(value)) => {
                let value = i64::try_from(*value).unwrap_or_default();
                quote!(__p::Default::Integer(#value))
            }
            Some(Literal::Float(value)) => quote!(__p::Default::Float(#value)),
            Some(Literal::Text(text)) => {
                quote!(__p::Default::Text(__p::Static { value: #text }))
            }
            None => {
                let expr = &written.expr;
                let value = value(expr, field.shape.inner(), inner_type(&field.source.ty));
                match is_constant(expr) {
                    true => quote!(__p::Default::Constant(|| #value)),
                    false => quote!(__p::Default::Make(|| #value)),
                }
            }
        },
        FieldDefault::Function(path) => {
            let call = quote_spanned!(path.span()=> |__e| __p::default_from::<#ty, _, _, _, _>(__e, #path));
            quote!(__p::Default::Function(#call))
        }
        FieldDefault::Environment(environment) => {
            let names = environment.names.iter().map(|name| &name.token);
            let fallback = environment.fallback.as_ref().map(|text| &text.token);
            let fallback = match fallback {
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

/// Whether an expression appears to have the same value wherever the provider runs: literals,
/// constants and variants, and combinations of these. The result of any other call is not known
/// here.
fn is_constant(expr: &Expr) -> bool {
    if let Some(elements) = elements(expr) {
        return elements.iter().all(is_constant);
    }
    match ungroup(expr) {
        // A path that is not a call is a constant or a variant: a function is not a field value.
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(paren) => is_constant(&paren.expr),
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) && is_constant(&unary.expr),
        Expr::Reference(reference) => is_constant(&reference.expr),
        Expr::Cast(cast) => is_constant(&cast.expr),
        Expr::Binary(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_constant),
        Expr::MethodCall(call) => {
            let same = ["into", "to_owned", "to_string", "to_vec"];
            let is_same = same.iter().any(|name| call.method == name);
            is_same && call.args.is_empty() && is_constant(&call.receiver)
        }
        Expr::Call(call) => is_constant_call(&call.func) && call.args.iter().all(is_constant),
        _ => false,
    }
}

/// Calls of the standard library whose result depends only on their arguments.
fn is_constant_call(function: &Expr) -> bool {
    let Expr::Path(path) = ungroup(function) else {
        return false;
    };
    let segments = path.path.segments.iter();
    let names: Vec<String> = segments.map(|one| one.ident.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names[..] {
        ["Some"] => true,
        [.., "String" | "Secret", "from" | "new"]
        | [.., "Vec" | "Set" | "BTreeMap" | "BTreeSet", "from" | "new"] => true,
        [.., "Duration", name] => name.starts_with("from_"),
        _ => false,
    }
}

/// An expression as the value of a type. Written-out lists are converted element by element, so
/// that their literals are read like those of a field.
fn value(expr: &Expr, shape: &TypeShape, ty: &Type) -> TokenStream {
    let known = known_type(ty);
    let list = match shape {
        TypeShape::List(element) => Some((format_ident!("list"), element)),
        TypeShape::Set(element) => Some((format_ident!("set"), element)),
        _ => None,
    };
    if let Some((function, element)) = list
        && let (Some(ty), Some(elements)) = (element_type(ty), elements(expr))
    {
        let values = elements.iter().map(|expr| match Literal::of(expr) {
            Some(literal) => literal_value(expr, literal, element.inner(), inner_type(ty)),
            None if element.is_option() => value_of(expr, ty),
            None => value(expr, element, ty),
        });
        return quote!(__p::#function(::std::vec![#(#values),*]));
    }
    match shape {
        TypeShape::String => {
            quote_spanned!(expr.span()=> __p::IntoField::<__p::String>::into_field(#expr))
        }
        // A variant or constant of the type itself needs no check beyond that of the type.
        TypeShape::Other(_) if is_of_type(expr, ty) => {
            let of = quote_spanned!(ty.span()=> __p::attribute::<#ty>());
            quote!(#of.value(#expr))
        }
        // Uses the same form as all other checks of the type, so that a mismatch is reported once.
        TypeShape::Other(_) => {
            let local = format_ident!("__v");
            let known = quote_spanned!(ty.span()=> __p::KnownAttribute<#ty>);
            let made = quote_spanned!(ty.span()=> __p::known_value::<#ty>(&#local));
            quote!({
                let #local: #known = #expr;
                #made
            })
        }
        _ => value_of(expr, &known),
    }
}

/// Whether an expression is a variant of the type as written: `Kind::Raw` of a `Kind`.
fn is_of_type(expr: &Expr, ty: &Type) -> bool {
    let (Expr::Path(path), Type::Path(ty)) = (ungroup(expr), ty) else {
        return false;
    };
    let (path, of) = (&path.path.segments, &ty.path.segments);
    let is_variant = path.last().is_some_and(|last| {
        let name = last.ident.to_string();
        let small = name.contains(|c: char| c.is_lowercase());
        small && name.starts_with(|c: char| c.is_uppercase())
    });
    let same = path.iter().zip(of).all(|(one, other)| one == other);
    is_variant && ty.qself.is_none() && path.len() == of.len() + 1 && same
}

/// A literal as the value of a type, as in a field's default.
fn literal_value(expr: &Expr, literal: Literal, shape: &TypeShape, ty: &Type) -> TokenStream {
    match (literal, shape) {
        (Literal::Text(text), TypeShape::String | TypeShape::Other(_)) => {
            quote!(__p::string(#text))
        }
        // Numbers that are listed in source code are small.
        (Literal::Integer(number), TypeShape::Float | TypeShape::Number) => {
            let number = number as f64;
            quote!(__p::FieldType::to_value(&#number))
        }
        (Literal::Float(number), TypeShape::Float | TypeShape::Number) => {
            quote!(__p::FieldType::to_value(&#number))
        }
        _ => value_of(expr, ty),
    }
}

/// An expression of this type as its value.
fn value_of(expr: &Expr, ty: &impl ToTokens) -> TokenStream {
    quote!({
        let __v: #ty = #expr;
        __p::FieldType::to_value(&__v)
    })
}
