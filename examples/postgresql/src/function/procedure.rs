//! What a procedure does not have, unlike a function.

use schema_provider::prelude::*;

use super::SqlFunction;

/// Rejects options for a procedure that only functions have.
pub(super) fn check(plan: &mut PlanData<SqlFunction>) {
    if plan.value(SqlFunction::PROCEDURE).known() != Some(true) {
        return;
    }
    let why =
        |name: &str| format!("{name} is only for functions. Remove it, or set procedure to false.");
    let differs = |text: Option<String>, default: &str| text.is_some_and(|text| text != default);
    if differs(plan.config(SqlFunction::RETURNS).known(), "") {
        plan.error_at(
            SqlFunction::RETURNS,
            "A procedure has no result",
            why("returns"),
        );
    }
    if differs(plan.config(SqlFunction::VOLATILITY).known(), "VOLATILE") {
        plan.error_at(
            SqlFunction::VOLATILITY,
            "A procedure has no volatility",
            why("volatility"),
        );
    }
    if differs(plan.config(SqlFunction::PARALLEL).known(), "UNSAFE") {
        plan.error_at(
            SqlFunction::PARALLEL,
            "A procedure never runs in parallel",
            why("parallel"),
        );
    }
    if plan.config(SqlFunction::COST).known().is_some() {
        plan.error_at(SqlFunction::COST, "A procedure has no cost", why("cost"));
    }
    if plan.config(SqlFunction::ROWS).known().is_some() {
        plan.error_at(
            SqlFunction::ROWS,
            "A procedure returns no rows",
            why("rows"),
        );
    }
    if plan.config(SqlFunction::LEAKPROOF).known() == Some(true) {
        plan.error_at(
            SqlFunction::LEAKPROOF,
            "A procedure is never leakproof",
            why("leakproof"),
        );
    }
    if differs(plan.config(SqlFunction::SUPPORT).known(), "") {
        plan.error_at(
            SqlFunction::SUPPORT,
            "A procedure has no support function",
            why("support"),
        );
    }
    if plan.config(SqlFunction::WINDOW).known() == Some(true) {
        plan.error_at(
            SqlFunction::WINDOW,
            "A procedure is not a window function",
            why("window"),
        );
    }
    if plan.config(SqlFunction::STRICT).known() == Some(true) {
        plan.error_at(
            SqlFunction::STRICT,
            "A procedure is never strict",
            why("strict"),
        );
    }
}
