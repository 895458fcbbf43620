//! The table of a block and the schema of a root.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::private_calls::{attribute, held};
use super::{extras, function, identity};
use crate::model::{Entry, Field, FieldKind, Items, Model};
use crate::model_facts::text;
use crate::parse::{BlockKind, Computed, ImportKey, Nesting, Text, TypePath};

/// The names and descriptions of a table's fields, one after another.
#[derive(Default)]
struct Texts(String);

impl Texts {
    /// Adds those of a field. Where they begin and end are the first part of its row.
    fn add(&mut self, name: &str, description: &str) -> TokenStream {
        let start = self.end();
        self.0.push_str(name);
        let middle = self.end();
        self.0.push_str(description);
        let end = self.end();
        quote!([#start, #middle, #end])
    }

    fn end(&self) -> u32 {
        // Source code is shorter than this.
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }
}

/// The table of the struct's own fields, and of those that are added.
pub(crate) fn own_fields(model: &Model) -> TokenStream {
    let mut texts = Texts::default();
    let rows = model.layout().into_iter().map(|entry| match entry {
        Entry::Field(index) => field(model, index, &mut texts),
        Entry::Id => id(model, &mut texts),
        Entry::Timeouts => timeouts_field(model, &mut texts),
    });
    let rows: Vec<TokenStream> = rows.collect();
    table(&texts, &rows)
}

fn table(Texts(text): &Texts, rows: &[TokenStream]) -> TokenStream {
    quote!(&__p::Table { text: #text, rows: &[#(#rows),*], spliced: &[] })
}

/// The description of `id`.
const ID_DESCRIPTION: &str = "Identifies the object; chosen by the provider.";
/// The description of `timeouts`.
const TIMEOUTS_DESCRIPTION: &str = "How long operations may take.";

/// The block's table.
pub(crate) fn block(model: &Model) -> TokenStream {
    let table = match model.flattened.is_empty() {
        true => own_fields(model),
        false => all_fields(),
    };
    let deprecated = text(&model.keys.deprecated).unwrap_or_default();
    let other_kind = model.plain.own && !model.description.is_empty();
    block_of(&table, &model.description, deprecated, other_kind)
}

fn block_of(
    table: &TokenStream,
    description: &str,
    deprecated: &str,
    other_kind: bool,
) -> TokenStream {
    quote! {
        &__p::Block {
            fields: __p::Fields::Static {
                table: #table,
                made: || { static MADE: __p::Made = __p::Made::new(); &MADE },
            },
            description: __p::Static { value: #description },
            deprecated: __p::Static { value: #deprecated },
            other_kind: #other_kind,
        }
    }
}

/// The fields of the struct and of those flattened into it, sorted by name.
fn all_fields() -> TokenStream {
    quote! {
        &__p::Table {
            text: "",
            rows: &[],
            spliced: &__p::splice::<
                { __p::spliced(__OWN_FIELDS, __FLATTENED_FIELDS) },
            >(__OWN_FIELDS, __FLATTENED_FIELDS),
        }
    }
}

fn field(model: &Model, index: usize, texts: &mut Texts) -> TokenStream {
    let Some(field) = model.fields.get(index) else {
        return TokenStream::new();
    };
    let at = texts.add(&field.name, &field.description.text);
    let flags = flags(model, field);
    let extras = extras::extras(model, index);
    let held = held(field);
    let (flags, kind) = match &field.kind {
        FieldKind::Attribute => {
            let ty = &field.source.ty;
            let row = match field.shape.surely_fits() {
                true => quote!(__p::field::<#ty>(#at, #flags)),
                false => quote!(__p::plain(#held, #at, #flags)),
            };
            return with_extras(row, &extras);
        }
        FieldKind::Nested { nesting } => {
            let known = field.shape.is_collection() && field.shape.null_levels() == 0;
            let flags = match *nesting == Nesting::Single || known {
                true => flags,
                false => quote!(__p::flags_of_objects(#held, #flags)),
            };
            (flags, quote!(__p::nested(#held)))
        }
        FieldKind::Block {
            nesting: Nesting::Single,
            ..
        } => (flags, quote!(__p::single_block(#held))),
        FieldKind::Block {
            items: Items { min, max, .. },
            ..
        } => (flags, quote!(__p::block(#held, #min, #max))),
    };
    row(&at, &flags, &kind, &extras)
}

/// The row of an attribute. The extras replace those of its type, which are among them.
fn with_extras(row: TokenStream, extras: &[TokenStream]) -> TokenStream {
    if extras.is_empty() {
        return row;
    }
    // Strings are written out in the extras: even a short call in a table costs the compiler more
    // than the tokens it saves.
    quote!(__p::Row { extras: &[#(#extras),*], ..#row })
}

/// The row of a block or a nested attribute.
fn row(
    at: &TokenStream,
    flags: &TokenStream,
    kind: &TokenStream,
    extras: &[TokenStream],
) -> TokenStream {
    quote!(__p::Row { at: #at, flags: #flags, kind: #kind, extras: &[#(#extras),*] })
}

/// The flags; frequent combinations have a short name.
fn flags(model: &Model, field: &Field) -> TokenStream {
    let stated = &field.presence;
    let presence = match (stated.required, stated.optional, stated.is_computed()) {
        // A `Val` can be null.
        (true, _, _) if field.takes_unknown => quote!(__p::OPTIONAL),
        (true, _, _) => quote!(__p::REQUIRED),
        (false, true, false) => quote!(__p::OPTIONAL),
        (false, true, true) => quote!(__p::OPTIONAL_COMPUTED),
        (false, false, true) => quote!(__p::COMPUTED),
        (false, false, false) => quote!(__p::Flags::NONE),
    };
    let volatile = matches!(stated.computed, Some(Computed::Volatile));
    let rest = [
        (field.force_new(), quote!(FORCE_NEW)),
        (field.force_new_count(), quote!(FORCE_NEW_COUNT)),
        (field.sensitive, quote!(SENSITIVE)),
        (field.write_only, quote!(WRITE_ONLY)),
        (volatile, quote!(VOLATILE)),
        (field.takes_unknown, quote!(TAKES_UNKNOWN)),
        (field.description.other_kind, quote!(OTHER_KIND)),
    ];
    let rest = rest.into_iter().filter(|(set, _)| *set);
    let rest = rest.map(|(_, flag)| quote!(.with(__p::Flags::#flag)));
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
fn id(model: &Model, texts: &mut Texts) -> TokenStream {
    let described = text(&model.id.description);
    let at = texts.add("id", described.unwrap_or(ID_DESCRIPTION));
    let presence = match model.id.optional {
        true => quote!(__p::OPTIONAL_COMPUTED),
        false => quote!(__p::COMPUTED),
    };
    // An empty description is plain implicitly.
    let implied = implied(model.plain.fields && described != Some(""));
    let flags = quote!(#presence.with(#implied));
    let paths = extras::paths(extras::wires(&model.id_when_changed));
    let when_changed = (!model.id_when_changed.is_empty())
        .then(|| quote!(__p::Extra::WhenChanged { fields: #paths }));
    let row = quote!(__p::field::<__p::String>(#at, #flags));
    with_extras(row, when_changed.as_slice())
}

/// The flags of an added field, with the flag for a plain text description.
fn implied(plain: bool) -> TokenStream {
    match plain {
        true => quote!(__p::Flags::IMPLIED.with(__p::Flags::OTHER_KIND)),
        false => quote!(__p::Flags::IMPLIED),
    }
}

/// The block `timeouts`.
fn timeouts_field(model: &Model, texts: &mut Texts) -> TokenStream {
    let operations = model.timeouts.iter().flatten();
    let mut operations: Vec<&str> = operations.map(|timeout| &*timeout.operation).collect();
    operations.sort();
    let mut inner = Texts::default();
    let flags = quote!(__p::OPTIONAL.with(__p::Flags::IMPLIED));
    let rows = operations.into_iter().map(|operation| {
        let at = inner.add(operation, "");
        quote!(__p::field::<__p::Option<__p::String>>(#at, #flags))
    });
    let rows: Vec<TokenStream> = rows.collect();
    let block = block_of(&table(&inner, &rows), "", "", false);
    let described = match model.timeouts_described {
        true => TIMEOUTS_DESCRIPTION,
        false => "",
    };
    let at = texts.add("timeouts", described);
    let implied = implied(model.plain.fields && model.timeouts_described);
    let kind = quote!(__p::StaticKind::Block(__p::Nesting::Single, #block, [0, 1]));
    row(&at, &implied, &kind, &[])
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
    let type_name = text(&model.type_name).unwrap_or_default();
    let subcategory = text(&model.keys.subcategory).unwrap_or_default();
    let version = model.version.unwrap_or(0);
    let timeouts = model.timeouts.iter();
    let timeouts = timeouts.filter(|_| model.kind.has_operations());
    let timeouts = timeouts.flatten().map(|timeout| {
        let (operation, nanoseconds) = (&timeout.operation, timeout.nanoseconds());
        quote!(__p::Timeout { operation: __p::text(#operation), nanoseconds: #nanoseconds })
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
    let marker = match model.kind {
        BlockKind::Nested => return TokenStream::new(),
        BlockKind::Resource => identity::resource_root(model, stub),
        BlockKind::Identity => identity::identity_root(model),
        BlockKind::Provider => provider_root(model),
        BlockKind::Function => function::root(model, stub),
        kind => {
            let name = Ident::new(&format!("{kind:?}Root"), Span::call_site());
            quote!(#[automatically_derived] impl __p::#name for #ident {})
        }
    };
    let version = version(model.version.unwrap_or(0));
    let import = model.keys.import.as_ref().map(|import| match import {
        ImportKey::Pattern(Text { value, .. }) => quote!(const __IMPORT: &'static str = #value;),
        ImportKey::None => quote!(
            const __REFUSES_IMPORT: bool = true;
        ),
    });
    let rule = schema_rules::Rule::VERSION_WITHOUT_UPGRADE.info().name;
    let allowed = model.allow.iter().any(|allow| allow.name == rule);
    let flags = [
        (allowed, quote!(__NO_UPGRADE_ALLOWED)),
        (model.keys.only_added.is_present(), quote!(__ONLY_ADDED)),
    ];
    let flags = flags.iter().filter(|(set, _)| *set);
    let flags = flags.map(|(_, flag)| quote!(const #flag: bool = true;));
    let (unported, unported_impls) = unported(model).unzip();
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
fn unported(model: &Model) -> Option<(TokenStream, TokenStream)> {
    let key = model.keys.unported.as_ref()?;
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
    Some((constant, quote!(#[automatically_derived] #impls)))
}

/// A version as a type: a pair of numbers below 64.
fn version(version: i64) -> TokenStream {
    let (high, low) = (version / 64, version % 64);
    match (0..64 * 64).contains(&version) {
        true => quote!(__p::Version<#high, #low>),
        false => quote!(__p::AnyVersion),
    }
}

/// The struct of a provider's `provider_meta` blocks, for each struct.
pub(crate) fn meta(model: &Model) -> TokenStream {
    let meta = match &model.keys.meta {
        Some(TypePath(path)) if model.kind == BlockKind::Provider => quote!(#path),
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
    let Some(TypePath(path)) = &model.keys.meta else {
        return quote! {
            #[automatically_derived]
            impl __p::ProviderRoot for #ident {
                type Meta = __p::NoProviderMeta;
                const __META: __p::Option<&'static __p::Schema> = __p::None;
            }
        };
    };
    let provider = text(&model.type_name).unwrap_or_default();
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
