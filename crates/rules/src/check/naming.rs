//! Names: invalid, reserved and duplicate ones (R68, R74, R84, R96, R112, R131, R132, R202, R218,
//! C10).

use alloc::format;
use alloc::string::String;

use super::{At, Cx, Mode};
use crate::catalogue::Rule;
use crate::facts::{BlockKind, FieldFacts, Shape};
use crate::names;
use crate::violation::Subject::FieldName;

/// `before` is an earlier field of the same name.
pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>, before: Option<&FieldFacts<'_>>) {
    syntax(cx, field);
    taken(cx, field);
    if let Some(before) = before {
        twice(cx, field, before);
    }
}

fn rename(kind: BlockKind, name: &str, instead: Option<String>) -> String {
    let key = match kind {
        BlockKind::Function => "param",
        _ => "field",
    };
    match instead {
        Some(to) if to != name => format!("name it `{to}`: `#[{key}(rename = \"{to}\")]`"),
        _ => String::from("use lower-case words joined by underscores"),
    }
}

fn syntax(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    // A field that is never configured may have any name.
    if names::is_identifier(name) || field.is_computed_only() && !name.is_empty() {
        return;
    }
    let rule = if cx.mode == Mode::Compatible && field.is_block() && !names::is_block_name(name) {
        Rule::BLOCK_NAME
    } else {
        Rule::NAME_SYNTAX
    };
    let message = if name.is_empty() {
        String::from(match cx.block.kind {
            BlockKind::Function => "a parameter has an empty name",
            _ => "a field has an empty name",
        })
    } else if cx.block.kind == BlockKind::Function {
        format!("no parameter can have the name `{name}`")
    } else {
        format!("no configuration can set a field named `{name}`")
    };
    let help = format!(
        "names start with a lower-case letter or `_`, followed by lower-case letters, digits \
         and `_`; {}",
        rename(cx.block.kind, name, names::snake_case(name))
    );
    cx.at(field, rule, FieldName, message, help);
}

fn taken(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    if !cx.path.is_empty() {
        return;
    }
    let kind = cx.block.kind;
    if let Some((rule, taken)) = names::reserved(kind, name, field.is_block()) {
        let message = format!(
            "`{name}` is taken: in every {} block it is {}",
            match kind {
                BlockKind::DataSource => "data",
                BlockKind::Identity => "resource",
                _ => kind.words(),
            },
            taken.meaning
        );
        let help = rename(kind, name, Some(String::from(taken.instead)));
        cx.at(field, rule, FieldName, message, help);
        return;
    }
    let entity = matches!(kind, BlockKind::Resource | BlockKind::DataSource);
    if name == "id" && entity && cx.mode == Mode::Ours {
        id(cx, field);
    }
    if name == "timeouts" && entity && cx.mode == Mode::Ours {
        // The compiler sees what is in a struct.
        let durations = matches!(
            field.shape,
            Shape::Block { .. } | Shape::Nested { .. } | Shape::Unknown
        );
        let help = format!(
            "rename the field, for example to `time_limits`, or {}",
            "declare \
            the durations with `#[schema(timeouts(create = \"10m\"))]`"
        );
        if cx.block.timeouts_block {
            let message = "`timeouts` is both declared on the struct and a field";
            cx.at(field, Rule::TIMEOUT_TWICE, FieldName, message, help);
        } else if !durations {
            let message = "a field named `timeouts` takes the place of the timeouts block";
            cx.at(field, Rule::TIMEOUTS_FIELD, FieldName, message, help);
        }
    }
}

fn id(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let kind = cx.block.kind;
    let instead = cx.block.type_name.unwrap_or("image");
    let short = instead.split_once('_').map_or(instead, |(_, rest)| rest);
    let other = rename(kind, "id", Some(format!("{short}_id")));
    let structs = matches!(field.shape, Shape::Block { .. } | Shape::Nested { .. });
    let (message, help) = if cx.block.says_id {
        (
            "`id` is a field, but the struct's `id` key describes an id that is not a field",
            String::from("remove `id` from `#[schema(…)]`: the field is enough"),
        )
    } else if structs || field.write_only || field.removed.is_some() {
        (
            "an object keeps its id for as long as it exists: a string, a number or a list of these",
            format!("if the API has another value of that name, {other}"),
        )
    } else if kind == BlockKind::Resource
        && !field.required
        && !field.is_computed()
        && field.defaults.is_empty()
    {
        (
            "every object of a resource has an id, but nothing sets this one if it is not configured",
            format!(
                "write `#[field(required)]` or `#[field(optional, computed)]`; if it is another value, {other}"
            ),
        )
    } else {
        return;
    };
    cx.at(field, Rule::ID_FIELD, FieldName, message, help);
}

fn twice(cx: &mut Cx<'_, '_>, field: At<'_, '_>, before: &FieldFacts<'_>) {
    let help = "give one of them another name with `rename = \"…\"`";
    if before.is_block() == field.is_block() {
        let what = match cx.block.kind {
            BlockKind::Function => "parameters",
            _ => "fields",
        };
        let message = format!("two {what} are named `{}`", field.name);
        cx.at(field, Rule::NAME_TWICE, FieldName, message, help);
    } else {
        let message = format!("`{}` names both an attribute and a block", field.name);
        cx.at(field, Rule::BLOCK_NAME, FieldName, message, help);
    }
}
