//! The state of a test in the provider's state store.

use std::sync::Arc;

use super::InProcess;
use super::observe::to_messages;
use crate::drivers::driver::{Answer, Command, CommandContext, Reply};
use crate::observed::results::{Message, checked, has_errors};
use schema_local::{RemoteState, State, StateManager};

/// The state store that holds the state, locked for a command, and its messages so far.
type StoreSession = (Arc<RemoteState>, Vec<Message>);

impl InProcess {
    /// Runs a command with the state in its store, if the test has one and the command needs it:
    /// locks and reads it before, and writes it afterwards.
    pub(super) async fn with_store(
        &mut self,
        context: &CommandContext,
        command: Command<'_>,
    ) -> Reply {
        let operation = match command {
            Command::Validate | Command::Query => {
                return self.perform(context, command, None).await;
            }
            Command::Plan(_) => "OperationTypePlan",
            Command::Import { .. } => "import",
            Command::Taint(_) => "state-taint",
            Command::Forget(_) => "state-rm",
            Command::Apply | Command::Refresh | Command::Invoke(_) => "OperationTypeApply",
        };
        // A plan is used up even if the store cannot be locked.
        let plan = self.planned.take();
        let session = self.enter_store(context, operation).await?;
        self.planned = plan;
        let store = session.as_ref().map(|(store, _)| &**store);
        let mut reply = self.perform(context, command, store).await;
        let (Ok(Answer { messages, .. }) | Err(messages)) = &mut reply;
        messages.extend(self.leave_store(session).await);
        reply
    }

    /// Locks the state for an operation, and reads it from the store. `None` if the test keeps its
    /// state itself.
    async fn enter_store(
        &mut self,
        context: &CommandContext,
        operation: &str,
    ) -> Result<Option<StoreSession>, Vec<Message>> {
        if !self.in_store {
            return Ok(None);
        }
        let fresh = StateManager::in_memory(State::empty());
        let (run, messages) = self.open(context, &fresh).await?;
        checked(messages)?;
        self.watch
            .doing("locking and reading the state in its store");
        let store = run.state_store().await.map_err(|said| to_messages(&said))?;
        let Some(store) = store else {
            return Err(vec![Message::error(
                "The test has no state store",
                "What `state_store` of the test says must be a block of type \"state_store\", as in the terraform block of \
                 a configuration.",
            )]);
        };
        let locked = store.lock(operation).await;
        let mut said = to_messages(&locked.map_err(|said| to_messages(&said))?);
        match store.pull(&fresh).await {
            Ok(more) => {
                said.extend(to_messages(&more));
                self.state_manager = fresh;
                Ok(Some((store, said)))
            }
            Err(said) => {
                let after = store.unlock().await;
                Err([to_messages(&said), to_messages(&after)].concat())
            }
        }
    }

    /// Writes the state into the store and releases the lock. The test continues with the stored
    /// state, so a store that keeps something else is noticed.
    async fn leave_store(&mut self, session: Option<StoreSession>) -> Vec<Message> {
        let Some((store, mut said)) = session else {
            return Vec::new();
        };
        self.watch.doing("writing the state to its store");
        let mut messages = to_messages(&store.push(&self.state_manager).await);
        let written = !has_errors(&messages);
        let fresh = StateManager::in_memory(State::empty());
        if let Err(said) = store.pull(&fresh).await {
            messages.extend(to_messages(&said));
        }
        messages.extend(to_messages(&store.unlock().await));
        let (before, after) = (self.state_manager.state(), fresh.state());
        let same = before.resources == after.resources && before.outputs == after.outputs;
        if written && !has_errors(&messages) && !same {
            messages.push(Message::error(
                "The state store gives another state than was written",
                "What it read after the command is not what the command wrote: see `write` and `read` of the store.",
            ));
        }
        if !has_errors(&messages) {
            self.state_manager = fresh;
        }
        said.extend(messages);
        said
    }
}
