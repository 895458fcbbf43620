//! [`StateManager`]: the state of a running command, and what provider code saves in it as it runs.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use schema_panic::lock;
use schema_runtime::data::{Journal, Private};
use schema_runtime::path::Path;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::changes_file::Change;
use super::file::Lock;
use super::file::random_name;
use super::model::{State, StoredResource};
use super::store::Store;
use crate::address::{ObjectAddress, ResourceAddress};
use crate::message::Message;

/// The state of a running command, kept on disk or only in memory.
pub struct StateManager {
    inner: Mutex<Inner>,
}

struct Inner {
    state: State,
    store: Option<Store>,
    /// What became of the last change, if it is not where it belongs.
    unsaved: Option<Unsaved>,
}

/// What the note of an operation on an object begins with.
const CHANGING: &str = "while it was ";

/// What is noted while provider code runs outside of such an operation.
const LOOKING: &str = "while the provider planned or read";

/// Provider code plans and reads for as long as this lives.
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
    /// Where it is instead.
    copy: Option<PathBuf>,
}

impl StateManager {
    /// Locks and reads a state file; a missing one is an empty state. What cannot be saved there
    /// goes beside it or into the folder `temporary`.
    ///
    /// # Errors
    /// The file is in use, cannot be read, or is no state of this provider.
    pub(crate) fn open(
        path: PathBuf,
        provider: &str,
        temporary: &std::path::Path,
        lock: Lock,
    ) -> Result<Arc<Self>, Message> {
        let (store, state) = Store::open(path, provider, temporary, lock)?;
        Ok(StateManager::new(state, Some(store)))
    }

    /// A state that ends with the process.
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

    /// What is being done to an object, or nothing any more, for the next command if this one is
    /// killed meanwhile, or provider code ends it.
    pub(crate) fn note(&self, doing: Option<&str>) {
        if let Some(store) = &mut self.inner().store {
            store
                .file()
                .note(doing.map(|doing| format!("{CHANGING}{doing}")).as_deref());
        }
    }

    /// The same of provider code that changes nothing, until this is dropped.
    pub(crate) fn note_looking(&self) -> Looking<'_> {
        self.note_between(LOOKING);
        Looking(self)
    }

    fn note_between(&self, doing: &'static str) {
        if let Some(store) = &mut self.inner().store {
            store.file().note_between(doing);
        }
    }

    /// That the command before this one did not come to its end; told once.
    pub(crate) fn interrupted(&self) -> Option<Message> {
        let doing = self.inner().store.as_mut()?.file().interrupted()?;
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

    /// The state as it is now.
    pub fn state(&self) -> State {
        self.inner().state.clone()
    }

    /// Changes the state before anything is done that only it would remember, and writes it even
    /// if that made no difference, when `always` says so: a disk that is full is found out now.
    ///
    /// # Errors
    /// It cannot be written, and is what it was.
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
            Message::error("Failed to save the state").detail(format!(
                "{}: {error}. Nothing was started, because it could not be recorded.",
                store.path().display()
            ))
        })
    }

    /// Changes the state and writes it whole, if that made a difference.
    ///
    /// # Errors
    /// It could not be written; it is changed in memory all the same.
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

    /// Takes the state that is in the state store.
    ///
    /// # Errors
    /// It could not be written, and is what it was.
    pub(crate) fn adopt(&self, state: State) -> Result<(), Message> {
        let inner = &mut *self.inner();
        let before = std::mem::replace(&mut inner.state, state);
        if inner.state == before {
            return Ok(());
        }
        inner.write_mark(before)
    }

    /// Remembers that the state with this serial is in the state store.
    ///
    /// # Errors
    /// It could not be written, and is what it was.
    pub(crate) fn mark_stored(&self, serial: u64) -> Result<(), Message> {
        let inner = &mut *self.inner();
        if inner.state.stored == Some(serial) {
            return Ok(());
        }
        let before = inner.state.clone();
        inner.state.stored = Some(serial);
        inner.write_mark(before)
    }

    /// Puts an object into the state, and saves it unless it is there already.
    ///
    /// # Errors
    /// It could not be saved; it is in the state in memory all the same.
    pub(crate) fn put(
        &self,
        address: &ObjectAddress,
        stored: StoredResource,
    ) -> Result<(), Message> {
        self.inner().put(address, stored, true)
    }

    /// Changes what is kept beside an object, if there is one.
    ///
    /// # Errors
    /// It could not be saved; it is changed in memory all the same.
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

    /// Takes an object out of the state.
    ///
    /// # Errors
    /// That could not be saved; in memory it is removed all the same.
    pub(crate) fn remove(&self, address: &ObjectAddress) -> Result<(), Message> {
        let inner = &mut *self.inner();
        if inner.state.resources.remove(address).is_none() && inner.unsaved.is_none() {
            return Ok(());
        }
        inner.state.serial = inner.state.serial.saturating_add(1);
        inner.save(|store, state| store.save(state, Change::Remove(address), true))
    }

    /// Makes place at an address for a new object: the one that is there is kept as a deposed one,
    /// whose address this gives. One write, since an object that is in the state twice would be
    /// deleted although it is in use.
    ///
    /// # Errors
    /// It could not be saved; it is so in memory all the same.
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

    /// Puts a deposed object back to its place, if nothing has come there.
    ///
    /// # Errors
    /// It could not be saved; it is so in memory all the same.
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

    /// Makes one file of what is on disk: the end of a command that changed something.
    ///
    /// # Errors
    /// It stays in two files; nothing is lost.
    pub(crate) fn finish(&self) -> Result<(), Message> {
        let inner = &mut *self.inner();
        match &mut inner.store {
            Some(store) if inner.unsaved.is_none() => {
                store.compact(&inner.state).map_err(|error| {
                    Message::warning("The state is in two files").detail(format!(
                        "{0}: {error}. The changes are in the file beside it whose name ends \
                     in .changes. Nothing is lost as long as both exist: the next command merges \
                     them.",
                        store.path().display()
                    ))
                })
            }
            _ => Ok(()),
        }
    }

    /// Whether everything is on disk that should be.
    pub(crate) fn is_saved(&self) -> bool {
        self.inner().unsaved.is_none()
    }

    /// The last thing to tell, if the state is not where it belongs. If it is nowhere else, it is
    /// printed; on what, if anything took it.
    pub(crate) fn unsaved(
        &self,
        print: impl FnOnce(&str) -> Option<&'static str>,
    ) -> Option<Message> {
        let inner = self.inner();
        let (store, unsaved) = (inner.store.as_ref()?, inner.unsaved.as_ref()?);
        let path = store.path().display();
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
    /// Writes what changes nothing that is in the state.
    fn write_mark(&mut self, before: State) -> Result<(), Message> {
        let Some(store) = &mut self.store else {
            return Ok(());
        };
        store.write(&self.state, true).map_err(|error| {
            self.state = before;
            Message::error("Failed to save the state")
                .detail(format!("{}: {error}.", store.path().display()))
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

    /// Saves, or puts the state where it can be found.
    fn save(
        &mut self,
        save: impl FnOnce(&mut Store, &State) -> std::io::Result<()>,
    ) -> Result<(), Message> {
        let Some(store) = &mut self.store else {
            return Ok(());
        };
        match save(store, &self.state) {
            Ok(()) => {
                self.unsaved = None;
                store.remove_spare_copy();
                Ok(())
            }
            Err(error) => {
                let message = Message::error("Failed to save the state")
                    .detail(format!("{}: {error}.", store.path().display()));
                self.unsaved = Some(Unsaved {
                    reason: error.to_string(),
                    copy: store.write_spare_copy(&self.state).map(PathBuf::from),
                });
                Err(message)
            }
        }
    }
}

/// Writes an object's state while provider code runs.
pub(crate) struct StateJournal {
    pub(crate) state_manager: Arc<StateManager>,
    pub(crate) schema: Arc<Schema>,
    pub(crate) address: ObjectAddress,
    /// Whether the object is new, and would be tainted if the process died now.
    pub(crate) creating: bool,
    pub(crate) dependencies: BTreeSet<ResourceAddress>,
    pub(crate) create_before_destroy: bool,
    pub(crate) provider: Option<Arc<str>>,
    pub(crate) sensitive: Vec<Path>,
    /// The id that was recorded last; the outer `None` where nothing was.
    pub(crate) last_id: Mutex<Option<Option<Value>>>,
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
        stored.create_before_destroy = self.create_before_destroy;
        stored.provider = self.provider.clone();
        stored.sensitive = self.sensitive.clone();
        let id = self
            .schema
            .id_index()
            .and_then(|index| object.as_object()?.get(index).cloned());
        let mut last_id = lock(&self.last_id);
        // A new object must survive the machine; what is set later only this process. Of one that
        // has no id the first record is new.
        let durable = last_id.as_ref() != Some(&id);
        *last_id = Some(id);
        // A failure is kept, and told when the command ends, unless the operation's result can be
        // saved.
        let _ = self
            .state_manager
            .inner()
            .put(&self.address, stored, durable);
    }
}
