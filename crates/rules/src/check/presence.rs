//! Required, optional, computed, and what they require of the Rust type (R2–R4, R114, R201,
//! R203–R206, R227).

use alloc::format;

use super::{At, Cx, computed_block, identity};
use crate::catalogue::Rule;
use crate::facts::{BlockKind, Shape};
use crate::shared_texts;
use crate::violation::Subject::{FieldName, FieldType};

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    if field.is_block() {
        on_block(cx, field);
    } else {
        on_attribute(cx, field);
    }
    removed(cx, field);
}

fn on_block(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let computed = field.is_computed();
    let key = match field.required {
        true => "required",
        false => "optional",
    };
    let help = match (field.required, field.optional) {
        (true, _) if computed => {
            "the provider may choose a computed block: write `computed` alone, and make all \
             fields inside computed"
        }
        (true, _) => {
            "write `block(list, min_items = 1)`, or for a single block the struct itself instead \
             of an Option"
        }
        (false, true) if computed => {
            "remove it: with `computed` alone the provider may choose blocks if the configuration \
             has none; every field inside must be computed"
        }
        (false, true) => {
            "remove it: a block may be absent unless it has min_items, and a single block is \
             optional when its type is an Option"
        }
        (false, false) if computed => return computed_block::check(cx, field),
        (false, false) => return,
    };
    let message = format!("`{}` is a block, which is never {key}", field.name);
    cx.at(field, Rule::PRESENCE_ON_BLOCK, key, message, help);
}

fn on_attribute(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    if cx.at_root_of(BlockKind::Identity) {
        if identity::states_import(cx, field) && !field.is_computed() {
            rust_type(cx, field);
        }
        return;
    }
    if field.required && field.optional {
        let message = format!("`{name}` is both required and optional");
        let help = "keep `required` if every configuration must set it, else `optional`";
        let rule = Rule::REQUIRED_AND_OPTIONAL;
        cx.at(field, rule, "optional", message, help);
    } else if field.required && field.is_computed() {
        let message = format!("`{name}` is both required and computed");
        let help = "keep `required` if the configuration always sets it, `computed` if the \
                    provider does, `optional, computed` if the provider fills in what \
                    the configuration omits";
        let rule = Rule::REQUIRED_AND_COMPUTED;
        cx.at(field, rule, "computed", message, help);
    } else if !field.required && !field.optional && !field.is_computed() {
        let message = format!("`{name}` is neither required, optional nor computed");
        let help = "add `required` (the configuration must set it), `optional` (it may), \
                    `computed` (the provider sets it) or `optional, computed`";
        let subject = FieldName;
        cx.at(field, Rule::PRESENCE_MISSING, subject, message, help);
        return;
    }
    if cx.root.kind.is_only_configured() && field.is_computed() && !field.required {
        let text = shared_texts::COMPUTED_SETTING.fill(cx.root.kind.words(), name, "");
        cx.text(field, Rule::COMPUTED_SETTING, "computed", text);
    }
    rust_type(cx, field);
}

fn rust_type(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    let scalar = matches!(field.shape, Shape::Scalar(_));
    let optional = field.optional && !field.required;
    // A write-only value is absent in read and delete, even if required.
    let only_required = field.required && !field.optional && !field.is_computed();
    let null_argument = cx.at_root_of(BlockKind::Function);
    if only_required && !null_argument && !field.write_only && field.is_option == Some(true) {
        let message = format!("`{name}` is required, so its type cannot be an Option");
        let help = "use the type inside the Option, or make the field `optional`";
        cx.at(field, Rule::REQUIRED_OPTION, FieldType, message, help);
    }
    // A collection is nullable: an empty one and an absent one are read alike.
    let has_room = !scalar || field.is_option != Some(false);
    if optional && !has_room && field.defaults.is_empty() && field.removed.is_none() {
        let template = shared_texts::optional_without_room(field.is_computed());
        let text = template.fill(name, "…", "");
        cx.text(field, Rule::OPTIONAL_WITHOUT_ROOM, FieldType, text);
    }
}

fn removed(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    if field.removed.is_none() {
        return;
    }
    let stated = field.optional || field.required || field.is_computed();
    if !field.is_block() && stated {
        if field.required || field.is_computed() {
            let message = format!("`{name}` is removed, so it can only be optional");
            let help = "write `optional` alone: it stays in the schema so that configurations that set it get an error";
            cx.at(field, Rule::REMOVED_FIELD, "removed", message, help);
        } else if field.is_option == Some(false) && matches!(field.shape, Shape::Scalar(_)) {
            let message = format!("`{name}` is removed, so its type must be an Option");
            let help = "wrap the type in `Option<…>`: it is always unset";
            cx.at(field, Rule::REMOVED_FIELD, FieldType, message, help);
        }
    }
    let idle = [
        (field.defaults.first().map(|d| d.key())),
        field.force_new.then_some("force_new"),
        (!field.validators.is_empty()).then_some("validate"),
        field.deprecated.map(|_| "deprecated"),
    ];
    let idle = idle.into_iter().flatten().chain(field.functions());
    for key in idle.chain(field.relation_keys().next()) {
        let message = format!("`{name}` is removed, so `{key}` has no effect");
        let help = format!("remove `{key}`, or write `deprecated` while the field still works");
        cx.at(field, Rule::REMOVED_COMBINATION, key, message, help);
    }
}
