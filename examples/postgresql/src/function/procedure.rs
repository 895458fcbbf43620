//! What a procedure does not have, unlike a function.

use schema_provider::prelude::*;

use super::Function;

/// Rejects what is configured for a procedure and only functions have.
pub(super) fn check(plan: &mut PlanData<Function>) {
    if plan.value(Function::PROCEDURE).known() != Some(true) {
        return;
    }
    let why =
        |name: &str| format!("{name} is only for functions. Remove it, or set procedure to false.");
    let differs = |text: Option<String>, default: &str| text.is_some_and(|text| text != default);
    if differs(plan.config(Function::RETURNS).known(), "") {
        plan.error_at(
            Function::RETURNS,
            "A procedure has no result",
            why("returns"),
        );
    }
    if differs(plan.config(Function::VOLATILITY).known(), "VOLATILE") {
        plan.error_at(
            Function::VOLATILITY,
            "A procedure has no volatility",
            why("volatility"),
        );
    }
    if differs(plan.config(Function::PARALLEL).known(), "UNSAFE") {
        plan.error_at(
            Function::PARALLEL,
            "A procedure never runs in parallel",
            why("parallel"),
        );
    }
    if plan.config(Function::COST).known().is_some() {
        plan.error_at(Function::COST, "A procedure has no cost", why("cost"));
    }
    if plan.config(Function::ROWS).known().is_some() {
        plan.error_at(Function::ROWS, "A procedure returns no rows", why("rows"));
    }
    if plan.config(Function::LEAKPROOF).known() == Some(true) {
        plan.error_at(
            Function::LEAKPROOF,
            "A procedure is never leakproof",
            why("leakproof"),
        );
    }
    if differs(plan.config(Function::SUPPORT).known(), "") {
        plan.error_at(
            Function::SUPPORT,
            "A procedure has no support function",
            why("support"),
        );
    }
    if plan.config(Function::WINDOW).known() == Some(true) {
        plan.error_at(
            Function::WINDOW,
            "A procedure is no window function",
            why("window"),
        );
    }
    if plan.config(Function::STRICT).known() == Some(true) {
        plan.error_at(
            Function::STRICT,
            "A procedure is never strict",
            why("strict"),
        );
    }
}
