//! Constants that assert what only the compiler can decide (what a field's type can do, what is in
//! a nested struct), at the token to blame.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use schema_rules::Scalar;
use syn::spanned::Spanned;
use syn::{Expr, Ident};

use super::private_calls::{assert, attribute, call, call_of_ours, flattened, objects};
use super::{flatten, function, identity};
use crate::model::{Field, FieldKind, Model, Target};
use crate::parse::{Literal, Nesting, StructKind, Text, elements, without_r_prefix};
use crate::types::{TypeShape, element_type, spelling};

/// All assertions of a struct; most have none.
pub(crate) fn asserts(model: &Model) -> TokenStream {
    let types = model.fields.iter().filter_map(of_type);
    let nested = model.fields.iter().filter_map(|field| nested(model, field));
    let relations = model.fields.iter().flat_map(|field| {
        field
            .relations
            .iter()
            .flat_map(|relation| {
                let key = relation.kind.key();
                relation.targets.iter().map(move |target| (key, target))
            })
            .chain(
                field
                    .presence
                    .when_changed()
                    .iter()
                    .map(|target| ("when_changed", target)),
            )
            .filter_map(|(key, target)| path(model, key, target))
    });
    let id = model
        .id_when_changed
        .iter()
        .filter_map(|target| path(model, "when_changed", target));
    // Nothing is hidden there, so nothing has to be.
    let hides = model.kind != StructKind::StateStore;
    let attributes = model.fields.iter();
    let attributes = attributes.filter_map(|field| of_attribute(field, hides));
    let secrets = model.fields.iter().filter_map(of_secret);
    let others = flatten::asserts(model).chain(flatten::imported(model));
    let first = types_first(model);
    let texts = model.fields.iter().filter_map(texts);
    let output = function::asserts(model);
    let identity = identity::asserts(model);
    quote!(#first #output #identity #(#attributes)* #(#secrets)* #(#texts)* #(#types)* #(#nested)* #(#relations)* #(#id)* #(#others)*)
}

/// A type that does not fit is told before what is written with the field. The compiler looks into async
/// functions of traits while it still checks items, to see whether they are `Send`, and into constants after
/// that; this function it looks into as early, and it stands before those of the author.
fn types_first(model: &Model) -> Option<TokenStream> {
    let types: Vec<TokenStream> = model
        .fields
        .iter()
        .filter_map(|field| match field.kind {
            FieldKind::Attribute if field.shape.surely_fits() => None,
            FieldKind::Attribute => Some(attribute(field)),
            FieldKind::Nested { .. } | FieldKind::Block { .. } => Some(objects(field)),
        })
        .collect();
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

/// What a type asks of its field, and what its elements may be. Left out where the spelling decides.
fn of_attribute(field: &Field, hides: bool) -> Option<TokenStream> {
    if !field.is_attribute() || field.shape.surely_fits() {
        return None;
    }
    let (of, name) = (attribute(field), &field.name);
    let hidden = field.sensitive || field.write_only || !hides;
    let function = match field.variadic {
        true => "assert_arguments",
        false => "assert_attribute",
    };
    Some(assert(
        &field.source.ty,
        function,
        &quote!(#of, #name, #hidden),
    ))
}

/// Whether texts in a default are values of a type whose spelling does not say.
fn texts(field: &Field) -> Option<TokenStream> {
    let name = &field.name;
    if let Some(fallback) = field.fallback()
        && let TypeShape::Other(_) = field.shape.inner()
    {
        return Some(self::fallback(field, fallback));
    }
    let default = field.default_value()?;
    let assert = |expr: &Expr, of: TokenStream| {
        let Some(Literal::Text(text)) = Literal::of(expr) else {
            return None;
        };
        let wrong = formats_without(&text);
        let place = expr.to_token_stream();
        let call = call_of_ours(
            &place,
            "assert_text",
            &quote!(#of, #name, #text, &[#(#wrong),*]),
        );
        Some(quote!(const _: () = #call;))
    };
    match field.shape.inner() {
        TypeShape::Other(_) => assert(&default.expr, attribute(field)),
        TypeShape::List(element) | TypeShape::Set(element)
            if matches!(element.inner(), TypeShape::Other(_)) =>
        {
            let ty = element_type(&field.source.ty)?;
            let elements = elements(&default.expr)?;
            let asserts = elements.iter().filter_map(|expr| {
                assert(expr, quote_spanned!(ty.span()=> __p::attribute::<#ty>()))
            });
            Some(quote!(#(#asserts)*))
        }
        _ => None,
    }
}

/// The same of a fallback for the environment, which is a text for numbers and truth values too.
fn fallback(field: &Field, fallback: &Text) -> TokenStream {
    let (of, name, text) = (attribute(field), &field.name, &fallback.value);
    let wrong = formats_without(text);
    let is = |scalar| schema_rules::from_environment(text, scalar).is_some();
    let (number, truth) = (is(Scalar::Number), is(Scalar::Bool));
    let whole = match schema_rules::from_environment(text, Scalar::Integer) {
        Some(schema_rules::Literal::Integer(whole)) => quote!(__p::Some(#whole)),
        _ => quote!(__p::None),
    };
    let call = call_of_ours(
        &fallback.token.to_token_stream(),
        "assert_fallback",
        &quote!(#of, #name, (#text, #whole, #number, #truth), &[#(#wrong),*]),
    );
    quote!(const _: () = #call;)
}

/// The forms that a text has not, by their words.
pub(super) fn formats_without(text: &str) -> Vec<&'static str> {
    let known = schema_rules::format::FORMATS.iter();
    let mut wrong: Vec<&str> = known
        .filter(|format| {
            format
                .problem
                .is_some_and(|problem| problem(text).is_some())
        })
        .map(|format| format.what)
        .collect();
    // The parser of URLs is of another crate, which is not needed to see that there is no scheme.
    let scheme = text.split_once(':').map(|(scheme, _)| scheme);
    if !scheme.is_some_and(schema_rules::format::is_scheme) {
        wrong.push("a URL");
    }
    wrong
}

/// A required write-only value is there in create and update only, which its type says.
fn of_secret(field: &Field) -> Option<TokenStream> {
    if !(field.write_only && field.presence.required) || field.shape.is_option() {
        return None;
    }
    let (ty, name) = (&field.source.ty, &field.name);
    let may_be_absent = if field.is_attribute() {
        let of = attribute(field);
        quote!(#of.may_be_absent())
    } else {
        let of = objects(field);
        quote!(#of.may_be_absent())
    };
    let arguments = quote!(#may_be_absent, #name);
    Some(assert(ty, "assert_may_be_absent", &arguments))
}

/// Whether the Rust type has room for what the flags allow. Left out where the spelling decides.
fn of_type(field: &Field) -> Option<TokenStream> {
    let ty = &field.source.ty;
    let name = &field.name;
    match &field.kind {
        // The spelling of an alias does not say whether it is an Option.
        FieldKind::Attribute if field.presence.required => {
            // Which has an assertion of its own.
            if field.write_only {
                return None;
            }
            matches!(field.shape, TypeShape::Other(_)).then(|| {
                let of = attribute(field);
                assert(ty, "assert_required", &quote!(#of, #name))
            })
        }
        FieldKind::Attribute if field.shape.surely_has_zero() => None,
        FieldKind::Attribute if !field.presence.is_computed() => {
            field.defaults.is_empty().then(|| {
                let (of, spelt) = (attribute(field), spelling(ty));
                assert(ty, "assert_optional", &quote!(#of, #name, #spelt))
            })
        }
        FieldKind::Attribute => {
            let of = attribute(field);
            let arguments = quote!(#of, #name, __p::Zero::<#ty>::KNOWN);
            let call = call(ty, "assert_computed", &arguments);
            Some(quote! {
                const _: () = {
                    #[allow(unused_imports)]
                    use __p::HasNoZero as _;
                    #call
                };
            })
        }
        FieldKind::Nested {
            nesting: Nesting::Single,
        } => {
            let objects = objects(field);
            let required = field.presence.required;
            // Which has an assertion of its own.
            if required && field.write_only {
                return None;
            }
            Some(assert(
                ty,
                "assert_single",
                &quote!(#objects, #name, #required),
            ))
        }
        FieldKind::Block {
            nesting: Nesting::Single,
            ..
        } => None,
        FieldKind::Nested { .. } | FieldKind::Block { .. } if !field.shape.is_collection() => {
            let objects = objects(field);
            let block = field.is_block();
            let required = field.presence.required && !field.write_only;
            Some(assert(
                ty,
                "assert_collection",
                &quote!(#objects, #name, #block, #required),
            ))
        }
        FieldKind::Nested { .. } | FieldKind::Block { .. } => None,
    }
}

/// What rules ask of a struct and the one nested in it.
fn nested(model: &Model, field: &Field) -> Option<TokenStream> {
    let nesting = field.nesting()?;
    let objects = objects(field);
    let name = &field.name;
    let (block, computed) = (field.is_block(), field.presence.is_computed());
    let (write_only, arguments) = (field.write_only, field.variadic);
    let root = match model.kind {
        StructKind::Provider => Some("provider"),
        StructKind::ProviderMeta => Some("provider_meta block"),
        StructKind::DataSource => Some("data source"),
        StructKind::Function => Some("function"),
        StructKind::Ephemeral => Some("ephemeral resource"),
        StructKind::List => Some("list resource"),
        StructKind::Action => Some("action"),
        StructKind::StateStore => Some("state store"),
        // Rules refuse what is nested in an identity.
        StructKind::Resource | StructKind::Identity | StructKind::Nested => None,
    };
    let stored = root.map(|what| {
        assert(
            &field.source.ty,
            "assert_stored",
            &quote!(#objects, #name, #what),
        )
    });
    let discouraged = (nesting == Nesting::Set).then(|| discouraged(field));
    let place = quote! {
        __p::NestingField {
            name: #name, block: #block, computed: #computed, write_only: #write_only, arguments: #arguments
        }
    };
    let assert = assert(&field.source.ty, "assert_nested", &quote!(#objects, #place));
    Some(quote!(#assert #stored #discouraged))
}

/// What makes sets of structs hard to plan. Only an associated constant that is chosen by what
/// the nested struct holds can warn about that.
fn discouraged(field: &Field) -> TokenStream {
    let objects = objects(field);
    let (name, span) = (&field.name, field.source.ty.span());
    let allowed = |rule: &str| field.allow.iter().any(|allow| allow.name == rule);
    let computed = schema_rules::shared_texts::computed_in_set(name, "");
    let sets = schema_rules::shared_texts::set_in_set(name, "");
    let found = [
        (
            "computed_in_set",
            "elements_compute",
            "have a computed field",
            computed.help,
            field.functions.set_key.is_some() || field.is_computed_only(),
        ),
        (
            "set_in_set",
            "elements_hold_sets",
            "hold a set",
            sets.help,
            false,
        ),
    ];
    let idle = found.iter().filter_map(|(rule, function, _, _, fine)| {
        let allow = field.allow.iter().find(|allow| allow.name == *rule)?;
        let function = format_ident!("{function}");
        let message = crate::error::text(
            format_args!("`allow({rule})` silences nothing: `{name}` gets no such warning"),
            format_args!("take `{rule}` out"),
        );
        let place = allow.rule.to_token_stream();
        let holds = quote!(__p::#function(#objects), #message);
        let call = call_of_ours(&place, "assert_that", &holds);
        (!fine).then(|| quote!(const _: () = #call;))
    });
    let idle: Vec<TokenStream> = idle.collect();
    let checks = found
        .into_iter()
        .filter(|(rule, .., fine)| !fine && !allowed(rule))
        .map(|(rule, function, words, help, _)| {
            let (constant, function) = (format_ident!("{rule}"), format_ident!("{function}"));
            // The use is what the compiler underlines.
            let here = Ident::new(rule, span);
            let text = crate::error::text(
                format_args!("`{name}` is a set whose elements {words}"),
                help.unwrap_or_default(),
            );
            quote_spanned! {span=>
                const _: () = {
                    struct Warning<const GIVEN: bool>;
                    #[allow(non_upper_case_globals, dead_code)]
                    impl Warning<true> {
                        #[deprecated(note = #text)]
                        const #constant: () = ();
                    }
                    // Of all others: also of what an editor does not evaluate.
                    #[allow(non_upper_case_globals, dead_code)]
                    trait NoWarning {
                        const #constant: () = ();
                    }
                    impl<const GIVEN: bool> NoWarning for Warning<GIVEN> {}
                    Warning::<{ __p::#function(#objects) }>::#here
                };
            }
        });
    quote!(#(#checks)* #(#idle)*)
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
