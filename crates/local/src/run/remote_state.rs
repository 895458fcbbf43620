//! [`RemoteState`]: a state store as the place of the state.
//!
//! The file beside the configuration stays: it is what is durable after each operation. It says
//! with which serial the state was last in the store, so that what a command that died had not
//! brought there yet is found by the next one, and what somebody else has changed since is not
//! overwritten.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use schema_panic::lock;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::{Block, SchemaKind};
use schema_runtime::value::Value;
use tokio::sync::Notify;

use super::context::Run;
use super::secrets::Secrets;
use crate::language::body::{decode, locate};
use crate::language::config::{Configuration, StateStoreBlock};
use crate::language::eval::Scope;
use crate::language::hcl::ast::Body;
use crate::message::{Message, Messages};
use crate::run::stop::Stop;
use crate::source::Location;
use crate::state::conflict::{StateRelation, compare};
use crate::state::workspace::DEFAULT;
use crate::state::{State, StateManager, format};
use schema_shell::lifecycle::Instance;

/// How often the state is written while a command changes things, as Terraform does it.
const INTERVAL: Duration = Duration::from_secs(20);

/// How often a lock is tried again that somebody else has.
const LOCK_INTERVAL: Duration = Duration::from_millis(500);

/// The size of chunks that Terraform offers.
const CHUNK_SIZE: i64 = 8 << 20;

/// The variable of Terraform's for the same, in seconds.
const INTERVAL_VARIABLE: &str = "TF_STATE_PERSIST_INTERVAL";

/// A state store that is configured and, for some commands, locked.
pub struct RemoteState {
    /// A configuration of its own, with the settings of the block.
    instance: Instance,
    block: StateStoreBlock,
    /// The workspace whose state this is.
    workspace: String,
    secrets: Secrets,
    /// What unlocks it; empty where it is not locked.
    lock_id: std::sync::Mutex<String>,
    interval: Duration,
    /// The command has changed all that it changes.
    done: AtomicBool,
    woken: Notify,
}

impl Run {
    /// The state store of the configuration, configured, if it has one.
    ///
    /// # Errors
    /// What is wrong with its block, or with the store.
    pub async fn state_store(&self) -> Result<Option<Arc<RemoteState>>, Messages> {
        RemoteState::open(&self.instance, &self.configuration, &self.workspace).await
    }
}

impl RemoteState {
    /// Configures the state store of a configuration, if it has one.
    ///
    /// # Errors
    /// What is wrong with its block, or with the store.
    pub(crate) async fn open(
        instance: &Instance,
        configuration: &Configuration,
        workspace: &str,
    ) -> Result<Option<Arc<Self>>, Messages> {
        let mut messages = Messages::new();
        let Some((remote, settings, config)) =
            RemoteState::checked(instance, configuration, workspace, &mut messages).await
        else {
            return messages.into_result(None);
        };
        let (body, at) = &remote.block.provider;
        let configured = remote.instance.configure_provider(settings).await;
        remote.report(configured, (body, at), &mut messages);
        if !messages.has_errors() {
            let name = &remote.block.type_name;
            let configured = remote
                .instance
                .configure_state_store(name, config, CHUNK_SIZE)
                .await;
            messages.extend(remote.own(configured.diagnostics));
        }
        messages.into_result(Some(Arc::new(remote)))
    }

    /// Checks the block of a state store, if there is one.
    pub(crate) async fn check(
        instance: &Instance,
        configuration: &Configuration,
        messages: &mut Messages,
    ) {
        RemoteState::checked(instance, configuration, DEFAULT, messages).await;
    }

    async fn checked(
        instance: &Instance,
        configuration: &Configuration,
        workspace: &str,
        messages: &mut Messages,
    ) -> Option<(Self, Value, Value)> {
        let block = configuration.state_store.clone()?;
        let schemas = instance.schemas();
        let Some(schema) = schemas.state_stores.get(&*block.type_name).cloned() else {
            let known: Vec<&str> = schemas.state_stores.keys().map(String::as_str).collect();
            let known = match &known[..] {
                [] => "The provider has none at all.".to_owned(),
                known => format!("The provider has: {}.", known.join(", ")),
            };
            messages.fail(
                format!("There is no state store \"{}\"", block.type_name),
                known,
                &block.at,
            );
            return None;
        };
        let interval = instance.environment().get(INTERVAL_VARIABLE);
        let interval = interval.and_then(|seconds| seconds.parse().ok());
        let remote = RemoteState {
            instance: instance.another_configuration(),
            workspace: workspace.to_owned(),
            secrets: Secrets::default(),
            lock_id: std::sync::Mutex::default(),
            interval: interval.map_or(INTERVAL, Duration::from_secs_f64),
            done: AtomicBool::new(false),
            woken: Notify::new(),
            block,
        };
        let before = messages.error_count();
        let (body, at) = &remote.block.provider;
        let provider = (SchemaKind::Provider, &*schemas.provider.block);
        let settings = remote.decoded(provider, (body, at), messages);
        let own = (&remote.block.body, &remote.block.at);
        let config = remote.decoded((SchemaKind::StateStore, &schema.block), own, messages);
        if messages.error_count() > before {
            return None;
        }
        let wrong = remote.instance.validate_provider_config(&settings).await;
        remote.report(wrong, (body, at), messages);
        let name = &remote.block.type_name;
        let wrong = remote.instance.validate_state_store_config(name, &config);
        messages.extend(remote.own(wrong.await));
        (messages.error_count() == before).then_some((remote, settings, config))
    }

    fn decoded(
        &self,
        (kind, schema): (SchemaKind, &Block),
        (body, at): (&Body, &Location),
        messages: &mut Messages,
    ) -> Value {
        let decoded = decode(schema, kind, body, at, &Scope::default(), messages);
        self.secrets.remember(&decoded);
        decoded.value
    }

    fn report(
        &self,
        diagnostics: Diagnostics,
        (body, at): (&Body, &Location),
        messages: &mut Messages,
    ) {
        messages.extend_with(diagnostics, |diagnostic| {
            let at = locate(body, at, &diagnostic.path);
            Message::from(self.secrets.redacted(diagnostic)).at(&at)
        });
    }

    /// What the store says, at places of its own block.
    fn own(&self, diagnostics: Diagnostics) -> Messages {
        let (block, mut messages) = (&self.block, Messages::new());
        self.report(diagnostics, (&block.body, &block.at), &mut messages);
        messages
    }

    /// Locks the state for an operation in Terraform's words.
    ///
    /// # Errors
    /// Somebody else has the lock, or the store fails.
    pub async fn lock(&self, operation: &str) -> Result<Messages, Messages> {
        let name = &self.block.type_name;
        let locked = self
            .instance
            .lock_state(name, &self.workspace, operation)
            .await;
        let messages = self.own(locked.diagnostics);
        *self.lock_id() = locked.lock_id;
        if messages.has_errors() {
            return Err(messages);
        }
        Ok(messages)
    }

    /// The same, again and again for some time where somebody else has the lock.
    ///
    /// # Errors
    /// Somebody else still has it then, or the store fails.
    pub(crate) async fn lock_in(
        &self,
        timeout: Duration,
        operation: &str,
    ) -> Result<Messages, Messages> {
        let until = tokio::time::Instant::now() + timeout;
        loop {
            let locked = self.lock(operation).await;
            if locked.is_ok() || tokio::time::Instant::now() + LOCK_INTERVAL > until {
                return locked;
            }
            tokio::time::sleep(LOCK_INTERVAL).await;
        }
    }

    /// The workspace whose state this is.
    pub(crate) fn workspace(&self) -> &str {
        &self.workspace
    }

    /// The workspaces that have a state in the store.
    pub(crate) async fn workspaces(&self, messages: &mut Messages) -> Vec<String> {
        let found = self.instance.get_states(&self.block.type_name).await;
        messages.extend(self.own(found.diagnostics));
        found.state_ids
    }

    /// Puts an empty state into the store.
    pub(crate) async fn create(&self) -> Messages {
        let mut state = State::empty();
        state.serial = 1;
        let name = &self.block.type_name;
        let text = format::write(&state, &self.instance.schemas().provider.type_name);
        let written = self
            .instance
            .write_state_bytes(name, &self.workspace, text.into_bytes().into())
            .await;
        self.own(written)
    }

    /// Takes the state out of the store.
    pub(crate) async fn delete(&self) -> Messages {
        let name = &self.block.type_name;
        let deleted = self.instance.delete_state(name, &self.workspace).await;
        self.own(deleted)
    }

    fn lock_id(&self) -> std::sync::MutexGuard<'_, String> {
        lock(&self.lock_id)
    }

    /// Gives the lock back, if there is one.
    pub async fn unlock(&self) -> Messages {
        let lock_id = std::mem::take(&mut *self.lock_id());
        if lock_id.is_empty() {
            return Messages::new();
        }
        self.force_unlock(&lock_id).await
    }

    /// Takes a lock away, whoever has it.
    pub(crate) async fn force_unlock(&self, lock_id: &str) -> Messages {
        let name = &self.block.type_name;
        let unlocked = self
            .instance
            .unlock_state(name, &self.workspace, lock_id)
            .await;
        self.own(unlocked)
    }

    /// Brings the file and the store together, without writing to the store.
    ///
    /// # Errors
    /// The store fails, or both have what the other one has not.
    pub async fn pull(&self, local: &StateManager) -> Result<Messages, Messages> {
        let name = &self.block.type_name;
        let read = self.instance.read_state_bytes(name, &self.workspace).await;
        let mut messages = self.own(read.diagnostics);
        if messages.has_errors() {
            return Err(messages);
        }
        let provider = &self.instance.schemas().provider.type_name;
        let stored = match read.state {
            None => None,
            Some(bytes) => match format::read(&bytes, provider) {
                Ok(state) => Some(state),
                Err(reason) => {
                    let message = Message::error("The state in the state store cannot be used");
                    messages.push(message.detail(format!("It is left unchanged: {reason}.")));
                    return Err(messages);
                }
            },
        };
        match compare(&local.state(), stored) {
            StateRelation::Same => {}
            StateRelation::UseStored(state) => local.adopt(*state)?,
            StateRelation::NoteSerial(serial) => local.mark_stored(serial)?,
            StateRelation::StoreFile(warning) => messages.push(warning),
            StateRelation::Conflict(reason) => {
                let message = Message::error("The state file and the state store differ");
                messages.push(message.detail(reason));
                return Err(messages);
            }
        }
        Ok(messages)
    }

    /// Writes the state into the store, if it is not there.
    pub async fn push(&self, local: &StateManager) -> Messages {
        let mut state = local.state();
        let serial = state.serial;
        let mut messages = Messages::new();
        if state.stored == Some(serial) || (state.stored.is_none() && serial == 0) {
            return messages;
        }
        state.stored = None;
        let name = &self.block.type_name;
        let text = format::write(&state, &self.instance.schemas().provider.type_name);
        let written = self
            .instance
            .write_state_bytes(name, &self.workspace, text.into_bytes().into())
            .await;
        messages.extend(self.own(written));
        if messages.has_errors() {
            messages.push(Message::error("The state is not in the state store").detail(
                "The state file beside the configuration has all changes. The next command writes \
                 it to the store; keep the file until then.",
            ));
        } else if let Err(message) = local.mark_stored(serial) {
            messages.push(message);
        }
        messages
    }

    /// Writes the state again and again, and as soon as the user asks to end, while something
    /// changes it. What goes wrong is reported at the end, when it is written once more.
    pub async fn while_it_changes<T>(
        &self,
        local: &StateManager,
        stop: &Stop,
        work: impl Future<Output = T>,
    ) -> T {
        let work = async {
            let done = work.await;
            self.done.store(true, Ordering::Release);
            self.woken.notify_one();
            done
        };
        let writing = async {
            let mut asked = false;
            loop {
                tokio::select! {
                    () = self.woken.notified() => {}
                    () = tokio::time::sleep(self.interval) => {}
                    () = stop.requested(), if !asked => asked = true,
                }
                // A write that has begun ends, so that none comes after a later one.
                if self.done.load(Ordering::Acquire) {
                    return;
                }
                let _ = self.push(local).await;
            }
        };
        tokio::join!(work, writing).0
    }
}
