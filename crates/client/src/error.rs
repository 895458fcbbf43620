//! Why a program could not be started, and why a call failed.

use std::fmt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The server answered with a gRPC status other than OK.
    Status {
        /// The status: 12 if it does not implement the call, 8 if a message was too large.
        code: u32,
        /// The server's message.
        message: String,
    },
    /// The connection failed, or the answer is not what gRPC allows.
    Broken(String),
    /// The answer did not come in time.
    TimedOut(Duration),
    /// The answer has more bytes than the client accepts.
    TooLarge {
        /// How many it accepts.
        limit: usize,
    },
    /// The answer has an error among its diagnostics; this string reports it.
    Diagnosed(String),
}

impl CallError {
    pub(crate) fn broken(error: impl fmt::Display) -> Self {
        Self::Broken(error.to_string())
    }

    /// How the call with this head, or these trailers, ended.
    pub(crate) fn of(trailers: &http::HeaderMap) -> Result<(), Self> {
        let text = |name| trailers.get(name).and_then(|value| value.to_str().ok());
        match text("grpc-status").map(str::parse) {
            Some(Ok(0)) => Ok(()),
            Some(Ok(code)) => Err(Self::Status {
                code,
                message: percent_decoded(text("grpc-message").unwrap_or_default()),
            }),
            _ => Err(Self::broken("no gRPC status")),
        }
    }

    /// The gRPC status; `None` if the connection failed or the answer is not gRPC.
    #[must_use]
    pub fn status(&self) -> Option<u32> {
        match self {
            Self::Status { code, .. } => Some(*code),
            _ => None,
        }
    }

    /// Whether the server does not implement the call.
    #[must_use]
    pub fn is_unimplemented(&self) -> bool {
        self.status() == Some(12)
    }

    /// Whether the connection is broken, for example because the program has ended.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        matches!(self, Self::Broken(_))
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status { code, message } => write!(f, "gRPC status {code}: {message}"),
            Self::Broken(text) => f.write_str(text),
            Self::TimedOut(time) => write!(f, "no answer came within {time:?}"),
            Self::TooLarge { limit } => {
                write!(f, "the answer is larger than {} MiB", limit >> 20)
            }
            Self::Diagnosed(text) => write!(f, "the provider says: {text}"),
        }
    }
}

impl std::error::Error for CallError {}

/// Why a program does not run as a provider. The message names the program and says what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The system cannot start it.
    NotStarted {
        /// The program.
        program: PathBuf,
        /// The system's reason.
        error: std::io::Error,
    },
    /// It ended before it printed its handshake line.
    Ended {
        /// The program.
        program: PathBuf,
        /// How it ended.
        status: Option<ExitStatus>,
        /// The end of what it wrote to its standard error.
        said: String,
    },
    /// It printed something other than a handshake line.
    NoPlugin {
        /// The program.
        program: PathBuf,
        /// What is wrong with the line.
        reason: String,
    },
    /// It printed nothing before the timeout.
    Silent {
        /// The program.
        program: PathBuf,
        /// The timeout.
        time: Duration,
        /// The end of what it wrote to its standard error.
        said: String,
    },
    /// It speaks a protocol version that this client does not know.
    Protocol {
        /// The program.
        program: PathBuf,
        /// The version.
        version: String,
    },
    /// Nobody answers at the address that it printed.
    Unreachable {
        /// The program.
        program: PathBuf,
        /// Why not.
        error: CallError,
    },
    /// Something failed on this side before the program started: the temporary directory, the
    /// certificate.
    Here(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted { program, error } => {
                write!(f, "{} cannot be started: {error}. ", program.display())?;
                f.write_str(match error.kind() {
                    std::io::ErrorKind::NotFound => {
                        "Name the file of a provider's program, such as ./terraform-provider-NAME."
                    }
                    std::io::ErrorKind::PermissionDenied => "Make the file executable.",
                    _ => "It has to be a program for this machine.",
                })
            }
            Self::Ended {
                program,
                status,
                said,
            } => {
                let status = status.map_or_else(String::new, |status| format!(" ({status})"));
                write!(
                    f,
                    "{} ended{status} before it printed the line that tells how to reach it. It is no Terraform \
                     provider, or something that it needs is missing.{}",
                    program.display(),
                    Said(said)
                )
            }
            Self::NoPlugin { program, reason } => write!(
                f,
                "{} is not a Terraform provider, or prints to its standard output, which belongs to Terraform: {reason}.",
                program.display()
            ),
            Self::Silent {
                program,
                time,
                said,
            } => write!(
                f,
                "{} did not print the line that tells how to reach it within {time:?}, and was ended. A Terraform \
                 provider prints it as soon as it starts.{}",
                program.display(),
                Said(said)
            ),
            Self::Protocol { program, version } => write!(
                f,
                "{} speaks version {version} of the plugin protocol; versions 5 and 6 are understood. Take a \
                 version of the provider for Terraform 0.12 or newer.",
                program.display()
            ),
            Self::Unreachable { program, error } => write!(
                f,
                "{} started, but cannot be reached at the address that it printed: {error}.",
                program.display()
            ),
            Self::Here(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotStarted { error, .. } => Some(error),
            Self::Unreachable { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// The end of a program's output, as a separate sentence.
pub(crate) struct Said<'a>(pub(crate) &'a str);

impl fmt::Display for Said<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.trim_end() {
            "" => Ok(()),
            text => write!(f, " The end of what it wrote:\n{text}"),
        }
    }
}

/// Decodes `%20` and similar.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let escaped = tail.get(..2).filter(|_| first == b'%').and_then(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 16).ok()
        });
        bytes.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::percent_decoded;

    #[test]
    fn messages_of_a_status() {
        assert_eq!(percent_decoded("a%20b%25%C3%A4"), "a b%ä");
        assert_eq!(percent_decoded("100%"), "100%");
        assert_eq!(percent_decoded("%zz%4"), "%zz%4");
    }
}
