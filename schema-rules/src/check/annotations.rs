//! What is said about the struct, opt-outs, texts, and keys in the wrong place (R69–R73, R105,
//! R207–R209, R219, R220, R226, R229, R231, R245, R247, C2).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Cx, SchemaForm, relations};
use crate::catalogue::{RULES, Rule};
use crate::facts::{AllowFacts, BlockFacts, BlockKind, Computed, FieldFacts, Nesting, Shape};
use crate::names;
use crate::suggest::suggest;
use crate::violation::{Subject, Violation};

pub(super) fn check_struct(cx: &mut Cx<'_, '_>) {
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
        let subject = Subject::StructKey("version");
        cx.block(Rule::VERSION_NEGATIVE, subject, message, help);
    }
    if block.deprecated.is_some_and(|t| t.trim().is_empty()) {
        let message = "the deprecation text is empty";
        let help = "say what to use instead";
        cx.block(
            Rule::EMPTY_TEXT,
            Subject::StructKey("deprecated"),
            message,
            help,
        );
    }
    upgraders(cx);
    for (index, allow) in block.allow.iter().enumerate() {
        if let Some((rule, message, help)) = opt_out(allow) {
            let key = "allow";
            cx.block(rule, Subject::StructItem { key, index }, message, help);
        }
    }
    let paths: Vec<&str> = block.id_when_changed.clone();
    for (index, path) in paths.into_iter().enumerate() {
        let subject = Subject::StructItem { key: "id", index };
        match relations::follow(block, path) {
            Err((message, help)) => cx.block(Rule::WHEN_CHANGED_PATH, subject, message, help),
            Ok(_) if replaces(block, path) => {
                let (message, help) = replaced("the id", path);
                cx.block(Rule::WHEN_CHANGED_REPLACES, subject, message, help);
            }
            Ok(_) => {}
        }
    }
}

/// Whether a change there replaces the object: of the field, or of what it is in.
fn replaces(block: &BlockFacts<'_>, path: &str) -> bool {
    let ends = path.match_indices('.').map(|(dot, _)| dot);
    ends.chain([path.len()]).any(|end| {
        let outer = path.get(..end).unwrap_or(path);
        matches!(relations::follow(block, outer), Ok(Some(field)) if field.force_new)
    })
}

/// What to say of a field that is to change with one that replaces the object.
fn replaced(what: &str, path: &str) -> (String, String) {
    (
        format!("a change of `{path}` replaces the object, so that {what} is new anyway"),
        format!(
            "leave `{path}` out of `when_changed`, or take `force_new` from it; or keep it with \
             `allow(when_changed_replaces, reason = \"…\")`"
        ),
    )
}

/// What is wrong with an opt-out.
fn opt_out(allow: &AllowFacts<'_>) -> Option<(Rule, String, String)> {
    let name = allow.rule;
    let allowable = || RULES.iter().filter(|r| r.allowable).map(|r| r.name);
    match Rule::by_name(name).map(Rule::info) {
        None => {
            let help = match suggest(name, allowable()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let all: Vec<&str> = allowable().collect();
                    format!("these can be allowed: {}", all.join(", "))
                }
            };
            let message = format!("there is no rule `{name}` to allow");
            Some((Rule::ALLOW_NAME, message, help))
        }
        Some(info) if !info.allowable => {
            let message = format!("the rule `{name}` cannot be allowed");
            let help = format!("it rejects {}: change the schema", info.rejects);
            Some((Rule::ALLOW_NAME, message, help))
        }
        Some(_) if allow.reason.is_none_or(|r| r.trim().is_empty()) => {
            let message = format!("`{name}` is allowed without a reason");
            let help = format!("write `allow({name}, reason = \"…\")`");
            Some((Rule::ALLOW_REASON, message, help))
        }
        Some(_) => None,
    }
}

/// Opt-outs of the struct from warnings that it does not get (R247).
pub(super) fn idle_of_struct(cx: &mut Cx<'_, '_>) {
    let block = cx.block;
    if cx
        .out
        .iter()
        .any(|v| v.index.is_none() && v.path.is_empty())
    {
        return;
    }
    for (index, allow) in block.allow.iter().enumerate() {
        // Whether there is an upgrade is seen where the resource is registered.
        let upgraded = |rule| {
            rule == Rule::VERSION_WITHOUT_UPGRADE
                && block.version.is_some_and(|version| version > 0)
        };
        let idle = |rule: Rule| !cx.allowed.contains(&(None, rule)) && !upgraded(rule);
        if Rule::by_name(allow.rule).is_some_and(idle) {
            let (message, help) = silent(allow.rule, "the struct");
            let key = "allow";
            cx.block(
                Rule::ALLOW_IDLE,
                Subject::StructItem { key, index },
                message,
                help,
            );
        }
    }
}

/// The same of a field. What only a nested struct shows, which the caller does not see, is not told.
pub(super) fn idle_of_field(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    let (index, field) = at;
    let own = |v: &Violation| v.index == Some(index) && v.path.iter().eq(cx.path.iter());
    if field.allow.is_empty() || cx.out.iter().any(own) {
        return;
    }
    for (position, allow) in field.allow.iter().enumerate() {
        let Some(rule) = Rule::by_name(allow.rule) else {
            continue;
        };
        if cx.allowed.contains(&(Some(index), rule)) || unseen(field, rule) {
            continue;
        }
        let subject = Subject::Item {
            key: "allow",
            index: position,
        };
        let (message, help) = silent(allow.rule, &format!("`{}`", field.name));
        cx.field(at, Rule::ALLOW_IDLE, subject, message, help);
    }
}

fn silent(rule: &str, what: &str) -> (String, String) {
    (
        format!("`allow({rule})` silences nothing: {what} gets no such warning"),
        format!("take `{rule}` out"),
    )
}

/// Whether a nested struct that the caller does not see may give the warning.
fn unseen(field: &FieldFacts<'_>, rule: Rule) -> bool {
    match (&field.shape, rule) {
        (Shape::Unknown | Shape::Missing | Shape::Collection(..), Rule::SET_IN_SET) => true,
        (
            Shape::Block {
                nesting: Nesting::Set,
                block: None,
            }
            | Shape::Nested {
                nesting: Nesting::Set,
                block: None,
            },
            Rule::SET_IN_SET,
        ) => true,
        (
            Shape::Block {
                nesting: Nesting::Set,
                block: None,
            }
            | Shape::Nested {
                nesting: Nesting::Set,
                block: None,
            },
            Rule::COMPUTED_IN_SET,
        ) => !field.set_key && !field.is_computed_only(),
        _ => false,
    }
}

fn type_name(cx: &mut Cx<'_, '_>, name: &str) {
    let kind = cx.block.kind;
    let fine = match kind {
        // Everything before a type's first underscore is the provider's name.
        BlockKind::Provider => {
            !name.is_empty()
                && !name.starts_with('-')
                && !name.ends_with('-')
                && name
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        }
        _ => names::is_identifier(name),
    };
    if fine {
        return;
    }
    let (message, help) = if name.is_empty() {
        (
            format!("the {} has an empty name", kind.words()),
            String::from(match kind {
                BlockKind::Provider => "name it as configurations do: `provider = \"disk\"`",
                BlockKind::Function => "name it by what it returns: `size_mb`",
                _ => "name it with the provider's name in front: `disk_image`",
            }),
        )
    } else if kind == BlockKind::Provider {
        (
            format!("`{name}` cannot be the name of a provider"),
            String::from(
                "use lower case letters, digits and `-`, no `_`: the part of a type's \
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
                || String::from("use lower case words joined by underscores"),
                |n| format!("name it `{n}`"),
            ),
        )
    };
    let subject = Subject::StructKey(kind.key());
    cx.block(Rule::TYPE_NAME_SYNTAX, subject, message, help);
}

fn upgraders(cx: &mut Cx<'_, '_>) {
    let versions = cx.block.upgraders.clone();
    let current = cx.block.version.unwrap_or(0);
    let at = |index| Subject::StructItem {
        key: "upgraders",
        index,
    };
    for (index, pair) in versions.windows(2).enumerate() {
        if let [a, b] = pair
            && a.checked_add(1) != Some(*b)
        {
            let message = format!("the upgrade from version {b} follows that from {a}");
            let help = "each one leads to the next version: list them in order, none left \
                            out, none twice";
            cx.block(Rule::UPGRADER_GAP, at(index + 1), message, help);
        }
    }
    let mut too_new = false;
    for (index, version) in versions.iter().enumerate() {
        if *version >= current {
            too_new = true;
            let message = format!(
                "there is an upgrade from version {version}, but the schema is at {current}"
            );
            let help = format!("raise the schema's version above {version}, or remove it");
            cx.block(Rule::UPGRADER_TOO_NEW, at(index), message, help);
        }
    }
    if let Some(last) = versions.last().filter(|_| !too_new)
        && last.checked_add(1) != Some(current)
    {
        let message = format!(
            "the last upgrade is from version {last} and leads to {}, but the schema is at \
                 {current}",
            last.saturating_add(1)
        );
        let help = format!(
            "add the upgrades up to version {}",
            current.saturating_sub(1)
        );
        cx.block(
            Rule::UPGRADER_TOO_OLD,
            at(versions.len().saturating_sub(1)),
            message,
            help,
        );
    }
}

pub(super) fn check(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    allow(cx, at);
    texts(cx, at);
    misplaced(cx, at);
    when_changed(cx, at);
}

fn allow(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    let (_, field) = at;
    for (index, allow) in field.allow.iter().enumerate() {
        let subject = Subject::Item {
            key: "allow",
            index,
        };
        if let Some((rule, message, help)) = opt_out(allow) {
            cx.field(at, rule, subject, message, help);
        }
    }
}

fn texts(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    let (_, field) = at;
    for (key, text) in [("deprecated", field.deprecated), ("removed", field.removed)] {
        // For the Go SDK an empty text is the same as none.
        if cx.schema_form(field) == SchemaForm::Ours && text.is_some_and(|t| t.trim().is_empty()) {
            let message = format!("the `{key}` text of `{}` is empty", field.name);
            let help = "say what to use instead: users read it in Terraform's output";
            cx.field(at, Rule::EMPTY_TEXT, Subject::Key(key), message, help);
        }
    }
}

fn misplaced(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    let (_, field) = at;
    let name = field.name;
    let leaf = [
        ("diff_suppress", field.diff_suppress),
        ("canonical", field.canonical),
        ("state_fn", field.state_fn),
    ];
    let block = field.is_block();
    if (block || matches!(field.shape, Shape::Nested { .. })) && field.go.is_none() {
        let what = if block { "block" } else { "nested attribute" };
        let only_attributes = [
            ("sensitive", field.sensitive && block),
            ("input_default", field.input_default.is_some()),
            ("validate", !field.validators.is_empty() && block),
        ];
        for (key, set) in only_attributes.into_iter().chain(leaf) {
            if set {
                let message = format!("`{name}` is a {what}, which cannot have `{key}`");
                let help = if key == "validate" {
                    "validate the fields inside; `min_items` and `max_items` limit their number"
                } else {
                    "put it on the fields inside that need it"
                };
                let subject = Subject::Key(key);
                cx.field(at, Rule::ATTRIBUTE_KEY_ON_BLOCK, subject, message, help);
            }
        }
    }
    let asked = cx.at_root_of(BlockKind::Provider);
    // A computed-only field has R48 for it.
    if field.input_default.is_some() && !asked && !block && !field.is_computed_only() {
        let message = format!("`{name}` has an input default, but nobody is asked for it");
        let help = "Terraform asks for missing settings of providers only: use `default`";
        cx.field(
            at,
            Rule::INPUT_DEFAULT_ELSEWHERE,
            Subject::Key("input_default"),
            message,
            help,
        );
    }
    let why = match cx.root.kind {
        BlockKind::DataSource => "a data source is read anew each time and has no prior value",
        BlockKind::Provider | BlockKind::ProviderMeta => "settings are not stored",
        BlockKind::Ephemeral => "an ephemeral resource is opened anew each time and is not stored",
        BlockKind::List => "a list resource has no state",
        BlockKind::Action => "an action has no state",
        BlockKind::StateStore => "the configuration of a state store is not planned",
        // Of an identity R92 says it.
        BlockKind::Resource | BlockKind::Function | BlockKind::Identity | BlockKind::Nested => {
            return;
        }
    };
    for (key, set) in [("force_new", field.force_new)].into_iter().chain(leaf) {
        if set {
            let message = format!("`{key}` of `{name}` can do nothing: {why}");
            cx.field(
                at,
                Rule::KEY_WITHOUT_EFFECT,
                Subject::Key(key),
                message,
                format!("take out `{key}`"),
            );
        }
    }
}

fn when_changed(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    let (_, field) = at;
    let (Computed::WhenChanged(paths), None) = (&field.computed, &field.go) else {
        return;
    };
    if paths.is_empty() {
        let message = format!(
            "`{}` is computed when changed, but no field is named",
            field.name
        );
        let help = "name the fields: `computed(when_changed(a, b.c))`, or write `computed` or \
                    `computed(volatile)`";
        let key = Subject::Key("computed");
        cx.field(at, Rule::WHEN_CHANGED_PATH, key, message, help);
    }
    for (index, path) in paths.iter().enumerate() {
        let subject = Subject::Item {
            key: "computed",
            index,
        };
        match relations::follow(cx.block, path) {
            Err((message, help)) => cx.field(at, Rule::WHEN_CHANGED_PATH, subject, message, help),
            Ok(Some(target)) if core::ptr::eq(target, field) => {
                let message = format!("`{path}` cannot be computed from its own change");
                let help = "name the fields it depends on";
                cx.field(at, Rule::WHEN_CHANGED_PATH, subject, message, help);
            }
            Ok(_) if replaces(cx.block, path) => {
                let (message, help) = replaced(&format!("`{}`", field.name), path);
                cx.field(at, Rule::WHEN_CHANGED_REPLACES, subject, message, help);
            }
            Ok(_) => {}
        }
    }
}
