//! Why a plugin could not be served.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a plugin could not be served. The message is for a person at a terminal.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The magic cookie is missing or wrong: a person started the program manually.
    NotAPlugin,
    /// The set of protocols to serve is empty.
    NoProtocol,
    /// `PLUGIN_CLIENT_CERT` is not a certificate in PEM.
    ClientCertificate(String),
    /// The server's certificate could not be made, or TLS could not be set up.
    Tls(String),
    /// `PLUGIN_MIN_PORT` and `PLUGIN_MAX_PORT` are not a range of ports, or no port in it is free.
    Ports(String),
    /// The socket could not be created.
    Socket {
        /// The path of the socket.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// The group of `PLUGIN_UNIX_SOCKET_GROUP` could not be found.
    Group(String),
    /// Reading or writing failed elsewhere.
    Io {
        /// The operation that failed.
        action: &'static str,
        /// Why it failed.
        source: io::Error,
    },
}

impl ServeError {
    pub(super) fn io(action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { action, source }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPlugin => f.write_str(
                "This program is a Terraform provider, a plugin: Terraform starts it and talks to it.\n\
                 It does nothing when a person starts it. Name the provider in the required_providers of a\n\
                 configuration and run terraform there. (The variable TF_PLUGIN_MAGIC_COOKIE, by which the\n\
                 program knows Terraform, is missing or has another value.)",
            ),
            Self::NoProtocol => f.write_str("No protocol version is to be served."),
            Self::ClientCertificate(reason) => {
                write!(f, "PLUGIN_CLIENT_CERT is not a certificate: {reason}.")
            }
            Self::Tls(reason) => write!(f, "TLS cannot be set up: {reason}."),
            Self::Ports(reason) => write!(f, "No TCP port to listen on: {reason}."),
            Self::Socket { path, source } => {
                write!(f, "The socket {} cannot be created: {source}.", path.display())
            }
            Self::Group(group) => write!(
                f,
                "PLUGIN_UNIX_SOCKET_GROUP names the group \"{group}\", which is neither a number nor \
                 in /etc/group."
            ),
            Self::Io { action, source } => write!(f, "{action} failed: {source}."),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Socket { source, .. } | Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
