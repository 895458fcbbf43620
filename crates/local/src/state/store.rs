//! [`Store`]: a state on disk, and when it is written whole.

use std::io;
use std::path::{Path, PathBuf};

use super::changes_file::{self, Change, ChangesFile, Replayed, replay};
use super::file::{Lock, StateFile};
use super::format;
use super::model::State;
use super::spare_copy::SpareCopy;
use crate::message::Message;

/// Up to this length a state is written whole after every change, so that there is one file to
/// look at. From there on changes are collected until they are as long as the state is longer than
/// this: every byte is written a few times then, however many objects there are.
const SMALL: u64 = 32 * 1024;

/// A state file, with what belongs to it.
pub(super) struct Store {
    file: StateFile,
    /// How long the state file is, if there is one.
    length: Option<u64>,
    changes: Option<ChangesFile>,
    /// Whether what is on disk is not the state before the next change, so that it must be written
    /// whole.
    needs_full_write: bool,
    spare_copy: SpareCopy,
}

impl Store {
    /// Locks and reads a state; a missing one is empty.
    pub(super) fn open(
        path: PathBuf,
        provider: &str,
        temporary: &Path,
        lock: Lock,
    ) -> Result<(Self, State), Message> {
        let file = StateFile::lock(path, provider, &lock)?;
        let (mut state, length) = match file.read()? {
            Some(text) => {
                let state = format::read(&text, provider).map_err(|why| file.damaged(&why))?;
                (state, Some(text.len() as u64))
            }
            None => (State::empty(), None),
        };
        let known = length.is_some().then_some(&mut state);
        let replayed = replay(file.path(), provider, known)?;
        let mut store = Store {
            spare_copy: SpareCopy::new(file.path(), temporary),
            file,
            length,
            changes: None,
            needs_full_write: false,
        };
        if let Replayed::Changes = replayed
            && (length.is_none() || store.write(&state, true).is_err())
        {
            // The changes are still there for the next command; one that changes something will
            // find out why.
            store.needs_full_write = length.is_some();
        }
        Ok((store, state))
    }

    pub(super) fn file(&mut self) -> &mut StateFile {
        &mut self.file
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(super) fn text(&self, state: &State) -> String {
        format::write(state, self.file.provider())
    }

    /// Writes the state whole.
    pub(super) fn write(&mut self, state: &State, durable: bool) -> io::Result<()> {
        let text = self.text(state);
        // What was durable in the changes must be durable in the state before they go.
        let has_changes = self.changes.is_some() || self.needs_full_write;
        let written = self.file.write(&text, durable || has_changes);
        self.needs_full_write = written.is_err();
        written?;
        self.length = Some(text.len() as u64);
        self.changes = None;
        // Changes that stay are older than the state, and not read.
        let _ = changes_file::remove(self.file.path());
        Ok(())
    }

    /// Saves a change; the state has it and its serial already.
    pub(super) fn save(
        &mut self,
        state: &State,
        change: Change<'_>,
        durable: bool,
    ) -> io::Result<()> {
        let room = self.length.unwrap_or(0).saturating_sub(SMALL);
        // Changes are numbered by the serial, which does not grow any more at its maximum.
        if self.needs_full_write || room == 0 || state.serial == u64::MAX {
            return self.write(state, durable);
        }
        let line = change.line(state.serial);
        let collected = self.changes.as_ref().map_or(0, ChangesFile::length);
        if collected + line.len() as u64 > room {
            return self.write(state, durable);
        }
        let saved = match &mut self.changes {
            Some(changes) => changes.append(&line, durable),
            None => ChangesFile::create(self.file.path(), (state, self.file.provider()), &line)
                .map(|changes| self.changes = Some(changes)),
        };
        self.needs_full_write = saved.is_err();
        saved
    }

    /// Finds out whether the state can be written. A file that is there is written again, one that
    /// is not there does not come to be.
    pub(super) fn try_write(&mut self, state: &State) -> io::Result<()> {
        if self.length.is_some() {
            self.write(state, true)
        } else {
            self.file.try_write(&self.text(state))
        }
    }

    /// Compacts state file and changes into one file again.
    pub(super) fn compact(&mut self, state: &State) -> io::Result<()> {
        if self.changes.is_some() || self.needs_full_write {
            self.write(state, true)
        } else {
            Ok(())
        }
    }

    /// Puts the state elsewhere; where, if there is room anywhere.
    pub(super) fn write_spare_copy(&mut self, state: &State) -> Option<&Path> {
        let text = self.text(state);
        self.spare_copy.write(&text)
    }

    pub(super) fn remove_spare_copy(&mut self) {
        self.spare_copy.remove();
    }
}
