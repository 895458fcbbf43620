//! The state of a test in the provider's state store.

use std::sync::Arc;

use super::InProcess;
use super::observe::to_messages;
use crate::drivers::driver::CommandContext;
use crate::observed::results::{Message, Reply, checked, has_errors};
use schema_local::{RemoteState, State, StateManager};

/// The state store that holds the state, locked for a command.
struct StoreSession {
    store: Arc<RemoteState>,
    /// The store's messages so far.
    said: Vec<Message>,
}

impl InProcess {
    /// Runs a command with the state in its store, if the test has one: locks and reads it before,
    /// and writes it afterwards.
    pub(super) async fn with_store<T>(
        &mut self,
        context: &CommandContext,
        operation: &str,
        command: impl AsyncFnOnce(&mut Self, Option<&RemoteState>) -> Reply<T>,
    ) -> Reply<T> {
        let session = self.enter_store(context, operation).await?;
        let store = session.as_ref().map(|session| &*session.store);
        let mut reply = command(self, store).await;
        let (Ok((messages, _)) | Err(messages)) = &mut reply;
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
                Ok(Some(StoreSession { store, said }))
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
        let Some(StoreSession { store, mut said }) = session else {
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
