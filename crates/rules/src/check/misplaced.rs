//! Misplaced keys, and empty strings (R105, R207–R209).

use alloc::format;

use super::{At, Cx, Mode};
use crate::catalogue::Rule;
use crate::facts::{BlockKind, Shape};

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    texts(cx, field);
    misplaced(cx, field);
}

fn texts(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    for (key, text) in [("deprecated", field.deprecated), ("removed", field.removed)] {
        // Terraform treats an empty string as absent.
        if cx.mode == Mode::Ours && text.is_some_and(|t| t.trim().is_empty()) {
            let message = format!("the `{key}` text of `{}` is empty", field.name);
            let help = "say what to use instead: Terraform shows the text to users";
            cx.at(field, Rule::EMPTY_TEXT, key, message, help);
        }
    }
}

fn misplaced(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    let block = field.is_block();
    if block || matches!(field.shape, Shape::Nested { .. }) {
        let what = if block { "block" } else { "nested attribute" };
        let only_attributes = [
            (field.sensitive && block).then_some("sensitive"),
            field.input_default.map(|_| "input_default"),
            (!field.validators.is_empty() && block).then_some("validate"),
        ];
        let keys = only_attributes.into_iter().flatten();
        for key in keys.chain(field.functions()) {
            let message = format!("`{name}` is a {what}, which cannot have `{key}`");
            let help = match key {
                "validate" => {
                    "validate the fields inside; `min_items` and `max_items` limit their number"
                }
                _ => "put it on the fields inside that need it",
            };
            cx.at(field, Rule::ATTRIBUTE_KEY_ON_BLOCK, key, message, help);
        }
    }
    let asked = cx.at_root_of(BlockKind::Provider);
    // R48 reports it for a computed-only field.
    if field.input_default.is_some() && !asked && !block && !field.is_computed_only() {
        let message = format!("`{name}` has an input default, but users are not asked for it");
        let help = "Terraform asks for missing settings of providers only: use `default`";
        let rule = Rule::INPUT_DEFAULT_ELSEWHERE;
        cx.at(field, rule, "input_default", message, help);
    }
    if asked
        && field.input_default.is_some()
        && let Some(default) = field.defaults.first()
        && default.is_certain()
    {
        let key = default.key();
        let message = format!("`{name}` has `{key}`, so users are not asked for it");
        let help = format!("remove `input_default`, or `{key}` if the user is to be asked");
        cx.at(
            field,
            Rule::INPUT_DEFAULT_IDLE,
            "input_default",
            message,
            help,
        );
    }
    let why = match cx.root.kind {
        BlockKind::DataSource => "a data source is read each time and has no prior value",
        BlockKind::Provider | BlockKind::ProviderMeta => "settings are not stored",
        BlockKind::Ephemeral => "an ephemeral resource is opened each time and is not stored",
        BlockKind::List => "a list resource has no state",
        BlockKind::Action => "an action has no state",
        BlockKind::StateStore => "the configuration of a state store is not planned",
        // R92 reports it for an identity.
        BlockKind::Resource | BlockKind::Function | BlockKind::Identity | BlockKind::Nested => {
            return;
        }
    };
    let force_new = field.force_new.then_some("force_new");
    for key in force_new.into_iter().chain(field.functions()) {
        cx.idle(field, key, why);
    }
}
