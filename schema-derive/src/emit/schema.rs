//! The table of a block and the schema of a root.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::private_calls::{attribute, held, objects};
use super::{extras, function, identity};
use crate::model::{Entry, Field, FieldKind, Items, Model};
use crate::parse::{BlockKind, Computed, Nesting, Text};
use crate::types::TypeShape;

/// The struct's own fields, and those that are added.
pub(crate) fn own_fields(model: &Model) -> TokenStream {
    let fields = model.layout().into_iter().map(|entry| match entry {
        Entry::Field(index) => field(model, index),
        Entry::Id => id(model),
        Entry::Timeouts => timeouts_field(model),
    });
    quote!(&[#(#fields),*])
}

/// The block's table.
pub(crate) fn block(model: &Model) -> TokenStream {
    let fields = if model.flattened.is_empty() {
        own_fields(model)
    } else {
        all_fields()
    };
    let description = &model.description;
    let deprecated = model.deprecated.as_deref().unwrap_or_default();
    let other_kind = model.plain && !description.is_empty();
    quote! {
        &__p::Block {
            fields: __p::Static { value: #fields },
            description: __p::Static { value: #description },
            deprecated: __p::Static { value: #deprecated },
            other_kind: #other_kind,
        }
    }
}

/// The fields of the struct and of those flattened into it, sorted by name.
fn all_fields() -> TokenStream {
    quote!(&__p::splice::<
        { __p::spliced(__OWN_FIELDS, __FLATTENED_FIELDS) },
    >(__OWN_FIELDS, __FLATTENED_FIELDS))
}

fn field(model: &Model, index: usize) -> TokenStream {
    let Some(field) = model.fields.get(index) else {
        return TokenStream::new();
    };
    let name = &field.name;
    let description = &field.description.text;
    let flags = flags(model, field);
    let extras = extras::extras(model, index);
    if extras.is_empty() && field.is_attribute() {
        let ty = &field.source.ty;
        if field.shape.surely_fits() {
            return quote!(__p::field::<#ty>(#name, #flags, #description));
        }
        let attribute = attribute(field);
        return quote!(__p::plain(#attribute, #name, #flags, #description));
    }
    let kind = kind(field);
    let flags = match field.kind {
        // The spelling of an alias does not say whether it is an Option.
        FieldKind::Attribute if matches!(field.shape, TypeShape::Other(_)) => {
            let attribute = attribute(field);
            quote!(__p::flags_of(#attribute, #flags))
        }
        FieldKind::Attribute if field.shape.is_option() || field.shape.null_levels() != 0 => {
            let levels = field.shape.null_levels();
            let room = [
                (field.shape.is_option(), quote!(NULLABLE)),
                (levels != 0, quote!(nulls_at(#levels))),
            ];
            let room = room.iter().filter(|(set, _)| *set);
            let room = room.map(|(_, flag)| quote!(.with(__p::Flags::#flag)));
            quote!(#flags #(#room)*)
        }
        FieldKind::Nested { nesting }
            if nesting != Nesting::Single
                && (!field.shape.is_collection() || field.shape.null_levels() != 0) =>
        {
            let objects = objects(field);
            quote!(__p::flags_of_objects(#objects, #flags))
        }
        _ => flags,
    };
    // Strings are written out here and in the extras: even a short call in a table costs the
    // compiler more than the tokens it saves.
    quote! {
        __p::Field {
            name: __p::Static { value: #name },
            kind: #kind,
            flags: #flags,
            description: __p::Static { value: #description },
            extras: __p::Static { value: &[#(#extras),*] },
        }
    }
}

/// What the field holds.
fn kind(field: &Field) -> TokenStream {
    let held = held(field);
    match &field.kind {
        FieldKind::Attribute if field.shape.surely_fits() => {
            let ty = &field.source.ty;
            quote!(__p::kind_of::<#ty>())
        }
        FieldKind::Attribute => quote!(__p::kind(#held)),
        FieldKind::Nested { .. } => quote!(__p::nested(#held)),
        FieldKind::Block {
            nesting: Nesting::Single,
            ..
        } => quote!(__p::single_block(#held)),
        FieldKind::Block {
            items: Items { min, max, .. },
            ..
        } => quote!(__p::block(#held, #min, #max)),
    }
}

/// The flags; frequent combinations have a short name.
fn flags(model: &Model, field: &Field) -> TokenStream {
    let presence = match (
        field.presence.required,
        field.presence.optional,
        field.presence.is_computed(),
    ) {
        // A `Val` can be null.
        (true, _, _) if field.takes_unknown => quote!(__p::OPTIONAL),
        (true, _, _) => quote!(__p::REQUIRED),
        (false, true, false) => quote!(__p::OPTIONAL),
        (false, true, true) => quote!(__p::OPTIONAL_COMPUTED),
        (false, false, true) => quote!(__p::COMPUTED),
        (false, false, false) => quote!(__p::Flags::NONE),
    };
    let rest = [
        (field.force_new(), quote!(FORCE_NEW)),
        (field.force_new_count(), quote!(FORCE_NEW_COUNT)),
        (field.sensitive, quote!(SENSITIVE)),
        (field.write_only, quote!(WRITE_ONLY)),
        (
            matches!(field.presence.computed, Some(Computed::Volatile)),
            quote!(VOLATILE),
        ),
        (field.takes_unknown, quote!(TAKES_UNKNOWN)),
        (field.description.other_kind, quote!(OTHER_KIND)),
    ]
    .into_iter()
    .filter(|(set, _)| *set)
    .map(|(_, flag)| quote!(.with(__p::Flags::#flag)));
    let flags = quote!(#presence #(#rest)*);
    // If the spelling does not decide, the compiler checks whether the type is secret.
    let asks = field.is_attribute() && !field.shape.surely_fits();
    if !asks || field.sensitive || field.shown || model.kind == BlockKind::StateStore {
        return flags;
    }
    let attribute = attribute(field);
    quote!(__p::hidden_if_secret(#attribute, #flags))
}

/// The field `id` of resources and data sources that do not declare one.
fn id(model: &Model) -> TokenStream {
    let plain = model.plain_fields;
    if model.id_when_changed.is_empty()
        && !model.id_optional
        && model.id_description.is_none()
        && !plain
    {
        return quote!(__p::id());
    }
    let paths = model.id_when_changed.iter();
    let paths: Vec<&str> = paths.map(|target| target.wire.as_str()).collect();
    let when_changed = (!paths.is_empty()).then(|| {
        let paths = extras::paths(paths.into_iter());
        quote!(__p::Extra::WhenChanged { fields: #paths })
    });
    let presence = match model.id_optional {
        true => quote!(__p::OPTIONAL_COMPUTED),
        false => quote!(__p::COMPUTED),
    };
    // An empty description is plain implicitly.
    let implied = implied(plain && model.id_description.as_deref() != Some(""));
    let description = match &model.id_description {
        Some(text) => quote!(#text),
        None => quote!(__p::ID_DESCRIPTION),
    };
    quote! {
        __p::Field {
            name: __p::text("id"),
            kind: __p::kind_of::<__p::String>(),
            flags: #presence.with(#implied),
            description: __p::text(#description),
            extras: __p::Static { value: &[#when_changed] },
        }
    }
}

/// The flags of an added field, with the flag for a plain text description.
fn implied(plain: bool) -> TokenStream {
    match plain {
        true => quote!(__p::Flags::IMPLIED.with(__p::Flags::OTHER_KIND)),
        false => quote!(__p::Flags::IMPLIED),
    }
}

/// The block `timeouts`.
fn timeouts_field(model: &Model) -> TokenStream {
    let mut operations: Vec<&str> = model
        .timeouts
        .iter()
        .flatten()
        .map(|timeout| timeout.operation.as_str())
        .collect();
    operations.sort();
    let implied = implied(model.plain_fields && model.timeouts_described);
    let description = match model.timeouts_described {
        true => quote!(__p::TIMEOUTS_DESCRIPTION),
        false => quote!(""),
    };
    quote! {
        __p::Field {
            name: __p::text("timeouts"),
            kind: __p::Kind::Block {
                nesting: __p::Nesting::Single,
                block: __p::Static {
                    value: &__p::Block {
                        fields: __p::Static { value: &[#(__p::timeout(#operations)),*] },
                        description: __p::text(""),
                        deprecated: __p::text(""),
                        other_kind: false,
                    },
                },
                min_items: 0,
                max_items: 1,
            },
            flags: #implied,
            description: __p::text(#description),
            extras: __p::Static { value: &[] },
        }
    }
}

/// The runtime's `SchemaKind` of the same name.
pub(super) fn kind_of_schema(kind: BlockKind) -> Ident {
    Ident::new(&format!("{kind:?}"), Span::call_site())
}

/// The schema of a root struct.
pub(crate) fn schema(model: &Model) -> TokenStream {
    if model.kind == BlockKind::Nested {
        return TokenStream::new();
    }
    let kind = kind_of_schema(model.kind);
    let text = |text: &Option<Text>| text.as_ref().map_or("", |text| &text.value).to_owned();
    let (type_name, subcategory) = (text(&model.type_name), text(&model.subcategory));
    let version = model.version.unwrap_or(0);
    let timeouts = model
        .timeouts
        .iter()
        .filter(|_| model.kind.has_operations())
        .flatten()
        .map(|timeout| {
            let (operation, nanoseconds) = (&timeout.operation, timeout.nanoseconds());
            quote! {
                __p::Timeout {
                    operation: __p::text(#operation),
                    nanoseconds: #nanoseconds,
                }
            }
        });
    quote! {
        &__p::Schema {
            kind: __p::SchemaKind::#kind,
            type_name: __p::text(#type_name),
            version: #version,
            block: __p::Static { value: <Self as __p::Object>::__BLOCK },
            timeouts: __p::Static { value: &[#(#timeouts),*] },
            subcategory: __p::text(#subcategory),
        }
    }
}

/// The implementation for the kind of root that the struct is.
pub(crate) fn root_impls(model: &Model, schema: &TokenStream, stub: bool) -> TokenStream {
    let ident = &model.own_type();
    let marker = |kind: BlockKind| {
        let name = Ident::new(&format!("{kind:?}Root"), Span::call_site());
        quote! {
            #[automatically_derived]
            impl __p::#name for #ident {}
        }
    };
    let marker = match model.kind {
        BlockKind::Nested => return TokenStream::new(),
        BlockKind::Resource => identity::resource_root(model, stub),
        BlockKind::Identity => identity::identity_root(model),
        BlockKind::Provider => provider_root(model),
        BlockKind::Function => function::root(model, stub),
        kind => marker(kind),
    };
    let version = version(model.version.unwrap_or(0));
    let import = model.import.as_ref().map(|pattern| {
        let pattern = &pattern.value;
        quote!(const __IMPORT: &'static str = #pattern;)
    });
    let allowed = schema_rules::Rule::VERSION_WITHOUT_UPGRADE.info().name;
    let flags = [
        (model.refuses_import, quote!(__REFUSES_IMPORT)),
        (
            model.allow.iter().any(|allow| allow.name == allowed),
            quote!(__NO_UPGRADE_ALLOWED),
        ),
        (model.only_added, quote!(__ONLY_ADDED)),
    ];
    let flags = flags.iter().filter(|(set, _)| *set);
    let flags = flags.map(|(_, flag)| quote!(const #flag: bool = true;));
    let (unported, unported_impls) = unported(model);
    quote! {
        #[automatically_derived]
        impl __p::Root for #ident {
            const __SCHEMA: &'static __p::Schema = #schema;
            type __Version = #version;
            #unported
            #import
            #(#flags)*
        }
        #marker
        #unported_impls
    }
}

/// The constant that records where an unported struct is, and the code that reports it to the
/// compiler.
fn unported(model: &Model) -> (TokenStream, TokenStream) {
    let Some(key) = &model.unported else {
        return (TokenStream::new(), TokenStream::new());
    };
    let ident = &model.own_type();
    let name = model.ident.to_string();
    let constant = quote! {
        const __UNPORTED: __p::Option<__p::Unported> = __p::Some(__p::Unported {
            file: ::core::file!(),
            name: #name,
        });
    };
    let listed = key.listed.as_ref();
    let impls = match listed.filter(|_| model.kind == BlockKind::List) {
        None => quote!(impl __p::UnportedRoot for #ident {}),
        Some(resource) => quote_spanned! {resource.span()=>
            impl __p::UnportedList for #resource {
                type __Filter = #ident;
            }
        },
    };
    (constant, quote!(#[automatically_derived] #impls))
}

/// A version as a type: a pair of numbers below 64.
fn version(version: i64) -> TokenStream {
    let (high, low) = (version / 64, version % 64);
    if (0..64).contains(&high) && low >= 0 {
        quote!(__p::Version<#high, #low>)
    } else {
        quote!(__p::AnyVersion)
    }
}

/// The struct of a provider's `provider_meta` blocks, for each struct.
pub(crate) fn meta(model: &Model) -> TokenStream {
    let meta = match &model.meta {
        Some(path) if model.kind == BlockKind::Provider => quote!(#path),
        _ => quote!(__p::NoProviderMeta),
    };
    quote!(
        type __Meta = #meta;
        type __Client<C> = C;
    )
}

/// The provider, with the struct of its `provider_meta` blocks.
pub(crate) fn provider_root(model: &Model) -> TokenStream {
    let ident = &model.own_type();
    let Some(path) = &model.meta else {
        return quote! {
            #[automatically_derived]
            impl __p::ProviderRoot for #ident {
                type Meta = __p::NoProviderMeta;
                const __META: __p::Option<&'static __p::Schema> = __p::None;
            }
        };
    };
    let provider = model
        .type_name
        .as_ref()
        .map_or("", |name| name.value.as_str());
    // A free constant is always evaluated, an associated one only if it is used.
    let schema = |provider| quote_spanned!(path.span()=> __p::provider_meta::<#path>(#provider));
    let (checked, schema) = (schema(provider), schema(""));
    quote! {
        const _: &__p::Schema = #checked;
        #[automatically_derived]
        impl __p::ProviderRoot for #ident {
            type Meta = #path;
            const __META: __p::Option<&'static __p::Schema> = __p::Some(#schema);
        }
    }
}
