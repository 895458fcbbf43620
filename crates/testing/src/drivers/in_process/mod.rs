//! The test's own process: the local runner without a terminal.

mod commands;
mod observe;
mod store;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use crate::drivers::driver::{Answer, Command, CommandContext, Driver, Settings};
use crate::helpers::deadline::CurrentActivity;
use crate::observed::complaint::Complaint;
use crate::observed::mode::Mode;
use crate::observed::results::{Message, ObservedObject, ObservedState, has_errors, text_of};
use observe::{state_view, to_messages};
use schema_local::{
    self as local, Event, Events, Inputs, InvokeStage, OperationStage, Run, StateManager, Stop,
    parse,
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
                    OperationStage::Progress(message) => {
                        lock(&self.progress).push(message.to_owned());
                    }
                    OperationStage::StillRunning(_) => {}
                }
            }
            Event::Invoked { action, stage, .. } => {
                let doing = format!("Invoke of {action}");
                match stage {
                    InvokeStage::Started => self.watch.begins(doing),
                    InvokeStage::Progress(message) => {
                        lock(&self.progress).push(message.to_owned());
                    }
                    InvokeStage::StillRunning(_) => {}
                    _ => self.watch.ends(&doing),
                }
            }
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

    async fn run(&mut self, context: &CommandContext, command: Command<'_>) -> Answer {
        let reply = self.with_store(context, command).await;
        reply.unwrap_or_else(Answer::from)
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
            } else {
                match parse(name, text.clone()) {
                    Ok(body) => bodies.push(body),
                    Err(said) => messages.extend(to_messages(&said)),
                }
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
