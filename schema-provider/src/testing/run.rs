//! Going through the steps of a test.

use std::sync::Arc;

use regex_lite::Regex;
use schema_runtime::address::Address as Dotted;
use schema_runtime::path::Path;
use schema_runtime::value::Value;
use tokio::sync::watch;

use super::checks::ObjectCheck;
use super::{Failure, Kind, ProviderTest, Step};
use crate::lifecycle::{Instance, RawState};
use crate::local::{
    Address, Inputs, Keeper, Messages, Plan, PlanOptions, Run, Silent, State, Stop, parse,
};

/// A test that is being run.
struct Runner {
    instance: Instance,
    keeper: Arc<Keeper>,
    /// The last configuration that was applied or planned.
    config: String,
    /// The last one of which there was a plan.
    good: String,
    /// Nobody interrupts a test, but somebody must be there who could.
    stop: (watch::Sender<u32>, Stop),
}

/// What a step led to.
#[derive(Default)]
struct Outcome {
    messages: Messages,
    plan: Option<Plan>,
    wrong: Vec<String>,
}

pub(super) async fn run(test: ProviderTest) -> Result<(), Failure> {
    let failed = |step: usize, text: String| Failure { step, text };
    let instance = (test.make)(test.environment).map_err(|errors| failed(1, errors.to_string()))?;
    let (sender, count) = watch::channel(0);
    let mut runner = Runner {
        instance,
        keeper: Keeper::in_memory(State::empty()),
        config: String::new(),
        good: String::new(),
        stop: (sender, Stop::new(count)),
    };
    let mut result = Ok(());
    for (index, step) in test.steps.into_iter().enumerate() {
        if let Err(text) = runner.step(step).await {
            result = Err(failed(index + 1, text));
            break;
        }
    }
    // Whatever happened, nothing is left behind.
    let destroyed = runner.step(Step::destroy()).await;
    let left = runner.keeper.state().resources;
    result?;
    destroyed.map_err(|text| failed(0, text))?;
    if let Some(address) = left.keys().next() {
        return Err(failed(0, format!("{address} is still there")));
    }
    Ok(())
}

impl Runner {
    async fn step(&mut self, step: Step) -> Result<(), String> {
        let mut outcome = Outcome::default();
        let Step {
            kind,
            plans,
            saves,
            outputs,
            empty,
            fails,
            warns,
            leaves_changes,
            ignored,
        } = step;
        match kind {
            Kind::Outside(code) => {
                code();
                return Ok(());
            }
            Kind::Apply(config) => {
                self.config = config;
                self.apply(false, &mut outcome).await;
                if outcome.plan.is_some() {
                    self.good.clone_from(&self.config);
                }
                if !outcome.messages.has_errors() && !leaves_changes {
                    self.nothing_left(&mut outcome).await;
                }
            }
            Kind::Plan(config) => {
                self.config = config;
                let planned = self.plan(false, &mut outcome).await;
                outcome.plan = planned.map(|(_, plan)| plan);
            }
            Kind::Destroy => {
                // What was refused was never there.
                self.config.clone_from(&self.good);
                self.apply(true, &mut outcome).await;
            }
            Kind::Import { address, id } => {
                self.import(&address, &id, &ignored, &mut outcome).await;
            }
        }
        expect(
            &outcome.messages,
            fails.as_deref(),
            true,
            &mut outcome.wrong,
        )?;
        if let Some(pattern) = warns {
            expect(&outcome.messages, Some(&pattern), false, &mut outcome.wrong)?;
        }
        if let Some(plan) = &outcome.plan {
            if empty && !plan.is_empty() {
                outcome
                    .wrong
                    .push(format!("the plan is not empty:\n{}", changes(plan)));
            }
            for check in &plans {
                let block = Address::parse(&check.address)
                    .and_then(|address| self.instance.schemas().block_of(&address));
                check.check(plan, block.as_deref(), &mut outcome.wrong);
            }
        } else if !plans.is_empty() || empty {
            outcome.wrong.push("there is no plan".to_owned());
        }
        for check in &saves {
            self.saved(check, &mut outcome.wrong).await;
        }
        let state = self.keeper.state();
        for (name, value) in outputs {
            match state.outputs.get(&name) {
                None => outcome.wrong.push(format!("there is no output {name}")),
                Some(output) if output.value == value => {}
                Some(output) => outcome.wrong.push(format!(
                    "the output {name} is {:?}, but should be {value:?}",
                    output.value
                )),
            }
        }
        if outcome.wrong.is_empty() {
            Ok(())
        } else {
            Err(outcome.wrong.join("\n"))
        }
    }

    fn open(&self, keeper: &Arc<Keeper>) -> Result<(Run, Messages), Messages> {
        let body = parse("test.tf", self.config.clone())?;
        Run::new(
            self.instance.clone(),
            vec![body],
            (&Inputs::default(), None),
            Arc::clone(keeper),
            Arc::new(Silent),
            self.stop.1.clone(),
        )
    }

    async fn plan(&self, destroy: bool, outcome: &mut Outcome) -> Option<(Run, Plan)> {
        let (run, messages) = match self.open(&self.keeper) {
            Ok(opened) => opened,
            Err(messages) => {
                outcome.messages.extend(messages);
                return None;
            }
        };
        outcome.messages.extend(messages);
        outcome.messages.extend(run.validate().await);
        if outcome.messages.has_errors() {
            return None;
        }
        let options = PlanOptions {
            refresh: true,
            destroy,
        };
        match run.plan(options).await {
            Ok((plan, messages)) => {
                outcome.messages.extend(messages);
                Some((run, plan))
            }
            Err(messages) => {
                outcome.messages.extend(messages);
                None
            }
        }
    }

    async fn apply(&self, destroy: bool, outcome: &mut Outcome) {
        if let Some((run, plan)) = self.plan(destroy, outcome).await {
            outcome.messages.extend(run.apply(&plan).await.messages);
            outcome.plan = Some(plan);
        }
    }

    async fn nothing_left(&self, outcome: &mut Outcome) {
        let mut again = Outcome::default();
        match self.plan(false, &mut again).await {
            Some((_, plan)) if plan.is_empty() => {}
            Some((_, plan)) => outcome.wrong.push(format!(
                "after the apply the plan is not empty:\n{}",
                changes(&plan)
            )),
            None => outcome.wrong.push(format!(
                "after the apply there is no plan:\n{}",
                again.messages
            )),
        }
    }

    async fn object(&self, keeper: &Keeper, address: &Address) -> Result<Option<Value>, String> {
        let Some(stored) = keeper.state().resources.remove(address) else {
            return Ok(None);
        };
        let text = serde_json::to_vec(&stored.attributes).map_err(|error| error.to_string())?;
        self.instance
            .upgrade_resource_state(
                &address.type_name,
                stored.schema_version,
                RawState::Json(text),
            )
            .await
            .map(|(value, _)| Some(value))
            .map_err(|errors| errors.to_string())
    }

    async fn saved(&self, check: &ObjectCheck, wrong: &mut Vec<String>) {
        let Some(address) = Address::parse(&check.address) else {
            wrong.push(format!("{} is no address of a resource", check.address));
            return;
        };
        let object = match self.object(&self.keeper, &address).await {
            Ok(object) => object,
            Err(error) => {
                wrong.push(format!("{address}: {error}"));
                return;
            }
        };
        match (object, check.gone) {
            (None, false) => wrong.push(format!("{address} is not saved")),
            (Some(_), true) => wrong.push(format!("{address} is still saved")),
            (None, true) => {}
            (Some(object), false) => {
                if let Some(block) = self.instance.schemas().block_of(&address) {
                    check.check(&block, &object, wrong);
                }
                let tainted = self
                    .keeper
                    .state()
                    .resources
                    .get(&address)
                    .is_some_and(|stored| stored.tainted);
                if check.tainted.unwrap_or(false) != tainted {
                    let is = if tainted { "is" } else { "is not" };
                    wrong.push(format!("{address} {is} tainted"));
                }
            }
        }
    }

    /// Imports beside the state, and compares.
    async fn import(&self, address: &str, id: &str, ignored: &[String], outcome: &mut Outcome) {
        let Some(address) = Address::parse(address) else {
            outcome
                .wrong
                .push(format!("{address} is no address of a resource"));
            return;
        };
        let beside = Keeper::in_memory(State::empty());
        let run = match self.open(&beside) {
            Ok((run, messages)) => {
                outcome.messages.extend(messages);
                run
            }
            Err(messages) => {
                outcome.messages.extend(messages);
                return;
            }
        };
        outcome.messages.extend(run.import(&address, id).await);
        if outcome.messages.has_errors() {
            return;
        }
        let (here, imported) = (
            self.object(&self.keeper, &address).await,
            self.object(&beside, &address).await,
        );
        let (Ok(Some(here)), Ok(Some(imported))) = (here, imported) else {
            outcome
                .wrong
                .push(format!("{address}: nothing to compare the import with"));
            return;
        };
        let Some(block) = self.instance.schemas().block_of(&address) else {
            return;
        };
        let mut skipped: Vec<Path> = Vec::new();
        for text in ignored {
            match Dotted::parse(&block, text) {
                Ok(dotted) => skipped.push(dotted.path().clone()),
                Err(error) => outcome.wrong.push(format!("{text}: {error}")),
            }
        }
        let fields = here.as_object().zip(imported.as_object());
        for (field, (here, imported)) in block
            .fields
            .iter()
            .zip(fields.map(|(a, b)| a.iter().zip(b)).into_iter().flatten())
        {
            let skip = skipped
                .iter()
                .any(|path| path.first_name() == Some(field.name.as_str()));
            if here != imported && !skip {
                outcome.wrong.push(format!(
                    "{address}: imported, {} is {imported:?}, but it is {here:?}",
                    field.name
                ));
            }
        }
    }
}

/// Checks that there is an error or warning with a pattern; without a pattern, that there is no
/// error.
fn expect(
    messages: &Messages,
    pattern: Option<&str>,
    errors: bool,
    wrong: &mut Vec<String>,
) -> Result<(), String> {
    let Some(pattern) = pattern else {
        if errors && messages.has_errors() {
            wrong.push(format!("it failed:\n{messages}"));
        }
        return Ok(());
    };
    let regex = Regex::new(pattern).map_err(|error| format!("the pattern {pattern}: {error}"))?;
    let found = messages
        .iter()
        .filter(|message| message.is_error() == errors)
        .any(|message| regex.is_match(&message.to_string()));
    if !found {
        let what = if errors { "error" } else { "warning" };
        let all = if messages.is_empty() {
            "nothing".to_owned()
        } else {
            messages.to_string()
        };
        wrong.push(format!("no {what} matches {pattern}; it said:\n{all}"));
    }
    Ok(())
}

fn changes(plan: &Plan) -> String {
    let mut text = String::new();
    for change in &plan.changes {
        text.push_str(&format!("  {}: {:?}\n", change.address, change.action));
    }
    for output in &plan.outputs {
        text.push_str(&format!(
            "  output {}: {:?}\n",
            output.name,
            output.action()
        ));
    }
    text
}
