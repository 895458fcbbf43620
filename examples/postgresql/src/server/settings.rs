//! [`Settings`]: how the server is reached.

use std::time::Duration;

use schema_provider::prelude::*;

use super::{Proxy, Version};

/// How the server is reached, and what the provider may assume of it.
#[derive(Debug)]
pub struct Settings {
    /// `scheme`; only `postgres` is supported.
    pub scheme: String,
    /// A name, an address, or the folder of a Unix socket.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The database that connections go to where a resource names none.
    pub database: String,
    /// Who logs in.
    pub username: String,
    /// With which password.
    pub password: Secret,
    /// The role inside of the database, where it is not who logs in.
    pub database_username: Option<String>,
    /// Whether the user is told to be a superuser: passwords are only read then.
    pub superuser: bool,
    /// Whether TLS is used, and what the certificate must be.
    pub ssl_mode: SslMode,
    /// The file of the authorities, or their text in PEM form.
    pub root_certificate: Option<String>,
    /// The certificate of the client.
    pub client_certificate: Option<ClientCertificate>,
    /// How long making a connection may take; none: for ever.
    pub connect_timeout: Option<Duration>,
    /// How many connections there may be to one database; none: as many as are wanted.
    pub max_connections: Option<u32>,
    /// The name that connections have on the server; `Terraform provider` without it.
    pub application_name: Option<String>,
    /// The version that the server has, where it is not asked.
    pub expected_version: Option<Version>,
    /// The proxy that connections go through.
    pub proxy: Option<Proxy>,
}

/// A certificate that the server asks for.
#[derive(Debug)]
pub struct ClientCertificate {
    /// The file of the certificate, or its text.
    pub certificate: String,
    /// The file of the key, or its text.
    pub key: Secret,
    /// Whether both are texts.
    pub inline: bool,
}

/// Whether TLS is used, and what a server's certificate must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SslMode {
    /// Never.
    Disable,
    /// Only where the server refuses a connection without.
    Allow,
    /// Where the server can.
    Prefer,
    /// Always, with any certificate (with `sslrootcert`, one of these authorities').
    Require,
    /// Always, with a certificate of an authority.
    VerifyCa,
    /// Always, with a certificate of an authority that is for the host.
    VerifyFull,
    /// A text that is none of these; the first connection fails with it.
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
