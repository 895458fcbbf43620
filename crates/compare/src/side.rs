//! The calls of a program and its answers: the only interface between a comparison and a program.

use std::fmt;

use schema_client::{Bytes, Configured};
use schema_runtime::path::Path;
use schema_runtime::schema::{Block, SchemaKind};
use schema_runtime::value::Value;

/// What a configuration belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The provider's settings.
    Provider,
    /// A resource type.
    Resource,
    /// A data source.
    DataSource,
    /// An ephemeral resource type.
    Ephemeral,
}

impl Kind {
    /// What schemas and what calls call it.
    pub(crate) fn elsewhere(self) -> (SchemaKind, Configured) {
        match self {
            Self::Provider => (SchemaKind::Provider, Configured::Provider),
            Self::Resource => (SchemaKind::Resource, Configured::Resource),
            Self::DataSource => (SchemaKind::DataSource, Configured::DataSource),
            Self::Ephemeral => (SchemaKind::Ephemeral, Configured::Ephemeral),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Provider => "provider",
            Self::Resource => "resource",
            Self::DataSource => "data source",
            Self::Ephemeral => "ephemeral resource",
        })
    }
}

/// A type of one program, with that program's schema.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Its kind.
    pub kind: Kind,
    /// Its name; empty for the provider.
    pub name: &'a str,
    /// The program's own schema, which encodes and decodes values.
    pub block: &'a Block,
}

/// A call about a type. Its values belong to the program's own schema.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names are those of the protocol")]
pub enum Call<'a> {
    Validate {
        config: &'a Value,
    },
    Plan {
        prior: &'a Value,
        proposed: &'a Value,
        config: &'a Value,
        private: Bytes,
    },
    Apply {
        prior: &'a Value,
        planned: &'a Value,
        config: &'a Value,
        private: Bytes,
    },
    Read {
        state: &'a Value,
        private: Bytes,
    },
    Upgrade {
        version: i64,
        json: &'a str,
    },
    Import {
        id: &'a str,
    },
}

/// The answer to a call.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The planned, new, upgraded or imported object; null if absent.
    pub value: Value,
    /// The paths that require a replacement.
    pub replace: Vec<Path>,
    /// The program's own bytes.
    pub private: Bytes,
    /// Whether the answer may break Terraform's rules, as those of Go's SDKv2 may.
    pub legacy: bool,
}

impl Default for Answer {
    fn default() -> Self {
        Self {
            diagnostics: Vec::new(),
            value: Value::Null,
            replace: Vec::new(),
            private: Bytes::new(),
            legacy: false,
        }
    }
}

impl Answer {
    /// Whether there is an error among the diagnostics.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.diagnostics.iter().any(|one| one.error)
    }
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Whether it is an error rather than a warning.
    pub error: bool,
    /// The message.
    pub text: String,
    /// The attribute path.
    pub path: Path,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The program ended. It is started again for the next call.
    Crashed(String),
    /// The program did not answer in time. It is started again for the next call.
    Hung(String),
    /// The call was rejected, or its answer cannot be read.
    Refused(String),
    /// The program cannot be started or configured: no further call is possible.
    Gone(String),
}

impl Failure {
    /// The message of the failure.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Crashed(text) | Self::Hung(text) | Self::Refused(text) | Self::Gone(text) => text,
        }
    }
}

/// One of the two programs, or a script that answers like one.
pub trait Side {
    /// Makes a call about a type.
    ///
    /// # Errors
    /// There is no answer.
    fn ask(&mut self, subject: Subject<'_>, call: &Call<'_>) -> Result<Answer, Failure>;

    /// Forgets what happened: a program with another one behind it, for example, starts that one
    /// only a few times.
    fn restart(&mut self) {}
}
