//! Warns about names for serde, derived or intended, that differ from those in configurations,
//! which serde attributes do not affect.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, Meta, Token};

use crate::error::{text, warning};
use crate::parse::Literal;

/// A variant or a field.
pub(crate) struct Named<'i> {
    pub(crate) ident: &'i Ident,
    pub(crate) attrs: &'i [Attribute],
    /// Its name in configurations.
    pub(crate) name: String,
}

/// The warning about the first item that serde renames. `ours` is the attribute that renames here,
/// and `all` are the attributes of an enum, whose `rename_all` counts too.
pub(crate) fn renamed<'i>(
    ours: &str,
    all: &[Attribute],
    mut named: impl Iterator<Item = Named<'i>>,
) -> Option<TokenStream> {
    let all = value(all, "rename_all");
    let (one, serde, place) = named.find_map(|one| {
        let says = |attr: &Attribute| {
            attr.path().is_ident(ours) && attr.to_token_stream().to_string().contains("rename")
        };
        if one.attrs.iter().any(says) {
            return None;
        }
        let (serde, place) = value(one.attrs, "rename").or_else(|| {
            let (case, place) = all.clone()?;
            Some((in_case(&one.ident.to_string(), &one.name, &case)?, place))
        })?;
        // `displayName` is an API's name: it is not valid in a configuration.
        let meant = ours == "schema" || schema_rules::snake_case(&serde).as_ref() == Some(&serde);
        (meant && serde != one.name).then_some((one, serde, place))
    })?;
    let Named { ident, name, .. } = one;
    let message =
        format!("in configurations `{ident}` is {name:?}: serde's name for it is not used");
    let help = format!(
        "write `#[{ours}(rename = {serde:?})]` above it, or `#[{ours}(rename = {name:?})]` where the two differ on purpose"
    );
    Some(warning(place, "advice", &text(message, help)))
}

/// The string value of a key of `#[serde(…)]`, with the attribute.
fn value(attrs: &[Attribute], key: &str) -> Option<(String, TokenStream)> {
    let mut serde = attrs.iter().filter(|attr| attr.path().is_ident("serde"));
    serde.find_map(|attr| {
        let keys = Punctuated::<Meta, Token![,]>::parse_terminated;
        let mut keys = attr.parse_args_with(keys).ok()?.into_iter();
        keys.find_map(|meta| match meta {
            Meta::NameValue(pair) if pair.path.is_ident(key) => match Literal::of(&pair.value) {
                Some(Literal::Text(text)) => Some((text, attr.path().to_token_stream())),
                _ => None,
            },
            _ => None,
        })
    })
}

/// A variant's name under serde's `rename_all`; `snake` has its words.
fn in_case(name: &str, snake: &str, case: &str) -> Option<String> {
    Some(match case {
        "lowercase" => name.to_lowercase(),
        "UPPERCASE" => name.to_uppercase(),
        "PascalCase" => name.to_owned(),
        "snake_case" => snake.to_owned(),
        "SCREAMING_SNAKE_CASE" => snake.to_uppercase(),
        "kebab-case" => snake.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => snake.to_uppercase().replace('_', "-"),
        "camelCase" => {
            let mut letters = name.chars();
            letters.next()?.to_lowercase().chain(letters).collect()
        }
        _ => return None,
    })
}
