//! Warnings that depend on other structs, or on where the struct is registered: a constant selects
//! a deprecated method, about which the compiler warns.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::private_calls::{assert, attribute, objects};
use crate::model::{Field, Model};
use crate::parse::{BlockKind, Nesting, without_r_prefix};
use crate::types::TypeShape;

/// A warning about what is in the struct of a set.
struct Discouraged {
    rule: &'static str,
    /// The runtime function that checks the nested struct.
    function: &'static str,
    text: String,
    /// Whether the field's own keys make it harmless.
    fine: bool,
    allowed: bool,
}

impl Discouraged {
    /// The method of the struct with the warning's text.
    fn method(&self, field: &Field, span: Span) -> Ident {
        let name = without_r_prefix(&field.source.ident);
        Ident::new(&format!("{name}_{}", self.rule), span)
    }
}

/// Whether the field or, for all of its fields, the struct opts out of the rule.
fn is_allowed(model: &Model, field: &Field, rule: &str) -> bool {
    let mut all = field.allow.iter().chain(&model.allow);
    all.any(|allow| allow.name == rule)
}

/// Properties that make sets of structs hard to plan.
fn found_in_set(model: &Model, field: &Field) -> [Discouraged; 2] {
    let name = &field.name;
    let computed = schema_rules::shared_texts::COMPUTED_IN_SET.fill(name, "", "");
    let sets = schema_rules::shared_texts::SET_IN_SET.fill(name, "", "");
    let one = |rule, function, words, help: String, fine| Discouraged {
        rule,
        function,
        text: crate::error::text(
            format_args!("`{name}` is a set whose elements {words}"),
            help,
        ),
        fine,
        allowed: is_allowed(model, field, rule),
    };
    [
        one(
            "computed_in_set",
            "elements_compute",
            "have a computed field",
            computed.help,
            field.keys.set_key.is_some() || field.is_computed_only(),
        ),
        one(
            "set_in_set",
            "elements_hold_sets",
            "hold a set",
            sets.help,
            false,
        ),
    ]
}

/// Deprecated methods of the struct itself, for warnings that depend on other structs: the compiler
/// writes the path of such a method before its text, and this path begins with what the provider
/// developer wrote. They are outside the constant, whose name would begin the path otherwise.
pub(crate) fn warnings_of_struct(model: &Model) -> TokenStream {
    if !model.generics.params.is_empty() {
        return TokenStream::new();
    }
    let (ident, vis) = (&model.ident, &model.vis);
    let sets = model.fields.iter();
    let sets = sets.filter(|field| field.nesting() == Some(Nesting::Set));
    let in_sets = sets.flat_map(|field| found_in_set(model, field).map(|one| (field, one)));
    let in_sets = in_sets.filter(|(_, one)| !one.fine && !one.allowed);
    let blocks = model.fields.iter();
    let blocks = blocks.filter_map(|field| Some((field, blocks_are_off(model, field)?)));
    let methods = in_sets.chain(blocks).map(|(field, one)| {
        let (method, text) = (one.method(field, Span::call_site()), &one.text);
        quote!(#[deprecated(note = #text)] fn #method(&self) {})
    });
    let methods = methods.chain(no_upgrade(model, vis));
    let methods: Vec<TokenStream> = methods.collect();
    if methods.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #[allow(non_snake_case, dead_code, clippy::unused_self, clippy::must_use_candidate)]
        #[doc(hidden)]
        impl #ident {
            #(#methods)*
        }
    }
}

/// The text of R252; the registration knows whether it applies.
fn no_upgrade(model: &Model, vis: &syn::Visibility) -> Option<TokenStream> {
    let rule = schema_rules::Rule::VERSION_WITHOUT_UPGRADE.info().name;
    let allowed =
        model.keys.only_added.is_present() || model.allow.iter().any(|allow| allow.name == rule);
    if model.kind != BlockKind::Resource || model.version.unwrap_or(0) <= 0 || allowed {
        return None;
    }
    let (shown, method) = (&model.ident, format_ident!("{rule}"));
    let text = crate::error::text(
        format_args!(
            "`{shown}` has a version above 0, but no `upgrade`: state of an earlier version is an error for its users"
        ),
        format_args!(
            "write `upgrade` in `impl Resource for {shown}`, or `only_added` in its `#[schema(…)]` if fields were only added since; where no earlier version was ever published, keep it with `allow({rule}, reason = \"…\")` in its `#[schema(…)]`"
        ),
    );
    Some(quote! {
        #[doc(hidden)]
        #[deprecated(note = #text)]
        #vis fn #method(&self) {}
    })
}

/// Only a method of a type that depends on the content of the nested struct can warn about it.
pub(super) fn discouraged(model: &Model, field: &Field) -> TokenStream {
    let objects = objects(field);
    let name = &field.name;
    let found = found_in_set(model, field);
    let idle = found.iter().filter_map(|one| {
        let rule = one.rule;
        let allow = field.allow.iter().find(|allow| allow.name == rule)?;
        let function = format_ident!("{}", one.function);
        let message = crate::error::text(
            format_args!("`allow({rule})` silences nothing: `{name}` gets no such warning"),
            format_args!("remove `{rule}`"),
        );
        let holds = quote!(__p::#function(#objects), #message);
        (!one.fine).then(|| assert(&allow.rule, "assert_that", &holds))
    });
    let generic = !model.generics.params.is_empty();
    let warned = found
        .iter()
        .filter(|one| !one.fine && !one.allowed && !generic);
    let checks = warned.map(|one| {
        let function = format_ident!("{}", one.function);
        self::warned(model, field, one, &quote!(__p::#function(#objects)))
    });
    quote!(#(#checks)* #(#idle)*)
}

/// Uses the method that warns, if the constant condition holds.
fn warned(model: &Model, field: &Field, one: &Discouraged, condition: &TokenStream) -> TokenStream {
    let (ident, span) = (&model.ident, field.source.ty.span());
    let method = one.method(field, Span::call_site());
    // The use is what the compiler underlines.
    let here = one.method(field, span);
    quote_spanned! {span=>
        const _: () = {
            #[allow(unused_imports)]
            use __p::NotChosen as _;
            #[allow(non_snake_case, dead_code)]
            trait NoWarning {
                fn #method(&self) {}
            }
            impl<T: ?::core::marker::Sized> NoWarning for T {}
            const _: fn(&#ident) = |given| __p::Choice::<{ #condition }>::of(given).#here();
        };
    }
}

/// A list or set that may hold objects and may be configured: only the whole schema shows whether
/// users can write it as blocks.
fn blocks_are_off(model: &Model, field: &Field) -> Option<Discouraged> {
    let rule = "blocks_switched_off";
    let root = !matches!(
        model.kind,
        BlockKind::Nested | BlockKind::Identity | BlockKind::Function | BlockKind::ProviderMeta
    );
    let configurable = field.presence.required || field.presence.optional;
    let allowed = is_allowed(model, field, rule);
    let (TypeShape::List(element) | TypeShape::Set(element)) = field.shape.inner() else {
        return None;
    };
    let objects = field.is_attribute() && matches!(element.inner(), TypeShape::Other(_));
    let name = &field.name;
    let asked = root && configurable && objects && !allowed && model.generics.params.is_empty();
    asked.then(|| Discouraged {
        rule,
        function: "",
        text: crate::error::text(
            format_args!("users cannot write `{name}` as blocks"),
            format_args!(
                "Terraform takes blocks for a list of objects only where nothing in the schema is a nested attribute, an \
                 object, a map of objects or a tuple: make these blocks, or, if users write `{name} = […]`, keep it with \
                 `allow({rule}, reason = \"…\")`"
            ),
        ),
        fine: false,
        allowed,
    })
}

/// The uses of the warnings of R298.
pub(super) fn of_blocks(model: &Model) -> TokenStream {
    let ident = &model.ident;
    let uses = model.fields.iter().filter_map(|field| {
        let one = blocks_are_off(model, field)?;
        let of = attribute(field);
        let condition = quote!(__p::blocks_are_off(#of, <#ident as __p::Object>::__BLOCK));
        Some(warned(model, field, &one, &condition))
    });
    quote!(#(#uses)*)
}
