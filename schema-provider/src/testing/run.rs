//! Going through the steps of a test.

use std::panic::Location;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use regex_lite::Regex;
use tokio::sync::watch;

use super::attribute::Expectation;
use super::complaint::ComplaintKind;
use super::deadline::{Watch, seconds};
use super::driver::{Directory, Driver, PlanOptions, Scene, Settings};
use super::evaluate::{Problem, Seen, Source, difference, evaluate};
use super::in_process::InProcess;
use super::step::{Expect, Kind, Pattern, Step};
use super::terraform::{self, Program, Real, Terraform};
use super::view::{self, Action, Output, Plan, Said, State, describe, has_errors};
use super::{Between, DEADLINE, Failure, ProviderTest, TERRAFORM_DEADLINE, Way};
use crate::plugin::panic::caught;

/// How long code that was told to end may take for it, and what is left to be destroyed.
const LAST: Duration = Duration::from_secs(5);

/// Runs a test both ways, as far as they are asked for.
pub(super) fn all(test: &ProviderTest, at: &'static Location<'static>) -> Result<(), Failure> {
    match &test.only {
        Some((Way::Terraform, reason)) => skipped(at, Way::InProcess, reason),
        _ => one::<InProcess>(test, at, None)?,
    }
    if let Some((Way::InProcess, reason)) = &test.only {
        skipped(at, Way::Terraform, reason);
        return Ok(());
    }
    let program = match terraform::find(|name| std::env::var(name).ok()) {
        Terraform::Found(program) => program,
        Terraform::Skipped(reason) => {
            skipped(at, Way::Terraform, &reason);
            return Ok(());
        }
        Terraform::Missing(reason) => {
            return Err(Failure {
                way: Way::Terraform,
                step: 0,
                title: "looking for terraform".to_owned(),
                at,
                problems: vec![Problem::new(reason)],
            });
        }
    };
    if let Some((least, reason)) = &test.least
        && program.version < *least
    {
        let [major, minor, patch] = program.version;
        let reason = format!("terraform {major}.{minor}.{patch} is too old: {reason}");
        skipped(at, Way::Terraform, &reason);
        return Ok(());
    }
    one::<Real>(test, at, Some(program))
}

/// Says on standard error, past the capture of test output, what is not run.
fn skipped(at: &Location<'_>, way: Way, reason: &str) {
    use std::io::Write as _;
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let line = format!(
        "skipped {test} ({}:{}) {way}: {reason}\n",
        at.file(),
        at.line()
    );
    // Where standard error is closed there is nobody to tell.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// Runs a test one way, in a thread of its own: code that blocks must not keep the deadline from
/// being noticed.
fn one<D: Driver + 'static>(
    test: &ProviderTest,
    at: &'static Location<'static>,
    program: Option<Program>,
) -> Result<(), Failure> {
    let deadline = test.deadline.unwrap_or(match D::WAY {
        Way::InProcess => DEADLINE,
        Way::Terraform => TERRAFORM_DEADLINE,
    });
    let failed = |step, title: String, at, text: String| Failure {
        way: D::WAY,
        step,
        title,
        at,
        problems: vec![Problem::new(text)],
    };
    let watch = Arc::new(Watch::new(at));
    let (over, is_over) = watch::channel(false);
    let (send, receive) = mpsc::channel();
    let name = std::thread::current().name().unwrap_or("test").to_owned();
    let work = {
        let (test, watch) = (test.clone(), Arc::clone(&watch));
        move || {
            let result = match crate::plugin::runtime() {
                Ok(runtime) => {
                    let result =
                        runtime.block_on(through::<D>(&test, at, program, &watch, is_over));
                    // Code that blocks must not hold up the end.
                    runtime.shutdown_background();
                    result
                }
                Err(error) => Err(failed(
                    0,
                    "starting".to_owned(),
                    at,
                    format!("there is no runtime: {error}"),
                )),
            };
            // Nobody listens any more where the deadline is long over.
            let _ = send.send(result);
        }
    };
    let thread = std::thread::Builder::new().name(name).spawn(work);
    if let Err(error) = thread {
        let text = format!("there is no thread: {error}");
        return Err(failed(0, "starting".to_owned(), at, text));
    }
    match receive.recv_timeout(deadline) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Disconnected) => Err(failed(
            0,
            "the harness".to_owned(),
            at,
            "it panicked; this is a bug in schema-provider".to_owned(),
        )),
        Err(mpsc::RecvTimeoutError::Timeout) => {
            let (step, title, place) = watch.current();
            let waiting = watch.waiting_for();
            watch.stop();
            over.send_replace(true);
            let ended = receive.recv_timeout(2 * LAST).is_ok();
            let mut text = format!(
                "the test did not end within its deadline of {}; it was waiting for\n  {waiting}",
                seconds(deadline)
            );
            if !ended {
                text.push_str(
                    "\nit could not be stopped, and goes on in the background; what it made is not \
                     destroyed",
                );
            }
            Err(failed(step, title, place, text))
        }
    }
}

/// A test that is being run.
struct Runner<'a, D> {
    test: &'a ProviderTest,
    driver: D,
    watch: &'a Watch,
    directory: &'a Path,
    /// The configuration of the last step that had one.
    last: Step,
    /// That of the last one of which there was a plan.
    good: Step,
}

async fn through<D: Driver>(
    test: &ProviderTest,
    at: &'static Location<'static>,
    program: Option<Program>,
    watch: &Arc<Watch>,
    mut over: watch::Receiver<bool>,
) -> Result<(), Failure> {
    let failed = |step, title: &str, at, problems| Failure {
        way: D::WAY,
        step,
        title: title.to_owned(),
        at,
        problems,
    };
    let starting = |text: String| failed(0, "starting", at, vec![Problem::new(text)]);
    let directory = Directory::new().map_err(starting)?;
    let path = directory.path();
    let settings = Settings {
        source: test.source.clone(),
        protocol: test.protocol,
        terraform: program,
    };
    let driver = D::new(&path, Arc::clone(watch), &settings).map_err(starting)?;
    let nothing = Step::apply("");
    let mut runner = Runner {
        test,
        driver,
        watch,
        directory: &path,
        last: nothing.clone(),
        good: nothing,
    };
    let mut result = Ok(());
    for (index, step) in test.steps.iter().enumerate() {
        let title = step.title(index + 1);
        if let Some((way, reason)) = &step.only
            && *way != D::WAY
        {
            skipped(step.at, D::WAY, &format!("{title}: {reason}"));
            continue;
        }
        watch.step(index + 1, &title, step.at);
        let done = tokio::select! {
            done = runner.step(step) => done,
            _ = over.wait_for(|over| *over) => Err(vec![Problem::new("it took too long")]),
        };
        if let Err(problems) = done {
            result = Err(failed(index + 1, &title, step.at, problems));
            break;
        }
    }
    // Whatever happened, nothing is left behind.
    let title = "destroying everything at the end";
    let hangs = *over.borrow();
    if !hangs {
        watch.step(0, title, at);
    }
    let destroyed = if hangs {
        let last = Step::destroy();
        let destroyed = tokio::time::timeout(LAST, runner.step(&last)).await;
        destroyed.unwrap_or_else(|_| Err(vec![Problem::new("it took too long")]))
    } else {
        tokio::select! {
            done = runner.finish() => done,
            _ = over.wait_for(|over| *over) => Err(vec![Problem::new("it took too long")]),
        }
    };
    let complaints = runner.judge();
    if let (Err(failure), Err(problems)) = (&mut result, &destroyed) {
        let more = problems.iter().cloned().map(|problem| Problem {
            text: format!("and {title}: {}", problem.text),
            ..problem
        });
        failure.problems.extend(more);
    }
    if result.is_err() && std::env::var_os("TF_ACC_PERSIST_WORKING_DIR").is_some() {
        eprintln!(
            "the directory of the test stays: {}",
            directory.keep().display()
        );
    }
    // What a complaint is about is better said than that a step failed by it.
    if let Err(failure) = &mut result {
        failure.problems.extend(complaints);
        return result;
    }
    destroyed.map_err(|problems| failed(0, title, at, problems))?;
    if complaints.is_empty() {
        Ok(())
    } else {
        Err(failed(0, "looking through Terraform's log", at, complaints))
    }
}

/// What a step led to.
struct Outcome {
    said: Vec<Said>,
    plan: Option<Plan>,
    source: Source,
    wrong: Vec<Problem>,
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

    async fn step(&mut self, step: &Step) -> Result<(), Vec<Problem>> {
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
            Kind::Import { address, id, keep } => {
                let import = (address.as_str(), id.as_deref(), *keep);
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
            let text = difference(
                &format!("{}: after the apply, what the refresh finds", drift.address),
                &drift.before,
                &drift.after,
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
                    output.value
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
            .and_then(|object| object.value.at(&schema_runtime::path::Path::of("id")))
            .map(super::tree::Tree::to_json);
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
        for found in super::tree::differences(&saved.value, &imported.value) {
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
            let path = schema_runtime::path::Path::parse(&found.path).ok();
            let place = outcome.source.place(address, path.as_ref());
            outcome.wrong.push(Problem::new(text).at(place));
        }
    }

    /// The last step, and the looks after it.
    async fn finish(&mut self) -> Result<(), Vec<Problem>> {
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
    fn judge(&self) -> Vec<Problem> {
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

fn check_plan(expect: &Expect, outcome: &mut Outcome) {
    let Outcome {
        plan,
        source,
        wrong,
        ..
    } = outcome;
    let Some(plan) = plan else {
        let wanted = !expect.plans.is_empty()
            || expect.nothing
            || expect.no_resource
            || expect.counts.is_some()
            || !expect.planned_outputs.is_empty();
        if wanted {
            wrong.push(Problem::new("there is no plan"));
        }
        return;
    };
    if expect.nothing {
        let lines = plan.differences();
        if !lines.is_empty() {
            let text = format!("the plan is not empty:\n{}", lines.join("\n"));
            wrong.push(Problem::new(text));
        }
    }
    if expect.no_resource {
        for change in plan.changes.iter().filter(|change| change.managed) {
            if change.action != Action::NoOp {
                let place = source.place(&change.address, None);
                wrong.push(Problem::new(describe(change)).at(place));
            }
        }
    }
    if let Some(counts) = expect.counts
        && counts != plan.counts()
    {
        let words = |[add, change, destroy]: [usize; 3]| {
            format!("{add} to add, {change} to change, {destroy} to destroy")
        };
        wrong.push(Problem::new(format!(
            "the plan has {}, but should have {}:\n{}",
            words(plan.counts()),
            words(counts),
            plan.differences().join("\n")
        )));
    }
    for check in &expect.plans {
        check.check(plan, source, wrong);
    }
    let planned = plan.outputs.clone();
    outputs(&expect.planned_outputs, &planned, None, outcome);
}

fn outputs(
    expectations: &[(String, Expectation)],
    found: &std::collections::BTreeMap<String, Output>,
    before: Option<&std::collections::BTreeMap<String, Output>>,
    outcome: &mut Outcome,
) {
    for (name, expectation) in expectations {
        let Some(output) = found.get(name) else {
            let names: Vec<&str> = found.keys().map(String::as_str).collect();
            let text = format!(
                "there is no output {name}; there is {}",
                super::checks::list(&names)
            );
            outcome.wrong.push(Problem::new(text));
            continue;
        };
        let address = format!("output {name}");
        let seen = Seen {
            address: &address,
            block: None,
            value: &output.value,
            before: before.and_then(|before| before.get(name)).map(|o| &o.value),
            sensitive: &[],
            all_sensitive: output.sensitive,
            other: &|_| None,
            source: &outcome.source,
        };
        evaluate(&seen, expectation, &mut outcome.wrong);
    }
}

/// Checks what was said.
fn messages(said: &[Said], expect: &Expect, wrong: &mut Vec<Problem>) {
    let all = || {
        let words: Vec<String> = said.iter().map(Said::to_string).collect();
        if words.is_empty() {
            "nothing".to_owned()
        } else {
            words.join("\n")
        }
    };
    if expect.fails.is_empty() && has_errors(said) {
        wrong.push(Problem::new(format!("it failed:\n{}", all())));
    }
    for (patterns, error, what) in [
        (&expect.fails, true, "error"),
        (&expect.warns, false, "warning"),
    ] {
        for pattern in patterns {
            let Some(regex) = compiled(&pattern.regex, wrong) else {
                continue;
            };
            let found = said
                .iter()
                .filter(|said| said.error == error)
                .any(|said| regex.is_match(&said.words()) && on_line(said, pattern));
            if !found {
                let at = match &pattern.line {
                    Some(line) => format!(" at a line with {line:?}"),
                    None => String::new(),
                };
                wrong.push(Problem::new(format!(
                    "no {what}{at} matches {:?}; it said:\n{}",
                    pattern.regex,
                    all()
                )));
            }
        }
    }
    for pattern in &expect.silent {
        let Some(regex) = compiled(pattern, wrong) else {
            continue;
        };
        for said in said.iter().filter(|said| regex.is_match(&said.words())) {
            wrong.push(Problem::new(format!(
                "it should say nothing of {pattern:?}, but it said:\n{said}"
            )));
        }
    }
}

fn on_line(said: &Said, pattern: &Pattern) -> bool {
    match (&pattern.line, &said.place) {
        (None, _) => true,
        (Some(line), Some(view::Place { code, .. })) => code.contains(line.as_str()),
        (Some(_), None) => false,
    }
}

fn compiled(pattern: &str, wrong: &mut Vec<Problem>) -> Option<Regex> {
    match Regex::new(pattern) {
        Ok(regex) => Some(regex),
        Err(error) => {
            wrong.push(Problem::new(format!("the pattern {pattern:?}: {error}")));
            None
        }
    }
}
