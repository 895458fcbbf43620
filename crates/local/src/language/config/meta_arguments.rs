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
            messages.fail(
                "Invalid combination of \"count\" and \"for_each\"",
                detail,
                &for_each.name.at,
            );
            Repetition::None
        }
    }
}

/// The name of a provider and its alias, which may be in quotes as older versions required.
fn provider_reference(value: &Expr) -> (Option<Arc<str>>, Option<Arc<str>>) {
    match &value.kind {
        ExprKind::Variable(name) => (Some(Arc::clone(name)), None),
        ExprKind::Traversal(root, steps) => match (&root.kind, steps.as_slice()) {
            (ExprKind::Variable(name), [Step::Attribute(alias)]) => {
                (Some(Arc::clone(name)), Some(Arc::clone(&alias.text)))
            }
            _ => (None, None),
        },
        ExprKind::String(text) => match text.split_once('.') {
            Some((name, alias)) if is_identifier(name) && is_identifier(alias) => {
                (Some(name.into()), Some(alias.into()))
            }
            None if is_identifier(text) => (Some(Arc::clone(text)), None),
            _ => (None, None),
        },
        _ => (None, None),
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
    let (name, alias) = provider_reference(value);
    match name {
        Some(name) if *name == *provider => {
            return alias.map(|alias| (alias, value.at.clone()));
        }
        Some(name) => {
            let what = format!("A provider other than \"{provider}\" (it says \"{name}\")");
            messages.push(unsupported(&what, &value.at));
        }
        None => {
            let detail = format!(
                "The provider argument requires a provider type name, optionally followed by a period and then a \
                 configuration alias: {provider}, or {provider}.west."
            );
            messages.fail(
                "Invalid provider configuration reference",
                detail,
                &value.at,
            );
        }
    }
    None
}
