//! [`StateManager`]: the state of a running command, and what provider code saves in it meanwhile.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use schema_panic::lock;
use schema_runtime::data::{Journal, Private};
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::changes_file::Change;
use super::file::random_name;
use super::model::{Metadata, State, StoredResource};
use super::store::Store;
use crate::address::ObjectAddress;
use crate::message::Message;

/// The state of a running command, kept on disk or only in memory.
pub struct StateManager {
    inner: Mutex<Inner>,
}

struct Inner {
    state: State,
    store: Option<Store>,
    /// Set if the last change could not be saved where it belongs.
    unsaved: Option<Unsaved>,
}

/// The start of the note on an operation on an object.
const CHANGING: &str = "while it was ";

/// The note while provider code runs outside of such an operation.
const LOOKING: &str = "while the provider planned or read";

/// Provider code plans and reads until this is dropped.
pub(crate) struct Looking<'s>(&'s StateManager);

impl Drop for Looking<'_> {
    fn drop(&mut self) {
        self.0.note_between("");
    }
}

/// A state that could not be saved.
#[derive(Clone)]
struct Unsaved {
    reason: String,
    /// The location of the spare copy.
    copy: Option<PathBuf>,
}

impl StateManager {
    /// Locks and reads a state file; a missing one is an empty state. If it cannot be saved there,
    /// it goes beside the file or into the folder `temporary`.
    ///
    /// # Errors
    /// The file is in use, cannot be read, or is not a state of this provider.
    pub(crate) fn open(
        path: PathBuf,
        provider: &str,
        temporary: &std::path::Path,
        lock_required: bool,
    ) -> Result<Arc<Self>, Message> {
        let (store, state) = Store::open(path, provider, temporary, lock_required)?;
        Ok(StateManager::new(state, Some(store)))
    }

    /// A state in memory, which is lost when the process ends.
    pub fn in_memory(state: State) -> Arc<Self> {
        StateManager::new(state, None)
    }

    fn new(state: State, store: Option<Store>) -> Arc<Self> {
        Arc::new(StateManager {
            inner: Mutex::new(Inner {
                state,
                store,
                unsaved: None,
            }),
        })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }

    /// Notes the current operation on an object, or its end, for the next command, in case this one
    /// is killed or provider code ends the process.
    pub(crate) fn note(&self, doing: Option<&str>) {
        if let Some(store) = &self.inner().store {
            let note = doing.map(|doing| format!("{CHANGING}{doing}"));
            store.file.note(note.as_deref());
        }
    }

    /// The same for provider code that changes nothing, until this is dropped.
    pub(crate) fn note_looking(&self) -> Looking<'_> {
        self.note_between(LOOKING);
        Looking(self)
    }

    fn note_between(&self, doing: &'static str) {
        if let Some(store) = &mut self.inner().store {
            store.file.note_between(doing);
        }
    }

    /// A warning that the previous command did not finish; returned once.
    pub(crate) fn interrupted(&self) -> Option<Message> {
        let doing = self.inner().store.as_mut()?.file.interrupted.take()?;
        let unknown = match doing.starts_with(CHANGING) {
            true => {
                " Nothing records whether the real object matches the state, or exists at all: check it before you \
                 continue."
            }
            false => " Nothing was being changed at that time.",
        };
        let detail = format!(
            "The last command that used this state ended {doing}: its process was killed, or the provider's code ended it. \
             The state has what was known by then.{unknown}"
        );
        Some(Message::warning("A command ended in the middle of its work").detail(detail))
    }

    /// The current state.
    pub fn state(&self) -> State {
        self.inner().state.clone()
    }

    /// Changes the state before any operation that only it would record. With `always` it is
    /// written even if unchanged, so that a full disk is detected now.
    ///
    /// # Errors
    /// It cannot be written, and is unchanged.
    pub(crate) fn prepare(
        &self,
        change: impl FnOnce(&mut State),
        always: bool,
    ) -> Result<(), Message> {
        let inner = &mut *self.inner();
        let before = inner.state.clone();
        change(&mut inner.state);
        let differs = inner.state != before;
        if differs {
            inner.state.serial = before.serial.saturating_add(1);
        }
        let Some(store) = &mut inner.store else {
            return Ok(());
        };
        let written = if differs {
            store.write(&inner.state, true)
        } else if always {
            store.try_write(&inner.state)
        } else {
            Ok(())
        };
        written.map_err(|error| {
            inner.state = before;
            let why = " Nothing was started, because it could not be recorded.";
            not_saved(store, &error, why)
        })
    }

    /// Changes the state, and writes it in full if it differs.
    ///
    /// # Errors
    /// It could not be written; it is still changed in memory.
    pub fn change(&self, change: impl FnOnce(&mut State)) -> Result<(), Message> {
        let inner = &mut *self.inner();
        let before = inner.state.clone();
        change(&mut inner.state);
        if inner.state == before && inner.unsaved.is_none() {
            return Ok(());
        }
        inner.state.serial = before.serial.saturating_add(1);
        inner.save(|store, state| store.write(state, true))
    }

    /// Adopts the state from the state store.
    ///
    /// # Errors
    /// It could not be written, and is unchanged.
    pub(crate) fn adopt(&self, state: State) -> Result<(), Message> {
        let inner = &mut *self.inner();
        let before = std::mem::replace(&mut inner.state, state);
        if inner.state == before {
            return Ok(());
        }
        inner.write_mark(before)
    }

    /// Records that the state with this serial is in the state store.
    ///
    /// # Errors
    /// It could not be written, and is unchanged.
    pub(crate) fn mark_stored(&self, serial: u64) -> Result<(), Message> {
        let inner = &mut *self.inner();
        if inner.state.stored == Some(serial) {
            return Ok(());
        }
        let before = inner.state.clone();
        inner.state.stored = Some(serial);
        inner.write_mark(before)
    }

    /// Puts an object into the state, and saves it unless it is unchanged.
    ///
    /// # Errors
    /// It could not be saved; the state in memory still has it.
    pub(crate) fn put(
        &self,
        address: &ObjectAddress,
        stored: StoredResource,
    ) -> Result<(), Message> {
        self.inner().put(address, stored, true)
    }

    /// Changes the metadata of an object, if it exists.
    ///
    /// # Errors
    /// It could not be saved; it is still changed in memory.
    pub(crate) fn update(
        &self,
        address: &ObjectAddress,
        change: impl FnOnce(&mut StoredResource),
    ) -> Result<(), Message> {
        let mut inner = self.inner();
        let Some(mut stored) = inner.state.resources.get(address).cloned() else {
            return Ok(());
        };
        change(&mut stored);
        inner.put(address, stored, true)
    }

    /// Removes an object from the state.
    ///
    /// # Errors
    /// That could not be saved; it is still removed in memory.
    pub(crate) fn remove(&self, address: &ObjectAddress) -> Result<(), Message> {
        let inner = &mut *self.inner();
        if inner.state.resources.remove(address).is_none() && inner.unsaved.is_none() {
            return Ok(());
        }
        inner.state.serial = inner.state.serial.saturating_add(1);
        inner.save(|store, state| store.save(state, Change::Remove(address), true))
    }

    /// Frees an address for a new object: the current object becomes a deposed one, whose address
    /// is returned. This is one write, because an object that is in the state twice would be
    /// deleted although it is in use.
    ///
    /// # Errors
    /// It could not be saved; it is still changed in memory.
    pub(crate) fn depose(&self, address: &ObjectAddress) -> Result<ObjectAddress, Message> {
        let deposed = ObjectAddress {
            deposed: Some(random_name().chars().take(8).collect::<String>().into()),
            ..address.clone()
        };
        self.change(|state| {
            if let Some(stored) = state.resources.remove(address) {
                state.resources.insert(deposed.clone(), stored);
            }
        })?;
        Ok(deposed)
    }

    /// Moves a deposed object back to its address, if that is still free.
    ///
    /// # Errors
    /// It could not be saved; it is still changed in memory.
    pub(crate) fn restore(&self, deposed: &ObjectAddress) -> Result<(), Message> {
        self.change(|state| {
            let current = deposed.current();
            if !state.resources.contains_key(&current)
                && let Some(stored) = state.resources.remove(deposed)
            {
                state.resources.insert(current, stored);
            }
        })
    }

    /// Merges the files on disk into one, at the end of a command that changed something.
    ///
    /// # Errors
    /// The two files remain; nothing is lost.
    pub(crate) fn finish(&self) -> Result<(), Message> {
        let inner = &mut *self.inner();
        match &mut inner.store {
            Some(store) if inner.unsaved.is_none() => {
                let compacted = store.compact(&inner.state);
                let path = store.file.path.display();
                compacted.map_err(|error| {
                    Message::warning("The state is in two files").detail(format!(
                        "{path}: {error}. The changes are in the file beside it whose name ends in \
                         .changes. Nothing is lost as long as both exist: the next command merges \
                         them."
                    ))
                })
            }
            _ => Ok(()),
        }
    }

    /// Whether everything that belongs on disk is there.
    pub(crate) fn is_saved(&self) -> bool {
        self.inner().unsaved.is_none()
    }

    /// The last message, if the state is not where it belongs. If no copy exists, `print` prints it
    /// and returns the stream that took it, if any.
    pub(crate) fn unsaved(
        &self,
        print: impl FnOnce(&str) -> Option<&'static str>,
    ) -> Option<Message> {
        let inner = self.inner();
        let (store, unsaved) = (inner.store.as_ref()?, inner.unsaved.as_ref()?);
        let path = store.file.path.display();
        let place = match &unsaved.copy {
            Some(copy) => Some(format!("in {}", copy.display())),
            None => print(&store.text(&inner.state))
                .map(|on| format!("on {on}, as there was no room for it in any folder")),
        };
        let next = match place {
            Some(place) => format!(
                "The current state is {place}. It is the only record of changes since the state \
                 was last saved. Before the next command, make sure that {path} can be written \
                 (space, permissions), and put the state there."
            ),
            None => {
                "No folder had room for the current state, and it could not be printed either. \
                     Objects created since the state was last saved are recorded nowhere: find and \
                     import them."
                    .to_owned()
            }
        };
        let detail = format!(
            "{path}: {}. Nothing else was started.\n\n{next}",
            unsaved.reason
        );
        Some(Message::error("Failed to save the state").detail(detail))
    }
}

impl Inner {
    /// Writes the state in full; on failure, restores `before`.
    fn write_mark(&mut self, before: State) -> Result<(), Message> {
        let Some(store) = &mut self.store else {
            return Ok(());
        };
        store.write(&self.state, true).map_err(|error| {
            self.state = before;
            not_saved(store, &error, "")
        })
    }

    fn put(
        &mut self,
        address: &ObjectAddress,
        stored: StoredResource,
        durable: bool,
    ) -> Result<(), Message> {
        if self.state.resources.get(address) == Some(&stored) && self.unsaved.is_none() {
            return Ok(());
        }
        self.state.resources.insert(address.clone(), stored);
        self.state.serial = self.state.serial.saturating_add(1);
        self.save(|store, state| match state.resources.get(address) {
            Some(stored) => store.save(state, Change::Put(address, stored), durable),
            None => Ok(()),
        })
    }

    /// Saves the state, or writes a spare copy.
    fn save(
        &mut self,
        save: impl FnOnce(&mut Store, &State) -> io::Result<()>,
    ) -> Result<(), Message> {
        let Some(store) = &mut self.store else {
            return Ok(());
        };
        match save(store, &self.state) {
            Ok(()) => {
                self.unsaved = None;
                store.spare_copy.remove();
                Ok(())
            }
            Err(error) => {
                let text = store.text(&self.state);
                self.unsaved = Some(Unsaved {
                    reason: error.to_string(),
                    copy: store.spare_copy.write(&text).map(PathBuf::from),
                });
                Err(not_saved(store, &error, ""))
            }
        }
    }
}

fn not_saved(store: &Store, error: &io::Error, consequence: &str) -> Message {
    let path = store.file.path.display();
    Message::error("Failed to save the state").detail(format!("{path}: {error}.{consequence}"))
}

/// Saves an object's state while provider code runs.
pub(crate) struct StateJournal {
    pub(crate) state_manager: Arc<StateManager>,
    pub(crate) schema: Arc<Schema>,
    pub(crate) address: ObjectAddress,
    /// A new object is tainted if the process dies now.
    pub(crate) metadata: Metadata,
    /// The last recorded id; the outer `None` means that nothing was recorded.
    pub(crate) last_id: Mutex<Option<Option<Value>>>,
}

impl Journal for StateJournal {
    fn record(&self, object: &Value, private: &Private) {
        if object.is_null() {
            return;
        }
        let Ok(mut stored) = StoredResource::new(&self.schema, object, private.to_bytes()) else {
            // Reported at the end of the operation, which returns the same object.
            return;
        };
        stored.metadata = self.metadata.clone();
        let id = self
            .schema
            .id_index()
            .and_then(|index| object.as_object()?.get(index).cloned());
        let mut last_id = lock(&self.last_id);
        // A new object must survive a crash of the machine, later changes only one of the process.
        // The first record of an object without an id counts as new.
        let durable = last_id.as_ref() != Some(&id);
        *last_id = Some(id);
        // The state manager keeps a failure, which is reported at the end of the command unless the
        // operation's result can be saved.
        let _ = self
            .state_manager
            .inner()
            .put(&self.address, stored, durable);
    }
}
