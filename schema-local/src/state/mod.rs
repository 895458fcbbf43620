//! The state: what exists, as it was last seen.
//!
//! The file has a form of its own (it is not Terraform's, and says so), is written whole and
//! atomically, and is locked while a command uses it. What cannot be read as such a file is left
//! as it is.

mod file;
mod format;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use schema_runtime::codec::json;
use schema_runtime::data::{Journal, Private};
use schema_runtime::path::Path;
use schema_runtime::schema::Schema;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use serde_json::Value as Json;

use super::address::Address;
use super::message::Message;
use file::StateFile;

/// Everything that is remembered between commands.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The same for all states that continue each other.
    pub(crate) lineage: String,
    /// Counts the changes.
    pub(crate) serial: u64,
    /// The objects.
    pub resources: BTreeMap<Address, Stored>,
    /// The outputs.
    pub outputs: BTreeMap<String, StoredOutput>,
}

/// One object, in the form in which it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    pub schema_version: i64,
    pub attributes: Json,
    pub(crate) private: Vec<u8>,
    /// Its creation failed half-way: it is replaced next time.
    pub tainted: bool,
    pub(crate) dependencies: BTreeSet<Address>,
    /// What is sensitive because of the configuration.
    pub sensitive: Vec<Path>,
}

/// The value of an output.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredOutput {
    pub ty: Type,
    pub value: Value,
    pub sensitive: bool,
}

impl Stored {
    /// An object of a schema; what is unknown in it is null, as nothing else can be kept.
    ///
    /// # Errors
    /// The value is no such object.
    pub(crate) fn new(schema: &Schema, value: &Value, private: Vec<u8>) -> Result<Self, Message> {
        let known = without_unknown(value);
        let attributes = json::encode_block(&schema.block, &known)
            .map_err(|error| error.to_string())
            .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()))
            .map_err(|reason| {
                Message::error("An object cannot be saved").detail(format!(
                    "The provider returned an object of {} that does not fit its schema: \
                     {reason}. This is a bug in the provider.",
                    schema.type_name
                ))
            })?;
        Ok(Stored {
            schema_version: schema.version,
            attributes,
            private,
            tainted: false,
            dependencies: BTreeSet::new(),
            sensitive: Vec::new(),
        })
    }
}

/// The same value with null for everything that is unknown.
pub(crate) fn without_unknown(value: &Value) -> Value {
    match value {
        Value::Unknown(_) => Value::Null,
        Value::List(values) => Value::List(values.iter().map(without_unknown).collect()),
        Value::Object(values) => Value::Object(values.iter().map(without_unknown).collect()),
        Value::Set(values) => Value::Set(values.iter().map(without_unknown).collect()),
        Value::Map(values) => Value::Map(
            values
                .iter()
                .map(|(key, value)| (Arc::clone(key), without_unknown(value)))
                .collect(),
        ),
        Value::Dynamic(dynamic) => match without_unknown(&dynamic.value) {
            Value::Null => Value::Null,
            value => Value::dynamic(dynamic.ty.clone(), value),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// The state of a running command, kept on disk or only in memory.
pub struct Keeper {
    inner: Mutex<Inner>,
}

struct Inner {
    state: State,
    file: Option<StateFile>,
    /// Why the last change is not on disk.
    failure: Option<Message>,
}

impl Keeper {
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
        Ok(Keeper::new(state, Some(file)))
    }

    /// A state that ends with the process.
    pub fn in_memory(state: State) -> Arc<Self> {
        Keeper::new(state, None)
    }

    fn new(state: State, file: Option<StateFile>) -> Arc<Self> {
        Arc::new(Keeper {
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

impl State {
    /// A state of nothing, with a lineage of its own.
    pub fn empty() -> Self {
        State {
            lineage: file::random_name(),
            serial: 0,
            resources: BTreeMap::new(),
            outputs: BTreeMap::new(),
        }
    }
}

/// Writes an object's state while author code runs.
pub(crate) struct StateJournal {
    pub(crate) keeper: Arc<Keeper>,
    pub(crate) schema: Arc<Schema>,
    pub(crate) address: Address,
    /// Whether the object is new, and would be tainted if the process died now.
    pub(crate) creating: bool,
    pub(crate) dependencies: BTreeSet<Address>,
    pub(crate) sensitive: Vec<Path>,
    pub(crate) last_id: Mutex<Option<Value>>,
}

impl Journal for StateJournal {
    fn record(&self, object: &Value, private: &Private) {
        if object.is_null() {
            return;
        }
        let Ok(mut stored) = Stored::new(&self.schema, object, private.to_bytes()) else {
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
        let _ = self.keeper.change_and_write(
            |state| {
                state.resources.insert(address, stored);
            },
            durable,
        );
    }
}

#[cfg(test)]
mod tests;
