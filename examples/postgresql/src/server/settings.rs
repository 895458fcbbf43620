//! [`Settings`]: how the server is reached.

use std::time::Duration;

use schema_provider::prelude::*;

use super::{Proxy, Version};

/// How to reach the server, and what the provider may assume about it.
#[derive(Debug)]
pub struct Settings {
    /// `scheme`; only `postgres` is supported.
    pub scheme: String,
    /// A name, an address, or the folder of a Unix socket.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The database for resources that name none.
    pub database: String,
    /// The login name.
    pub username: String,
    /// The password.
    pub password: Secret,
    /// The role in the database, if it is not the login name.
    pub database_username: Option<String>,
    /// Whether the user is declared a superuser: only then are passwords read.
    pub superuser: bool,
    /// Whether TLS is used, and what the certificate must be.
    pub ssl_mode: SslMode,
    /// The authorities: a file, or PEM text.
    pub root_certificate: Option<String>,
    /// The client certificate.
    pub client_certificate: Option<ClientCertificate>,
    /// The timeout for connecting; `None` for no limit.
    pub connect_timeout: Option<Duration>,
    /// The maximum number of connections to one database; `None` for no limit.
    pub max_connections: Option<u32>,
    /// The application name; `Terraform provider` by default.
    pub application_name: Option<String>,
    /// The server's version, if it is not queried.
    pub expected_version: Option<Version>,
    /// The proxy for connections.
    pub proxy: Option<Proxy>,
}

/// A client certificate.
#[derive(Debug)]
pub struct ClientCertificate {
    /// The certificate: a file, or PEM text.
    pub certificate: String,
    /// The key: a file, or PEM text.
    pub key: Secret,
    /// Whether both are PEM text.
    pub inline: bool,
}

/// Whether TLS is used, and what a server's certificate must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SslMode {
    /// Never.
    Disable,
    /// Only if the server refuses a connection without.
    Allow,
    /// If the server can.
    Prefer,
    /// Always, with any certificate (with `sslrootcert`, one of these authorities').
    Require,
    /// Always, with a certificate of an authority.
    VerifyCa,
    /// Always, with a certificate of an authority that is for the host.
    VerifyFull,
    /// Any other string; the first connection fails with it.
    Other(String),
}

impl From<&str> for SslMode {
    fn from(text: &str) -> Self {
        match text {
            "disable" => SslMode::Disable,
            "allow" => SslMode::Allow,
            "prefer" => SslMode::Prefer,
            "" | "require" => SslMode::Require,
            "verify-ca" => SslMode::VerifyCa,
            "verify-full" => SslMode::VerifyFull,
            other => SslMode::Other(other.to_owned()),
        }
    }
}
