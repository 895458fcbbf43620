//! [`Runner`]: runs a test step by step in one mode.

use std::path::Path;
use std::sync::Arc;

use schema_runtime::path::Path as ValuePath;

use crate::checks::evaluate::difference;
use crate::drivers::driver::{Answer, Command, CommandContext, Driver, PlanOptions, add_new};
use crate::harness::provider_test::ProviderTest;
use crate::helpers::deadline::CurrentActivity;
use crate::helpers::provider_setup::place;
use crate::observed::complaint::ComplaintKind;
use crate::observed::failure::{Problem, Problems};
use crate::observed::mode::Mode;
use crate::observed::redact::Redaction;
use crate::observed::results::{Action, ObservedState, describe, has_errors, text_of};
use crate::observed::source::ConfigSource;
use crate::steps::expectations::PlanDetail;
use crate::steps::outcome::{Outcome, check_messages, check_outputs, check_plan, check_progress};
use crate::steps::step::{Step, StepKind};
use crate::steps::test_context::TestContext;
use schema_local::ObjectAddress;
use schema_panic::caught;

/// A running test.
pub(crate) struct Runner<'a, D> {
    pub(crate) test: &'a ProviderTest,
    pub(crate) driver: D,
    pub(crate) watch: &'a CurrentActivity,
    pub(crate) directory: &'a Path,
    /// The configuration of the last step that had one.
    pub(crate) last_configured: Step,
    /// The configuration of the last step that was planned.
    pub(crate) last_planned: Step,
    /// The configuration of the last applied step, if a later step failed.
    pub(crate) last_applied: Option<Step>,
    /// The state comes only from a state file: this test created none of it, so it destroys none of
    /// it.
    pub(crate) only_said: bool,
}

impl<D: Driver> Runner<'_, D> {
    /// The input of a step's commands.
    fn context(&self, step: &Step) -> CommandContext {
        // A step without a configuration uses the last one, with its variables and its environment.
        let with = match step.kind.config() {
            Some(_) => step,
            None => &self.last_configured,
        };
        let text = with.kind.config().unwrap_or_default();
        let mut environment = self.test.environment.clone();
        for (name, below) in &self.test.places {
            environment.set(name, self.directory.join(below).display().to_string());
        }
        // The step's own variables come last; with its own configuration, they are the same.
        for (name, value) in with.environment.iter().chain(&step.environment) {
            environment.set(name, value);
        }
        let mut files = vec![("main.tf".to_owned(), text.to_owned())];
        files.extend(with.files.iter().cloned());
        let mut own: &[(String, String)] = &[];
        if let StepKind::Query(text) = &step.kind {
            files.push(("main.tfquery.hcl".to_owned(), text.clone()));
            files.extend(step.files.iter().cloned());
            own = &step.variables;
        }
        if let Some(block) = &self.test.state_store {
            let text = format!("terraform {{\n{block}\n}}\n");
            files.push(("state_store.tf".to_owned(), text));
        }
        let mut variables = self.test.variables.clone();
        for (name, value) in with.variables.iter().chain(own) {
            variables.retain(|(known, _)| known != name);
            variables.push((name.clone(), value.clone()));
        }
        let make = step.make.as_ref().or(with.make.as_ref());
        CommandContext {
            make: Arc::clone(make.unwrap_or(&self.test.make)),
            environment,
            files,
            variables,
        }
    }

    pub(crate) async fn step(&mut self, step: &Step) -> Result<(), Vec<Problem>> {
        if let StepKind::Destroy = &step.kind {
            // A rejected configuration created nothing.
            self.last_configured = self.last_planned.clone();
        }
        let context = self.context(step);
        let files = context.files.iter();
        let mut outcome = Outcome {
            messages: Vec::new(),
            plan: None,
            source: ConfigSource::new(files.map(|(name, text)| (name.as_str(), text.as_str()))),
            wrong: Vec::new(),
        };
        let before = self.state(&context, &mut outcome.wrong).await;
        let makes_nothing = matches!(
            step.kind,
            StepKind::Plan(_) | StepKind::Validate(_) | StepKind::Outside(_) | StepKind::Query(_)
        );
        self.only_said &= makes_nothing;
        if step.kind.config().is_some() {
            self.last_configured = step.clone();
        }
        let mut imported = None;
        let expect = &step.expect;
        let answer = match &step.kind {
            StepKind::Outside(code) => {
                let context = self.test_context(&before);
                self.watch.doing("code of the test");
                if let Err(panic) = caught(|| code(&context)) {
                    return Err(vec![Problem::new(panic.to_string())]);
                }
                return Ok(());
            }
            StepKind::StateFile(text) => {
                self.watch.doing("reading the state file");
                let put = self.driver.put_state(&context, text);
                put.map_err(|error| vec![Problem::new(format!("the state file: {error}"))])?;
                self.only_said = true;
                return Ok(());
            }
            StepKind::Validate(_) => self.driver.run(&context, Command::Validate).await,
            StepKind::Apply(_) => {
                let answer = self.plan_and_apply(step, &context, false).await;
                let applied = !has_errors(&answer.messages);
                if answer.plan.is_some() {
                    let before = std::mem::replace(&mut self.last_planned, step.clone());
                    self.last_applied = match applied {
                        true => None,
                        false => self.last_applied.take().or(Some(before)),
                    };
                }
                if applied && !expect.leaves_changes {
                    self.expect_nothing_left(&context, &mut outcome).await;
                }
                answer
            }
            StepKind::Plan(_) => {
                let options = options(step, false);
                self.driver.run(&context, Command::Plan(&options)).await
            }
            StepKind::Refresh => {
                let answer = self.driver.run(&context, Command::Refresh).await;
                // The state is this provider's now; the older release from the last apply may be
                // unable to destroy it.
                self.last_planned.make = Some(Arc::clone(&context.make));
                answer
            }
            StepKind::Destroy => {
                let at_once = match expect.plan_detail() {
                    PlanDetail::Nothing => self.driver.destroy(&context, step.refresh).await,
                    _ => None,
                };
                match at_once {
                    Some(answer) => answer,
                    None => self.plan_and_apply(step, &context, true).await,
                }
            }
            StepKind::Taint(address) => self.driver.run(&context, Command::Taint(address)).await,
            StepKind::Forget(address) => self.driver.run(&context, Command::Forget(address)).await,
            StepKind::Invoke(address) => self.driver.run(&context, Command::Invoke(address)).await,
            StepKind::Query(_) => {
                let answer = self.driver.run(&context, Command::Query).await;
                match &answer.query {
                    Some(query) => {
                        for check in &expect.lists {
                            check.check(query, &outcome.source, &mut outcome.wrong);
                        }
                    }
                    None if expect.lists.is_empty() => {}
                    None => outcome.wrong.say("nothing was listed"),
                }
                answer
            }
            StepKind::Import(address) => {
                let context = with_block(context.clone(), address);
                let import = self.import(step, address, &context, &before, &mut outcome);
                let mut answer = import.await;
                imported = answer.imported.take().map(|one| (address.clone(), one));
                answer
            }
        };
        (outcome.messages, outcome.plan) = (answer.messages, answer.plan);
        let progress = self.driver.take_progress();
        check_progress(&progress, expect, &mut outcome.wrong);
        check_messages(&outcome.messages, expect, &mut outcome.wrong);
        check_plan(expect, &mut outcome);
        let mut state = self.state(&context, &mut outcome.wrong).await;
        state.objects.extend(imported);
        for check in &expect.saves {
            check.check(&state, &before, &outcome.source, &mut outcome.wrong);
        }
        let opened = self.watch.opened();
        for check in &expect.opens {
            check.check(&opened, &outcome.source, &mut outcome.wrong);
        }
        check_outputs(
            &expect.outputs,
            &state.outputs,
            Some(&before.outputs),
            &mut outcome,
        );
        none_or(outcome.wrong)
    }

    pub(super) fn test_context<'s>(&'s self, state: &'s ObservedState) -> TestContext<'s> {
        TestContext {
            mode: D::MODE,
            directory: self.directory,
            state,
        }
    }

    async fn state(&mut self, context: &CommandContext, wrong: &mut Vec<Problem>) -> ObservedState {
        match self.driver.state(context).await {
            Ok(state) => state,
            Err(error) => {
                wrong.say(format!("the state cannot be read: {error}"));
                ObservedState::default()
            }
        }
    }

    async fn plan_and_apply(
        &mut self,
        step: &Step,
        context: &CommandContext,
        destroy: bool,
    ) -> Answer {
        let options = options(step, destroy);
        let mut answer = self.driver.run(context, Command::Plan(&options)).await;
        if answer.plan.is_some() {
            let applied = self.driver.run(context, Command::Apply).await;
            add_new(&mut answer.messages, applied.messages);
        }
        answer
    }

    /// After an apply, nothing may have changed.
    async fn expect_nothing_left(&mut self, context: &CommandContext, outcome: &mut Outcome) {
        let options = PlanOptions {
            refresh: true,
            detail: PlanDetail::Changes,
            ..PlanOptions::default()
        };
        let answer = self.driver.run(context, Command::Plan(&options)).await;
        let Some(plan) = answer.plan else {
            let said = text_of(&answer.messages);
            let text = format!("after the apply there is no plan:\n{said}");
            return outcome.wrong.say(text);
        };
        for drift in &plan.drift {
            let redaction = Redaction::of(drift.block.as_deref(), &drift.sensitive);
            let shown = |tree| redaction.redact(&ValuePath::root(), tree);
            let text = difference(
                &format!("{}: after the apply, what the refresh finds", drift.address),
                &shown(&drift.before),
                &shown(&drift.after),
            );
            let place = outcome.source.place(&drift.address, None);
            outcome.wrong.say_at(place, text);
        }
        let Outcome { source, wrong, .. } = outcome;
        let changes = plan.changes.iter().filter(|one| one.action != Action::NoOp);
        let changes = changes.map(|one| (source.place(&one.address, None), describe(one)));
        let outputs = plan.outputs.iter();
        let outputs = outputs.filter(|(_, output)| output.action != Action::NoOp);
        let outputs = outputs.map(|(name, output)| {
            let text = format!("output {name} becomes {}", output.shown());
            (source.output(name), text)
        });
        for (place, text) in changes.chain(outputs) {
            wrong.say_at(
                place,
                format!("after the apply the plan is not empty: {text}"),
            );
        }
    }

    /// Runs the last step and its checks. Stored objects are destroyed unrefreshed: no read can
    /// prevent that.
    pub(crate) async fn finish(&mut self) -> Result<(), Vec<Problem>> {
        let last = Step::destroy().without_refresh();
        let mut wrong = Vec::new();
        self.last_configured = self.last_planned.clone();
        if !self.only_said && !self.driver.is_empty() {
            wrong.extend(self.step(&last).await.err().into_iter().flatten());
            // The configuration of a failing step may be the cause.
            if !wrong.is_empty()
                && let Some(applied) = self.last_applied.take()
            {
                self.last_planned = applied;
                wrong = self.step(&last).await.err().unwrap_or_default();
            }
        }
        let context = self.context(&last);
        let state = match self.only_said {
            true => ObservedState::default(),
            false => self.state(&context, &mut wrong).await,
        };
        for address in state.objects.keys() {
            wrong.say(format!("{address} is still there"));
        }
        none_or(std::mem::take(&mut wrong))?;
        let context = self.test_context(&state);
        for (at, check) in &self.test.at_the_end {
            if let Err(panic) = caught(|| check(&context)) {
                let at = place(at);
                wrong.say(format!("after everything was destroyed ({at}): {panic}"));
            }
        }
        none_or(wrong)
    }

    /// Terraform's unexpected complaints, and the expected ones that are missing.
    pub(crate) fn unexpected_complaints(&self) -> Vec<Problem> {
        let found = self.driver.complaints();
        let expected = &self.test.expected;
        let mut wrong: Vec<Problem> = Vec::new();
        for complaint in &found {
            let text = format!(
                "Terraform complained of the provider ({:?}): {}",
                complaint.kind,
                complaint.line.trim()
            );
            let problem = Problem::new(text);
            if !expected.contains(&complaint.kind) && !wrong.contains(&problem) {
                wrong.push(problem);
            }
        }
        if D::MODE == Mode::Terraform {
            let missing = |kind: &&ComplaintKind| !found.iter().any(|c| c.kind == **kind);
            for kind in expected.iter().filter(missing) {
                wrong.say(format!(
                    "Terraform did not complain of the provider, but should ({kind:?})"
                ));
            }
        }
        wrong
    }
}

/// An error if there are problems.
fn none_or(wrong: Vec<Problem>) -> Result<(), Vec<Problem>> {
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Adds an empty block for an imported object if nothing is configured, as in the first step.
fn with_block(mut context: CommandContext, address: &str) -> CommandContext {
    if let (Some((_, text)), Some(object)) =
        (context.files.first_mut(), ObjectAddress::parse(address))
        && text.is_empty()
    {
        *text = format!(
            "resource \"{}\" \"{}\" {{\n}}\n",
            object.type_name, object.name
        );
    }
    context
}

fn options(step: &Step, destroy: bool) -> PlanOptions {
    PlanOptions {
        destroy,
        refresh: step.refresh,
        replace: step.replace.clone(),
        detail: step.expect.plan_detail(),
    }
}
