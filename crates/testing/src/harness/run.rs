//! Running a test: its modes, its thread, its deadline, its end.

use std::panic::Location;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::drivers::driver::{Driver, Settings, test_directory};
use crate::drivers::in_process::InProcess;
use crate::drivers::terraform::TerraformDriver;
use crate::harness::provider_test::ProviderTest;
use crate::harness::runner::Runner;
use crate::helpers::deadline::{CurrentActivity, DEADLINE, StepPosition, TERRAFORM_DEADLINE};
use crate::helpers::provider_setup::place;
use crate::helpers::stderr;
use crate::helpers::terraform_program::{
    self, OldestTerraform, Program, Terraform, TerraformVersion,
};
use crate::helpers::thread::{WorkThread, remaining};
use crate::observed::failure::{Failure, Problem};
use crate::observed::mode::Mode;
use crate::steps::step::{Step, StepKind};

/// How long code may take to stop when asked to, and how long the final destroy may take.
const GRACE: Duration = Duration::from_secs(5);

impl ProviderTest {
    /// Runs all steps, then destroys what is left; in process, and under Terraform too
    /// if `TF_ACC=1` is set.
    ///
    /// It needs no runtime, but works within one.
    ///
    /// # Panics
    /// A step failed; the message says why. What is left is destroyed even then.
    #[track_caller]
    pub fn run(self) {
        if let Err(failure) = self.try_run() {
            panic!("\n{failure}\n");
        }
    }

    /// The same without a panic.
    ///
    /// # Errors
    /// The failed step, for each mode that failed.
    #[track_caller]
    pub fn try_run(self) -> Result<(), Failure> {
        let (test, at) = (&self, Location::caller());
        misplaced(test)?;
        if let (Some(_), Some((Mode::Terraform, _))) = (&test.state_store, &test.only) {
            let text = "`state_store` and `only_with_terraform`: no released Terraform has state stores, so that nothing would \
                    be tested";
            let starting = StepPosition::outside("starting", at);
            return Err(Failure::of(Mode::InProcess, starting, text));
        }
        let in_process = match &test.only {
            Some((Mode::Terraform, reason)) => {
                skipped(at, Mode::InProcess, reason);
                Ok(())
            }
            _ => run_in_mode::<InProcess>(test, at, None),
        };
        let under_terraform = match terraform_of(test) {
            Terraform::Found(program) => run_in_mode::<TerraformDriver>(test, at, Some(program)),
            Terraform::Skipped(reason) => {
                skipped(at, Mode::Terraform, &reason);
                Ok(())
            }
            Terraform::Missing(reason) => {
                let looking = StepPosition::outside("looking for terraform", at);
                Err(Failure::of(Mode::Terraform, looking, reason))
            }
        };
        match (in_process, under_terraform) {
            (Err(first), Err(second)) => Err(first.and(second)),
            (first, second) => first.and(second),
        }
    }
}

/// The Terraform under which a test runs, or why it does not.
fn terraform_of(test: &ProviderTest) -> Terraform {
    if test.state_store.is_some() {
        return Terraform::Skipped("no released Terraform has state stores".to_owned());
    }
    if let Some((Mode::InProcess, reason)) = &test.only {
        return Terraform::Skipped(reason.clone());
    }
    let found = terraform_program::found();
    match (found, &test.least) {
        (Terraform::Found(program), Some(least)) => {
            let unmet = least.unmet_by(program);
            unmet.map_or_else(|| found.clone(), Terraform::Skipped)
        }
        _ => found.clone(),
    }
}

/// The `terraform` program for tests, by the same rules as in a
/// [`ProviderTest`]; for tests that start it themselves. `None` if it is not requested (`TF_ACC` is
/// not set, or is `0`); then an uncaptured line says that the calling test is skipped.
///
/// # Panics
/// It is requested but not available, and `CI` or its path is set.
#[must_use]
#[track_caller]
pub fn terraform_program() -> Option<PathBuf> {
    match terraform_program::found() {
        Terraform::Found(program) => Some(program.path.clone()),
        Terraform::Skipped(reason) => {
            skipped(Location::caller(), Mode::Terraform, reason);
            None
        }
        Terraform::Missing(reason) => panic!("{reason}"),
    }
}

/// The version of [`terraform_program`], for tests whose expected messages depend on it; `None` if
/// absent.
///
/// ```no_run
/// use schema_provider::testing::terraform_version;
///
/// let words = match terraform_version() {
///     Some(version) if version.is_at_least([1, 15]) => "as Terraform 1.15 says it",
///     _ => "as Terraform 1.11 does",
/// };
/// # let _ = words;
/// ```
#[must_use]
pub fn terraform_version() -> Option<TerraformVersion> {
    match terraform_program::found() {
        Terraform::Found(program) => Some(program.version),
        Terraform::Skipped(_) | Terraform::Missing(_) => None,
    }
}

/// [`terraform_program`] if it has at least this version (`"1.14"`); if it is older, a line says
/// that the calling test is skipped, and why.
///
/// # Panics
/// As [`terraform_program`] does; or the string is not a version.
#[must_use]
#[track_caller]
pub fn terraform_program_since(version: &str, reason: &str) -> Option<PathBuf> {
    let least = OldestTerraform::new(version, reason);
    if let Terraform::Found(program) = terraform_program::found()
        && let Some(reason) = least.unmet_by(program)
    {
        skipped(Location::caller(), Mode::Terraform, &reason);
        return None;
    }
    terraform_program()
}

/// Rejects steps with options that would be ignored.
fn misplaced(test: &ProviderTest) -> Result<(), Failure> {
    for (index, step) in test.steps.iter().enumerate() {
        let words = step.misplaced();
        if !words.is_empty() {
            let problem = |word: &&str| {
                Problem::new(format!(
                    "`{word}` says nothing of this step: {} does nothing with it",
                    step.kind.word()
                ))
            };
            let problems = words.iter().map(problem).collect();
            let position = step.position(index + 1);
            return Err(Failure::new(Mode::InProcess, position, problems));
        }
    }
    Ok(())
}

/// Reports what is skipped.
fn skipped(at: &Location<'_>, mode: Mode, reason: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    stderr::write_line(&format!("skipped {test} ({}) {mode}: {reason}", place(at)));
}

/// Runs a test in one mode, in its own thread, so the deadline works even if code blocks.
fn run_in_mode<D: Driver + 'static>(
    test: &ProviderTest,
    at: &'static Location<'static>,
    program: Option<Program>,
) -> Result<(), Failure> {
    let deadline = test.deadline.unwrap_or(match D::MODE {
        Mode::InProcess => DEADLINE,
        Mode::Terraform => TERRAFORM_DEADLINE,
    });
    let failed = |position, text: &str| Failure::of(D::MODE, position, text);
    let watch = Arc::new(CurrentActivity::new(at));
    let (over, is_over) = watch::channel(false);
    let work = {
        let (test, watch) = (test.clone(), Arc::clone(&watch));
        move || async move { run_steps::<D>(&test, at, program, &watch, is_over).await }
    };
    let mut work = match WorkThread::start(|| (), work) {
        Ok(work) => work,
        Err(text) => return Err(failed(StepPosition::outside("starting", at), &text)),
    };
    match work.wait(remaining(deadline)) {
        Some(Ok(result)) => result,
        Some(Err(_)) => Err(failed(
            StepPosition::outside("the harness", at),
            "it panicked; this is a bug in schema-provider",
        )),
        None => {
            let position = watch.current();
            let mut text = watch.too_late(deadline);
            watch.stop();
            over.send_replace(true);
            let mut left = Vec::new();
            match work.wait(remaining(2 * GRACE)) {
                Some(Ok(Ok(()))) => {}
                // The first problem is the deadline; the others are what is left.
                Some(Ok(Err(failure))) => left.extend(failure.problems.into_iter().skip(1)),
                Some(Err(_)) | None => text.push_str(
                    "\nit could not be stopped, and goes on in the background; what it made is not \
                     destroyed",
                ),
            }
            let mut failure = failed(position, &text);
            failure.problems.extend(left);
            Err(failure)
        }
    }
}

/// Why a step cannot run under this Terraform, if it cannot.
fn cannot(step: &Step, program: Option<&Program>) -> Option<String> {
    if step.identity.is_some() {
        return Some("terraform import knows ids only".to_owned());
    }
    let program = program?;
    let queries = [1, 14, 0];
    if matches!(step.kind, StepKind::Query(_)) && !program.has(queries) {
        return Some(program.lacks(queries, "it has no queries"));
    }
    step.least.as_ref()?.unmet_by(program)
}

async fn run_steps<D: Driver>(
    test: &ProviderTest,
    at: &'static Location<'static>,
    program: Option<Program>,
    watch: &Arc<CurrentActivity>,
    mut over: watch::Receiver<bool>,
) -> Result<(), Failure> {
    let failed = |position, problems| Failure::new(D::MODE, position, problems);
    let starting = |text: String| Failure::of(D::MODE, StepPosition::outside("starting", at), text);
    let directory = test_directory().map_err(starting)?;
    let settings = Settings {
        source: test.source.clone(),
        protocol: test.protocol,
        terraform: program,
        in_store: test.state_store.is_some(),
    };
    let driver = D::new(directory.path(), Arc::clone(watch), &settings).map_err(starting)?;
    let nothing = Step::apply("");
    let mut runner = Runner {
        test,
        driver,
        watch,
        directory: directory.path(),
        last_configured: nothing.clone(),
        last_planned: nothing,
        last_applied: None,
        only_said: false,
    };
    let mut result = Ok(());
    for (index, step) in test.steps.iter().enumerate() {
        let position = step.position(index + 1);
        let reason = match &step.only {
            Some((mode, reason)) if *mode != D::MODE => Some(reason.clone()),
            _ if D::MODE == Mode::Terraform => cannot(step, settings.terraform.as_ref()),
            _ => None,
        };
        if let Some(reason) = reason {
            skipped(step.at, D::MODE, &format!("{}: {reason}", position.title));
            continue;
        }
        watch.step(position.clone());
        let done = tokio::select! {
            done = runner.step(step) => done,
            _ = over.wait_for(|over| *over) => Err(vec![Problem::new("it took too long")]),
        };
        if let Err(problems) = done {
            result = Err(failed(position, problems));
            break;
        }
    }
    // Whatever happened, no object is left behind.
    let title = "destroying everything at the end";
    let destroyed = if *over.borrow() {
        let destroyed = tokio::time::timeout(GRACE, runner.finish()).await;
        destroyed.unwrap_or_else(|_| Err(vec![Problem::new("it took too long")]))
    } else {
        watch.step(StepPosition::outside(title, at));
        tokio::select! {
            done = runner.finish() => done,
            _ = over.wait_for(|over| *over) => Err(vec![Problem::new("it took too long")]),
        }
    };
    let complaints = runner.unexpected_complaints();
    if let (Err(failure), Err(problems)) = (&mut result, &destroyed) {
        let more = problems.iter().cloned().map(|problem| Problem {
            text: format!("and {title}: {}", problem.text),
            ..problem
        });
        failure.problems.extend(more);
    }
    if result.is_err() && std::env::var_os("TF_ACC_PERSIST_WORKING_DIR").is_some() {
        let kept = directory.keep();
        eprintln!("the directory of the test stays: {}", kept.display());
    }
    // A complaint explains more than the failed step that it caused.
    if let Err(failure) = &mut result {
        failure.problems.extend(complaints);
        return result;
    }
    destroyed.map_err(|problems| failed(StepPosition::outside(title, at), problems))?;
    if complaints.is_empty() {
        return Ok(());
    }
    let looking = StepPosition::outside("looking through Terraform's log", at);
    Err(failed(looking, complaints))
}
