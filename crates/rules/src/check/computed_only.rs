//! Keys of configuration on a field that is never configured (R42–R51; R52 is with the
//! validators, R44 and R45 with the defaults).

use alloc::format;

use super::{At, Cx, is_list_or_set};
use crate::catalogue::Rule;

const CONFIGURES: &str = "nothing configures it";

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    if !field.is_computed_only() {
        return;
    }
    // Elsewhere R39 has said already that there is nothing to count.
    let counted = is_list_or_set(&field) && field.go.is_some();
    let configures = CONFIGURES;
    let found = [
        (
            Rule::COMPUTED_AT_LEAST_ONE,
            "at_least_one_of",
            !field.at_least_one_of.is_empty(),
            configures,
        ),
        (
            Rule::COMPUTED_CONFLICTS,
            "conflicts_with",
            !field.conflicts_with.is_empty(),
            configures,
        ),
        (
            Rule::COMPUTED_EXACTLY_ONE,
            "exactly_one_of",
            !field.exactly_one_of.is_empty(),
            configures,
        ),
        (
            Rule::COMPUTED_DIFF_SUPPRESS,
            "diff_suppress",
            field.diff_suppress,
            "there is no configured value to compare",
        ),
        (
            Rule::COMPUTED_DIFF_SUPPRESS,
            "canonical",
            field.canonical,
            "there is no configured value to compare",
        ),
        (
            Rule::COMPUTED_INPUT_DEFAULT,
            "input_default",
            field.input_default.is_some(),
            "nobody is asked for it",
        ),
        (
            Rule::COMPUTED_MAX_ITEMS,
            "max_items",
            counted && field.max_items.unwrap_or(0) > 0,
            configures,
        ),
        (
            Rule::COMPUTED_MIN_ITEMS,
            "min_items",
            counted && field.min_items.unwrap_or(0) > 0,
            configures,
        ),
        (
            Rule::COMPUTED_STATE_FN,
            "state_fn",
            field.state_fn,
            "set the changed value yourself",
        ),
    ];
    for (rule, key, set, why) in found {
        if set {
            refuse_because(cx, field, rule, key, why);
        }
    }
}

/// A key of what is configured.
pub(super) fn refuse(cx: &mut Cx<'_, '_>, field: At<'_, '_>, rule: Rule, key: &'static str) {
    refuse_because(cx, field, rule, key, CONFIGURES);
}

fn refuse_because(
    cx: &mut Cx<'_, '_>,
    field: At<'_, '_>,
    rule: Rule,
    key: &'static str,
    why: &str,
) {
    let message = format!(
        "`{}` is computed only, so it cannot have `{key}`: {why}",
        field.name
    );
    let help =
        format!("take out `{key}`, or add `optional` if the configuration may set the field");
    cx.at(field, rule, key, message, help);
}
