//! The questions to a program and its answers: the only way in which learning sees one.

use std::collections::BTreeMap;

use crate::findings::AttributePath;
use crate::learn::value::Value;

/// Environment variables with their values.
pub(crate) type Variables = BTreeMap<String, String>;

/// A question about one type.
#[derive(Clone, Debug)]
pub(crate) enum Call {
    Validate {
        config: Value,
    },
    Plan {
        prior: Value,
        proposed: Value,
        config: Value,
    },
    /// An object that the user gives, in the form of a state.
    Upgrade {
        version: i64,
        json: serde_json::Value,
    },
}

/// The answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What the program logged while it answered, if the log is on.
    pub(crate) log: Vec<LogEntry>,
    /// The planned state.
    pub(crate) planned: Value,
    /// The paths whose change replaces the object.
    pub(crate) replace: Vec<AttributePath>,
    /// The provider's private data in the plan.
    pub(crate) private: Vec<u8>,
    /// The plan comes from SDKv2.
    pub(crate) legacy: bool,
}

impl Answer {
    pub(crate) fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.error)
    }

    pub(crate) fn is_refused(&self) -> bool {
        self.errors().next().is_some()
    }
}

/// An error or a warning.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Diagnostic {
    pub(crate) error: bool,
    pub(crate) summary: String,
    pub(crate) detail: String,
    /// The names of its path, without indexes and keys.
    pub(crate) path: Vec<String>,
}

impl Diagnostic {
    /// Its whole text.
    pub(crate) fn text(&self) -> String {
        match (self.summary.as_str(), self.detail.as_str()) {
            (summary, "") => summary.to_owned(),
            ("", detail) => detail.to_owned(),
            (summary, detail) => format!("{summary}: {detail}"),
        }
    }
}

/// A line of the log that says which function of the provider is called.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LogEntry {
    pub(crate) module: String,
    pub(crate) message: String,
    /// The attribute as the line writes it; empty where it names none.
    pub(crate) path: String,
    pub(crate) description: String,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The program ended, and is restarted.
    Crashed(String),
    /// The call was rejected, or its answer cannot be read.
    Refused(String),
    /// The program hangs, was killed, or answers more than a message may hold: the next call would
    /// cost as much.
    Endless(String),
}

impl Failure {
    pub(crate) fn text(&self) -> &str {
        let (Self::Crashed(text) | Self::Refused(text) | Self::Endless(text)) = self;
        text
    }
}

/// Answers questions about one type.
pub(crate) trait Oracle {
    /// Asks. With `log`, the answer contains what the program logged.
    fn ask(&mut self, call: &Call, log: bool) -> Result<Answer, Failure>;

    /// Asks with `variables` set in the environment, if there are any.
    fn elsewhere(&mut self, _: &Call) -> Option<Result<Answer, Failure>> {
        None
    }

    /// Environment variables, each with a different value.
    fn variables(&self) -> &Variables {
        static NONE: Variables = Variables::new();
        &NONE
    }
}
