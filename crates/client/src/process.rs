//! A provider's program as a process that never outlives its owner.

use crate::connection::Client;
use crate::handshake_line::HandshakeLine;
use crate::log::{Log, LogLine};
use schema_transport::proto::go_plugin;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long go-plugin waits for the process to end by itself.
const SHUTDOWN: Duration = Duration::from_secs(2);

/// How many lines of a program's standard error are kept for error messages.
const KEPT_LINES: usize = 30;

/// Longer lines are cut.
const MAX_LINE: u64 = 1 << 16;

/// A provider's process. It ends at the latest when this value is dropped, with all processes that
/// it started and that stayed in its group.
///
/// On Unix it also ends when its owner process is killed: a small shell waits for that.
#[derive(Debug)]
pub struct Process {
    /// The line that the program printed.
    pub line: HandshakeLine,
    /// From just before its start to its handshake line.
    pub handshake: Duration,
    /// Just before its start.
    pub started: Instant,
    pub(crate) running: Running,
}

impl Process {
    /// Its process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.running.child.id()
    }

    /// Its exit status, if it ends within `time`.
    ///
    /// # Errors
    /// The system does not report it.
    pub async fn end(&mut self, time: Duration) -> std::io::Result<Option<ExitStatus>> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.running.child.try_wait()? {
                return Ok(Some(status));
            }
            if start.elapsed() >= time {
                return Ok(None);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// The end of its standard error: if possible, lines that are not log lines, such as the
    /// message of a panic.
    #[must_use]
    pub fn last_words(&self) -> String {
        self.running.last_words()
    }

    /// Ends it as Terraform does: asks, waits two seconds, kills. Returns whether it ended when
    /// asked.
    ///
    /// # Errors
    /// The system does not report whether it ended.
    pub async fn shut_down(mut self, client: Client) -> std::io::Result<bool> {
        let client = client.with_deadline(SHUTDOWN);
        // A failure is not reported, as in Terraform.
        let _ = client
            .call::<go_plugin::Empty>("/plugin.GRPCController/Shutdown", &go_plugin::Empty {})
            .await;
        drop(client);
        self.end(SHUTDOWN).await.map(|status| status.is_some())
    }
}

/// A process that ends when this value is dropped.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) child: Child,
    words: Words,
    /// The thread that reads its standard error to the end.
    reader: Option<JoinHandle<()>>,
    #[cfg(unix)]
    _guard: Option<guard::Guard>,
    /// Its own working directory, if it has one.
    _directory: Option<TempDir>,
}

impl Running {
    /// Takes over a process that was just started.
    pub(crate) fn new(child: Child, directory: Option<TempDir>) -> Self {
        Self {
            #[cfg(unix)]
            _guard: guard::Guard::new(child.id()),
            child,
            words: Words::default(),
            reader: None,
            _directory: directory,
        }
    }

    /// Reads its standard error to the end even if nobody needs it: a writer waits for a reader.
    pub(crate) fn read_stderr(&mut self, log: Option<Log>) {
        let Some(stderr) = self.child.stderr.take() else {
            return;
        };
        let words = self.words.clone();
        self.reader = Some(std::thread::spawn(move || {
            let mut stderr = BufReader::new(stderr);
            while let Some(line) = next_line(&mut stderr) {
                words.push(&line);
                if let Some(log) = &log {
                    log(LogLine::parse(&line));
                }
            }
        }));
    }

    /// How it ended, once it has ended and all of its output has been read.
    pub(crate) fn ended(&mut self, time: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                // A process that it left behind may hold the pipe; what has arrived is enough then.
                while start.elapsed() < time
                    && self
                        .reader
                        .as_ref()
                        .is_some_and(|reader| !reader.is_finished())
                {
                    std::thread::sleep(Duration::from_millis(2));
                }
                return Some(status);
            }
            if start.elapsed() >= time {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub(crate) fn last_words(&self) -> String {
        self.words.text()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        #[cfg(unix)]
        guard::kill_group(self.child.id());
        // Both fail if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line without its end, cut if it is long; `None` at the end.
fn next_line(from: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let read = from
        .by_ref()
        .take(MAX_LINE)
        .read_until(b'\n', &mut line)
        .ok()?;
    if read == 0 {
        return None;
    }
    if line.pop_if(|byte| *byte == b'\n').is_none() {
        // The rest of a long line.
        from.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&line).into_owned())
}

/// The last lines of a standard error.
#[derive(Clone, Debug, Default)]
struct Words(Arc<Mutex<VecDeque<String>>>);

impl Words {
    fn push(&self, line: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT_LINES {
            lines.pop_front();
        }
        lines.push_back(line.to_owned());
    }

    fn text(&self) -> String {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let said = lines.iter().map(String::as_str);
        let said: Vec<&str> = said.filter(|line| !line.starts_with("{\"@")).collect();
        said.join("\n")
    }
}

#[cfg(unix)]
mod guard {
    //! Ends a process when its owner is killed.

    use rustix::process::{Pid, Signal, kill_process_group};
    use std::io::Write as _;
    use std::process::{Child, Command, Stdio};

    /// A shell that kills a group of processes when its standard input ends, which only the owner
    /// holds open.
    #[derive(Debug)]
    pub(super) struct Guard(Child);

    const SCRIPT: &str = r#"read -r group || exit; while read -r _; do :; done; kill -s KILL -- "-$group" 2>/dev/null"#;

    impl Guard {
        /// `None` if there is no shell: then only a kill of the owner is not covered.
        pub(super) fn new(group: u32) -> Option<Self> {
            use std::os::unix::process::CommandExt as _;
            let child = Command::new("/bin/sh")
                .args(["-c", SCRIPT])
                .env_clear()
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                // Not the owner's group: killing that group would also kill the guard.
                .process_group(0)
                .spawn()
                .ok()?;
            let mut guard = Self(child);
            writeln!(guard.0.stdin.as_mut()?, "{group}").ok()?;
            Some(guard)
        }
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            // The group has ended, and its number may be reused soon.
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// Kills the processes of a group.
    pub(super) fn kill_group(group: u32) {
        let group = i32::try_from(group).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            // It fails if all have ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINE, Words, next_line};

    #[test]
    fn long_lines_are_cut() {
        let long = "x".repeat(200_000);
        let text = format!("a\n{long}\n\nb");
        let mut from = std::io::BufReader::new(text.as_bytes());
        let lines: Vec<String> = std::iter::from_fn(|| next_line(&mut from)).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[1].len() as u64, MAX_LINE);
        assert_eq!((&*lines[0], &*lines[2], &*lines[3]), ("a", "", "b"));
    }

    #[test]
    fn last_words_leave_the_log_out() {
        let words = Words::default();
        for number in 0..100 {
            words.push(&format!("line {number}"));
        }
        words.push(r#"{"@level":"info","@message":"m"}"#);
        let text = words.text();
        assert!(
            text.starts_with("line 71\n") && text.ends_with("line 99"),
            "{text}"
        );
    }
}
