//! The meta-arguments that blocks of several kinds have: `count`, `for_each` and `provider`.

use std::sync::Arc;

use super::model::Repetition;
use crate::eval::unsupported;
use crate::hcl::ast::{Body, ExprKind, Step};
use crate::message::{Message, Messages};
use crate::source::Location;

/// How often a block is there.
pub(crate) fn repetition(body: &Body, messages: &mut Messages) -> Repetition {
    match (body.attribute("count"), body.attribute("for_each")) {
        (None, None) => Repetition::None,
        (Some(count), None) => Repetition::Count(count.value.clone()),
        (None, Some(for_each)) => Repetition::ForEach(for_each.value.clone()),
        (Some(_), Some(for_each)) => {
            messages.push(
                Message::error("Invalid combination of \"count\" and \"for_each\"")
                    .detail(
                        "The \"count\" and \"for_each\" meta-arguments are mutually-exclusive, only one \
                         should be used to be explicit about the number of resources to be created.",
                    )
                    .at(&for_each.name.at),
            );
            Repetition::None
        }
    }
}

/// The alias of the provider that a block is managed with, and where it says so: `provider = disk` is the default
/// configuration, `provider = disk.west` an alias.
pub(crate) fn provider_alias(
    body: &Body,
    provider: &str,
    messages: &mut Messages,
) -> Option<(Arc<str>, Location)> {
    let value = &body.attribute("provider")?.value;
    let (name, alias) = match &value.kind {
        ExprKind::Variable(name) => (Some(name), None),
        ExprKind::Traversal(root, steps) => match (&root.kind, steps.as_slice()) {
            (ExprKind::Variable(name), [Step::Attribute(alias)]) => (Some(name), Some(alias)),
            _ => (None, None),
        },
        _ => (None, None),
    };
    match name {
        Some(name) if **name == *provider => {
            return alias.map(|alias| (Arc::clone(&alias.text), value.at.clone()));
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
            messages.push(
                Message::error("Invalid provider configuration reference")
                    .detail(detail)
                    .at(&value.at),
            );
        }
    }
    None
}
