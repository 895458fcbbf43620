//! The changes file: the changes since the state file was written, one per line.
//!
//! A state of thousands of objects cannot be rewritten after each change. Instead, each change
//! becomes a line in `NAME.changes` beside it. The changes are merged into the state when this file
//! is as long as the state, when the command ends, or, after a kill, when the next command starts.
//!
//! Changes are numbered by the state's serial. Changes that the state file already contains are
//! skipped, so a kill between writing the state file and removing the changes file does no harm. An
//! incomplete last line was never saved, and is ignored.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use schema_runtime::codec::document::Document as Json;
use schema_runtime::codec::document::json;

use super::file::{create_new, read, remove_if_there, sync_directory, with_suffix, write_all};
use super::format;
use super::model::{State, StoredResource};
use crate::address::ObjectAddress;
use crate::message::Message;

/// Identifies the format.
const FORMAT: &str = "schema-provider local state changes";
/// The same as in the state file.
const VERSION: u64 = 2;

/// A change of a state.
#[derive(Clone, Copy)]
pub(super) enum Change<'c> {
    /// An object is new or has changed.
    Put(&'c ObjectAddress, &'c StoredResource),
    /// An object no longer exists.
    Remove(&'c ObjectAddress),
}

impl Change<'_> {
    /// The line of the file for this change.
    pub(super) fn line(self, serial: u64) -> String {
        let json = match self {
            Change::Put(address, stored) => {
                json!({"serial": serial, "put": format::resource(address, stored)})
            }
            Change::Remove(address) => {
                json!({"serial": serial, "remove": format::address_to_json(address)})
            }
        };
        format!("{json}\n")
    }
}

/// The path of the changes file of a state file.
pub(super) fn path_of(state: &Path) -> PathBuf {
    with_suffix(state, ".changes")
}

/// A changes file that is open for writing.
pub(super) struct ChangesFile {
    file: File,
    pub(super) length: u64,
}

impl ChangesFile {
    /// Creates the file with its first change, durably.
    pub(super) fn create(
        state_path: &Path,
        (state, provider): (&State, &str),
        change: &str,
    ) -> io::Result<Self> {
        let path = path_of(state_path);
        // An existing file is older than the state file, which has been fully written since.
        remove_if_there(&path)?;
        let head = json!({
            "format": FORMAT,
            "version": VERSION,
            "provider": provider,
            "lineage": state.lineage,
        });
        let text = format!("{head}\n{change}");
        let mut file = create_new(&path)?;
        write_all(&mut file, &text)?;
        file.sync_all()?;
        sync_directory(&path)?;
        Ok(ChangesFile {
            file,
            length: text.len() as u64,
        })
    }

    /// Appends a change. After a failure nothing more may be appended.
    pub(super) fn append(&mut self, change: &str, durable: bool) -> io::Result<()> {
        let mut written = write_all(&mut self.file, change);
        if written.is_ok() && durable {
            written = self.file.sync_data();
        }
        if written.is_ok() {
            self.length += change.len() as u64;
        } else {
            // Readers ignore an incomplete last line, so this only tidies up.
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
        }
        written
    }
}

/// Applies the changes of a state file, which itself may be missing; returns whether there is a
/// changes file.
///
/// # Errors
/// They are damaged, or belong to a different state.
pub(super) fn replay(
    state_path: &Path,
    provider: &str,
    state: Option<&mut State>,
) -> Result<bool, Message> {
    let path = path_of(state_path);
    let damaged = |reason: &str| {
        Message::error("The state's changes cannot be used").detail(format!(
            "{} holds changes that a command made before it was killed, and that {} does not have \
             yet: {reason}. Both are left unchanged. Restore the state that the changes belong to, \
             or move the file with the changes away to continue without them.",
            path.display(),
            state_path.display()
        ))
    };
    let bytes = match read(&path) {
        Ok(None) => return Ok(false),
        Ok(Some(bytes)) => bytes,
        Err(error) => return Err(damaged(&error.to_string())),
    };
    let lines = whole_lines(&bytes).map_err(|line| damaged(&format!("line {line} is not JSON")))?;
    let Some((head, changes)) = lines.split_first() else {
        // Nothing was saved in it.
        return Ok(true);
    };
    let text = |name: &str| head.get(name).and_then(Json::as_str).unwrap_or_default();
    let version = head.get("version").and_then(Json::as_u64);
    if text("format") != FORMAT || !version.is_some_and(format::is_readable) {
        return Err(damaged("it is not marked as such a file"));
    }
    let Some(state) = state else {
        return Err(damaged("the state is missing"));
    };
    if text("lineage") != state.lineage || text("provider") != provider {
        return Err(damaged("they belong to another state"));
    }
    for (index, change) in changes.iter().enumerate() {
        let wrong = |reason: &str| damaged(&format!("line {} {reason}", index + 2));
        let serial = change.get("serial").and_then(Json::as_u64);
        let serial = serial.ok_or_else(|| wrong("has no serial"))?;
        if serial <= state.serial {
            continue;
        }
        if serial != state.serial + 1 {
            return Err(wrong("does not follow from the changes before it"));
        }
        apply(change, state).ok_or_else(|| wrong("is not a change"))?;
        state.serial = serial;
    }
    Ok(true)
}

/// The complete lines.
///
/// # Errors
/// The number of an invalid line that is followed by a valid one.
fn whole_lines(bytes: &[u8]) -> Result<Vec<Json>, usize> {
    let mut lines = Vec::new();
    let mut bad = None;
    for (index, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\n");
        match (line.and_then(|line| Json::read(line).ok()), bad) {
            (Some(_), Some(bad)) => return Err(bad),
            (Some(json), None) => lines.push(json),
            (None, _) => bad = bad.or(Some(index + 1)),
        }
    }
    Ok(lines)
}

fn apply(change: &Json, state: &mut State) -> Option<()> {
    if let Some(put) = change.get("put") {
        let (address, stored) = format::read_resource(put)?;
        state.resources.insert(address, stored);
    } else {
        let address = format::address_from_json(change.get("remove")?)?;
        state.resources.remove(&address);
    }
    Some(())
}
