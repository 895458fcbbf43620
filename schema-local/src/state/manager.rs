//! [`StateManager`]: the state of a running command, and what author code saves in it as it runs.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use schema_runtime::data::{Journal, Private};
use schema_runtime::path::Path;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::file::StateFile;
use super::format;
use super::model::{State, StoredResource};
use crate::address::ResourceAddress;
use crate::message::Message;

/// The state of a running command, kept on disk or only in memory.
pub struct StateManager {
    inner: Mutex<Inner>,
}

struct Inner {
    state: State,
    file: Option<StateFile>,
    /// Why the last change is not on disk.
    failure: Option<Message>,
}

impl StateManager {
    /// Locks and reads a state file; a missing one is an empty state.
    ///
    /// # Errors
    /// The file is in use, cannot be read, or is no state of this provider.
    pub(crate) fn open(path: PathBuf, provider: &str) -> Result<Arc<Self>, Message> {
        let file = StateFile::lock(path, provider)?;
        let state = match file.read()? {
            Some(text) => format::read(&text, provider).map_err(|reason| file.damaged(&reason))?,
            None => State::empty(),
        };
        Ok(StateManager::new(state, Some(file)))
    }

    /// A state that ends with the process.
    pub fn in_memory(state: State) -> Arc<Self> {
        StateManager::new(state, None)
    }

    fn new(state: State, file: Option<StateFile>) -> Arc<Self> {
        Arc::new(StateManager {
            inner: Mutex::new(Inner {
                state,
                file,
                failure: None,
            }),
        })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state as it is now.
    pub fn state(&self) -> State {
        self.inner().state.clone()
    }

    /// Changes the state and writes it, if that made a difference.
    ///
    /// # Errors
    /// It could not be written; it is changed in memory all the same.
    pub fn change(&self, change: impl FnOnce(&mut State)) -> Result<(), Message> {
        self.change_and_write(change, true)
    }

    fn change_and_write(
        &self,
        change: impl FnOnce(&mut State),
        durable: bool,
    ) -> Result<(), Message> {
        let mut inner = self.inner();
        let before = inner.state.clone();
        change(&mut inner.state);
        if inner.state == before && inner.failure.is_none() {
            return Ok(());
        }
        inner.state.serial = before.serial + 1;
        let Some(file) = &inner.file else {
            return Ok(());
        };
        let text = format::write(&inner.state, file.provider());
        let written = file.write(&text, durable);
        inner.failure = written.as_ref().err().cloned();
        written
    }
}

/// Writes an object's state while author code runs.
pub(crate) struct StateJournal {
    pub(crate) state_manager: Arc<StateManager>,
    pub(crate) schema: Arc<Schema>,
    pub(crate) address: ResourceAddress,
    /// Whether the object is new, and would be tainted if the process died now.
    pub(crate) creating: bool,
    pub(crate) dependencies: BTreeSet<ResourceAddress>,
    pub(crate) sensitive: Vec<Path>,
    pub(crate) last_id: Mutex<Option<Value>>,
}

impl Journal for StateJournal {
    fn record(&self, object: &Value, private: &Private) {
        if object.is_null() {
            return;
        }
        let Ok(mut stored) = StoredResource::new(&self.schema, object, private.to_bytes()) else {
            // Told at the end of the operation, when the same object comes back.
            return;
        };
        stored.tainted = self.creating;
        stored.dependencies = self.dependencies.clone();
        stored.sensitive = self.sensitive.clone();
        let id = self
            .schema
            .id_index()
            .and_then(|index| object.as_object()?.get(index).cloned());
        let mut last_id = self.last_id.lock().unwrap_or_else(PoisonError::into_inner);
        // A new id must survive the machine; what is set later only this process.
        let durable = *last_id != id;
        *last_id = id;
        let address = self.address.clone();
        // A failure is kept, and told when the operation's result cannot be written either.
        let _ = self.state_manager.change_and_write(
            |state| {
                state.resources.insert(address, stored);
            },
            durable,
        );
    }
}
