//! The expectations of a step.

use super::expectations::Pattern;
use super::step::Step;
use crate::checks::listed::ListCheck;
use crate::checks::object::{IntoObjectCheck, IntoPlanCheck};
use crate::checks::opened::OpenCheck;
use crate::checks::place::{Attribute, AttributeRef, Expectation, Expects, Place, Untyped};

impl Step {
    /// What the plan must do to one object.
    pub fn plans(mut self, check: impl IntoPlanCheck) -> Self {
        self.expect.plans.push(check.into_plan_check());
        self
    }

    /// The plan must change nothing at all.
    pub fn plans_nothing(mut self) -> Self {
        self.expect.nothing = true;
        self
    }

    /// The plan must do nothing to any object; outputs may change, and objects may get a different
    /// address.
    pub fn changes_no_resource(mut self) -> Self {
        self.expect.no_resource = true;
        self
    }

    /// The plan must create, change and destroy this many objects; a replacement creates one and
    /// destroys one.
    pub fn counts(mut self, added: usize, changed: usize, destroyed: usize) -> Self {
        self.expect.counts = Some([added, changed, destroyed]);
        self
    }

    /// An output; the next method checks its planned value.
    pub fn planned_output(self, name: impl Into<String>) -> Attribute<PlannedOutput, Untyped> {
        Attribute::new(PlannedOutput(self, name.into()), AttributeRef::Root)
    }

    /// Which ephemeral resources must be opened, in any part of the step.
    pub fn opens(mut self, check: OpenCheck) -> Self {
        self.expect.opens.push(check);
        self
    }

    /// What a `list` block must find.
    pub fn lists(mut self, check: ListCheck) -> Self {
        self.expect.lists.push(check);
        self
    }

    /// How one object must be saved afterwards.
    pub fn saves(mut self, check: impl IntoObjectCheck) -> Self {
        self.expect.saves.push(check.into_object_check());
        self
    }

    /// An output; the next method checks its value afterwards.
    pub fn output(self, name: impl Into<String>) -> Attribute<SavedOutput, Untyped> {
        Attribute::new(SavedOutput(self, name.into()), AttributeRef::Root)
    }

    /// The step must fail with an error in which this pattern (of the crate `regex`) occurs: in
    /// its address, path, summary, detail or line of the configuration, all on one line.
    pub fn fails(mut self, pattern: impl Into<String>) -> Self {
        self.expect.fails.push(Pattern(pattern.into(), None));
        self
    }

    /// The step must fail with an error at a line of the configuration that contains this string,
    /// and in which this pattern occurs.
    pub fn fails_at(mut self, line: impl Into<String>, pattern: impl Into<String>) -> Self {
        let pattern = Pattern(pattern.into(), Some(line.into()));
        self.expect.fails.push(pattern);
        self
    }

    /// The step must give a warning in which this pattern occurs.
    pub fn warns(mut self, pattern: impl Into<String>) -> Self {
        self.expect.warns.push(Pattern(pattern.into(), None));
        self
    }

    /// No message may match this pattern.
    pub fn does_not_mention(mut self, pattern: impl Into<String>) -> Self {
        self.expect.silent.push(pattern.into());
        self
    }

    /// The provider must show progress that matches this pattern, as an action
    /// does.
    pub fn shows_progress(mut self, pattern: impl Into<String>) -> Self {
        self.expect.progress.push(pattern.into());
        self
    }

    /// The plan after this apply need not be empty.
    pub fn leaves_changes(mut self) -> Self {
        self.expect.leaves_changes = true;
        self
    }

    /// An attribute that an import does not restore, or restores differently.
    pub fn ignoring(mut self, place: impl Place) -> Self {
        self.expect.ignored.push(place.attribute_ref());
        self
    }
}

/// A step that still needs the expected planned value of an output.
#[derive(Debug)]
pub struct PlannedOutput(Step, String);

/// A step that still needs the expected value of an output.
#[derive(Debug)]
pub struct SavedOutput(Step, String);

impl Expects for PlannedOutput {
    type Check = Step;

    fn expect_of(mut self, expectation: Expectation) -> Step {
        self.0.expect.planned_outputs.push((self.1, expectation));
        self.0
    }
}

impl Expects for SavedOutput {
    type Check = Step;

    fn expect_of(mut self, expectation: Expectation) -> Step {
        self.0.expect.outputs.push((self.1, expectation));
        self.0
    }
}
