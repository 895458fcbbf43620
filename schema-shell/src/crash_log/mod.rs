//! What was being made when a process died.
//!
//! A stack overflow, an abort or the want of memory ends the process with everything in flight, and
//! nobody has a record of what it had made by then. With a crash log there is one: in the directory
//! that [`CRASH_LOG`] names, each process has a file of its own, which it keeps locked for as long as
//! it lives. It holds type, id and time of what is in flight, and nothing else: no values, no private
//! data. A file that is not locked belongs to a process that is gone; what is left in it is told when
//! a provider is configured, until somebody removes the file.

mod file;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::Environment;

use file::{LogFile, UnfinishedLog};

/// The variable that names the directory of the crash log; without it there is none.
pub const CRASH_LOG: &str = "SCHEMA_CRASH_LOG";

/// How long after its answer an object may still be in no state, because the client died before it
/// wrote it down: it sends the state to a remote backend every 20 seconds.
const SETTLING: Duration = Duration::from_secs(30);

/// How many objects of one process are told.
const TOLD: usize = 20;

/// The crash log of this process.
pub(crate) struct CrashLog {
    directory: PathBuf,
    provider: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    file: Option<LogFile>,
    next: u64,
    /// What is in flight, and what was answered but may not be written down yet.
    open: usize,
    answered: VecDeque<(u64, Instant)>,
    /// The client is gone: what is open stays so.
    lost: bool,
    /// The process ends in good order.
    closed: bool,
}

impl CrashLog {
    /// The log that the environment asks for, if it does.
    pub(crate) fn of(environment: &Environment, provider: &str) -> Option<Arc<CrashLog>> {
        let directory = environment.get(CRASH_LOG).filter(|path| !path.is_empty())?;
        Some(Arc::new(CrashLog {
            directory: PathBuf::from(directory),
            provider: provider.to_owned(),
            state: Mutex::default(),
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the log, and says what processes that are gone have left; both as warnings.
    pub(crate) fn open(&self) -> Diagnostics {
        let mut told = Diagnostics::new();
        let mut state = self.state();
        if state.file.is_none() {
            match LogFile::create(&self.directory, &self.provider) {
                Ok(file) => state.file = Some(file),
                Err(error) => told.push(
                    Diagnostic::warning("The crash log cannot be written").with_detail(format!(
                        "{CRASH_LOG} is set to {}, where no file can be made: {error}. If the provider \
                         crashes, nothing is known of what it was making.",
                        self.directory.display()
                    )),
                ),
            }
        }
        let own = state.file.as_ref().map(|file| file.path().to_owned());
        drop(state);
        for left in file::left(&self.directory, &self.provider, own.as_deref()) {
            told.push(self.warning(&left));
        }
        told
    }

    fn warning(&self, left: &UnfinishedLog) -> Diagnostic {
        let mut list = String::new();
        for entry in left.entries.iter().take(TOLD) {
            let id = match &entry.id {
                Some(id) => format!("id {id}"),
                None if entry.has_id => "no id yet".to_owned(),
                None if entry.created => "which has no id, created".to_owned(),
                None => "which has no id".to_owned(),
            };
            list.push_str(&format!(
                "\n  - {} of {}, {id}, begun {}",
                entry.operation, entry.type_name, entry.time
            ));
        }
        let more = left.entries.len().saturating_sub(TOLD);
        if more > 0 {
            list.push_str(&format!("\n  - and {more} more, which the file names"));
        }
        Diagnostic::warning(format!(
            "{}: a process of the provider ended before its work was written down",
            self.provider
        ))
        .with_detail(format!(
            "It crashed, or Terraform did, and these objects may be in no state, or not as the state has \
             them:{list}\n\nCompare them with the state, and import or remove what is missing there. Then \
             remove {}: until then this is told again.",
            left.path.display()
        ))
    }

    /// Something begins that could be lost. Not everything has an id.
    pub(crate) fn begin(
        self: &Arc<Self>,
        operation: &'static str,
        type_name: &str,
        id: Option<&str>,
        has_id: bool,
    ) -> Entry {
        let mut state = self.state();
        state.settle(SETTLING);
        let number = state.next;
        state.next += 1;
        state.open += 1;
        state.write(&serde_json::json!({
            "begin": number,
            "operation": operation,
            "type": type_name,
            "id": id,
            "has_id": has_id,
            "time": now(),
        }));
        Entry {
            log: Arc::clone(self),
            number,
            known: Mutex::new(Known {
                id: id.map(str::to_owned),
                // Only a create says that.
                created: operation != "create",
                ..Known::default()
            }),
        }
    }

    /// The client went without a word: what it was answered just now it may not have written down.
    pub(crate) fn client_lost(&self) {
        let mut state = self.state();
        state.settle(SETTLING);
        state.lost = true;
    }

    /// The process ends in good order: what was answered is in good hands.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.finish();
    }
}

/// To the second, in UTC.
fn now() -> String {
    let now = jiff::Timestamp::now();
    jiff::Timestamp::from_second(now.as_second())
        .unwrap_or(now)
        .to_string()
}

impl State {
    fn write(&mut self, line: &serde_json::Value) {
        if let Some(file) = &mut self.file
            && let Err(error) = file.append(line)
        {
            tracing::warn!(%error, "the crash log cannot be written");
        }
    }

    /// At the end: what was answered ends, and where nothing else is open, so does the file.
    fn finish(&mut self) {
        self.settle(Duration::ZERO);
        if self.open == 0
            && let Some(file) = self.file.take()
        {
            file.remove();
        }
    }

    /// Ends what was answered so long ago.
    fn settle(&mut self, ago: Duration) {
        if self.lost {
            return;
        }
        while let Some((number, answered)) = self.answered.front().copied() {
            if answered.elapsed() < ago {
                break;
            }
            self.answered.pop_front();
            self.open = self.open.saturating_sub(1);
            self.write(&serde_json::json!({ "end": number }));
        }
        if self.open == 0
            && let Some(file) = &mut self.file
        {
            file.clear();
        }
    }
}

/// Something in flight. Where it is dropped before it was answered, it stays in the log.
pub(crate) struct Entry {
    log: Arc<CrashLog>,
    number: u64,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    id: Option<String>,
    /// Whether it was said that it exists, where it has no id.
    created: bool,
    /// Its answer went out while its code went on.
    given_up: bool,
    /// Its code has ended.
    ended: bool,
    /// It has an id, or exists, as no answer says.
    late: bool,
}

impl Entry {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The object has this id now.
    pub(crate) fn set_id(&self, id: &str) {
        let mut known = self.known();
        if known.id.as_deref() != Some(id) {
            known.id = Some(id.to_owned());
            known.late = known.given_up;
            let line = serde_json::json!({ "set": self.number, "id": id });
            self.log.state().write(&line);
        }
    }

    /// The object, which has no id, exists now.
    pub(crate) fn set_created(&self) {
        let mut known = self.known();
        if !known.created {
            known.created = true;
            known.late = known.given_up;
            let line = serde_json::json!({ "created": self.number });
            self.log.state().write(&line);
        }
    }

    /// Its answer goes out.
    pub(crate) fn answered(&self) {
        let mut state = self.log.state();
        state.answered.push_back((self.number, Instant::now()));
        if state.closed {
            state.finish();
        } else {
            state.settle(SETTLING);
        }
    }

    /// Its answer goes out while its code may go on, and make what the answer has not: it ends with
    /// that code, and not at all where that sets an id by then.
    pub(crate) fn given_up(&self) {
        let ended = {
            let mut known = self.known();
            known.given_up = true;
            known.ended
        };
        if ended {
            self.answered();
        }
    }

    fn ended(&self) {
        let answered = {
            let mut known = self.known();
            known.ended = true;
            known.given_up && !known.late
        };
        if answered {
            self.answered();
        }
    }
}

/// Author code that is at work on an entry, for as long as this lives.
pub(crate) struct AtWork(pub(crate) Arc<Entry>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.ended();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_answered_is_open_for_longer_than_a_state_is_on_its_way() {
        let directory = tempfile::tempdir().unwrap();
        let mut environment = Environment::default();
        environment.set(CRASH_LOG, directory.path().to_str().unwrap());
        let log = CrashLog::of(&environment, "p").unwrap();
        assert!(log.open().is_empty());
        let first = log.begin("create", "t", None, true);
        let second = log.begin("create", "t", None, true);
        first.answered();
        let ends = |text: &str| text.matches("\"end\"").count();
        let path = log.state().file.as_ref().unwrap().path().to_owned();
        let text = || std::fs::read_to_string(&path).unwrap();
        // As if it were so long ago.
        let answered_ago = |seconds: u64| {
            let ago = Instant::now().checked_sub(Duration::from_secs(seconds));
            log.state().answered[0].1 = ago.unwrap();
            log.state().settle(SETTLING);
        };
        answered_ago(21);
        assert_eq!(ends(&text()), 0);
        answered_ago(31);
        assert_eq!(ends(&text()), 1);
        // An end in good order does not wait.
        second.answered();
        log.close();
        assert!(!path.exists());
    }
}
