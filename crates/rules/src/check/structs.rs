//! The struct itself: its name, its version, its strings (R207, R229, R231, R295, C2).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Cx, opt_outs, when_changed};
use crate::catalogue::Rule;
use crate::facts::BlockKind;
use crate::names;
use crate::violation::Subject;

pub(super) fn check(cx: &mut Cx<'_, '_>) {
    let block = cx.block;
    if block.generic {
        let (message, help) = match block.kind {
            BlockKind::Function => (
                "the struct of a function cannot have generic parameters",
                "Terraform sees one signature, so write one struct for each type, or a parameter of type `Dynamic`",
            ),
            _ => (
                "a schema struct cannot have generic parameters",
                "Terraform sees one schema, so write one struct for each type",
            ),
        };
        cx.block(Rule::GENERIC_STRUCT, Subject::Generics, message, help);
    }
    if let Some(name) = block.type_name {
        type_name(cx, name);
    }
    if let Some(version) = block.version.filter(|v| *v < 0) {
        let message = format!("the schema version {version} is below zero");
        let help = "versions start at 0, which is also the default";
        cx.key(Rule::VERSION_NEGATIVE, "version", message, help);
    }
    if block.deprecated.is_some_and(|t| t.trim().is_empty()) {
        let message = "the deprecation text is empty";
        let help = "say what to use instead";
        cx.key(Rule::EMPTY_TEXT, "deprecated", message, help);
    }
    subcategory(cx);
    opt_outs::of_struct(cx);
    when_changed::of_id(cx);
}

/// It is a heading in the registry, distinguished from others by its letters.
fn subcategory(cx: &mut Cx<'_, '_>) {
    let Some(text) = cx.block.subcategory else {
        return;
    };
    if text.trim().is_empty() {
        let message = "the subcategory is empty";
        let help = "name the heading under which the documentation lists the page, or remove it";
        cx.key(Rule::EMPTY_TEXT, "subcategory", message, help);
    } else if text.trim() != text || text.chars().any(char::is_control) {
        let message = "the subcategory is not a heading of one line";
        let help = format!(
            "write `subcategory = \"{}\"`",
            text.split(|c: char| c.is_whitespace() || c.is_control())
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join(" ")
                .escape_debug()
        );
        cx.key(Rule::SUBCATEGORY_LINE, "subcategory", message, help);
    }
}

fn type_name(cx: &mut Cx<'_, '_>, name: &str) {
    let kind = cx.block.kind;
    let fine = match kind {
        // Everything before a type's first underscore is the provider's name.
        BlockKind::Provider | BlockKind::ProviderMeta => {
            !name.is_empty()
                && !name.starts_with('-')
                && !name.ends_with('-')
                && name
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        }
        BlockKind::Function => names::is_identifier(name),
        // The provider's name may contain hyphens; more must follow it.
        _ => {
            let (provider, rest) = name.split_once('_').unwrap_or(("", name));
            names::is_identifier(&name.replace('-', "_"))
                && !name.starts_with(['_', '-'])
                && !provider.ends_with('-')
                && !rest.contains('-')
                && !name.ends_with('_')
        }
    };
    if fine {
        return;
    }
    let (message, help) = if name.is_empty() {
        (
            format!("the {} has an empty name", kind.words()),
            String::from(match kind {
                BlockKind::Provider => "use the name of configurations: `provider = \"disk\"`",
                BlockKind::Function => "name it by what it returns: `size_mb`",
                _ => "start with the provider's name: `disk_image`",
            }),
        )
    } else if matches!(kind, BlockKind::Provider | BlockKind::ProviderMeta) {
        (
            format!("`{name}` cannot be the name of a provider"),
            String::from(
                "use lower-case letters, digits and `-`, no `_`: the part of a type's \
                name before its first `_` names the provider",
            ),
        )
    } else {
        let instead = names::snake_case(name).filter(|n| n != name);
        let what = match kind {
            BlockKind::Function => "name",
            _ => "type name",
        };
        (
            format!("`{name}` cannot be the {what} of {}", kind.with_article()),
            instead.map_or_else(
                || String::from("use lower-case words joined by underscores"),
                |n| format!("name it `{n}`"),
            ),
        )
    };
    cx.key(Rule::TYPE_NAME_SYNTAX, kind.key(), message, help);
}
