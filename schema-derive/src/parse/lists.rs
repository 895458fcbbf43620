//! `default_env(…)` and `allow(…)`.

use darling::FromMeta;
use darling::ast::NestedMeta;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Ident, Lit, Meta};

use super::values::{Text, items_inside, key_span, place_of};
use crate::error::{error_at, error_on};

/// `default_env("NAME", "OTHER", fallback = "…")`: every positional string names a variable.
#[derive(Clone, Debug)]
pub(crate) struct DefaultEnv {
    pub(crate) names: Vec<Text>,
    pub(crate) fallback: Option<Text>,
}

impl FromMeta for DefaultEnv {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        const HELP: &str = "write `default_env(\"NAME\")`, or `default_env(\"NAME\", \"OTHER\", fallback = \"…\")` with several variables and a fallback";
        let Meta::List(list) = item else {
            let message = "`default_env` takes names of environment variables in parentheses";
            return Err(error_at(place_of(item), message, HELP));
        };
        // In brackets, like other lists.
        if let Ok(syn::Expr::Array(array)) = list.parse_args() {
            let message = "write the names in parentheses, without brackets";
            let help = format!("write `default_env({})`", array.elems.to_token_stream());
            return Err(error_on(&list.tokens, message, help));
        }
        let mut names = Vec::new();
        let mut fallback = None;
        for entry in items_inside(list)? {
            match &entry {
                NestedMeta::Lit(Lit::Str(text)) if fallback.is_none() => {
                    names.push(Text::from(text))
                }
                NestedMeta::Meta(meta) if meta.path().is_ident("fallback") => {
                    fallback = Some(Text::from_meta(meta)?);
                }
                other => {
                    let message = "expected the name of an environment variable in quotes";
                    return Err(error_at(other.span(), message, HELP));
                }
            }
        }
        if names.is_empty() {
            let message = "`default_env` names no variable";
            return Err(error_at(key_span(item), message, HELP));
        }
        Ok(DefaultEnv { names, fallback })
    }
}

/// `allow(rule, reason = "…")`.
#[derive(Clone, Debug)]
pub(crate) struct Allow {
    pub(crate) rule: Ident,
    pub(crate) name: String,
    pub(crate) reason: Option<Text>,
}

/// All opt-outs of a field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allows(pub(crate) Vec<Allow>);

impl FromMeta for Allows {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        const HELP: &str = "write `allow(computed_in_set, reason = \"…\")`";
        let Meta::List(list) = item else {
            let message = "`allow` names a rule and a reason";
            return Err(error_at(place_of(item), message, HELP));
        };
        let mut rules = Vec::new();
        let mut reason = None;
        for entry in items_inside(list)? {
            match &entry {
                NestedMeta::Meta(Meta::Path(path)) => match path.get_ident() {
                    Some(rule) => rules.push(rule.clone()),
                    None => return Err(error_on(path, "not the name of a rule", HELP)),
                },
                NestedMeta::Meta(meta) if meta.path().is_ident("reason") => {
                    reason = Some(Text::from_meta(meta)?);
                }
                other => return Err(error_at(other.span(), "not the name of a rule", HELP)),
            }
        }
        if rules.is_empty() {
            let message = "`allow` names a rule and a reason";
            return Err(error_at(key_span(item), message, HELP));
        }
        let rules = rules.into_iter().map(|rule| Allow {
            name: rule.to_string(),
            rule,
            reason: reason.clone(),
        });
        Ok(Allows(rules.collect()))
    }
}
