//! The test's own process: the local runner without a terminal.

mod commands;
mod observe;
mod store;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use crate::checks::listed::ObservedQuery;
use crate::drivers::driver::{CommandContext, Driver, PlanOptions, Settings};
use crate::helpers::deadline::CurrentActivity;
use crate::observed::complaint::Complaint;
use crate::observed::mode::Mode;
use crate::observed::results::{
    Message, ObservedObject, ObservedPlan, ObservedState, Reply, checked, has_errors, split,
};
use observe::{listed_object, state_view, to_message, to_messages};
use schema_local::{
    self as local, Event, Events, ImportText, Inputs, InvokeStage, ObjectAddress, OperationStage,
    Run, StateManager, Stop, parse,
};
use schema_panic::lock;
use schema_shell::lifecycle::Instance;

/// Everything in one process; the local runner plays Terraform Core's part.
pub(crate) struct InProcess {
    state_manager: Arc<StateManager>,
    watch: Arc<CurrentActivity>,
    /// The provider's source address, if the test names it.
    source: Option<String>,
    planned: Option<(Run, local::Plan)>,
    /// The results of data sources at the last apply; Terraform keeps them in its state.
    data: BTreeMap<String, ObservedObject>,
    progress: Arc<Mutex<Vec<String>>>,
    /// The state is kept in the state store of the configuration.
    in_store: bool,
    /// Nobody interrupts a test, but the runner needs a channel for it.
    stop: (watch::Sender<u32>, Stop),
}

/// Tells the watch which operation runs on which object.
struct WatchEvents {
    watch: Arc<CurrentActivity>,
    progress: Arc<Mutex<Vec<String>>>,
}

impl WatchEvents {
    fn progressed(&self, message: &str) {
        lock(&self.progress).push(message.to_owned());
    }
}

impl Events for WatchEvents {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Operation {
                address,
                operation,
                stage,
            } => {
                let doing = format!("{operation:?} of {address}");
                match stage {
                    OperationStage::Started { .. } => self.watch.begins(doing),
                    OperationStage::Complete { .. } | OperationStage::Failed(_) => {
                        self.watch.ends(&doing);
                    }
                    OperationStage::Progress(message) => self.progressed(message),
                    OperationStage::StillRunning(_) => {}
                }
            }
            Event::Invoked { action, stage, .. }
                if !matches!(
                    stage,
                    InvokeStage::Progress(_) | InvokeStage::StillRunning(_)
                ) =>
            {
                let doing = format!("Invoke of {action}");
                match stage {
                    InvokeStage::Started => self.watch.begins(doing),
                    _ => self.watch.ends(&doing),
                }
            }
            Event::Invoked {
                stage: InvokeStage::Progress(message),
                ..
            } => self.progressed(message),
            _ => {}
        }
    }
}

impl Driver for InProcess {
    const MODE: Mode = Mode::InProcess;

    fn new(_: &Path, watch: Arc<CurrentActivity>, settings: &Settings) -> Result<Self, String> {
        let (sender, count) = watch::channel(0);
        Ok(InProcess {
            state_manager: StateManager::in_memory(local::State::empty()),
            watch,
            source: settings.source.clone(),
            planned: None,
            data: BTreeMap::new(),
            progress: Arc::default(),
            in_store: settings.in_store,
            stop: (sender, Stop::new(count)),
        })
    }

    async fn validate(&mut self, context: &CommandContext) -> Vec<Message> {
        all_of(self.validated(context).await)
    }

    async fn plan(
        &mut self,
        context: &CommandContext,
        options: &PlanOptions,
    ) -> Reply<ObservedPlan> {
        self.with_store(context, "OperationTypePlan", async |this, _| {
            this.planned_view(context, options).await
        })
        .await
    }

    async fn apply(&mut self, context: &CommandContext) -> Vec<Message> {
        let Some((mut run, plan)) = self.planned.take() else {
            return vec![Message::error("There is no plan", "")];
        };
        let applied = self.with_store(context, "OperationTypeApply", async |this, store| {
            run.state_manager = Arc::clone(&this.state_manager);
            this.watch.doing("applying");
            Ok((this.applied(&run, &plan, store).await, ()))
        });
        all_of(applied.await)
    }

    async fn refresh(&mut self, context: &CommandContext) -> Vec<Message> {
        let refreshed = self.with_store(context, "OperationTypeApply", async |this, _| {
            this.refreshed(context).await
        });
        all_of(refreshed.await)
    }

    async fn import(
        &mut self,
        context: &CommandContext,
        address: &str,
        by: &ImportText,
        keep: bool,
    ) -> Reply<Option<ObservedObject>> {
        self.with_store(context, "import", async |this, _| {
            this.imported(context, address, by, keep).await
        })
        .await
    }

    async fn taint(&mut self, context: &CommandContext, address: &str) -> Vec<Message> {
        let tainted = self.with_store(context, "state-taint", async |this, _| {
            this.change_object(address, |state, address| {
                state.resources.get_mut(address)?.tainted = true;
                Some(())
            })
        });
        all_of(tainted.await)
    }

    async fn forget(&mut self, context: &CommandContext, address: &str) -> Vec<Message> {
        let forgotten = self.with_store(context, "state-rm", async |this, _| {
            this.change_object(address, |state, address| {
                state.resources.remove(address).map(drop)
            })
        });
        all_of(forgotten.await)
    }

    async fn invoke(&mut self, context: &CommandContext, address: &str) -> Vec<Message> {
        let invoked = self.with_store(context, "OperationTypeApply", async |this, _| {
            this.invoked(context, address).await
        });
        all_of(invoked.await)
    }

    async fn query(&mut self, context: &CommandContext) -> Reply<ObservedQuery> {
        let (instance, bodies) = self.bodies(context)?;
        let inputs = inputs(context);
        let opened = Run::to_query(
            instance,
            bodies,
            (&inputs, None),
            Arc::clone(&self.state_manager),
            self.events(),
            self.stop.1.clone(),
        );
        let (run, lists, said) = opened.await.map_err(|said| to_messages(&said))?;
        let mut messages = checked(to_messages(&said))?;
        self.watch.doing("listing");
        let mut said = local::Messages::new();
        let objects = run.query(&lists, false, &mut said).await.objects;
        messages.extend(to_messages(&said));
        let query = ObservedQuery {
            made: lists.addresses().into_iter().collect(),
            objects: objects
                .iter()
                .map(|object| listed_object(&run.instance, object))
                .collect(),
        };
        Ok((checked(messages)?, query))
    }

    fn take_progress(&mut self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.progress))
    }

    fn put_state(&mut self, _: &CommandContext, text: &str) -> Result<(), String> {
        if self.in_store {
            return Err("the test keeps its state in a state store".to_owned());
        }
        let state = local::State::from_terraform(text.as_bytes())?;
        self.state_manager = StateManager::in_memory(state);
        self.data.clear();
        Ok(())
    }

    async fn state(&mut self, context: &CommandContext) -> Result<ObservedState, String> {
        let instance = context
            .instance(&self.watch)
            .map_err(|messages| text_of(&messages))?;
        let mut state = state_view(&instance, &self.state_manager).await?;
        state.data = self.data.clone();
        Ok(state)
    }

    fn complaints(&self) -> Vec<Complaint> {
        // The local runner's complaints are errors of the step.
        Vec::new()
    }
}

impl InProcess {
    /// Changes one object of the state; `None` from `change` means that it does not exist.
    fn change_object(
        &self,
        address: &str,
        change: impl FnOnce(&mut local::State, &ObjectAddress) -> Option<()>,
    ) -> Reply<()> {
        let mut found = None;
        let changed = self.state_manager.change(|state| {
            let address = ObjectAddress::parse(address);
            found = address.and_then(|address| change(state, &address));
        });
        changed.map_err(|message| vec![to_message(&message)])?;
        match found {
            Some(()) => Ok((Vec::new(), ())),
            None => Err(vec![Message::error(
                format!("The state has no {address}"),
                "",
            )]),
        }
    }

    fn events(&self) -> Arc<dyn Events> {
        Arc::new(WatchEvents {
            watch: Arc::clone(&self.watch),
            progress: Arc::clone(&self.progress),
        })
    }

    /// The provider and the files of a step, parsed.
    fn bodies(
        &self,
        context: &CommandContext,
    ) -> Result<(Instance, Vec<local::Body>), Vec<Message>> {
        let instance = context.instance(&self.watch)?;
        let mut bodies = Vec::new();
        let mut messages = Vec::new();
        for (name, text) in &context.files {
            let is_known = name.ends_with(".tf") || name.ends_with(".tfquery.hcl");
            if name.contains('/') || !is_known {
                messages.push(Message::error(
                    format!("The file {name} is for Terraform alone"),
                    "In the test's own process there are only *.tf files, in one directory. Say \
                     only_with_terraform of the step or the test.",
                ));
                continue;
            }
            match parse(name, text.clone()) {
                Ok(body) => bodies.push(body),
                Err(local_messages) => messages.extend(to_messages(&local_messages)),
            }
        }
        if has_errors(&messages) {
            return Err(messages);
        }
        Ok((instance, bodies))
    }

    async fn open(
        &self,
        context: &CommandContext,
        state_manager: &Arc<StateManager>,
    ) -> Result<(Run, Vec<Message>), Vec<Message>> {
        let (instance, bodies) = self.bodies(context)?;
        let inputs = inputs(context);
        let events = self.events();
        let opened = Run::new(
            instance,
            bodies,
            (&inputs, None),
            Arc::clone(state_manager),
            events,
            self.stop.1.clone(),
        );
        let (mut run, said) = opened.await.map_err(|said| to_messages(&said))?;
        if let Some(source) = &self.source {
            run.source.clone_from(source);
        }
        Ok((run, to_messages(&said)))
    }
}

/// The values of variables.
fn inputs(context: &CommandContext) -> Inputs {
    let variables = context.variables.iter();
    let given = variables.map(|(name, value)| local::Input::Value(name.clone(), value.clone()));
    Inputs {
        given: given.collect(),
        ..Inputs::default()
    }
}

fn text_of(messages: &[Message]) -> String {
    let words: Vec<String> = messages.iter().map(Message::to_string).collect();
    words.join("\n")
}

/// All messages of a command.
fn all_of(reply: Reply<()>) -> Vec<Message> {
    split(reply).0
}
