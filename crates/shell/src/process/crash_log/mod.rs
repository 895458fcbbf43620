//! The operations in progress when a process died.
//!
//! A stack overflow, an abort or a lack of memory ends the process with everything in flight, and
//! nobody has a record of what it had created. A crash log is such a record: in the directory that
//! [`CRASH_LOG`] names, each process has its own file, which it keeps locked as long as it lives.
//! The file holds only type, id and time of the operations in flight: no values, no private data. A
//! file that is not locked belongs to a process that no longer exists; its content is reported when
//! a provider is configured, until somebody removes the file. Objects created by a call that nobody
//! waited for are reported too, although the process continues: they go into a separate file, which
//! nobody locks.

mod entry;
mod file;

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use schema_panic::lock;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::Environment;

pub(crate) use entry::{AwaitedCall, Entry, RunningCode};
use file::{LogFile, Open, UnfinishedLog};

/// The variable that names the directory of the crash log; without it, no log is written.
pub const CRASH_LOG: &str = "SCHEMA_CRASH_LOG";

/// How long after its answer an object may still be in no state, because the client died before it
/// wrote it down: it sends the state to a remote backend every 20 seconds.
const SETTLING: Duration = Duration::from_secs(30);

/// How many objects of one process are reported.
const TOLD: usize = 20;

/// How much of an id is logged: a line must be readable again.
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
    /// The operations in flight, and those answered but perhaps not saved yet.
    open: BTreeMap<u64, Open>,
    answered: VecDeque<(u64, Instant)>,
    /// The file that records what abandoned calls have created.
    left: Option<PathBuf>,
    /// The client is gone: open entries stay open.
    lost: bool,
    /// The process ends properly.
    closed: bool,
}

fn short(id: &str) -> String {
    id.chars().take(LONGEST_ID).collect()
}

impl CrashLog {
    /// The log that the environment requests, if any.
    pub(crate) fn of(environment: &Environment, provider: &str) -> Option<Arc<CrashLog>> {
        let directory = environment.get(CRASH_LOG).filter(|path| !path.is_empty())?;
        Some(Arc::new(CrashLog {
            directory: PathBuf::from(directory),
            provider: provider.to_owned(),
            state: Mutex::default(),
        }))
    }

    /// Opens the log. What ended processes have left is a warning, and so is a failure to open it.
    pub(crate) fn open(&self) -> Diagnostics {
        let mut told = Diagnostics::new();
        let mut state = lock(&self.state);
        if state.file.is_none() {
            match LogFile::create(&self.directory, &self.provider) {
                Ok(file) => state.file = Some(file),
                Err(error) => told.push(
                    Diagnostic::warning("The crash log cannot be written").with_detail(format!(
                        "{CRASH_LOG} is set to {}, where no file can be made or written: {error}. If the provider \
                         crashes, there is no record of what it was creating.",
                        self.directory.display()
                    )),
                ),
            }
        }
        let own = state.file.as_ref().map(|file| file.path.clone());
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
                "The provider was still working when Terraform abandoned the call, or when it was \
                 answered without it,",
            ),
            false => ("process", "It crashed, or Terraform did,"),
        };
        Diagnostic::warning(format!(
            "{}: a {what} of the provider ended before its work was recorded",
            self.provider
        ))
        .with_detail(format!(
            "{why} and these objects may be in no state, or not as the state has them:{list}\n\nCompare \
             them with the state, and import or remove what is missing there. Then remove {}: until then \
             this warning comes back.",
            left.path.display()
        ))
    }

    /// Records the start of an operation whose object could be lost. Not every object has an id.
    pub(crate) fn begin(
        self: &Arc<Self>,
        operation: &str,
        type_name: &str,
        id: Option<&str>,
        has_id: bool,
    ) -> Entry {
        let mut state = lock(&self.state);
        state.settle(SETTLING);
        let number = state.next;
        state.next += 1;
        let open = Open {
            operation: operation.to_owned(),
            type_name: type_name.to_owned(),
            id: id.map(short),
            has_id,
            created: false,
            of_a_call: false,
            time: now(),
        };
        let line = open.line(number);
        state.open.insert(number, open);
        state.write(&line);
        // Only a create reports that something exists.
        Entry::new(Arc::clone(self), number, id, operation != "create")
    }

    /// The client went away without notice: it may not have saved the latest answers.
    pub(crate) fn client_lost(&self) {
        let mut state = lock(&self.state);
        state.settle(SETTLING);
        state.lost = true;
    }

    /// The process ends properly: the client has saved the answers.
    pub(crate) fn close(&self) {
        let mut state = lock(&self.state);
        state.closed = true;
        state.finish();
    }
}

/// The time in UTC, to the second.
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
        // Something is always open if creates take hours, or in a process that is debugged for
        // days.
        if let Some(file) = &mut self.file
            && file.is_long()
        {
            let open = self.open.iter();
            if let Err(error) = file.rewrite(open.map(|(number, open)| open.line(*number))) {
                tracing::debug!(%error, "the crash log cannot be shortened");
            }
        }
    }

    /// An operation is over, and its result is saved.
    fn end(&mut self, number: u64) {
        self.open.remove(&number);
        self.write(&serde_json::json!({ "end": number }));
    }

    /// A file with nothing in flight need not be long.
    fn clear(&mut self) {
        if self.open.is_empty()
            && let Some(file) = &mut self.file
        {
            file.clear();
        }
    }

    /// At the end: answered operations end, and if nothing else is open, the file is removed.
    fn finish(&mut self) {
        self.settle(Duration::ZERO);
        if self.open.is_empty()
            && let Some(file) = self.file.take()
        {
            file.remove();
        }
    }

    /// Ends operations that were answered that long ago.
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
        let path = lock(&log.state).file.as_ref().unwrap().path.clone();
        let text = || std::fs::read_to_string(&path).unwrap();
        // As if it were that long ago.
        let answered_ago = |seconds: u64| {
            let ago = Instant::now().checked_sub(Duration::from_secs(seconds));
            lock(&log.state).answered[0].1 = ago.unwrap();
            lock(&log.state).settle(SETTLING);
        };
        answered_ago(21);
        assert_eq!(ends(&text()), 0);
        answered_ago(31);
        assert_eq!(ends(&text()), 1);
        // A proper end does not wait.
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
        let path = lock(&log.state).file.as_ref().unwrap().path.clone();
        for _ in 0..5000 {
            let entry = log.begin("update", "other", Some("id-of-another"), true);
            entry.answered();
            lock(&log.state).settle(Duration::ZERO);
            longest = longest.max(path.metadata().unwrap().len());
        }
        assert!(longest < 128 << 10, "{longest}");
        // What is left by a process that dies now.
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
