//! [`Entry`]: an operation in flight, facts about it, and when it is over.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use schema_panic::lock;
use serde_json::Value as Json;

use super::{CrashLog, SETTLING, State, file, short};

/// An operation in flight.
pub(crate) struct Entry {
    log: Arc<CrashLog>,
    number: u64,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    id: Option<String>,
    /// Whether its object was reported to exist, if it has no id.
    created: bool,
    /// An id was set, or the object was reported to exist.
    made: bool,
    /// Its code continues although its answer was sent, or nobody waits for one.
    given_up: bool,
    /// Nobody waits for its answer.
    cancelled: bool,
    /// Its code has ended.
    ended: bool,
    /// It has an id, or exists, and no answer says so.
    untold: bool,
}

impl Entry {
    pub(super) fn new(log: Arc<CrashLog>, number: u64, id: Option<&str>, created: bool) -> Self {
        let known = Known {
            id: id.map(short),
            created,
            ..Known::default()
        };
        Entry {
            log,
            number,
            known: Mutex::new(known),
        }
    }

    /// The object has this id now.
    pub(crate) fn set_id(&self, id: &str) {
        let mut known = lock(&self.known);
        let id = short(id);
        if known.id.as_ref() != Some(&id) {
            known.id = Some(id.clone());
            let line = serde_json::json!({ "set": self.number, "id": id });
            self.made(&mut known, &line, |open| open.id = Some(id));
        }
    }

    /// The object, which has no id, exists now.
    pub(crate) fn set_created(&self) {
        let mut known = lock(&self.known);
        if !known.created {
            known.created = true;
            let line = serde_json::json!({ "created": self.number });
            self.made(&mut known, &line, |open| open.created = true);
        }
    }

    fn made(&self, known: &mut Known, line: &Json, change: impl FnOnce(&mut file::Open)) {
        known.made = true;
        known.untold |= known.given_up;
        let mut state = lock(&self.log.state);
        state.open.get_mut(&self.number).map(change);
        state.write(line);
    }

    /// Its answer is being sent.
    pub(crate) fn answered(&self) {
        let mut state = lock(&self.log.state);
        state.answered.push_back((self.number, Instant::now()));
        if state.closed {
            state.finish();
        } else {
            state.settle(SETTLING);
        }
    }

    /// What it opened is closed: nothing is left, even if nobody receives the answer.
    pub(crate) fn closed(&self) {
        self.end(|_| true);
    }

    /// Forgets it if nothing is left of it.
    fn end(&self, nothing_left: impl FnOnce(&State) -> bool) {
        let mut state = lock(&self.log.state);
        if nothing_left(&state) {
            state.end(self.number);
            state.clear();
        }
        if state.closed {
            state.finish();
        }
    }

    /// Its answer is sent while its code may continue, and create what the answer lacks: it ends
    /// with that code.
    pub(crate) fn given_up(&self) {
        self.change(|known| known.given_up = true);
    }

    /// Nobody waits for its answer any more: objects that its code has created or will create are
    /// in no state.
    pub(crate) fn cancelled(&self) {
        self.change(|known| {
            known.given_up = true;
            known.cancelled = true;
            known.untold = known.made;
        });
    }

    fn ended(&self) {
        self.change(|known| known.ended = true);
    }

    /// An abandoned operation is over when its code ends; objects that it created meanwhile are
    /// reported, although the process continues.
    fn change(&self, change: impl FnOnce(&mut Known)) {
        let mut known = lock(&self.known);
        change(&mut known);
        if !(known.given_up && known.ended) {
            return;
        }
        let (cancelled, untold) = (known.cancelled, known.untold);
        drop(known);
        if untold {
            self.leave();
        } else if cancelled {
            // All its objects are in a state, and no answer is pending.
            self.end(|state| !state.lost);
        } else {
            self.answered();
        }
    }

    fn leave(&self) {
        let mut state = lock(&self.log.state);
        let Some(open) = state.open.get(&self.number) else {
            return;
        };
        if state.file.is_none() || state.lost || state.closed {
            // It stays in the file of the process, which is about to exit.
            return;
        }
        let log = &self.log;
        let line = file::Open {
            of_a_call: true,
            ..open.clone()
        };
        let line = line.line(self.number);
        match file::leave(&log.directory, &log.provider, state.left.as_deref(), &line) {
            Ok(path) => {
                state.left = Some(path);
                state.end(self.number);
                state.clear();
            }
            Err(error) => tracing::warn!(%error, "the crash log cannot be written"),
        }
    }
}

/// A call that somebody waits for. If it is dropped before [`returned`](Self::returned), nobody
/// waits any more.
pub(crate) struct AwaitedCall(pub(crate) Option<Arc<Entry>>);

impl AwaitedCall {
    /// Its code ended, or was abandoned; the caller has the answer.
    pub(crate) fn returned(mut self) {
        self.0 = None;
    }
}

impl Drop for AwaitedCall {
    fn drop(&mut self) {
        if let Some(entry) = self.0.take() {
            entry.cancelled();
        }
    }
}

/// Provider code that runs for an entry as long as this exists.
pub(crate) struct RunningCode(pub(crate) Arc<Entry>);

impl Drop for RunningCode {
    fn drop(&mut self) {
        self.0.ended();
    }
}
