//! [`StepExpectations`]: the expected outcome of a step.

use crate::checks::listed::ListCheck;
use crate::checks::object::{ObjectCheck, PlanCheck};
use crate::checks::opened::OpenCheck;
use crate::checks::place::{AttributeRef, Expectation};

/// The expected outcome of a step.
#[derive(Clone, Default)]
pub(crate) struct StepExpectations {
    pub(crate) plans: Vec<PlanCheck>,
    pub(crate) planned_outputs: Vec<(String, Expectation)>,
    pub(crate) saves: Vec<ObjectCheck>,
    pub(crate) outputs: Vec<(String, Expectation)>,
    pub(crate) nothing: bool,
    pub(crate) no_resource: bool,
    pub(crate) counts: Option<[usize; 3]>,
    pub(crate) fails: Vec<Pattern>,
    pub(crate) warns: Vec<Pattern>,
    pub(crate) silent: Vec<String>,
    pub(crate) progress: Vec<String>,
    pub(crate) leaves_changes: bool,
    pub(crate) ignored: Vec<AttributeRef>,
    pub(crate) opens: Vec<OpenCheck>,
    pub(crate) lists: Vec<ListCheck>,
}

impl StepExpectations {
    /// Which part of the step's plan is checked.
    pub(crate) fn plan_detail(&self) -> PlanDetail {
        let outputs = !self.planned_outputs.is_empty();
        if !self.plans.is_empty() || outputs || self.counts.is_some() {
            PlanDetail::Everything
        } else if self.nothing || self.no_resource {
            PlanDetail::Changes
        } else {
            PlanDetail::Nothing
        }
    }
}

/// The part of a plan that is checked. A driver may omit the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PlanDetail {
    /// Nothing: it is only applied.
    Nothing,
    /// The changes.
    Changes,
    /// All of it.
    #[default]
    Everything,
}

/// The expression that a message must match, and what the line must contain that it is about.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(pub(crate) String, pub(crate) Option<String>);
