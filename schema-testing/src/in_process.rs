//! The test's own process: the local runner without a terminal.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use schema_runtime::path::Path as ValuePath;
use schema_runtime::value::Value;
use tokio::sync::watch;

use crate::complaint::Complaint;
use crate::deadline::Watch;
use crate::driver::{Driver, PlanOptions, Scene, Settings};
use crate::observed::{self, Action, Change, Object, Output, Place, Said, State, has_errors};
use crate::tree::{Shape, Tree};
use crate::way::Way;
use schema_local::{
    self as local, Address, Event, Events, Inputs, Keeper, Messages, Run, Stop, parse,
};
use schema_shell::lifecycle::{Instance, RawState};

/// Everything in one process; core's part is played by the local runner.
pub(crate) struct InProcess {
    keeper: Arc<Keeper>,
    watch: Arc<Watch>,
    planned: Option<(Run, local::Plan)>,
    /// Nobody interrupts a test, but somebody must be there who could.
    stop: (watch::Sender<u32>, Stop),
}

/// Tells the watch what is done to which object.
struct Told(Arc<Watch>);

impl Events for Told {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Started { address, doing, .. } => {
                self.0.begins(format!("{doing:?} of {address}"));
            }
            Event::Complete { address, doing, .. } | Event::Failed { address, doing, .. } => {
                self.0.ends(&format!("{doing:?} of {address}"));
            }
            _ => {}
        }
    }
}

impl Driver for InProcess {
    const WAY: Way = Way::InProcess;

    fn new(_: &Path, watch: Arc<Watch>, _: &Settings) -> Result<Self, String> {
        let (sender, count) = watch::channel(0);
        Ok(InProcess {
            keeper: Keeper::in_memory(local::State::empty()),
            watch,
            planned: None,
            stop: (sender, Stop::new(count)),
        })
    }

    async fn validate(&mut self, scene: &Scene) -> Vec<Said> {
        match self.open(scene, &self.keeper) {
            Ok((run, mut said)) => {
                self.watch.doing("validating");
                said.extend(told(&run.validate().await));
                said
            }
            Err(said) => said,
        }
    }

    async fn plan(
        &mut self,
        scene: &Scene,
        options: &PlanOptions,
    ) -> (Vec<Said>, Option<observed::Plan>) {
        self.planned = None;
        // A replacement that is asked for is that of a tainted object.
        let keeper = if options.replace.is_empty() {
            Arc::clone(&self.keeper)
        } else {
            let mut state = self.keeper.state();
            for text in &options.replace {
                let found = Address::parse(text).and_then(|a| state.resources.get_mut(&a));
                let Some(stored) = found else {
                    let error = Said::error(format!("There is no {text} to replace"), "");
                    return (vec![error], None);
                };
                stored.tainted = true;
            }
            Keeper::in_memory(state)
        };
        let (run, mut said) = match self.open(scene, &keeper) {
            Ok(opened) => opened,
            Err(said) => return (said, None),
        };
        self.watch.doing("validating");
        said.extend(told(&run.validate().await));
        if has_errors(&said) {
            return (said, None);
        }
        self.watch.doing("planning");
        let options = local::PlanOptions {
            refresh: options.refresh,
            destroy: options.destroy,
        };
        match run.plan(options).await {
            Ok((plan, messages)) => {
                said.extend(told(&messages));
                let view = plan_view(&run, &plan);
                // The apply works on the real state, whatever the plan was made from.
                let mut run = run;
                run.keeper = Arc::clone(&self.keeper);
                self.planned = Some((run, plan));
                (said, Some(view))
            }
            Err(messages) => {
                said.extend(told(&messages));
                (said, None)
            }
        }
    }

    async fn apply(&mut self, _: &Scene) -> Vec<Said> {
        let Some((run, plan)) = self.planned.take() else {
            return vec![Said::error("There is no plan", "")];
        };
        self.watch.doing("applying");
        told(&run.apply(&plan).await.messages)
    }

    async fn refresh(&mut self, scene: &Scene) -> Vec<Said> {
        let options = PlanOptions {
            refresh: true,
            ..PlanOptions::default()
        };
        let (mut said, _) = self.plan(scene, &options).await;
        if let Some((run, mut plan)) = self.planned.take() {
            // What was found is taken over; nothing else is done.
            plan.changes.clear();
            said.extend(told(&run.apply(&plan).await.messages));
        }
        said
    }

    async fn import(
        &mut self,
        scene: &Scene,
        address: &str,
        id: &str,
        keep: bool,
    ) -> (Vec<Said>, Option<Object>) {
        let Some(parsed) = Address::parse(address) else {
            let error = Said::error(format!("{address} is no address of a resource"), "");
            return (vec![error], None);
        };
        let keeper = if keep {
            Arc::clone(&self.keeper)
        } else {
            Keeper::in_memory(local::State::empty())
        };
        let (run, mut said) = match self.open(scene, &keeper) {
            Ok(opened) => opened,
            Err(said) => return (said, None),
        };
        if has_errors(&said) {
            return (said, None);
        }
        self.watch.doing("importing");
        said.extend(told(&run.import(&parsed, id).await));
        if has_errors(&said) {
            return (said, None);
        }
        match state_view(&run.instance, &keeper).await {
            Ok(mut state) => (said, state.objects.remove(address)),
            Err(error) => {
                said.push(Said::error(error, ""));
                (said, None)
            }
        }
    }

    async fn taint(&mut self, _: &Scene, address: &str) -> Vec<Said> {
        let mut found = false;
        let changed = self.keeper.change(|state| {
            let stored = Address::parse(address).and_then(|a| state.resources.get_mut(&a));
            if let Some(stored) = stored {
                stored.tainted = true;
                found = true;
            }
        });
        lost(changed, found, address)
    }

    async fn forget(&mut self, _: &Scene, address: &str) -> Vec<Said> {
        let mut found = false;
        let changed = self.keeper.change(|state| {
            let removed = Address::parse(address).and_then(|a| state.resources.remove(&a));
            found = removed.is_some();
        });
        lost(changed, found, address)
    }

    async fn state(&mut self, scene: &Scene) -> Result<State, String> {
        let instance = scene.instance(&self.watch).map_err(|said| words(&said))?;
        state_view(&instance, &self.keeper).await
    }

    fn complaints(&self) -> Vec<Complaint> {
        // The local runner's complaints are errors of the step.
        Vec::new()
    }
}

impl InProcess {
    fn open(&self, scene: &Scene, keeper: &Arc<Keeper>) -> Result<(Run, Vec<Said>), Vec<Said>> {
        let instance = scene.instance(&self.watch)?;
        let mut bodies = Vec::new();
        let mut said = Vec::new();
        for (name, text) in &scene.files {
            if name.contains('/') || !name.ends_with(".tf") {
                said.push(Said::error(
                    format!("The file {name} is for Terraform alone"),
                    "In the test's own process there are only *.tf files, in one directory. Say \
                     only_with_terraform of the step or the test.",
                ));
                continue;
            }
            match parse(name, text.clone()) {
                Ok(body) => bodies.push(body),
                Err(messages) => said.extend(told(&messages)),
            }
        }
        if has_errors(&said) {
            return Err(said);
        }
        let mut inputs = Inputs::default();
        inputs.given.extend(
            scene
                .variables
                .iter()
                .map(|(name, value)| local::Input::Value(name.clone(), value.clone())),
        );
        let events: Arc<dyn Events> = Arc::new(Told(Arc::clone(&self.watch)));
        let opened = Run::new(
            instance,
            bodies,
            (&inputs, None),
            Arc::clone(keeper),
            events,
            self.stop.1.clone(),
        );
        match opened {
            Ok((run, messages)) => Ok((run, told(&messages))),
            Err(messages) => Err(told(&messages)),
        }
    }
}

fn words(said: &[Said]) -> String {
    let words: Vec<String> = said.iter().map(Said::to_string).collect();
    words.join("\n")
}

fn lost(changed: Result<(), local::Message>, found: bool, address: &str) -> Vec<Said> {
    match changed {
        Err(message) => vec![one(&message)],
        Ok(()) if found => Vec::new(),
        Ok(()) => vec![Said::error(format!("The state has no {address}"), "")],
    }
}

/// What the runner said.
fn told(messages: &Messages) -> Vec<Said> {
    messages.iter().map(one).collect()
}

fn one(message: &local::Message) -> Said {
    let diagnostic = &message.diagnostic;
    Said {
        error: message.is_error(),
        summary: diagnostic.summary.to_string(),
        detail: diagnostic.detail.to_string(),
        address: message.address.clone(),
        path: (!diagnostic.path.is_root()).then(|| diagnostic.path.to_string()),
        place: message.location.as_ref().map(|at| Place {
            file: at.file().to_owned(),
            line: at.line(),
            code: at.excerpt().line,
        }),
    }
}

fn action(action: local::Action) -> Action {
    match action {
        local::Action::NoOp => Action::NoOp,
        local::Action::Create => Action::Create,
        local::Action::Update => Action::Update,
        local::Action::Replace => Action::Replace {
            create_first: false,
        },
        local::Action::Delete => Action::Delete,
        local::Action::Read => Action::Read,
    }
}

fn plan_view(run: &Run, plan: &local::Plan) -> observed::Plan {
    let change =
        |address: &Address, action, before: &Value, after: &Value, sensitive: &[ValuePath]| {
            let block = local::block_of(run.instance.schemas(), address);
            let tree =
                |value| Tree::of_value(block.as_deref().map_or(Shape::Any, Shape::Block), value);
            let (before, after) = (tree(before), tree(after));
            Change {
                address: address.to_string(),
                action,
                moved: false,
                managed: !address.to_string().starts_with("data."),
                before,
                after,
                block,
                sensitive: sensitive.to_vec(),
                replace: Vec::new(),
            }
        };
    let changes = plan.changes.iter().map(|planned| Change {
        replace: planned.replace.clone(),
        ..change(
            &planned.address,
            action(planned.action),
            planned.before(),
            &planned.planned,
            &planned.sensitive,
        )
    });
    let drift = plan.drift.iter().map(|drift| {
        change(
            &drift.address,
            Action::NoOp,
            &drift.before,
            &drift.after,
            &drift.sensitive,
        )
    });
    let outputs = plan.outputs.iter().map(|output| {
        let planned = output.after.as_ref();
        let planned = Output {
            action: action(output.action()),
            value: planned.map_or(Tree::Null, |typed| {
                Tree::of_value(Shape::Type(&typed.ty), &typed.value)
            }),
            sensitive: planned.is_some_and(local::Typed::is_sensitive),
        };
        (output.name.clone(), planned)
    });
    observed::Plan {
        changes: changes.collect(),
        drift: drift.collect(),
        outputs: outputs.collect(),
    }
}

async fn state_view(instance: &Instance, keeper: &Keeper) -> Result<State, String> {
    let state = keeper.state();
    let mut objects = BTreeMap::new();
    for (address, stored) in state.resources {
        let block = local::block_of(instance.schemas(), &address);
        let shape = block.as_deref().map_or(Shape::Any, Shape::Block);
        let version = instance
            .schemas()
            .resources
            .get(&*address.type_name)
            .map(|schema| schema.version);
        // An object of another version is shown as it is saved.
        let value = if version == Some(stored.schema_version) {
            let text = serde_json::to_vec(&stored.attributes).map_err(|error| error.to_string())?;
            let raw = RawState::Json(text);
            let upgraded = instance
                .upgrade_resource_state(&address.type_name, stored.schema_version, raw)
                .await;
            let (value, _) = upgraded.map_err(|errors| format!("{address}: {errors}"))?;
            Tree::of_value(shape, &value)
        } else {
            Tree::of_state(Shape::Any, &stored.attributes)
        };
        let object = Object {
            block: block.filter(|_| version == Some(stored.schema_version)),
            value,
            sensitive: stored.sensitive,
            tainted: stored.tainted,
            version: stored.schema_version,
        };
        objects.insert(address.to_string(), object);
    }
    let outputs = state.outputs.into_iter().map(|(name, output)| {
        let saved = Output {
            action: Action::NoOp,
            value: Tree::of_value(Shape::Type(&output.ty), &output.value),
            sensitive: output.sensitive,
        };
        (name, saved)
    });
    Ok(State {
        objects,
        outputs: outputs.collect(),
    })
}
