//! Calls of actions.

pub(crate) mod invoke_action;
pub(crate) mod plan_action;
