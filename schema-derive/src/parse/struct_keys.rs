//! The keys of `#[schema(…)]` on a struct.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, Ident, LitStr, Meta};

use super::identity::IdentityKey;
use super::keys::keys;
use super::lists::Allows;
use super::paths::FieldPaths;
use super::values::{
    Flag, Integer, Text, is_none, items_inside, key_of, key_span, text_literal, ungroup,
};
use crate::error::{error_at, error_on};

keys! {
    /// `#[schema(…)]` on a struct.
    struct StructKeys of "schema", documented by struct_keys_table;
    {
        "What the struct describes; without any of these it is a nested struct:" {
            resource: Option<Text> {
                "resource = \"…\"" => "a resource of this type",
            }
            data_source: Option<Text> {
                "data_source = \"…\"" => "a data source of this type",
            }
            provider: Option<Text> {
                "provider = \"…\"" => "the configuration of the provider of this name",
            }
            provider_meta: Option<Text> {
                "provider_meta = \"…\"" => "the `provider_meta` blocks of this provider",
            }
            ephemeral: Option<Text> {
                "ephemeral = \"…\"" => "an ephemeral resource of this type",
            }
            list: Option<Text> {
                "list = \"…\"" => "what the list resource of this resource type takes in its `config` block",
            }
            action: Option<Text> {
                "action = \"…\"" => "an action of this type",
            }
            state_store: Option<Text> {
                "state_store = \"…\"" => "a state store of this type",
            }
            meta: Option<TypePath>, for [Provider] "a provider" {
                "meta = path" => "on a provider: the struct of its `provider_meta` blocks",
            }
            identity: Option<IdentityKey>, for [Resource, Identity] "resources, or marks a struct as an identity" {
                "identity" => "the identity of a resource that has `identity = …`",
                "identity(name, directory(optional))" =>
                    "on a resource: the fields that identify an object. An import may omit `optional` ones, and `mutable` ones may change in place; `version = 1` if not 0",
                "identity = path" => "on a resource: a separate struct is the identity",
            }
            block: Flag {
                "block" => "a nested struct; optional",
            }
            object: Flag {
                "object" => "a value of an object type, which attributes can hold as they hold a string: `Vec<T>`, `Option<T>`, `Set<Vec<T>>`. Its fields take `rename` only",
            }
        }
        "Its other properties:" {
            version: Option<Integer>, for [Resource, DataSource, Identity] "resources, data sources and identities" {
                "version = 1" => "the version of a resource's state, by default 0; a data source needs one only to keep an existing schema",
            }
            only_added: Flag, for [Resource] "resources" {
                "only_added" => "earlier versions had no other fields: their states are read unchanged, without an `upgrade`",
            }
            mutable: Option<FieldPaths>, for [Identity] "the struct of an identity" {
                "mutable(name)" => "on an identity: fields that may change during the life of an object",
            }
            timeouts: Option<Timeouts> {
                "timeouts(create = \"10m\", …)" =>
                    "adds the block `timeouts`, with `description = none` without a description; for any other form declare a field `timeouts`, with a string field for each operation. Operations are create, read, update, delete and default; read of a data source; open, renew and close of an ephemeral resource; list; invoke of an action",
            }
            id: Option<IdKey>, for [Resource, DataSource] "resources and data sources" {
                "id(when_changed(name))" =>
                    "the id changes with these fields; otherwise it is kept. `id = none`: the type has no id",
                "id(optional, computed, description = \"…\")" =>
                    "serves the id as the Go SDK does, with its description; configuring it is an error. Declare an id that users set as a field: `#[field(required)] id: String`",
            }
            default_timeouts: Option<Timeouts> {
                "default_timeouts(create = \"2h\", delete = none)" =>
                    "timeouts that users cannot change; `none` for no limit",
            }
            import: Option<ImportKey>, for [Resource] "resources" {
                "import = \"{directory}/{name}\"" =>
                    "the fields in a resource's import id. `{id}` in it is the id; without it the whole string is. `import = none` rejects imports",
            }
            unported: Option<UnportedKey>, for [Resource, DataSource, Provider, Ephemeral, List, Action, StateStore, Function]
                "what has code" {
                "unported" =>
                    "its code is not written yet: the schema is served, and every call reports that. Without the key the compiler requires the code",
                "unported(Image)" => "the same for a list resource, with the resource that it lists",
            }
            deprecated: Option<Text> {
                "deprecated = \"…\"" => "warns when the type is used",
            }
            description: Option<Text> {
                "description = \"…\"" => "instead of the doc comment; blanks and line breaks are kept",
            }
            plain: Option<PlainTexts> {
                "plain" => "the descriptions of the struct and of its fields are plain text, not Markdown",
                "plain(own)`, `plain(fields)" => "only the struct's, or only its fields'",
            }
            subcategory: Option<Text>, for [Resource, DataSource, Ephemeral, List, Action, StateStore, Function] "every struct with its own documentation page" {
                "subcategory = \"…\"" => "the heading under which its documentation page is listed",
            }
            allow: Option<Allows> {
                "allow(rule, reason = \"…\")" => "silences a warning about the struct and about all of its fields",
            }
            root as "crate": Option<RootPath> {
                "crate = path" =>
                    "the path of `schema_provider`, if renamed",
            }
        }
    }
    hints {
        "name type_name type" => NAME_OF_TYPE,
        "datasource" => "did you mean `data_source`?",
        "ephemeral_resource" => "did you mean `ephemeral`?",
        "list_resource" => "did you mean `list`?",
        "statestore store" => "did you mean `state_store`?",
        "schema_version" => "did you mean `version`?",
        "state_upgraders state_upgrader upgraders upgrade migrate_state" =>
            "write the version, `version = 1`, and the function `upgrade` in `impl Resource`",
        "customize_diff plan modify_plan" => "write the function `plan` in `impl Resource`",
        "create_context read_context update_context delete_context create read update delete create_func read_func \
         update_func delete_func" =>
            "write it in `impl Resource` (`create`, `read`, `delete`), in `impl Update` or `impl DataSource`",
        "import_state importer_state_context" => "did you mean `import = \"{directory}/{name}\"`?",
        "identity_version" =>
            "write it into the identity: `identity(name, version = 1)`, or at the struct of an identity: `version = 1`",
        "importer" => "did you mean `import = \"{directory}/{name}\"`?",
        "rename_all" => "a field has the name of the struct's field; change it with `#[field(rename = \"…\")]`",
        "required" => "write it at a field: `#[field(required)]`",
        "optional" => "write it at a field: `#[field(optional)]`",
        "computed" =>
            "write it at a field: `#[field(computed)]`; name the fields that change the id with `id(when_changed(name))`",
        "when_changed" =>
            "name the fields that change the id with `id(when_changed(name))`; for a field write `#[field(computed(when_changed(name)))]`",
        "attributes attribute fields" => "the attributes are the fields of the struct, each with `#[field(…)]`",
        "docs" => "did you mean `description`?",
        "function" => "a function is a struct with #[derive(Function)]",
        "nested" => "a struct in a field is nested by default: remove it",
        "deny_unknown_fields" => "Terraform rejects arguments that the schema does not have: remove it",
        "default" => "write a default at its field: `#[field(optional, default = 5)]`",
        "id_field primary_key" => NO_ID_FIELD,
        "deprecation_message" => "did you mean `deprecated`?",
        "category sub_category" => "did you mean `subcategory`?",
        "doc" => "did you mean `description`? A doc comment on the struct says the same",
        "timeout" => "did you mean `timeouts(create = \"10m\")`?",
    }
}

const NO_ID_FIELD: &str = "the id needs no key: set it with `data.set_id(…)`, name the fields that change it with `id(when_changed(name))`, and declare an id that configurations set as a field `id`";
const NAME_OF_TYPE: &str =
    "name the type by what it is: resource = \"…\", data_source = \"…\" or provider = \"…\"";

/// `create = "10m"`.
#[derive(Debug)]
pub(crate) struct TimeoutEntry {
    pub(crate) ident: Ident,
    pub(crate) operation: String,
    pub(crate) value: Text,
    /// No timeout.
    pub(crate) none: bool,
}

impl TimeoutEntry {
    /// The duration; 0 if it cannot be read, which a rule reports.
    pub(crate) fn nanoseconds(&self) -> u64 {
        let read = schema_rules::parse_duration(&self.value.value).ok();
        let read = read.and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        if self.none { u64::MAX } else { read }
    }
}

/// `timeouts(create = "10m", …)`, `default_timeouts(create = "2h", delete = none)`.
#[derive(Debug, Default)]
pub(crate) struct Timeouts {
    pub(crate) entries: Vec<TimeoutEntry>,
    /// The block has no description.
    pub(crate) undescribed: bool,
}

impl FromMeta for Timeouts {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let Meta::List(list) = item else {
            let key = key_of(item);
            let message = format!("`{key}` names operations with their default");
            let help = format!("write `{key}(create = \"10m\", delete = \"5m\")`");
            return Err(error_at(key_span(item), message, help));
        };
        // Precedes the accumulator, which must be finished on every path.
        let items = items_inside(list)?;
        let mut errors = darling::Error::accumulator();
        let mut entries = Vec::new();
        let mut undescribed = false;
        let block = key_of(item) == "timeouts";
        for entry in items {
            match entry {
                NestedMeta::Meta(Meta::NameValue(pair))
                    if block && pair.path.is_ident("description") =>
                {
                    match ungroup(&pair.value) {
                        Expr::Path(path) if path.path.is_ident("none") => undescribed = true,
                        other => errors.push(error_on(
                            other,
                            "the block `timeouts` has the SDK's description, or none",
                            "write `description = none`; for your own description declare a field \
                             `timeouts`, with a struct that has a field for each operation",
                        )),
                    }
                }
                NestedMeta::Meta(Meta::NameValue(pair)) => {
                    let value = match &pair.value {
                        Expr::Path(path) if path.path.is_ident("none") && !block => {
                            Some((Text::from(&LitStr::new("none", path.span())), true))
                        }
                        value => text_literal(value).map(|text| (Text::from(text), false)),
                    };
                    match pair.path.get_ident().zip(value) {
                        Some((name, (value, none))) => entries.push(TimeoutEntry {
                            ident: name.clone(),
                            operation: name.to_string(),
                            value,
                            none,
                        }),
                        None => errors.push(error_on(
                            &pair.value,
                            "a timeout is a duration in a string",
                            "write for example `create = \"10m\"`",
                        )),
                    }
                }
                // Anyone who makes this mistake makes it in every item.
                other => {
                    errors.push(error_at(
                        other.span(),
                        "expected an operation with its timeout",
                        "write for example `create = \"10m\"`",
                    ));
                    break;
                }
            }
        }
        errors.finish_with(Timeouts {
            entries,
            undescribed,
        })
    }
}

/// `id(when_changed(…))`, `id(optional, computed, description = "…")`, or `id = none`.
#[derive(Debug, Default)]
pub(crate) struct IdKey {
    pub(crate) when_changed: FieldPaths,
    /// Terraform sees it as optional; setting it is rejected all the same.
    pub(crate) optional: bool,
    pub(crate) description: Option<Text>,
    pub(crate) none: bool,
}

impl FromMeta for IdKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if is_none(item) {
            return Ok(IdKey {
                none: true,
                ..IdKey::default()
            });
        }
        let wrong = |span| {
            let message = "`id` takes what changes the id, how it is served, or `none`";
            let help = "write `id(when_changed(name))`, `id(optional, computed)`, `id(description = \"…\")` or \
                        `id = none`, or remove it; declare an id that configurations set as a \
                        field: `#[field(required)] id: String`";
            Err(error_at(span, message, help))
        };
        let Meta::List(list) = item else {
            return wrong(key_span(item));
        };
        let (mut key, mut optional, mut computed) = (IdKey::default(), None, false);
        let entries = items_inside(list)?;
        if entries.is_empty() {
            return wrong(key_span(item));
        }
        for entry in &entries {
            let NestedMeta::Meta(inner) = entry else {
                return wrong(entry.span());
            };
            match (&*key_of(inner), inner) {
                ("when_changed", _) => {
                    key.when_changed = FieldPaths::from_meta(inner)?;
                    if key.when_changed.paths.is_empty() {
                        let message = "`when_changed` names no field";
                        let help =
                            "name them, `id(when_changed(name, zone))`, or omit `when_changed`";
                        return Err(error_at(key_span(inner), message, help));
                    }
                }
                ("description", _) => key.description = Some(Text::from_meta(inner)?),
                ("optional", Meta::Path(_)) => optional = Some(inner.span()),
                ("computed", Meta::Path(_)) => computed = true,
                _ => return wrong(key_span(inner)),
            }
        }
        match optional {
            Some(span) if !computed => {
                let message = "declare an id that the provider does not compute as a field";
                let help = "write `id(optional, computed)`, or the field `#[field(optional)] id: Option<String>`";
                return Err(error_at(span, message, help));
            }
            optional => key.optional = optional.is_some(),
        }
        Ok(key)
    }
}

/// `plain`, `plain(own)` or `plain(fields)`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlainTexts {
    pub(crate) own: bool,
    pub(crate) fields: bool,
}

impl FromMeta for PlainTexts {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let wrong = |span| {
            let message = "`plain` takes whose descriptions are plain text";
            let help = "write `plain` for all, `plain(own)` for the struct's or `plain(fields)` for its fields'";
            Err(error_at(span, message, help))
        };
        let items = match item {
            Meta::List(list) => items_inside(list)?,
            _ => Vec::new(),
        };
        let (mut own, mut fields) = (false, false);
        for entry in &items {
            match entry {
                NestedMeta::Meta(Meta::Path(path)) if path.is_ident("own") => own = true,
                NestedMeta::Meta(Meta::Path(path)) if path.is_ident("fields") => fields = true,
                other => return wrong(other.span()),
            }
        }
        if let Meta::Path(_) = item {
            (own, fields) = (true, true);
        }
        match own || fields {
            true => Ok(PlainTexts { own, fields }),
            false => wrong(key_span(item)),
        }
    }
}

/// `import = "{directory}/{name}"`, or `import = none`.
#[derive(Debug)]
pub(crate) enum ImportKey {
    Pattern(Text),
    None,
}

impl FromMeta for ImportKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match is_none(item) {
            true => Ok(ImportKey::None),
            false => Text::from_meta(item).map(ImportKey::Pattern),
        }
    }
}

/// `meta = path`.
#[derive(Debug)]
pub(crate) struct TypePath(pub(crate) syn::Path);

impl FromMeta for TypePath {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let message = "`meta` takes the struct of the provider's provider_meta blocks";
        let help = "write for example `meta = DiskMeta`, with `#[schema(provider_meta = \"disk\")]` on that struct";
        path_of(item, message, help).map(TypePath)
    }
}

/// `unported`, `unported(Image)`.
#[derive(Clone, Debug)]
pub(crate) struct UnportedKey {
    /// The resource that a list resource lists.
    pub(crate) listed: Option<syn::Path>,
    /// The key itself.
    pub(crate) word: syn::Path,
}

impl FromMeta for UnportedKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let listed = match item {
            Meta::Path(_) => None,
            Meta::List(list) => Some(list.parse_args::<syn::Path>().map_err(|error| {
                let help = "write for example `unported(Image)`";
                error_at(
                    error.span(),
                    "`unported(…)` names the resource that is listed",
                    help,
                )
            })?),
            Meta::NameValue(pair) => {
                let help = "write `unported` alone; for a list resource name the resource, `unported(Image)`";
                return Err(error_on(&pair.value, "`unported` has no value", help));
            }
        };
        let word = item.path().clone();
        Ok(UnportedKey { listed, word })
    }
}

/// The path after a key, or this error.
fn path_of(item: &Meta, message: &str, help: &str) -> darling::Result<syn::Path> {
    if let Meta::NameValue(pair) = item
        && let Expr::Path(path) = ungroup(&pair.value)
    {
        return Ok(path.path.clone());
    }
    Err(error_at(key_span(item), message, help))
}

/// `crate = path`.
#[derive(Debug)]
pub(crate) struct RootPath(syn::Path);

impl RootPath {
    /// The runtime's hidden module in the expansion: below the written path, or else the one that
    /// was found.
    pub(crate) fn or(written: Option<&Self>, found: TokenStream) -> TokenStream {
        match written {
            Some(RootPath(path)) => quote!(#path::__private),
            None => found,
        }
    }
}

impl FromMeta for RootPath {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let message = "`crate` takes the path of schema-runtime or schema-provider in your crate";
        let help = "write for example `crate = my_sdk::schema_runtime`";
        path_of(item, message, help).map(RootPath)
    }
}
