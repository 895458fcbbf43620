//! Our answers as JSON lines in the reference's form.

use schema_runtime::plan::changes;
use serde_json::{Value as Json, json};

use super::case::{Case, Ours};
use crate::vectors::{write_object, write_value};

/// Our answers to a case, in the members of the reference's.
#[must_use]
pub fn answers(case: &Case, ours: &Ours) -> Json {
    let block = &case.schema.block;
    let diagnostic = |d: &schema_runtime::diagnostics::Diagnostic| {
        json!({
            "severity": if d.is_error() { "error" } else { "warning" },
            "summary": d.summary,
            "detail": d.detail,
            "attribute_path": d.path.addressable().to_string(),
        })
    };
    let mut answer = json!({
        "name": case.name,
        "validate_diagnostics": ours.diagnostics.iter().map(diagnostic).collect::<Vec<_>>(),
        "plan_diagnostics": ours.plan.diagnostics.iter().map(diagnostic).collect::<Vec<_>>(),
        "planned_state": write_object(&ours.plan.planned, block),
        "requires_replace": ours.plan.requires_replace.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "action": ours.action,
        "changes": changes(block, &case.prior, &ours.plan.planned, &ours.plan.requires_replace)
            .iter()
            .map(|change| {
                let ty = schema_runtime::ty::Type::Dynamic;
                json!({
                    "path": change.path.to_string(),
                    "old": write_value(&change.old, &ty),
                    "new": write_value(&change.new, &ty),
                    "requires_replace": change.requires_replace,
                })
            })
            .collect::<Vec<_>>(),
    });
    if let Some(plan) = &ours.replace_plan {
        answer["core_replace_paths"] = json!(ours.replace_paths);
        answer["replace_planned_state"] = write_object(&plan.planned, block);
    }
    if let Some(applied) = &ours.applied {
        answer["applied_state"] = write_object(applied, block);
    }
    answer
}
