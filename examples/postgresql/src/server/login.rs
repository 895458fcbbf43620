//! Logs in to the server, and asks it to cancel a session's statement.

use std::io;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_postgres::CancelToken;
use tokio_postgres::config::{Config, SslMode as Tls};
use tokio_postgres::error::SqlState;

use super::session::{Running, Session};
use super::socket::Socket;
use super::tls::{self, Connector};
use super::{Error, Result, Server, SslMode};

impl Server {
    /// Logs in to a database.
    pub(super) async fn log_in(&self, database: &str) -> Result<Session> {
        let opening = self.attempts(database);
        let (client, running) = match self.settings().connect_timeout {
            None => opening.await?,
            Some(limit) => tokio::time::timeout(limit, opening).await.map_err(|_| {
                Error::new(
                    format!("cannot connect: no answer within {limit:?}, the connect_timeout"),
                    format!("no connection to {}", self.place(database)),
                )
            })??,
        };
        Ok(Session::new(client, running))
    }

    /// Tries in turn the ways that `sslmode` allows.
    async fn attempts(&self, database: &str) -> Result<(tokio_postgres::Client, Running)> {
        let ways: &[Tls] = match &self.settings().ssl_mode {
            // A Unix socket cannot be intercepted, and servers offer no TLS there.
            _ if self.socket_folder().is_some() => &[Tls::Disable],
            SslMode::Disable => &[Tls::Disable],
            SslMode::Allow => &[Tls::Disable, Tls::Require],
            SslMode::Prefer => &[Tls::Prefer, Tls::Disable],
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => &[Tls::Require],
            SslMode::Other(text) => {
                return Err(Error::new(
                    format!("sslmode is {text:?}"),
                    "write disable, allow, prefer, require, verify-ca or verify-full",
                ));
            }
        };
        let mut last = None;
        for way in ways {
            match self.attempt(database, *way).await {
                Ok(made) => return Ok(made),
                // Whether to try another way: the server refuses this one, or TLS fails.
                Err(Refused { error, by_way }) => {
                    let error = error.while_connecting(&self.place(database));
                    if !by_way {
                        return Err(error);
                    }
                    last = Some(error);
                }
            }
        }
        Err(last.unwrap_or_else(|| Error::new("cannot connect", self.place(database))))
    }

    async fn attempt(
        &self,
        database: &str,
        way: Tls,
    ) -> std::result::Result<(tokio_postgres::Client, Running), Refused> {
        let settings = self.settings();
        let stream = self.socket().await?;
        let mut config = Config::new();
        config
            .user(&settings.username)
            .dbname(database)
            .ssl_mode(way);
        if let Some(password) = settings.password.expose().filter(|text| !text.is_empty()) {
            config.password(password);
        }
        if let Some(name) = self.application() {
            config.application_name(name);
        }
        let told = |error: &tokio_postgres::Error| {
            let error = Error::of_driver(error, &self.place(database), |text| self.mask(text));
            let by_way = match error.sqlstate() {
                Some(state) => *state == SqlState::INVALID_AUTHORIZATION_SPECIFICATION,
                None => true,
            };
            Refused { error, by_way }
        };
        if way == Tls::Disable {
            let made = config.connect_raw(stream, tokio_postgres::NoTls).await;
            let (client, connection) = made.map_err(|error| told(&error))?;
            Ok((client, Running::plain(connection)))
        } else {
            let made = config.connect_raw(stream, self.connector().await?).await;
            let (client, connection) = made.map_err(|error| told(&error))?;
            Ok((client, Running::tls(connection)))
        }
    }

    /// The application name of connections. Servers before PostgreSQL 9.0 only get it if it is
    /// configured.
    pub(super) fn application(&self) -> Option<&str> {
        let settings = self.settings();
        let known = settings
            .expected_version
            .is_none_or(|version| version.at_least(9));
        let named = settings.application_name.as_deref();
        named.or(known.then_some(APPLICATION))
    }

    async fn connector(&self) -> std::result::Result<Connector, Refused> {
        let settings = self.settings();
        let config = self
            .inner
            .tls
            .get_or_try_init(|| async { tls::config(settings) })
            .await
            .map_err(|error| self.no_tls(error))?;
        Connector::new(Arc::clone(config), &settings.host).map_err(|error| self.no_tls(error))
    }

    fn no_tls(&self, error: String) -> Refused {
        Refused {
            error: Error::new(self.mask(&error), "TLS cannot be set up"),
            by_way: false,
        }
    }

    /// The folder of the Unix socket, if the host is one.
    fn socket_folder(&self) -> Option<&str> {
        Some(self.settings().host.as_str()).filter(|host| cfg!(unix) && host.starts_with('/'))
    }

    async fn socket(&self) -> std::result::Result<Socket, Refused> {
        let settings = self.settings();
        let refused = |error: io::Error| Refused {
            error: Error::new(error.to_string(), ""),
            by_way: false,
        };
        #[cfg(unix)]
        if let Some(folder) = self.socket_folder() {
            let path = format!("{folder}/.s.PGSQL.{}", settings.port);
            let stream = tokio::net::UnixStream::connect(path).await;
            return Ok(Socket::new(stream.map_err(refused)?));
        }
        let stream = match &settings.proxy {
            Some(proxy) => proxy.connect(&settings.host, settings.port).await,
            None => TcpStream::connect((settings.host.as_str(), settings.port)).await,
        };
        let stream = stream.map_err(refused)?;
        stream.set_nodelay(true).map_err(refused)?;
        Ok(Socket::new(stream))
    }

    /// Asks the server to cancel the statement of a connection.
    pub(super) async fn cancel(&self, token: &CancelToken, tls: bool) {
        // If even that fails, the server has to find out by itself.
        let Ok(stream) = self.socket().await else {
            return;
        };
        let _ = match tls {
            false => token.cancel_query_raw(stream, tokio_postgres::NoTls).await,
            true => match self.connector().await {
                Ok(connector) => token.cancel_query_raw(stream, connector).await,
                Err(_) => Ok(()),
            },
        };
    }
}

/// The default application name of connections.
const APPLICATION: &str = "Terraform provider";

/// Why an attempt to connect failed.
struct Refused {
    error: Error,
    /// Whether another way, with TLS or without, may work.
    by_way: bool,
}
