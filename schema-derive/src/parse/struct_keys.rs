//! The keys of `#[schema(…)]` on a struct.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, Meta};

use super::paths::FieldPaths;
use super::values::{Flag, Integer, Text, ungroup};
use super::vocabulary::{KeyPlaces, Vocabulary};
use super::{key_of, key_span};
use crate::error::{Errors, error_at, error_on};

/// `#[schema(…)]` on a struct.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct StructKeys {
    pub(crate) resource: Option<Text>,
    pub(crate) data_source: Option<Text>,
    pub(crate) provider: Option<Text>,
    pub(crate) provider_meta: Option<Text>,
    /// The struct of the provider's `provider_meta` blocks.
    pub(crate) meta: Option<TypePath>,
    /// The word alone: a nested struct, which is the default.
    pub(crate) block: Flag,
    pub(crate) version: Option<Integer>,
    pub(crate) timeouts: Option<Timeouts>,
    pub(crate) id: Option<IdKey>,
    pub(crate) import: Option<Text>,
    pub(crate) deprecated: Option<Text>,
    pub(crate) description: Option<Text>,
    #[darling(rename = "crate")]
    pub(crate) root: Option<RootPath>,
}

const VOCABULARY: Vocabulary = Vocabulary {
    attribute: "schema",
    keys: &[
        "resource",
        "data_source",
        "provider",
        "provider_meta",
        "meta",
        "block",
        "version",
        "timeouts",
        "id",
        "import",
        "deprecated",
        "description",
        "crate",
    ],
    hints: &[
        (
            "name",
            "name the type by what it is: resource = \"…\", data_source = \"…\" or provider = \"…\"",
        ),
        (
            "type_name",
            "name the type by what it is: resource = \"…\", data_source = \"…\" or provider = \"…\"",
        ),
        ("datasource", "did you mean `data_source`?"),
        ("schema_version", "did you mean `version`?"),
        (
            "importer",
            "did you mean `import = \"{directory}/{name}\"`?",
        ),
        ("timeout", "did you mean `timeouts(create = \"10m\")`?"),
    ],
};

pub(super) fn parse(attrs: &[Attribute], errors: &mut Errors) -> (StructKeys, KeyPlaces) {
    let (items, keys) = VOCABULARY.read(attrs, Span::call_site(), errors);
    (
        errors
            .handle(StructKeys::from_list(&items))
            .unwrap_or_default(),
        keys,
    )
}

/// `create = "10m"`.
#[derive(Debug)]
pub(crate) struct TimeoutEntry {
    pub(crate) ident: Ident,
    pub(crate) operation: String,
    pub(crate) value: Text,
}

/// `timeouts(create = "10m", …)`.
#[derive(Debug, Default)]
pub(crate) struct Timeouts {
    pub(crate) entries: Vec<TimeoutEntry>,
}

impl FromMeta for Timeouts {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let Meta::List(list) = item else {
            return Err(error_at(
                key_span(item),
                "`timeouts` names operations with their default",
                "write `timeouts(create = \"10m\", delete = \"5m\")`",
            ));
        };
        let mut errors = darling::Error::accumulator();
        let mut entries = Vec::new();
        for entry in NestedMeta::parse_meta_list(list.tokens.clone())? {
            match entry {
                NestedMeta::Meta(Meta::NameValue(pair)) => {
                    match (pair.path.get_ident(), &pair.value) {
                        (
                            Some(name),
                            Expr::Lit(ExprLit {
                                lit: Lit::Str(text),
                                ..
                            }),
                        ) => {
                            entries.push(TimeoutEntry {
                                ident: name.clone(),
                                operation: name.to_string(),
                                value: Text::from(text),
                            });
                        }
                        _ => errors.push(error_on(
                            &pair.value,
                            "a timeout is a text with a duration",
                            "write for example `create = \"10m\"`",
                        )),
                    }
                }
                other => errors.push(error_at(
                    other.span(),
                    "expected an operation with its timeout",
                    "write for example `create = \"10m\"`",
                )),
            }
        }
        errors.finish_with(Timeouts { entries })
    }
}

/// `id(when_changed(…))`.
#[derive(Debug, Default)]
pub(crate) struct IdKey {
    pub(crate) when_changed: FieldPaths,
}

impl FromMeta for IdKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Meta::List(list) = item
            && let [NestedMeta::Meta(inner)] =
                &NestedMeta::parse_meta_list(list.tokens.clone())?[..]
            && key_of(inner) == "when_changed"
        {
            return Ok(IdKey {
                when_changed: FieldPaths::from_meta(inner)?,
            });
        }
        Err(error_at(
            key_span(item),
            "`id` says which fields change the id",
            "write `id(when_changed(name))`, or leave it out for an id that stays",
        ))
    }
}

/// `meta = path`.
#[derive(Debug)]
pub(crate) struct TypePath(pub(crate) syn::Path);

impl FromMeta for TypePath {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Meta::NameValue(pair) = item
            && let Expr::Path(path) = ungroup(&pair.value)
        {
            return Ok(TypePath(path.path.clone()));
        }
        Err(error_at(
            key_span(item),
            "`meta` takes the struct of the provider's provider_meta blocks",
            "write for example `meta = DiskMeta`, with `#[schema(provider_meta = \"disk\")]` on that struct",
        ))
    }
}

/// `crate = path`.
#[derive(Debug)]
pub(crate) struct RootPath(syn::Path);

impl RootPath {
    /// What the expansion names the runtime's hidden module: below the path that is written, or
    /// what was found without one.
    pub(crate) fn or(written: Option<&Self>, found: TokenStream) -> TokenStream {
        match written {
            Some(RootPath(path)) => quote!(#path::__private),
            None => found,
        }
    }
}

impl FromMeta for RootPath {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Meta::NameValue(pair) = item
            && let Expr::Path(path) = &pair.value
        {
            return Ok(RootPath(path.path.clone()));
        }
        Err(error_at(
            key_span(item),
            "`crate` takes the path of schema-runtime or schema-provider in your crate",
            "write for example `crate = my_sdk::schema_runtime`",
        ))
    }
}
