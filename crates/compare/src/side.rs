//! What a program is asked, and what it answers: the only door through which a comparison sees one.

use std::fmt;

use schema_client::Bytes;
use schema_runtime::path::Path;
use schema_runtime::schema::Block;
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

/// A type of one program, with that program's schema of it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// What it is.
    pub kind: Kind,
    /// Its name; empty for the provider.
    pub name: &'a str,
    /// The program's own schema, by which values are encoded and decoded.
    pub block: &'a Block,
}

/// A question about a type. Values belong to the program's own schema.
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

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The planned, new, upgraded or imported object; null if there is none.
    pub value: Value,
    /// Where the plan requires a replacement.
    pub replace: Vec<Path>,
    /// The program's own bytes.
    pub private: Bytes,
    /// The answer need not follow Terraform's rules, as those of Go's SDKv2.
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
    /// Not only a warning.
    pub error: bool,
    /// What it says.
    pub text: String,
    /// Where.
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
    /// The program cannot be started, or not configured: nothing more can be asked.
    Gone(String),
}

impl Failure {
    /// What happened.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Crashed(text) | Self::Hung(text) | Self::Refused(text) | Self::Gone(text) => text,
        }
    }
}

/// One of the two programs, or a script of its answers.
pub trait Side {
    /// Asks about a type.
    ///
    /// # Errors
    /// There is no answer.
    fn ask(&mut self, subject: Subject<'_>, call: &Call<'_>) -> Result<Answer, Failure>;
}
