//! Our answers as JSON lines in the reference's form.

use schema_runtime::core::plan_valid;
use schema_runtime::plan::{Change, changes};
use serde_json::{Value as Json, json};

use super::case::{Case, Ours};
use crate::vectors::{write_object, write_value};

/// Our answers to a case, in the members of the reference's.
#[must_use]
pub fn answers(case: &Case, ours: &Ours) -> Vec<(&'static str, Json)> {
    let block = &case.schema.block;
    let diagnostic = |d: &schema_runtime::diagnostics::Diagnostic| {
        json!({
            "severity": if d.is_error() { "error" } else { "warning" },
            "summary": d.summary,
            "detail": d.detail,
            "attribute_path": d.path.addressable().to_string(),
        })
    };
    let listed = changes(
        block,
        &case.prior,
        &ours.plan.planned,
        &ours.plan.requires_replace,
    );
    let change = |change: &Change| {
        let ty = schema_runtime::ty::Type::Dynamic;
        json!({
            "path": change.path.to_string(),
            "old": write_value(&change.old, &ty),
            "new": write_value(&change.new, &ty),
            "requires_replace": change.requires_replace,
        })
    };
    let invalid = plan_valid(block, &case.prior, &case.config, &ours.plan.planned);
    let forced = ours.plan.requires_replace.iter();
    let mut answer: Vec<(&'static str, Json)> = vec![
        (
            "validate_diagnostics",
            ours.diagnostics.iter().map(diagnostic).collect(),
        ),
        (
            "plan_diagnostics",
            ours.plan.diagnostics.iter().map(diagnostic).collect(),
        ),
        ("planned_state", write_object(&ours.plan.planned, block)),
        (
            "requires_replace",
            forced.map(|path| Json::from(path.to_string())).collect(),
        ),
        ("action", Json::from(ours.action)),
        ("changes", listed.iter().map(change).collect()),
    ];
    if let Some(proposed) = &case.proposed {
        answer.push(("proposed_new_state", proposed.clone()));
    }
    if !invalid.is_empty() {
        let texts = invalid.iter().map(|error| Json::from(error.to_string()));
        answer.push(("core_plan_invalid", texts.collect()));
    }
    if let Some(plan) = &ours.replace_plan {
        answer.push(("core_replace_paths", json!(ours.replace_paths)));
        answer.push(("replace_planned_state", write_object(&plan.planned, block)));
    }
    if let Some(applied) = &ours.applied {
        answer.push(("applied_state", write_object(applied, block)));
    }
    answer
}
