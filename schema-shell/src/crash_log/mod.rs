//! What was being made when a process died.
//!
//! A stack overflow, an abort or the want of memory ends the process with everything in flight, and
//! nobody has a record of what it had made by then. With a crash log there is one: in the directory
//! that [`CRASH_LOG`] names, each process has a file of its own, which it keeps locked for as long as
//! it lives. It holds type, id and time of what is in flight, and nothing else: no values, no private
//! data. A file that is not locked belongs to a process that is gone; what is left in it is told when
//! a provider is configured, until somebody removes the file. What a call made that nobody waited for is told too,
//! though the process goes on: it goes into a file of its own, which nobody locks.

mod file;

use std::collections::{BTreeMap, VecDeque};
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

/// How much of an id is in the log: a line is read again.
const LONGEST_ID: usize = 1000;

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
    open: BTreeMap<u64, Open>,
    answered: VecDeque<(u64, Instant)>,
    /// Where it was written down what calls have made that nobody waited for.
    left: Option<PathBuf>,
    /// The client is gone: what is open stays so.
    lost: bool,
    /// The process ends in good order.
    closed: bool,
}

/// What the log says of something that is open.
struct Open {
    operation: &'static str,
    type_name: String,
    id: Option<String>,
    has_id: bool,
    /// Whether it was said that it exists, where it has no id.
    exists: bool,
    time: String,
}

impl Open {
    fn line(&self, number: u64, of_a_call: bool) -> serde_json::Value {
        serde_json::json!({
            "begin": number,
            "operation": self.operation,
            "type": self.type_name,
            "id": self.id,
            "has_id": self.has_id,
            "exists": self.exists,
            "of_a_call": of_a_call,
            "time": self.time,
        })
    }
}

fn short(id: &str) -> String {
    id.chars().take(LONGEST_ID).collect()
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
        let of_calls = left.entries.iter().all(|entry| entry.of_a_call);
        let (what, why) = match of_calls {
            true => (
                "call",
                "The provider was still at work when Terraform gave the call up, or when its answer went \
                 out without it,",
            ),
            false => ("process", "It crashed, or Terraform did,"),
        };
        Diagnostic::warning(format!(
            "{}: a {what} of the provider ended before its work was written down",
            self.provider
        ))
        .with_detail(format!(
            "{why} and these objects may be in no state, or not as the state has them:{list}\n\nCompare \
             them with the state, and import or remove what is missing there. Then remove {}: until then \
             this is told again.",
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
        let open = Open {
            operation,
            type_name: type_name.to_owned(),
            id: id.map(short),
            has_id,
            exists: false,
            time: now(),
        };
        let line = open.line(number, false);
        state.open.insert(number, open);
        state.write(&line);
        Entry {
            log: Arc::clone(self),
            number,
            known: Mutex::new(Known {
                id: id.map(short),
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
        // Something is always open where creates take hours, or in a process that is debugged for days.
        if let Some(file) = &mut self.file
            && file.is_long()
        {
            let open = self.open.iter();
            if let Err(error) = file.rewrite(open.map(|(number, open)| open.line(*number, false))) {
                tracing::debug!(%error, "the crash log cannot be shortened");
            }
        }
    }

    /// Something is over, and written down.
    fn end(&mut self, number: u64) {
        self.open.remove(&number);
        self.write(&serde_json::json!({ "end": number }));
    }

    /// A file without anything in flight need not be long.
    fn clear(&mut self) {
        if self.open.is_empty()
            && let Some(file) = &mut self.file
        {
            file.clear();
        }
    }

    /// At the end: what was answered ends, and where nothing else is open, so does the file.
    fn finish(&mut self) {
        self.settle(Duration::ZERO);
        if self.open.is_empty()
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
            self.end(number);
        }
        self.clear();
    }
}

/// Something in flight.
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
    /// An id was set, or that it exists was said.
    made: bool,
    /// Its code goes on though its answer went out, or nobody waits for one.
    given_up: bool,
    /// Nobody waits for its answer.
    cancelled: bool,
    /// Its code has ended.
    ended: bool,
    /// It has an id, or exists, as no answer says.
    untold: bool,
}

impl Entry {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The object has this id now.
    pub(crate) fn set_id(&self, id: &str) {
        let mut known = self.known();
        let id = short(id);
        if known.id.as_ref() != Some(&id) {
            known.id = Some(id.clone());
            known.made = true;
            known.untold |= known.given_up;
            let line = serde_json::json!({ "set": self.number, "id": id });
            let mut state = self.log.state();
            if let Some(open) = state.open.get_mut(&self.number) {
                open.id = Some(id);
            }
            state.write(&line);
        }
    }

    /// The object, which has no id, exists now.
    pub(crate) fn set_created(&self) {
        let mut known = self.known();
        if !known.created {
            known.created = true;
            known.made = true;
            known.untold |= known.given_up;
            let line = serde_json::json!({ "created": self.number });
            let mut state = self.log.state();
            if let Some(open) = state.open.get_mut(&self.number) {
                open.exists = true;
            }
            state.write(&line);
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
    /// that code.
    pub(crate) fn given_up(&self) {
        self.change(|known| known.given_up = true);
    }

    /// Nobody waits for its answer any more: what its code has made until now, or makes from now on,
    /// is in no state.
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

    /// What was given up on is over with its code; what it made meanwhile is told, though the process
    /// goes on.
    fn change(&self, change: impl FnOnce(&mut Known)) {
        let mut known = self.known();
        change(&mut known);
        if !(known.given_up && known.ended) {
            return;
        }
        let (cancelled, untold) = (known.cancelled, known.untold);
        drop(known);
        if untold {
            self.leave();
        } else if cancelled {
            self.made_nothing();
        } else {
            self.answered();
        }
    }

    /// It made nothing that is not in a state, and no answer is on its way.
    fn made_nothing(&self) {
        let mut state = self.log.state();
        if !state.lost {
            state.end(self.number);
            state.clear();
        }
        if state.closed {
            state.finish();
        }
    }

    fn leave(&self) {
        let mut state = self.log.state();
        let Some(open) = state.open.get(&self.number) else {
            return;
        };
        if state.file.is_none() || state.lost || state.closed {
            // It stays in the file of the process, which is about to end.
            return;
        }
        let (log, line) = (&self.log, open.line(self.number, true));
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

/// A call that somebody waits for. Dropped before [`heard`](Self::heard) it is one that nobody does.
pub(crate) struct Awaited(Option<Arc<Entry>>);

impl Awaited {
    pub(crate) fn new(entry: Option<Arc<Entry>>) -> Self {
        Awaited(entry)
    }

    /// Its code ended, or was given up on; whoever waits hears of it.
    pub(crate) fn heard(mut self) {
        self.0 = None;
    }
}

impl Drop for Awaited {
    fn drop(&mut self) {
        if let Some(entry) = self.0.take() {
            entry.cancelled();
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

    #[test]
    fn something_that_stays_open_leaves_the_file_short() {
        let directory = tempfile::tempdir().unwrap();
        let mut environment = Environment::default();
        environment.set(CRASH_LOG, directory.path().to_str().unwrap());
        let log = CrashLog::of(&environment, "p").unwrap();
        assert!(log.open().is_empty());
        let stays = log.begin("create", "first", None, true);
        let nameless = log.begin("create", "nameless", None, false);
        stays.set_id(&"i".repeat(5000));
        nameless.set_created();
        let mut longest = 0;
        let path = log.state().file.as_ref().unwrap().path().to_owned();
        for _ in 0..5000 {
            let entry = log.begin("update", "other", Some("id-of-another"), true);
            entry.answered();
            log.state().settle(Duration::ZERO);
            longest = longest.max(path.metadata().unwrap().len());
        }
        assert!(longest < 128 << 10, "{longest}");
        // What a process that dies now leaves.
        let crashed = tempfile::tempdir().unwrap();
        std::fs::copy(&path, crashed.path().join("p-1-0.crash")).unwrap();
        let left = file::left(crashed.path(), "p", None);
        let told: Vec<_> = left[0]
            .entries
            .iter()
            .map(|entry| (&*entry.type_name, entry.created, entry.id.is_some()))
            .collect();
        assert_eq!(told, [("first", false, true), ("nameless", true, false)]);
        stays.answered();
        nameless.answered();
        log.close();
        assert!(!path.exists());
    }
}
