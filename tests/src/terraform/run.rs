//! [`Run`]: a command that ended.

use std::path::PathBuf;
use std::process::Output;

use super::{Complaint, complaints};

/// One run of `terraform`.
#[derive(Clone, Debug)]
pub struct Run {
    /// The command line.
    pub command: String,
    /// The exit status; nothing where a signal ended it.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    log: PathBuf,
    /// Everything was logged, and not warnings alone.
    traced: bool,
}

impl Run {
    pub(super) fn new(command: String, output: &Output, log: PathBuf, traced: bool) -> Self {
        Run {
            command,
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            log,
            traced,
        }
    }

    /// Terraform's trace log of this run, with that of the providers.
    ///
    /// # Panics
    /// There are warnings alone, in which nothing else could be found: see
    /// [`Workspace::trace`](super::Workspace::trace).
    #[must_use]
    #[track_caller]
    pub fn log(&self) -> String {
        assert!(
            self.traced,
            "{}: say trace() of the workspace before",
            self.command
        );
        self.logged()
    }

    fn logged(&self) -> String {
        // A command may have had nothing to say.
        let bytes = std::fs::read(&self.log).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Both outputs.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}\n{}", self.stdout, self.stderr)
    }

    /// Both outputs on one line, without the frame that Terraform draws around diagnostics: words
    /// that it wrapped can be found in it.
    #[must_use]
    pub fn words(&self) -> String {
        let text = self.text().replace(['│', '╷', '╵'], " ");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Fails the test unless the command succeeded.
    ///
    /// # Panics
    /// It did not.
    #[track_caller]
    pub fn succeeded(self) -> Self {
        assert_eq!(self.status, Some(0), "{}\n{}", self.command, self.text());
        self
    }

    /// Fails the test unless the command failed.
    ///
    /// # Panics
    /// It did not.
    #[track_caller]
    pub fn failed(self) -> Self {
        assert_eq!(self.status, Some(1), "{}\n{}", self.command, self.text());
        self
    }

    /// Fails the test unless the output has these words, however they were wrapped.
    ///
    /// # Panics
    /// It has not.
    #[track_caller]
    pub fn says(self, words: &str) -> Self {
        assert!(
            self.words().contains(words),
            "{} does not say {words:?}:\n{}",
            self.command,
            self.text()
        );
        self
    }

    /// Fails the test if the output has these words.
    ///
    /// # Panics
    /// It has.
    #[track_caller]
    pub fn does_not_mention(self, words: &str) -> Self {
        assert!(
            !self.words().contains(words),
            "{} says {words:?}:\n{}",
            self.command,
            self.text()
        );
        self
    }

    /// Terraform's warnings and errors.
    #[must_use]
    pub fn complaints(&self) -> Vec<Complaint> {
        let mut found = complaints(&self.text());
        found.extend(complaints(&self.logged()));
        found
    }
}
