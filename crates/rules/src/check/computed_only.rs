//! Configuration keys on a field that is never configured (R42–R51; R52 is with the validators, R44
//! with the defaults).

use alloc::format;

use super::{At, Cx};
use crate::catalogue::Rule;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    if !field.is_computed_only() {
        return;
    }
    let relations = field.relation_keys().filter(|key| *key != "required_with");
    let keys = relations
        .chain(field.functions().filter(|key| *key != "force_new"))
        .chain(field.input_default.map(|_| "input_default"));
    for key in keys {
        let rule = match key {
            "at_least_one_of" => Rule::COMPUTED_AT_LEAST_ONE,
            "conflicts_with" => Rule::COMPUTED_CONFLICTS,
            "exactly_one_of" => Rule::COMPUTED_EXACTLY_ONE,
            "input_default" => Rule::COMPUTED_INPUT_DEFAULT,
            "state_fn" => Rule::COMPUTED_STATE_FN,
            _ => Rule::COMPUTED_DIFF_SUPPRESS,
        };
        refuse(cx, field, rule, key);
    }
}

/// Rejects a key that does not belong on such a field.
pub(super) fn refuse(cx: &mut Cx<'_, '_>, field: At<'_, '_>, rule: Rule, key: &'static str) {
    let why = match key {
        "diff_suppress" | "canonical" => "there is no configured value to compare",
        "input_default" => "users are not asked for it",
        "state_fn" => "set the changed value yourself",
        _ => "nothing configures it",
    };
    let name = field.name;
    let message = format!("`{name}` is computed only, so it cannot have `{key}`: {why}");
    let help = format!("remove `{key}`, or add `optional` if the configuration may set the field");
    cx.at(field, rule, key, message, help);
}
