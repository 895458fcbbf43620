//! Constants that assert what only the compiler can decide (the traits of a field's type, the
//! fields of a nested struct), at the token to blame.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use schema_rules::{Scalar, format};
use syn::Expr;
use syn::spanned::Spanned;

use super::private_calls::{assert, attribute, call_of_ours, flattened, held, named, objects};
use super::{flatten, function, identity, import, warnings};
use crate::model::{Field, FieldKind, Model, Target};
use crate::model_facts;
use crate::parse::{BlockKind, Literal, Nesting, Text, elements, without_r_prefix};
use crate::types::{TypeShape, element_type, spelling};

/// All assertions of a struct; most structs need none.
pub(crate) fn asserts(model: &Model) -> TokenStream {
    let types = model.fields.iter().filter_map(of_type);
    let nested = model.fields.iter().filter_map(|field| nested(model, field));
    let paths = |key, targets: &[Target]| -> TokenStream {
        let paths = targets.iter().filter_map(|target| path(model, key, target));
        paths.collect()
    };
    let relations = model.fields.iter().flat_map(|field| {
        let relations = field.relations.iter();
        let relations = relations.map(|one| paths(one.kind.key(), &one.targets));
        relations.chain([paths("when_changed", field.presence.when_changed())])
    });
    let id = paths("when_changed", &model.id_when_changed);
    // State stores hide nothing, so nothing has to be hidden.
    let hides = model.kind != BlockKind::StateStore;
    let fields = model.fields.iter();
    let attributes = fields.filter_map(|field| of_attribute(field, hides));
    let secrets = model.fields.iter().filter_map(of_secret);
    let others = flatten::asserts(model).chain(import::asserts(model));
    let blocks = warnings::of_blocks(model);
    let first = types_first(model);
    let texts = model.fields.iter().filter_map(texts);
    let output = function::asserts(model);
    let identity = identity::asserts(model);
    quote!(#first #output #identity #(#attributes)* #(#secrets)* #(#texts)* #(#types)* #(#nested)* #(#relations)* #id #(#others)* #blocks)
}

/// Reports a type that does not fit before errors in code that uses the field. The compiler checks
/// whether async trait functions are `Send` while it still checks items, and evaluates constants
/// later; it checks this function as early, and before the provider developer's.
fn types_first(model: &Model) -> Option<TokenStream> {
    let fields = model.fields.iter();
    let fields = fields.filter(|field| !(field.is_attribute() && field.shape.surely_fits()));
    let types: Vec<TokenStream> = fields.map(held).collect();
    let ident = &model.ident;
    (!types.is_empty()).then(|| {
        quote! {
            #[allow(dead_code)]
            trait __Types {
                fn __types() -> impl __p::Send;
            }
            #[allow(dead_code)]
            impl __Types for #ident {
                fn __types() -> impl __p::Send {
                    #(let _ = #types;)*
                }
            }
        }
    })
}

/// What a type requires of its field, and what its elements may be. Omitted if the spelling
/// decides.
fn of_attribute(field: &Field, hides: bool) -> Option<TokenStream> {
    let ty = &field.source.ty;
    if field.shown && !field.is_attribute() {
        let text = "`sensitive = false` is for a field of type `Secret`: remove it";
        return Some(quote_spanned!(ty.span()=> compile_error!(#text);));
    }
    if !field.is_attribute() || field.shape.surely_fits() && !field.shown {
        return None;
    }
    let (of, name) = (attribute(field), &field.name);
    let shown = field
        .shown
        .then(|| assert(ty, "assert_secret", &quote!(#of, #name)));
    let hidden = !field.shown || field.write_only || !hides;
    let function = match field.variadic {
        true => "assert_arguments",
        false => "assert_attribute",
    };
    let arguments = quote!(#of, #name, #hidden);
    let asserted = assert(ty, function, &arguments);
    Some(quote!(#shown #asserted))
}

/// Whether strings in a default are values of the type, if its spelling does not say.
fn texts(field: &Field) -> Option<TokenStream> {
    let name = &field.name;
    if let Some(fallback) = field.fallback()
        && let TypeShape::Other(_) = field.shape.inner()
    {
        return Some(self::fallback(field, fallback));
    }
    let default = field.default_value()?;
    let fits = |expr: &Expr, of: TokenStream, shape: &TypeShape| {
        let Some(Literal::Text(text)) = Literal::of(expr) else {
            return None;
        };
        let (wrong, instead) = (formats_without(&text), without_text(&text, shape));
        let arguments = quote!(#of, #name, (#text, #instead), &[#(#wrong),*]);
        Some(assert(expr, "assert_text", &arguments))
    };
    match field.shape.inner() {
        shape @ TypeShape::Other(_) => fits(&default.expr, attribute(field), shape),
        TypeShape::List(element) | TypeShape::Set(element)
            if matches!(element.inner(), TypeShape::Other(_)) =>
        {
            let ty = element_type(&field.source.ty)?;
            let elements = elements(&default.expr)?;
            let asserts = elements.iter().filter_map(|expr| {
                let of = quote_spanned!(ty.span()=> __p::attribute::<#ty>());
                fits(expr, of, element.inner())
            });
            Some(quote!(#(#asserts)*))
        }
        _ => None,
    }
}

/// What to write instead of a string, for a type without string values. Its name does not say
/// whether it is a newtype or an alias.
fn without_text(text: &str, shape: &TypeShape) -> String {
    let TypeShape::Other(name) = shape else {
        return "write a value of the field's type".to_owned();
    };
    let bare = text.trim();
    match bare.parse::<f64>().is_ok_and(f64::is_finite) || matches!(bare, "true" | "false") {
        true => format!("write `{name}({bare})` for a newtype, `{bare}` for a type alias"),
        false => format!("write a value of the field's type: `{name}(…)` for a newtype"),
    }
}

/// The same for an environment fallback, which is a string even for numbers and bools.
fn fallback(field: &Field, fallback: &Text) -> TokenStream {
    let (of, name, text) = (attribute(field), &field.name, &fallback.value);
    let wrong = formats_without(text);
    let is = |scalar| schema_rules::from_environment(text, scalar).is_some();
    let (number, truth) = (is(Scalar::Number), is(Scalar::Bool));
    let whole = match schema_rules::from_environment(text, Scalar::Integer) {
        Some(schema_rules::Literal::Integer(whole)) => quote!(__p::Some(#whole)),
        _ => quote!(__p::None),
    };
    let arguments = quote!(#of, #name, (#text, #whole, #number, #truth), &[#(#wrong),*]);
    assert(&fallback.token, "assert_fallback", &arguments)
}

/// The names of the formats that a string does not have.
pub(super) fn formats_without(text: &str) -> Vec<&'static str> {
    let known = format::FORMATS.iter().chain([&format::UNSIGNED_DURATION]);
    let mut wrong: Vec<&str> = known
        .filter(|format| match format.problem {
            Some(problem) => problem(text).is_some(),
            None => model_facts::parsed(format, text).is_some_and(|parsed| parsed.is_err()),
        })
        .map(|format| format.name)
        .collect();
    // The URL parser is in a different crate; most invalid URLs are recognized without it.
    if format::is_surely_no_url(text) {
        wrong.push("url");
    }
    wrong
}

/// A required write-only value is present only in create and update, so its type must be optional.
fn of_secret(field: &Field) -> Option<TokenStream> {
    if !(field.write_only && field.presence.required) || field.shape.is_option() {
        return None;
    }
    let (ty, name) = (&field.source.ty, &field.name);
    let of = held(field);
    let arguments = quote!(#of.may_be_absent(), #name);
    Some(assert(ty, "assert_may_be_absent", &arguments))
}

/// Whether the Rust type can represent what the flags allow. Omitted if the spelling decides.
fn of_type(field: &Field) -> Option<TokenStream> {
    let ty = &field.source.ty;
    let name = &field.name;
    match &field.kind {
        // The spelling of an alias does not say whether it is an Option.
        FieldKind::Attribute if field.presence.required => {
            // It has its own assertion.
            if field.write_only {
                return None;
            }
            matches!(field.shape, TypeShape::Other(_)).then(|| {
                let of = attribute(field);
                assert(ty, "assert_required", &quote!(#of, #name))
            })
        }
        FieldKind::Attribute if field.shape.surely_has_zero() => None,
        FieldKind::Attribute if field.presence.optional => field.defaults.is_empty().then(|| {
            let (of, spelt) = (attribute(field), spelling(ty));
            let computed = field.presence.is_computed();
            let arguments = quote!(#of, #name, #spelt, #computed);
            assert(ty, "assert_optional", &arguments)
        }),
        FieldKind::Attribute => {
            let (of, named) = (attribute(field), named(field));
            let arguments = quote!(#of, #name, __p::Zero::<#named>::KNOWN);
            let call = call_of_ours(ty, "assert_computed", &arguments);
            Some(quote! {
                const _: () = {
                    #[allow(unused_imports)]
                    use __p::HasNoZero as _;
                    #call
                };
            })
        }
        FieldKind::Block { items, .. } if field.is_alone() => {
            let objects = objects(field);
            let required = items.min > 0;
            let arguments = quote!(#objects, #name, #required);
            Some(assert(ty, "assert_alone", &arguments))
        }
        FieldKind::Nested { nesting } | FieldKind::Block { nesting, .. } => {
            let (objects, block) = (objects(field), field.is_block());
            let required = field.presence.required && !field.write_only;
            let (function, arguments) = match (nesting, block) {
                (Nesting::Single, true) => return None,
                // If it is required and write-only, it has its own assertion.
                (Nesting::Single, _) if field.presence.required != required => return None,
                (Nesting::Single, _) => ("assert_single", quote!(#objects, #name, #required)),
                _ if field.shape.is_collection() => return None,
                _ => (
                    "assert_collection",
                    quote!(#objects, #name, #block, #required),
                ),
            };
            Some(assert(ty, function, &arguments))
        }
    }
}

/// What rules require of a struct and the one nested in it.
fn nested(model: &Model, field: &Field) -> Option<TokenStream> {
    let nesting = field.nesting()?;
    let objects = objects(field);
    let name = &field.name;
    let (block, computed) = (field.is_block(), field.presence.is_computed());
    let (write_only, arguments) = (field.write_only, field.variadic);
    let stored = match model.kind {
        // Rules reject anything nested in an identity.
        BlockKind::Resource | BlockKind::Identity | BlockKind::Nested => None,
        kind => {
            let what = kind.words();
            let arguments = quote!(#objects, #name, #what);
            Some(assert(&field.source.ty, "assert_stored", &arguments))
        }
    };
    let discouraged = (nesting == Nesting::Set).then(|| warnings::discouraged(model, field));
    let place = quote! {
        __p::NestingField {
            name: #name, block: #block, computed: #computed, write_only: #write_only, arguments: #arguments
        }
    };
    let assert = assert(&field.source.ty, "assert_nested", &quote!(#objects, #place));
    Some(quote!(#assert #stored #discouraged))
}

/// Whether the names after the first dot exist in the nested struct.
fn path(model: &Model, key: &str, target: &Target) -> Option<TokenStream> {
    let (_, rest) = target.path.segments.split_first()?;
    let last = rest.last()?;
    let of = match target
        .flattened
        .and_then(|index| model.flattened.get(index))
    {
        Some(other) => flattened(other),
        None => {
            let field = model.fields.get(target.first?)?;
            field.nesting()?;
            objects(field)
        }
    };
    let block = quote!(#of.block);
    let names = rest.iter().map(without_r_prefix);
    let written = target.path.text();
    Some(quote_spanned! {last.span()=>
        const _: () = __p::assert_path(#block, #key, #written, &[#(#names),*]);
    })
}
