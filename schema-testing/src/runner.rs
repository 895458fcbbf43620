//! [`Runner`]: a test that is being run, step by step, whichever way it goes.

use std::path::Path;
use std::sync::Arc;

use schema_runtime::path::Path as ValuePath;

use crate::between::Between;
use crate::complaint::ComplaintKind;
use crate::deadline::Watch;
use crate::driver::{Driver, PlanOptions, Scene};
use crate::evaluate::difference;
use crate::failure::Problem;
use crate::observed::{Action, Said, State, describe, has_errors};
use crate::outcome::{Outcome, check_plan, messages, outputs};
use crate::provider_test::ProviderTest;
use crate::redact::Veil;
use crate::source::Source;
use crate::step::{Expect, Kind, Step};
use crate::way::Way;
use schema_panic::caught;

/// A test that is being run.
pub(crate) struct Runner<'a, D> {
    pub(crate) test: &'a ProviderTest,
    pub(crate) driver: D,
    pub(crate) watch: &'a Watch,
    pub(crate) directory: &'a Path,
    /// The configuration of the last step that had one.
    pub(crate) last: Step,
    /// That of the last one of which there was a plan.
    pub(crate) good: Step,
}

impl<D: Driver> Runner<'_, D> {
    /// What a step's commands are run over.
    fn scene(&self, step: &Step) -> Scene {
        // A step without a configuration is made over the last one, with its variables.
        let (with, text) = match &step.kind {
            Kind::Apply(text) | Kind::Plan(text) | Kind::Validate(text) => (step, text),
            _ => match &self.last.kind {
                Kind::Apply(text) | Kind::Plan(text) => (&self.last, text),
                _ => (&self.last, &String::new()) as (&Step, &String),
            },
        };
        let mut environment = self.test.environment.clone();
        for (name, below) in &self.test.places {
            environment.set(name, self.directory.join(below).display().to_string());
        }
        for (name, value) in &step.environment {
            environment.set(name, value);
        }
        let mut files = vec![("main.tf".to_owned(), text.clone())];
        files.extend(with.files.iter().cloned());
        let mut variables = self.test.variables.clone();
        for (name, value) in &with.variables {
            variables.retain(|(known, _)| known != name);
            variables.push((name.clone(), value.clone()));
        }
        let make = step.make.as_ref().or(with.make.as_ref());
        Scene {
            make: Arc::clone(make.unwrap_or(&self.test.make)),
            environment,
            files,
            variables,
        }
    }

    pub(crate) async fn step(&mut self, step: &Step) -> Result<(), Vec<Problem>> {
        if let Kind::Destroy = &step.kind {
            // What was refused was never there.
            self.last = self.good.clone();
        }
        let scene = self.scene(step);
        let files = scene.files.iter();
        let mut outcome = Outcome {
            said: Vec::new(),
            plan: None,
            source: Source::new(files.map(|(name, text)| (name.as_str(), text.as_str()))),
            wrong: Vec::new(),
        };
        let before = self.state(&scene, &mut outcome.wrong).await;
        let expect = &step.expect;
        match &step.kind {
            Kind::Between(code) => {
                let between = Between {
                    way: D::WAY,
                    directory: self.directory,
                    state: &before,
                };
                self.watch.doing("code of the test");
                if let Err(panic) = caught(|| code(&between)) {
                    return Err(vec![Problem::new(panic.to_string())]);
                }
                return Ok(());
            }
            Kind::Validate(_) => outcome.said = self.driver.validate(&scene).await,
            Kind::Apply(_) => {
                self.last = step.clone();
                self.planned_and_applied(step, &scene, false, &mut outcome)
                    .await;
                if outcome.plan.is_some() {
                    self.good = step.clone();
                }
                if !has_errors(&outcome.said) && !expect.leaves_changes {
                    self.nothing_left(&scene, &mut outcome).await;
                }
            }
            Kind::Plan(_) => {
                self.last = step.clone();
                let options = options(step, false);
                (outcome.said, outcome.plan) = self.driver.plan(&scene, &options).await;
            }
            Kind::Refresh => outcome.said = self.driver.refresh(&scene).await,
            Kind::Destroy => {
                self.planned_and_applied(step, &scene, true, &mut outcome)
                    .await;
            }
            Kind::Taint(address) => outcome.said = self.driver.taint(&scene, address).await,
            Kind::Forget(address) => outcome.said = self.driver.forget(&scene, address).await,
            Kind::Import(address) => {
                let import = (address.as_str(), step.id.as_deref(), step.keep);
                self.import(import, &scene, (&before, expect), &mut outcome)
                    .await;
            }
        }
        messages(&outcome.said, expect, &mut outcome.wrong);
        check_plan(expect, &mut outcome);
        let state = self.state(&scene, &mut outcome.wrong).await;
        for check in &expect.saves {
            check.check(&state, &before, &outcome.source, &mut outcome.wrong);
        }
        outputs(
            &expect.outputs,
            &state.outputs,
            Some(&before.outputs),
            &mut outcome,
        );
        if outcome.wrong.is_empty() {
            Ok(())
        } else {
            Err(outcome.wrong)
        }
    }

    async fn state(&mut self, scene: &Scene, wrong: &mut Vec<Problem>) -> State {
        match self.driver.state(scene).await {
            Ok(state) => state,
            Err(error) => {
                wrong.push(Problem::new(format!("the state cannot be read: {error}")));
                State::default()
            }
        }
    }

    async fn planned_and_applied(
        &mut self,
        step: &Step,
        scene: &Scene,
        destroy: bool,
        outcome: &mut Outcome,
    ) {
        let options = options(step, destroy);
        let (said, plan) = self.driver.plan(scene, &options).await;
        outcome.said = said;
        if plan.is_some() {
            // What the plan warned of is said again.
            for said in self.driver.apply(scene).await {
                if !outcome.said.contains(&said) {
                    outcome.said.push(said);
                }
            }
        }
        outcome.plan = plan;
    }

    /// After an apply all must be as it was left.
    async fn nothing_left(&mut self, scene: &Scene, outcome: &mut Outcome) {
        let options = PlanOptions {
            refresh: true,
            ..PlanOptions::default()
        };
        let (said, plan) = self.driver.plan(scene, &options).await;
        let Some(plan) = plan else {
            let words: Vec<String> = said.iter().map(Said::to_string).collect();
            outcome.wrong.push(Problem::new(format!(
                "after the apply there is no plan:\n{}",
                words.join("\n")
            )));
            return;
        };
        for drift in &plan.drift {
            let veil = Veil::of(drift.block.as_deref(), &drift.sensitive);
            let shown = |tree| veil.over(&ValuePath::root(), tree);
            let text = difference(
                &format!("{}: after the apply, what the refresh finds", drift.address),
                &shown(&drift.before),
                &shown(&drift.after),
            );
            let place = outcome.source.place(&drift.address, None);
            outcome.wrong.push(Problem::new(text).at(place));
        }
        for change in &plan.changes {
            if change.action != Action::NoOp {
                let text = format!(
                    "after the apply the plan is not empty: {}",
                    describe(change)
                );
                let place = outcome.source.place(&change.address, None);
                outcome.wrong.push(Problem::new(text).at(place));
            }
        }
        for (name, output) in &plan.outputs {
            if output.action != Action::NoOp {
                let text = format!(
                    "after the apply the plan is not empty: output {name} becomes {}",
                    output.shown()
                );
                outcome
                    .wrong
                    .push(Problem::new(text).at(outcome.source.output(name)));
            }
        }
    }

    /// Imports, and compares with what is there unless it goes into the state.
    async fn import(
        &mut self,
        (address, id, keep): (&str, Option<&str>, bool),
        scene: &Scene,
        (before, expect): (&State, &Expect),
        outcome: &mut Outcome,
    ) {
        let saved = before.objects.get(address);
        let own = saved
            .and_then(|object| object.value.at(&ValuePath::of("id")))
            .map(crate::tree::Tree::to_json);
        let Some(id) = id.or(own.as_ref().and_then(serde_json::Value::as_str)) else {
            outcome.wrong.push(Problem::new(format!(
                "nothing is saved of {address}, so its id is not known: say id(…) in the step"
            )));
            return;
        };
        let (said, imported) = self.driver.import(scene, address, id, keep).await;
        outcome.said = said;
        if has_errors(&outcome.said) || keep {
            return;
        }
        let (Some(saved), Some(imported)) = (saved, imported) else {
            outcome.wrong.push(Problem::new(format!(
                "{address}: nothing to compare the import with"
            )));
            return;
        };
        let block = saved.block.as_deref();
        let mut ignored = Vec::new();
        for spot in &expect.ignored {
            match spot.path(block) {
                Ok(path) => ignored.push(path.to_string()),
                Err(error) => {
                    let text = format!("{address}: ignoring {spot}: {error}");
                    outcome.wrong.push(Problem::new(text));
                }
            }
        }
        let veil = Veil::of(block, &saved.sensitive);
        let shown = |tree| veil.over(&ValuePath::root(), tree);
        let (here, there) = (shown(&saved.value), shown(&imported.value));
        for found in crate::tree::differences(&here, &there) {
            let below = |ignored: &String| {
                found
                    .path
                    .strip_prefix(ignored.as_str())
                    .is_some_and(|rest| {
                        rest.is_empty() || rest.starts_with('.') || rest.starts_with('[')
                    })
            };
            if ignored.iter().any(below) {
                continue;
            }
            let word = |value: Option<String>| value.unwrap_or_else(|| "nothing".to_owned());
            let text = format!(
                "{address}: imported, {} is {}, but saved it is {}",
                found.path,
                word(found.found),
                word(found.expected)
            );
            let path = ValuePath::parse(&found.path).ok();
            let place = outcome.source.place(address, path.as_ref());
            outcome.wrong.push(Problem::new(text).at(place));
        }
    }

    /// The last step, and the looks after it.
    pub(crate) async fn finish(&mut self) -> Result<(), Vec<Problem>> {
        let last = Step::destroy();
        self.step(&last).await?;
        let scene = self.scene(&last);
        let mut wrong = Vec::new();
        let state = self.state(&scene, &mut wrong).await;
        for address in state.objects.keys() {
            wrong.push(Problem::new(format!("{address} is still there")));
        }
        let between = Between {
            way: D::WAY,
            directory: self.directory,
            state: &state,
        };
        for (at, check) in &self.test.at_the_end {
            if let Err(panic) = caught(|| check(&between)) {
                wrong.push(Problem::new(format!(
                    "after everything was destroyed ({}:{}): {panic}",
                    at.file(),
                    at.line()
                )));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    /// What Terraform complained of and should not have, and the reverse.
    pub(crate) fn judge(&self) -> Vec<Problem> {
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
        if D::WAY == Way::Terraform {
            let missing = |kind: &&ComplaintKind| !found.iter().any(|c| c.kind == **kind);
            for kind in expected.iter().filter(missing) {
                wrong.push(Problem::new(format!(
                    "Terraform did not complain of the provider, but should ({kind:?})"
                )));
            }
        }
        wrong
    }
}

fn options(step: &Step, destroy: bool) -> PlanOptions {
    PlanOptions {
        destroy,
        refresh: step.refresh,
        replace: step.replace.clone(),
    }
}
