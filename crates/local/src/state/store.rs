//! [`Store`]: a state on disk, and when to write it in full.

use std::io;
use std::path::{Path, PathBuf};

use super::changes_file::{Change, ChangesFile, path_of, replay};
use super::file::{StateFile, remove_if_there, replace};
use super::format;
use super::model::State;
use super::spare_copy::SpareCopy;
use crate::message::Message;

/// Up to this length a state is written in full after every change, so that there is only one file.
/// A longer state collects changes until they are as long as the excess over this length: every
/// byte is then written only a few times, however many objects there are.
const SMALL: u64 = 32 * 1024;

/// A state file with its changes file and spare copy.
pub(super) struct Store {
    pub(super) file: StateFile,
    /// The length of the state file, if it exists.
    length: Option<u64>,
    changes: Option<ChangesFile>,
    /// Whether the files on disk differ from the state before the next change, so that it must be
    /// written in full.
    needs_full_write: bool,
    pub(super) spare_copy: SpareCopy,
}

impl Store {
    /// Locks and reads a state; a missing one is empty.
    pub(super) fn open(
        path: PathBuf,
        provider: &str,
        temporary: &Path,
        lock_required: bool,
    ) -> Result<(Self, State), Message> {
        let file = StateFile::lock(path, provider, lock_required)?;
        let (mut state, length) = match file.read()? {
            Some(text) => {
                let state = format::read(&text, provider).map_err(|why| file.damaged(&why))?;
                (state, Some(text.len() as u64))
            }
            None => (State::empty(), None),
        };
        let known = length.is_some().then_some(&mut state);
        let replayed = replay(&file.path, provider, known)?;
        let mut store = Store {
            spare_copy: SpareCopy::new(&file.path, temporary),
            file,
            length,
            changes: None,
            needs_full_write: false,
        };
        if replayed && (length.is_none() || store.write(&state, true).is_err()) {
            // The next command still finds the changes; one that changes something will report why.
            store.needs_full_write = length.is_some();
        }
        Ok((store, state))
    }

    pub(super) fn text(&self, state: &State) -> String {
        format::write(state, &self.file.provider)
    }

    /// Writes the state in full.
    pub(super) fn write(&mut self, state: &State, durable: bool) -> io::Result<()> {
        let text = self.text(state);
        // If the changes were durable, the state must be durable before they are removed.
        let has_changes = self.changes.is_some() || self.needs_full_write;
        let written = replace(&self.file.path, &text, durable || has_changes);
        self.needs_full_write = written.is_err();
        written?;
        self.length = Some(text.len() as u64);
        self.changes = None;
        // Leftover changes are older than the state, and are ignored.
        let _ = remove_if_there(&path_of(&self.file.path));
        Ok(())
    }

    /// Saves a change that the state already contains, including its serial.
    pub(super) fn save(
        &mut self,
        state: &State,
        change: Change<'_>,
        durable: bool,
    ) -> io::Result<()> {
        let room = self.length.unwrap_or(0).saturating_sub(SMALL);
        // Changes are numbered by the serial, which stops growing at its maximum.
        if self.needs_full_write || room == 0 || state.serial == u64::MAX {
            return self.write(state, durable);
        }
        let line = change.line(state.serial);
        let collected = self.changes.as_ref().map_or(0, |changes| changes.length);
        if collected + line.len() as u64 > room {
            return self.write(state, durable);
        }
        let saved = match &mut self.changes {
            Some(changes) => changes.append(&line, durable),
            None => {
                let of = (state, &*self.file.provider);
                let created = ChangesFile::create(&self.file.path, of, &line);
                created.map(|changes| self.changes = Some(changes))
            }
        };
        self.needs_full_write = saved.is_err();
        saved
    }

    /// Tests whether the state can be written. An existing file is rewritten; a missing one is not
    /// created.
    pub(super) fn try_write(&mut self, state: &State) -> io::Result<()> {
        if self.length.is_some() {
            self.write(state, true)
        } else {
            self.file.try_write(&self.text(state))
        }
    }

    /// Merges the state file and the changes into one file.
    pub(super) fn compact(&mut self, state: &State) -> io::Result<()> {
        if self.changes.is_some() || self.needs_full_write {
            self.write(state, true)
        } else {
            Ok(())
        }
    }
}
