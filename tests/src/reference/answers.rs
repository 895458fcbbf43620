//! Our answers as JSON lines in the reference's form.

use schema_runtime::terraform_core::plan_valid;
use serde_json::{Value as Json, json};

use super::case::{Case, Ours};
use super::flat::flat_changes;
use crate::vectors::write_object;

/// Our answers to a case, in the members of the reference's.
#[must_use]
pub fn answers(case: &Case, ours: &Ours) -> Vec<(&'static str, Json)> {
    let mut answer = planned(case, ours);
    for (_, json) in &mut answer {
        plain_numbers(json);
    }
    answer
}

/// The answers to a case whose schema is rejected.
#[must_use]
pub fn no_plan(verdict: &[String]) -> Vec<(&'static str, Json)> {
    let mut answer = vec![
        ("internal_validate", Json::from(verdict)),
        ("validate_diagnostics", json!([])),
    ];
    answer.push(match verdict {
        [] => ("action", Json::from("noop")),
        _ => ("plan_skipped", Json::from("invalid schema")),
    });
    answer.extend([
        ("proposed_new_state", Json::Null),
        ("plan_diagnostics", json!([])),
        ("planned_state", Json::Null),
        ("requires_replace", json!([])),
        ("changes", json!([])),
    ]);
    answer
}

fn planned(case: &Case, ours: &Ours) -> Vec<(&'static str, Json)> {
    let block = &case.schema.block;
    let diagnostic = |d: &schema_runtime::diagnostics::Diagnostic| {
        json!({
            "severity": if d.is_error() { "error" } else { "warning" },
            "summary": d.summary,
            "detail": d.detail,
            "attribute_path": d.path.addressable().to_string(),
        })
    };
    let mut answer: Vec<(&'static str, Json)> = vec![
        ("internal_validate", json!([])),
        (
            "validate_diagnostics",
            ours.diagnostics.iter().map(diagnostic).collect(),
        ),
    ];
    if ours.diagnostics.has_errors() {
        // Terraform would not ask for the plan. It is there to be compared where the reference
        // finds fewer errors.
        answer.push(("plan_skipped", Json::from("validation errors")));
    }
    let plan = &ours.plan;
    let proposed = case.proposed.clone().unwrap_or(Json::Null);
    answer.extend([
        ("proposed_new_state", proposed),
        (
            "plan_diagnostics",
            plan.diagnostics.iter().map(diagnostic).collect(),
        ),
    ]);
    if plan.diagnostics.has_errors() {
        answer.extend([
            ("planned_state", Json::Null),
            ("requires_replace", json!([])),
            ("changes", json!([])),
        ]);
        return answer;
    }
    let forced = plan.requires_replace.iter();
    answer.extend([
        ("planned_state", write_object(&plan.planned, block)),
        (
            "requires_replace",
            forced.map(|path| Json::from(path.to_string())).collect(),
        ),
        ("changes", flat_changes(block, &case.prior, plan)),
        ("action", Json::from(ours.action)),
    ]);
    let invalid = plan_valid(block, &case.prior, &case.config, &plan.planned);
    if !invalid.is_empty() {
        let texts = invalid.iter().map(|error| Json::from(error.to_string()));
        answer.push(("core_plan_invalid", texts.collect()));
    }
    if let Some(plan) = &ours.replace_plan {
        answer.push(("core_replace_paths", json!(ours.replace_paths)));
        answer.push(("replace_planned_state", write_object(&plan.planned, block)));
    }
    if let Some(applied) = &ours.applied
        && matches!(ours.action, "create" | "update" | "replace")
    {
        answer.push(("applied_state", write_object(applied, block)));
    }
    answer
}

/// The reference's form has plain numbers, however long.
fn plain_numbers(json: &mut Json) {
    match json {
        Json::Object(members) => {
            let text = members.get("__number__").and_then(Json::as_str);
            let number =
                text.and_then(|text| serde_json::from_str::<serde_json::Number>(text).ok());
            match number {
                Some(number) => *json = Json::Number(number),
                None => members.values_mut().for_each(plain_numbers),
            }
        }
        Json::Array(list) => list.iter_mut().for_each(plain_numbers),
        _ => {}
    }
}
