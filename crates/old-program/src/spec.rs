//! Which program it is.

use crate::snapshot::Snapshot;
use std::path::PathBuf;
use std::time::Duration;

/// Which program it is, and what is known about it before it runs.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Its file.
    pub path: PathBuf,
    /// The environment variable that names a different file, for messages.
    pub variable: Option<String>,
    /// Its schemas, if they were stored when the provider was built.
    pub snapshot: Option<Snapshot>,
    /// How long it may take to print its handshake line, and to return its schemas.
    pub start: Duration,
    /// How long a call may take, if set.
    pub call: Option<Duration>,
    /// The largest answer.
    pub largest: usize,
    /// Variables of its environment, in addition to this process's.
    pub variables: Vec<(String, String)>,
}

impl Spec {
    /// Its name in messages: its file name.
    pub(crate) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// How to name a different file.
    pub(crate) fn remedy(&self) -> String {
        match &self.variable {
            Some(variable) => format!(
                "Put the program into {}, or name its file in the environment variable {variable}.",
                self.path.display()
            ),
            None => format!("Put the program into {}.", self.path.display()),
        }
    }
}
