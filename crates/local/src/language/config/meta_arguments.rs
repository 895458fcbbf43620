//! The meta-arguments of several kinds of blocks: `count`, `for_each` and `provider`.

use std::sync::Arc;

use super::model::Repetition;
use crate::address::is_identifier;
use crate::language::hcl::ast::{Body, Expr, ExprKind, Step};
use crate::message::{Messages, unsupported};
use crate::source::Location;

/// The `count` or `for_each` of a block.
pub(crate) fn repetition(body: &Body, messages: &mut Messages) -> Repetition {
    match (body.attribute("count"), body.attribute("for_each")) {
        (None, None) => Repetition::None,
        (Some(count), None) => Repetition::Count(count.value.clone()),
        (None, Some(for_each)) => Repetition::ForEach(for_each.value.clone()),
        (Some(_), Some(for_each)) => {
            let detail = "The \"count\" and \"for_each\" meta-arguments are mutually-exclusive, only one \
                         should be used to be explicit about the number of resources to be created.";
            let summary = "Invalid combination of \"count\" and \"for_each\"";
            messages.fail(summary, detail, &for_each.name.at);
            Repetition::None
        }
    }
}

/// The name of a provider and its alias, which may be in quotes as older versions required.
fn provider_reference(value: &Expr) -> Option<(Arc<str>, Option<Arc<str>>)> {
    match (value.named(), &value.kind) {
        (Some((name, _, [])), _) => Some((Arc::clone(name), None)),
        (Some((name, _, [Step::Attribute(alias)])), _) => {
            Some((Arc::clone(name), Some(Arc::clone(&alias.text))))
        }
        (None, ExprKind::String(text)) => {
            let (name, alias) = match text.split_once('.') {
                Some((name, alias)) => (name, Some(alias)),
                None => (&**text, None),
            };
            let valid = is_identifier(name) && alias.is_none_or(is_identifier);
            valid.then(|| (name.into(), alias.map(Arc::from)))
        }
        _ => None,
    }
}

/// The alias of the provider that a block uses, and where it is written: `provider = disk` is the
/// default configuration, `provider = disk.west` an alias.
pub(crate) fn provider_alias(
    body: &Body,
    provider: &str,
    messages: &mut Messages,
) -> Option<(Arc<str>, Location)> {
    let value = &body.attribute("provider")?.value;
    match provider_reference(value) {
        Some((name, alias)) if *name == *provider => {
            return alias.map(|alias| (alias, value.at.clone()));
        }
        Some((name, _)) => {
            let what = format!("A provider other than \"{provider}\" (it says \"{name}\")");
            messages.push(unsupported(&what, &value.at));
        }
        None => {
            let summary = "Invalid provider configuration reference";
            let detail = format!(
                "The provider argument requires a provider type name, optionally followed by a period and then a \
                 configuration alias: {provider}, or {provider}.west."
            );
            messages.fail(summary, detail, &value.at);
        }
    }
    None
}
