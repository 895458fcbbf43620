//! The test's own process: the local runner without a terminal.

mod observe;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::complaint::Complaint;
use crate::deadline::CurrentActivity;
use crate::driver::{CommandContext, Driver, PlanOptions, Settings};
use crate::mode::Mode;
use crate::observed::{self, Message, ObservedObject, ObservedState, has_errors};
use crate::tree::{Tree, TreeShape};
use observe::{plan_view, state_view, to_message, to_messages};
use schema_local::{
    self as local, Event, Events, ImportText, Inputs, ObjectAddress, Run, StateManager, Stop, parse,
};
use schema_shell::lifecycle::Instance;

/// Everything in one process; core's part is played by the local runner.
pub(crate) struct InProcess {
    state_manager: Arc<StateManager>,
    watch: Arc<CurrentActivity>,
    /// The provider's source address, where the test names it.
    source: Option<String>,
    planned: Option<(Run, local::Plan)>,
    /// What data sources said at the last apply; Terraform keeps that in its state.
    data: BTreeMap<String, ObservedObject>,
    progress: Arc<Mutex<Vec<String>>>,
    /// Nobody interrupts a test, but somebody must be there who could.
    stop: (watch::Sender<u32>, Stop),
}

/// Tells the watch what is done to which object.
struct WatchEvents {
    watch: Arc<CurrentActivity>,
    progress: Arc<Mutex<Vec<String>>>,
}

impl Events for WatchEvents {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Started {
                address, operation, ..
            } => {
                self.watch.begins(format!("{operation:?} of {address}"));
            }
            Event::Complete {
                address, operation, ..
            }
            | Event::Failed {
                address, operation, ..
            } => {
                self.watch.ends(&format!("{operation:?} of {address}"));
            }
            Event::Progress { message, .. } => {
                let progress = self.progress.lock();
                let mut progress = progress.unwrap_or_else(PoisonError::into_inner);
                progress.push(message.to_owned());
            }
            _ => {}
        }
    }
}

impl Driver for InProcess {
    const WAY: Mode = Mode::InProcess;

    fn new(_: &Path, watch: Arc<CurrentActivity>, settings: &Settings) -> Result<Self, String> {
        let (sender, count) = watch::channel(0);
        Ok(InProcess {
            state_manager: StateManager::in_memory(local::State::empty()),
            watch,
            source: settings.source.clone(),
            planned: None,
            data: BTreeMap::new(),
            progress: Arc::default(),
            stop: (sender, Stop::new(count)),
        })
    }

    async fn validate(&mut self, context: &CommandContext) -> Vec<Message> {
        let opened = match self.bodies(context) {
            Ok((instance, bodies)) => {
                let (events, stop) = (self.events(), self.stop.1.clone());
                let opened = Run::to_validate(instance, bodies, events, stop).await;
                opened
                    .map(|(run, messages)| (run, to_messages(&messages)))
                    .map_err(|messages| to_messages(&messages))
            }
            Err(messages) => Err(messages),
        };
        match opened {
            Ok((run, mut messages)) => {
                self.watch.doing("validating");
                messages.extend(to_messages(&run.validate().await));
                messages
            }
            Err(messages) => messages,
        }
    }

    async fn plan(
        &mut self,
        context: &CommandContext,
        options: &PlanOptions,
    ) -> (Vec<Message>, Option<observed::ObservedPlan>) {
        self.planned = None;
        // A replacement that is asked for is that of a tainted object.
        let state_manager = if options.replace.is_empty() {
            Arc::clone(&self.state_manager)
        } else {
            let mut state = self.state_manager.state();
            for text in &options.replace {
                let found = ObjectAddress::parse(text).and_then(|a| state.resources.get_mut(&a));
                let Some(stored) = found else {
                    let error = Message::error(format!("There is no {text} to replace"), "");
                    return (vec![error], None);
                };
                stored.tainted = true;
            }
            StateManager::in_memory(state)
        };
        let (run, mut messages) = match self.open(context, &state_manager).await {
            Ok(opened) => opened,
            Err(messages) => return (messages, None),
        };
        self.watch.doing("validating");
        messages.extend(to_messages(&run.validate().await));
        if has_errors(&messages) {
            return (messages, None);
        }
        self.watch.doing("planning");
        let options = local::PlanOptions {
            refresh: options.refresh,
            destroy: options.destroy,
        };
        match run.plan(options).await {
            Ok((plan, local_messages)) => {
                messages.extend(to_messages(&local_messages));
                let view = plan_view(&run, &plan);
                // The apply works on the real state, whatever the plan was made from.
                let mut run = run;
                run.state_manager = Arc::clone(&self.state_manager);
                self.planned = Some((run, plan));
                (messages, Some(view))
            }
            Err(local_messages) => {
                messages.extend(to_messages(&local_messages));
                (messages, None)
            }
        }
    }

    async fn apply(&mut self, _: &CommandContext) -> Vec<Message> {
        let Some((run, plan)) = self.planned.take() else {
            return vec![Message::error("There is no plan", "")];
        };
        self.watch.doing("applying");
        self.applied(&run, &plan).await
    }

    async fn refresh(&mut self, context: &CommandContext) -> Vec<Message> {
        let options = PlanOptions {
            refresh: true,
            ..PlanOptions::default()
        };
        let (mut messages, _) = self.plan(context, &options).await;
        if let Some((run, mut plan)) = self.planned.take() {
            // What was found is taken over; nothing else is done.
            plan.changes.clear();
            messages.extend(self.applied(&run, &plan).await);
        }
        messages
    }

    async fn import(
        &mut self,
        context: &CommandContext,
        address: &str,
        by: &ImportText,
        keep: bool,
    ) -> (Vec<Message>, Option<ObservedObject>) {
        let Some(parsed) = ObjectAddress::parse(address) else {
            let error = Message::error(format!("{address} is no address of a resource"), "");
            return (vec![error], None);
        };
        let state_manager = if keep {
            Arc::clone(&self.state_manager)
        } else {
            StateManager::in_memory(local::State::empty())
        };
        let (run, mut messages) = match self.open(context, &state_manager).await {
            Ok(opened) => opened,
            Err(messages) => return (messages, None),
        };
        if has_errors(&messages) {
            return (messages, None);
        }
        self.watch.doing("importing");
        messages.extend(to_messages(&run.import(&parsed, by.clone()).await));
        if has_errors(&messages) {
            return (messages, None);
        }
        match state_view(&run.instance, &state_manager).await {
            Ok(mut state) => (messages, state.objects.remove(address)),
            Err(error) => {
                messages.push(Message::error(error, ""));
                (messages, None)
            }
        }
    }

    async fn taint(&mut self, _: &CommandContext, address: &str) -> Vec<Message> {
        let mut found = false;
        let changed = self.state_manager.change(|state| {
            let stored = ObjectAddress::parse(address).and_then(|a| state.resources.get_mut(&a));
            if let Some(stored) = stored {
                stored.tainted = true;
                found = true;
            }
        });
        state_change_messages(changed, found, address)
    }

    async fn forget(&mut self, _: &CommandContext, address: &str) -> Vec<Message> {
        let mut found = false;
        let changed = self.state_manager.change(|state| {
            let removed = ObjectAddress::parse(address).and_then(|a| state.resources.remove(&a));
            found = removed.is_some();
        });
        state_change_messages(changed, found, address)
    }

    async fn invoke(&mut self, context: &CommandContext, address: &str) -> Vec<Message> {
        let Some(parsed) = ObjectAddress::parse(address) else {
            return vec![Message::error(
                format!("{address} is no address of an action"),
                "Write action, its type and its name, as in action.disk_verify.name.",
            )];
        };
        let state_manager = Arc::clone(&self.state_manager);
        let (run, mut messages) = match self.open(context, &state_manager).await {
            Ok(opened) => opened,
            Err(messages) => return messages,
        };
        messages.extend(to_messages(&run.validate().await));
        if has_errors(&messages) {
            return messages;
        }
        self.watch.doing("invoking");
        match run.plan_invoke(&parsed).await {
            Ok((planned, more)) => {
                messages.extend(to_messages(&more));
                let (_, more) = run.invoke(planned).await;
                messages.extend(to_messages(&more));
            }
            Err(more) => messages.extend(to_messages(&more)),
        }
        messages
    }

    fn take_progress(&mut self) -> Vec<String> {
        let progress = self.progress.lock();
        std::mem::take(&mut *progress.unwrap_or_else(PoisonError::into_inner))
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
    /// Makes a plan true, and keeps what data sources said.
    async fn applied(&mut self, run: &Run, plan: &local::Plan) -> Vec<Message> {
        let applied = run.apply(plan).await;
        let schemas = run.instance.schemas();
        let objects = applied
            .data
            .into_iter()
            .map(|(address, (value, sensitive))| {
                let block = local::block_of(schemas, &address);
                let shape = block.as_deref().map_or(TreeShape::Any, TreeShape::Block);
                let object = ObservedObject {
                    value: Tree::of_value(shape, &value),
                    block,
                    sensitive,
                    identity: None,
                    tainted: false,
                    version: 0,
                };
                (address.to_string(), object)
            });
        self.data = objects.collect();
        to_messages(&applied.messages)
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
            if name.contains('/') || !name.ends_with(".tf") {
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
        let mut inputs = Inputs::default();
        inputs.given.extend(
            context
                .variables
                .iter()
                .map(|(name, value)| local::Input::Value(name.clone(), value.clone())),
        );
        let events = self.events();
        let opened = Run::new(
            instance,
            bodies,
            (&inputs, None),
            Arc::clone(state_manager),
            events,
            self.stop.1.clone(),
        );
        match opened.await {
            Ok((mut run, local_messages)) => {
                if let Some(source) = &self.source {
                    run.source.clone_from(source);
                }
                Ok((run, to_messages(&local_messages)))
            }
            Err(local_messages) => Err(to_messages(&local_messages)),
        }
    }
}

fn text_of(messages: &[Message]) -> String {
    let words: Vec<String> = messages.iter().map(Message::to_string).collect();
    words.join("\n")
}

fn state_change_messages(
    changed: Result<(), local::Message>,
    found: bool,
    address: &str,
) -> Vec<Message> {
    match changed {
        Err(message) => vec![to_message(&message)],
        Ok(()) if found => Vec::new(),
        Ok(()) => vec![Message::error(format!("The state has no {address}"), "")],
    }
}
