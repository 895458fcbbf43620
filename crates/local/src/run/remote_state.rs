//! [`RemoteState`]: keeps the state in a state store.
//!
//! The file beside the configuration remains, and is durable after each operation. It records the
//! serial with which the state was last written to the store. The next command can therefore find
//! what a killed command did not write there, and does not overwrite changes by other users.

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
use crate::state::conflict::reconcile;
use crate::state::{State, StateManager, format};
use schema_shell::lifecycle::Instance;

/// How often the state is written while a command changes it, as in Terraform.
const INTERVAL: Duration = Duration::from_secs(20);

/// How often to retry a lock that another process holds.
const LOCK_INTERVAL: Duration = Duration::from_millis(500);

/// The chunk size that Terraform proposes.
const CHUNK_SIZE: i64 = 8 << 20;

/// Terraform's variable for this interval, in seconds.
const INTERVAL_VARIABLE: &str = "TF_STATE_PERSIST_INTERVAL";

/// A configured state store; some commands lock it.
pub struct RemoteState {
    /// A separately configured instance, with the settings of the block.
    instance: Instance,
    block: StateStoreBlock,
    /// The workspace of this state.
    pub(crate) workspace: String,
    secrets: Secrets,
    /// The id that unlocks it; empty if it is not locked.
    lock_id: std::sync::Mutex<String>,
    interval: Duration,
    /// Whether the command has made all its changes.
    done: AtomicBool,
    woken: Notify,
}

impl Run {
    /// The state store of the configuration, configured, if it has one.
    ///
    /// # Errors
    /// The block is invalid, or the store fails.
    pub async fn state_store(&self) -> Result<Option<Arc<RemoteState>>, Messages> {
        RemoteState::open(&self.instance, &self.configuration, &self.workspace).await
    }
}

impl RemoteState {
    /// Configures the state store of a configuration, if it has one.
    ///
    /// # Errors
    /// The block is invalid, or the store fails.
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
                .configure_state_store(name, config, CHUNK_SIZE);
            messages.extend(remote.own(configured.await.diagnostics));
        }
        messages.into_result(Some(Arc::new(remote)))
    }

    /// Checks the block of a state store, if there is one; returns the store with the settings of
    /// the provider and its own, unless there is an error.
    pub(crate) async fn checked(
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
            let summary = format!("There is no state store \"{}\"", block.type_name);
            messages.fail(summary, known, &block.at);
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

    /// The store's diagnostics, at places in its block.
    fn own(&self, diagnostics: Diagnostics) -> Messages {
        let (block, mut messages) = (&self.block, Messages::new());
        self.report(diagnostics, (&block.body, &block.at), &mut messages);
        messages
    }

    /// Locks the state for an operation, which is named in Terraform's words.
    ///
    /// # Errors
    /// Another process holds the lock, or the store fails.
    pub async fn lock(&self, operation: &str) -> Result<Messages, Messages> {
        let name = &self.block.type_name;
        let (instance, workspace) = (&self.instance, &self.workspace);
        let locked = instance.lock_state(name, workspace, operation).await;
        let messages = self.own(locked.diagnostics);
        *lock(&self.lock_id) = locked.lock_id;
        messages.without_errors()
    }

    /// The same, but retries for some time while another process holds the lock.
    ///
    /// # Errors
    /// Another process still holds the lock, or the store fails.
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

    /// The workspaces with a state in the store.
    pub(crate) async fn workspaces(&self, messages: &mut Messages) -> Vec<String> {
        let found = self.instance.get_states(&self.block.type_name).await;
        messages.extend(self.own(found.diagnostics));
        found.state_ids
    }

    /// Writes an empty state to the store.
    pub(crate) async fn create(&self) -> Messages {
        let (serial, empty) = (1, State::empty());
        self.write(&State { serial, ..empty }).await
    }

    async fn write(&self, state: &State) -> Messages {
        let name = &self.block.type_name;
        let text = format::write(state, &self.instance.schemas().provider.type_name);
        let (instance, bytes) = (&self.instance, text.into_bytes().into());
        let written = instance.write_state_bytes(name, &self.workspace, bytes);
        self.own(written.await)
    }

    /// Deletes the state from the store.
    pub(crate) async fn delete(&self) -> Messages {
        let name = &self.block.type_name;
        let deleted = self.instance.delete_state(name, &self.workspace).await;
        self.own(deleted)
    }

    /// Releases the lock, if there is one.
    pub async fn unlock(&self) -> Messages {
        let lock_id = std::mem::take(&mut *lock(&self.lock_id));
        if lock_id.is_empty() {
            return Messages::new();
        }
        self.force_unlock(&lock_id).await
    }

    /// Removes a lock, whoever holds it.
    pub(crate) async fn force_unlock(&self, lock_id: &str) -> Messages {
        let name = &self.block.type_name;
        let (instance, workspace) = (&self.instance, &self.workspace);
        self.own(instance.unlock_state(name, workspace, lock_id).await)
    }

    /// Brings the file and the store together, without writing to the store.
    ///
    /// # Errors
    /// The store fails, or both have changes that the other lacks.
    pub async fn pull(&self, local: &StateManager) -> Result<Messages, Messages> {
        let name = &self.block.type_name;
        let read = self.instance.read_state_bytes(name, &self.workspace).await;
        let mut messages = self.own(read.diagnostics);
        messages = messages.without_errors()?;
        let provider = &self.instance.schemas().provider.type_name;
        let stored = read.state.map(|bytes| format::read(&bytes, provider));
        let stored = stored.transpose().map_err(|reason| {
            let message = Message::error("The state in the state store cannot be used");
            message.detail(format!("It is left unchanged: {reason}."))
        });
        match stored.and_then(|stored| reconcile(local, stored)) {
            Ok(warning) => warning
                .into_iter()
                .for_each(|warning| messages.push(warning)),
            Err(error) => {
                messages.push(error);
                return Err(messages);
            }
        }
        Ok(messages)
    }

    /// Writes the state to the store, if it is not there.
    pub async fn push(&self, local: &StateManager) -> Messages {
        let mut state = local.state();
        let serial = state.serial;
        let mut messages = Messages::new();
        if state.stored == Some(serial) || (state.stored.is_none() && serial == 0) {
            return messages;
        }
        state.stored = None;
        messages.extend(self.write(&state).await);
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

    /// Writes the state periodically while an operation changes it, and as soon as the user asks to
    /// stop. Errors are reported at the end, when the state is written once more.
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
                // A write that has started is completed, so that it cannot follow a later one.
                if self.done.load(Ordering::Acquire) {
                    return;
                }
                let _ = self.push(local).await;
            }
        };
        tokio::join!(work, writing).0
    }
}
