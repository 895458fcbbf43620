//! [`Error`]: what went wrong between the provider and the server.

use std::fmt;
use std::io;

use tokio_postgres::error::{DbError, Severity, SqlState};

/// A failure of a connection or a statement. It contains no password.
///
/// As a diagnostic it shows what is wrong first, and then the server, with its SQLSTATE, detail and
/// hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
    state: Option<SqlState>,
    lost: bool,
    /// Whether it happened while connecting.
    connecting: bool,
    context: Context,
}

/// Where it went wrong, as the source of the error: the detail of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Context(String);

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Context {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.context)
    }
}

impl Error {
    /// An error of our own about this server.
    pub(crate) fn new(message: impl Into<String>, context: impl Into<String>) -> Self {
        Error {
            message: message.into(),
            state: None,
            lost: false,
            connecting: false,
            context: Context(context.into()),
        }
    }

    /// The driver's error, with what was done where. Only foreign text is masked: the place, which
    /// is ours, contains configured names, and a password that equals one would hide it.
    pub(super) fn of_driver(
        error: &tokio_postgres::Error,
        place: &str,
        mask: impl Fn(&str) -> String,
    ) -> Self {
        if let Some(error) = error.as_db_error() {
            return Self::of_server(error, place, mask);
        }
        let lost = error.is_closed()
            || std::error::Error::source(error).is_some_and(|cause| cause.is::<io::Error>());
        let mut message = error.to_string();
        let mut source = std::error::Error::source(error);
        while let Some(cause) = source {
            message.push_str(": ");
            message.push_str(&cause.to_string());
            source = cause.source();
        }
        Error {
            message: mask(&message),
            state: None,
            lost,
            connecting: false,
            context: Context(match lost {
                true => format!("the connection to {place} was lost; {UNKNOWN}"),
                false => format!("reported by the driver of {place}"),
            }),
        }
    }

    pub(super) fn of_server(error: &DbError, place: &str, mask: impl Fn(&str) -> String) -> Self {
        let lost = matches!(
            error.parsed_severity(),
            Some(Severity::Fatal | Severity::Panic)
        );
        let mut context = format!("SQLSTATE {}, answered by {place}", error.code().code());
        for (name, text) in [
            ("detail", error.detail()),
            ("hint", error.hint()),
            ("where", error.where_()),
        ] {
            if let Some(text) = text {
                context.push_str(&format!("\n{name}: {}", mask(text)));
            }
        }
        if lost {
            context.push_str(&format!("\nThe server ended the connection; {UNKNOWN}"));
        }
        Error {
            message: mask(error.message()),
            state: Some(error.code().clone()),
            lost,
            connecting: false,
            context: Context(context),
        }
    }

    /// Adds an explanation that the server does not give.
    pub(super) fn with_hint(mut self, hint: &str) -> Self {
        let Context(context) = &mut self.context;
        context.push('\n');
        context.push_str(hint);
        self
    }

    /// The server's error code, if the error is the server's.
    #[must_use]
    pub fn sqlstate(&self) -> Option<&SqlState> {
        self.state.as_ref()
    }

    /// Whether the server reported this code.
    #[must_use]
    pub fn is(&self, state: &SqlState) -> bool {
        self.sqlstate() == Some(state)
    }

    /// Whether the connection was lost, so that nobody knows whether the statement took effect.
    #[must_use]
    pub fn is_connection_lost(&self) -> bool {
        self.lost
    }

    /// Whether the database does not exist.
    #[must_use]
    pub fn is_database_missing(&self) -> bool {
        self.is(&SqlState::INVALID_CATALOG_NAME)
    }

    /// Whether the database accepts no connections.
    #[must_use]
    pub fn is_database_closed(&self) -> bool {
        self.connecting && self.is(&SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE)
    }

    /// The same, for an error while connecting to this place.
    pub(super) fn while_connecting(mut self, place: &str) -> Self {
        self.message = format!("cannot connect: {}", self.message);
        if self.state.is_none() {
            let more = match self.lost {
                // Its text about statements does not apply here.
                true => String::new(),
                false => format!("\n{}", self.context),
            };
            self.context = Context(
                format!("no connection to {place}{more}")
                    .trim_end()
                    .to_owned(),
            );
        }
        // No statement was ever sent.
        let Context(context) = &mut self.context;
        if let Some(ended) = context.find("\nThe server ended the connection") {
            context.truncate(ended);
        }
        self.lost = false;
        self.connecting = true;
        match self.is_database_closed() {
            true => self.with_hint(CLOSED),
            false => self,
        }
    }
}

/// The remedy for a database that accepts no connections.
const CLOSED: &str = "Only a superuser changes and destroys what is in this database meanwhile: set allow_connections = true for it \
    (postgresql_database), and apply that first.";

/// The text if the answer was lost.
const UNKNOWN: &str =
    "it is unknown whether the last statement took effect; the next plan will show it";
