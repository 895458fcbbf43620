//! Our validation, plans and applies against those of the reference SDK, compared as the vectors'
//! README describes. `VECTORS=path` compares with other files, `VECTORS_OUT=path` writes our
//! answers as JSON lines.

use sdk_tests::reference::{Case, Theirs, Totals, answers, judge, no_plan, verdict};
use sdk_tests::vectors::{Kind, for_each_case, write_answer};
use serde_json::Value as Json;

/// The fields of a case with answers of the reference that we give too.
const THEIRS: [&str; 14] = [
    "internal_validate",
    "validate_diagnostics",
    "proposed_new_state",
    "plan_diagnostics",
    "plan_skipped",
    "planned_state",
    "planned_private",
    "requires_replace",
    "changes",
    "action",
    "core_plan_invalid",
    "core_replace_paths",
    "replace_planned_state",
    "applied_state",
];

#[test]
fn plans_agree_with_the_reference() {
    let mut totals = Totals::default();
    let unusable = for_each_case(Kind::Reference, |json| {
        let case = match Case::read(json) {
            Ok(Some(case)) => case,
            Ok(None) => {
                let verdict = verdict(json);
                if let Some(theirs) = json["internal_validate"].as_array()
                    && theirs.is_empty() != verdict.is_empty()
                {
                    let name = &json["name"];
                    let text = format!("{name}: the schema: theirs {theirs:?}, ours {verdict:?}");
                    totals.wrong.push(text);
                }
                return write_answer(json, &THEIRS, no_plan(&verdict));
            }
            Err(error) => {
                let answer = vec![("unreadable", Json::from(error.to_string()))];
                write_answer(json, &THEIRS, answer);
                return totals.wrong.push(format!("{}: {error}", json["name"]));
            }
        };
        let ours = case.ours();
        write_answer(json, &THEIRS, answers(&case, &ours));
        match Theirs::read(json, &case) {
            Ok(theirs) => judge(&mut totals, &case, &theirs, &ours),
            Err(error) => totals.wrong(&case, error),
        }
    });
    totals.wrong.splice(0..0, unusable);
    totals.assert_agreement();
}
