//! Options of a step that its command ignores.

use super::step::{Step, StepKind};

impl Step {
    /// The options of the step that its command ignores: a check that does not run must not appear
    /// to pass.
    pub(crate) fn misplaced(&self) -> Vec<&'static str> {
        let (mut configured, mut planned, mut applied) = (false, false, false);
        let (mut imported, mut destroyed, mut code) = (false, false, false);
        let (mut invoked, mut queried) = (false, false);
        match &self.kind {
            StepKind::Apply(_) => (configured, planned, applied) = (true, true, true),
            StepKind::Plan(_) => (configured, planned) = (true, true),
            StepKind::Validate(_) => configured = true,
            StepKind::Destroy => (planned, destroyed) = (true, true),
            StepKind::Import(_) => imported = true,
            StepKind::Refresh | StepKind::Taint(_) | StepKind::Forget(_) => {}
            StepKind::Invoke(_) => invoked = true,
            StepKind::Query(_) => (configured, queried) = (true, true),
            StepKind::Outside(_) | StepKind::StateFile(_) => code = true,
        }
        let expect = &self.expect;
        let words = [
            ("var", !self.variables.is_empty(), configured),
            ("file", !self.files.is_empty(), configured),
            ("env", !self.environment.is_empty(), !code),
            ("with_provider", self.make.is_some(), !code),
            ("replacing", !self.replace.is_empty(), planned && !destroyed),
            ("without_refresh", !self.refresh, planned),
            ("id", self.id.is_some(), imported),
            ("identity", self.identity.is_some(), imported),
            ("into_state", self.keep, imported),
            (
                "ignoring",
                !expect.ignored.is_empty(),
                imported && !self.keep,
            ),
            ("lists", !expect.lists.is_empty(), queried),
            ("plans", !expect.plans.is_empty(), planned),
            ("plans_nothing", expect.nothing, planned),
            ("changes_no_resource", expect.no_resource, planned),
            ("counts", expect.counts.is_some(), planned),
            (
                "planned_output",
                !expect.planned_outputs.is_empty(),
                planned,
            ),
            ("saves", !expect.saves.is_empty(), !code),
            ("output", !expect.outputs.is_empty(), !code),
            ("fails", !expect.fails.is_empty(), !code),
            ("warns", !expect.warns.is_empty(), !code),
            ("does_not_mention", !expect.silent.is_empty(), !code),
            (
                "shows_progress",
                !expect.progress.is_empty(),
                applied || destroyed || invoked,
            ),
            ("leaves_changes", expect.leaves_changes, applied),
        ];
        words
            .into_iter()
            .filter(|(_, is_said, is_checked)| *is_said && !is_checked)
            .map(|(word, _, _)| word)
            .collect()
    }
}
