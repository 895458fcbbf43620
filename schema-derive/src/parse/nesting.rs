//! `block(…)` and `nested(…)`.

use darling::FromMeta;
use darling::ast::NestedMeta;
use quote::ToTokens;
pub(crate) use schema_rules::Nesting;
use syn::Meta;
use syn::spanned::Spanned;

use super::near::{near, snake_case};
use super::values::{Integer, items_inside, key_of, key_span, place_of};
use crate::error::{error_at, error_on};

/// The grouping of this name.
fn grouped_as(name: &str) -> Option<Nesting> {
    [Nesting::Single, Nesting::List, Nesting::Set, Nesting::Map]
        .into_iter()
        .find(|nesting| nesting.words() == name)
}

/// `block(list, min_items = 1, max_items = 4)`.
#[derive(Clone, Debug)]
pub(crate) struct BlockKey {
    pub(crate) nesting: Nesting,
    pub(crate) min_items: Option<Integer>,
    pub(crate) max_items: Option<Integer>,
}

impl FromMeta for BlockKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let (nesting, rest) = nesting(item)?;
        let mut block = BlockKey {
            nesting,
            min_items: None,
            max_items: None,
        };
        for entry in rest {
            match &entry {
                NestedMeta::Meta(meta) if meta.path().is_ident("min_items") => {
                    block.min_items = Some(Integer::from_meta(meta)?);
                }
                NestedMeta::Meta(meta) if meta.path().is_ident("max_items") => {
                    block.max_items = Some(Integer::from_meta(meta)?);
                }
                other => return Err(unknown_nested("block", other, &["min_items", "max_items"])),
            }
        }
        Ok(block)
    }
}

/// `nested(map)`.
#[derive(Clone, Debug)]
pub(crate) struct NestedKey {
    pub(crate) nesting: Nesting,
}

impl FromMeta for NestedKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let (nesting, rest) = nesting(item)?;
        match rest.first() {
            None => Ok(NestedKey { nesting }),
            Some(other) => Err(unknown_nested("nested", other, &[])),
        }
    }
}

fn nesting(item: &Meta) -> darling::Result<(Nesting, Vec<NestedMeta>)> {
    let key = key_of(item);
    let missing = |span| {
        let message = format!("`{key}` must say how the objects are grouped");
        let help = format!("write `{key}(list)`, `{key}(set)`, `{key}(single)` or `{key}(map)`");
        error_at(span, message, help)
    };
    let Meta::List(list) = item else {
        return Err(missing(place_of(item)));
    };
    let mut found: Option<Nesting> = None;
    let mut rest = Vec::new();
    for item in items_inside(list)? {
        let grouping = match &item {
            NestedMeta::Meta(Meta::Path(path)) => path.get_ident().map(ToString::to_string),
            _ => None,
        };
        match (grouping.and_then(|name| grouped_as(&name)), found) {
            (Some(nesting), None) => found = Some(nesting),
            (Some(_), Some(_)) => {
                let message = "objects can be grouped in one way only";
                let help = "keep one of list, set, single and map";
                return Err(error_on(&item, message, help));
            }
            (None, _) => rest.push(item),
        }
    }
    match (found, rest.first()) {
        (Some(nesting), _) => Ok((nesting, rest)),
        (None, Some(NestedMeta::Meta(Meta::Path(path)))) => {
            let name = key_of(&Meta::Path(path.clone()));
            match instead(&name) {
                Some(near) => Err(error_on(
                    path,
                    format_args!("objects are not grouped as `{name}`"),
                    schema_rules::did_you_mean(&format!("{key}({near})")),
                )),
                None => Err(missing(path.span())),
            }
        }
        (None, _) => Err(missing(key_span(item))),
    }
}

/// The grouping that other libraries call by this name, or that it misspells.
fn instead(name: &str) -> Option<&'static str> {
    Some(match &*snake_case(name) {
        "array" | "vec" | "slice" | "many" | "repeated" => "list",
        "object" | "one" | "struct" | "optional" | "option" => "single",
        "hash_set" | "btree_set" | "unordered" => "set",
        "hash_map" | "btree_map" | "dict" | "dictionary" | "table" => "map",
        other => return schema_rules::suggest(other, ["single", "list", "set", "map"]),
    })
}

fn unknown_nested(key: &str, item: &NestedMeta, known: &[&str]) -> darling::Error {
    const SIZE: &str = "use a validator for the number of elements of an attribute: \
                        `validate = size(1..=4)`";
    let (name, span) = match item {
        NestedMeta::Meta(meta) => (key_of(meta), key_span(meta)),
        NestedMeta::Lit(number @ syn::Lit::Int(_)) if !known.is_empty() => {
            let number = number.to_token_stream();
            let message = format!("`{number}` does not say what it counts");
            let help = format!("write `max_items = {number}` or `min_items = {number}`");
            return error_at(item.span(), message, help);
        }
        _ => return error_at(item.span(), format_args!("`{key}` takes keys"), "remove it"),
    };
    let help = match &*name {
        "min_items" | "max_items" => SIZE.to_owned(),
        "set_key" | "list_key" => {
            let grouping = name.trim_end_matches("_key");
            format!("write it beside the grouping: `{key}({grouping}), {name} = my_key`")
        }
        name => match near(name, known.iter().copied()) {
            Some(near) => schema_rules::did_you_mean(near),
            None if known.is_empty() => "remove it".to_owned(),
            None => format!("besides the grouping it takes {}", known.join(" and ")),
        },
    };
    error_at(span, format_args!("`{key}` has no key `{name}`"), help)
}
