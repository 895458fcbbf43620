//! The server: how it is reached, and what all resources do with it.
//!
//! Nothing in here knows of a resource. [`Server`] opens [`Connection`]s, [`Transaction`] is a connection with a
//! transaction in progress, [`lock_role`] and [`lock_database`] keep changes of the same object apart, and
//! [`with_membership`] lets a user who is no superuser act for another role.

mod clash;
mod connection;
mod error;
mod lock;
mod membership;
mod owner;
mod settings;
mod socket;
mod socks;
mod standing;
mod tls;
mod version;

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rustls::ClientConfig;
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, OwnedSemaphorePermit, Semaphore, watch};
use tokio_postgres::CancelToken;
use tokio_postgres::config::{Config, SslMode as Tls};
use tokio_postgres::error::SqlState;

pub(crate) use clash::Clashes;
pub use connection::{Connection, Transaction};
pub use error::Error;
pub use lock::{lock_database, lock_membership, lock_role};
pub use membership::{Membership, with_membership};
pub(crate) use membership::{
    RefusedRevocation, Revocation, is_membership, is_superuser, named_options, revoke_memberships,
};
pub use owner::as_owner;
pub(crate) use owner::{OnBehalf, Owner};
pub use settings::{ClientCertificate, Settings, SslMode};
pub use socks::Proxy;
pub use tokio_postgres::types::ToSql;
pub use tokio_postgres::{Row, error::SqlState as State};
pub use version::{NoVersion, Version};

use connection::Driver;
use socket::Socket;
use tls::Connector;

/// What the work with the server ends with.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// A PostgreSQL server: the provider's client.
///
/// There is one pool of connections for each database. It only counts: a connection is opened for an operation and
/// closed behind it, since a database that somebody is connected to cannot be dropped.
#[derive(Clone)]
pub struct Server {
    inner: Arc<Inner>,
}

struct Inner {
    settings: Settings,
    /// Read when the first connection asks for it.
    tls: OnceCell<Arc<ClientConfig>>,
    pools: Mutex<HashMap<String, Arc<Pool>>>,
    /// How much is still being done that nobody waits for.
    left: watch::Sender<usize>,
}

/// Counted as being done until it is dropped.
struct Left(Server);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.inner.left.send_modify(|left| *left -= 1);
    }
}

/// The connections to one database.
struct Pool {
    /// None where there may be any number.
    places: Option<Arc<Semaphore>>,
    version: OnceCell<Version>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Server")
            .field(&self.place(self.database()))
            .finish()
    }
}

impl Server {
    /// With these settings. Nothing is opened yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Server {
            inner: Arc::new(Inner {
                settings,
                tls: OnceCell::new(),
                pools: Mutex::default(),
                left: watch::Sender::new(0),
            }),
        }
    }

    /// The settings that it was made with.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    /// The database of the provider's settings, for resources that name none.
    #[must_use]
    pub fn database(&self) -> &str {
        &self.settings().database
    }

    /// The role that the provider is inside of a database: `database_username` if it is set, else `username`.
    #[must_use]
    pub fn user(&self) -> &str {
        let settings = self.settings();
        let other = settings.database_username.as_deref();
        other.unwrap_or(&settings.username)
    }

    /// Opens a connection to a database, as soon as the database's pool has a place.
    ///
    /// # Errors
    /// There is none to be had.
    pub async fn connect(&self, database: &str) -> Result<Connection> {
        let pool = self.pool(database);
        let place = pool.places(1).await;
        self.open(database, place).await
    }

    /// The same, and nothing where there is no such database (any more).
    ///
    /// # Errors
    /// There is no connection to be had for another reason.
    pub async fn connect_existing(&self, database: &str) -> Result<Option<Connection>> {
        match self.connect(database).await {
            Ok(connection) => Ok(Some(connection)),
            Err(error) if error.is(&SqlState::INVALID_CATALOG_NAME) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Two connections to a database for one operation. Their places are taken together: of operations that each had
    /// one and waited for another, none would ever end.
    ///
    /// # Errors
    /// There are none to be had, or `max_connections` is 1.
    pub async fn connect_twice(&self, database: &str) -> Result<(Connection, Connection)> {
        if self.settings().max_connections == Some(1) {
            return Err(Error::new(
                "max_connections is 1, and this takes two connections at once",
                format!(
                    "set max_connections of the provider to 2 or more; it was about {}",
                    self.place(database)
                ),
            ));
        }
        let mut places = self.pool(database).places(2).await;
        let other = places.as_mut().and_then(|places| places.split(1));
        let first = self.open(database, places).await?;
        let second = self.open(database, other).await?;
        Ok((first, second))
    }

    /// A connection to the provider's database that takes no place of its pool: for what must be undone though all places
    /// are taken by those who wait for that.
    ///
    /// # Errors
    /// There is none to be had.
    pub(crate) async fn connect_beyond(&self) -> Result<Connection> {
        self.open(self.database(), None).await
    }

    /// The server's version: what the settings expect, or else what the server says, which is asked once for each
    /// database.
    ///
    /// # Errors
    /// The server does not say.
    pub async fn version(&self, connection: &Connection) -> Result<Version> {
        if let Some(version) = self.settings().expected_version {
            return Ok(version);
        }
        let pool = self.pool(connection.database());
        let version = pool.version.get_or_try_init(|| async {
            let banner: String = connection
                .query_one("SELECT pg_catalog.version()", &[])
                .await?;
            Version::of_banner(&banner).ok_or_else(|| {
                let message = format!("the server's version cannot be read in {banner:?}");
                Error::new(message, "set expected_version of the provider")
            })
        });
        version.await.copied()
    }

    /// Waits until no session works on this statement any more, whose connection was lost: the server goes on with it, and
    /// only then anybody can see what has come of it.
    ///
    /// # Errors
    /// The server cannot be asked.
    pub async fn until_done(&self, statement: &str) -> Result {
        // The server keeps that much of a statement, if it is not told to keep more.
        let begin: String = statement.chars().take(200).collect();
        let connection = self.open(self.database(), None).await?;
        let query = "SELECT 1 FROM pg_catalog.pg_stat_activity
            WHERE state = 'active' AND pg_catalog.strpos(query, $1) = 1 AND pid <> pg_catalog.pg_backend_pid()";
        while connection.exists(query, &[&begin]).await? {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        Ok(())
    }

    /// Who holds the locks that this user's operations wait for.
    ///
    /// # Errors
    /// The server does not say; those before PostgreSQL 9.6 cannot.
    pub async fn blockers(&self) -> Result<Vec<String>> {
        let connection = self.open(self.database(), None).await?;
        let query = "SELECT DISTINCT pg_catalog.format('process %s of %s (%s, %s)', b.pid, coalesce(b.usename, '?'),
                coalesce(nullif(b.application_name, ''), 'no application name'), coalesce(b.state, '?'))
            FROM pg_catalog.pg_stat_activity w
            CROSS JOIN LATERAL unnest(pg_catalog.pg_blocking_pids(w.pid)) AS blocking (pid)
            JOIN pg_catalog.pg_stat_activity b ON b.pid = blocking.pid
            WHERE w.usename = SESSION_USER AND w.application_name = $1";
        let name = self.application().unwrap_or_default();
        let rows = connection.query(query, &[&name]).await?;
        rows.iter().map(|row| connection.value(row, 0)).collect()
    }

    /// Has something done that the operation does not wait for: a connection is closed, what an interrupted operation took
    /// is given back.
    fn leave(&self, runtime: &Handle, work: impl Future<Output = ()> + Send + 'static) {
        self.inner.left.send_modify(|left| *left += 1);
        let left = Left(self.clone());
        runtime.spawn(async move {
            work.await;
            drop(left);
        });
    }

    /// Waits until no operation has left anything to be done.
    pub async fn finish(&self) {
        // The sender is there as long as this is.
        let _ = self
            .inner
            .left
            .subscribe()
            .wait_for(|left| *left == 0)
            .await;
    }

    fn pool(&self, database: &str) -> Arc<Pool> {
        let mut pools = self
            .inner
            .pools
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = pools.get(database) {
            return Arc::clone(pool);
        }
        let most = self.settings().max_connections;
        let pool = Arc::new(Pool {
            places: most.map(|most| Arc::new(Semaphore::new(most as usize))),
            version: OnceCell::new(),
        });
        pools.insert(database.to_owned(), Arc::clone(&pool));
        pool
    }

    /// How messages name the server, and who is connected to it.
    fn place(&self, database: &str) -> String {
        let Settings {
            scheme,
            host,
            port,
            username,
            ..
        } = self.settings();
        format!("the {scheme} server {host}:{port}, database {database:?}, user {username:?}")
    }

    /// The text without the provider's password.
    fn mask(&self, text: &str) -> String {
        mask(text, &self.settings().password)
    }

    async fn open(
        &self,
        database: &str,
        place: Option<OwnedSemaphorePermit>,
    ) -> Result<Connection> {
        let opening = self.attempts(database);
        let (client, driver) = match self.settings().connect_timeout {
            None => opening.await?,
            Some(limit) => tokio::time::timeout(limit, opening).await.map_err(|_| {
                Error::new(
                    format!("cannot connect: no answer within {limit:?}, the connect_timeout"),
                    format!("no connection to {}", self.place(database)),
                )
            })??,
        };
        let driver = Driver::new(self.clone(), driver, client.cancel_token(), place);
        let connection = Connection::new(client, driver, self.clone(), database.to_owned());
        connection.conform().await?;
        Ok(connection)
    }

    /// Tries in turn the ways that `sslmode` allows.
    async fn attempts(
        &self,
        database: &str,
    ) -> Result<(tokio_postgres::Client, connection::Running)> {
        let ways: &[Tls] = match &self.settings().ssl_mode {
            // Nobody listens in on a Unix socket, and servers offer no TLS there.
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
                // Whether another way is worth a try: the server refuses this one, or TLS does not come about.
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
    ) -> std::result::Result<(tokio_postgres::Client, connection::Running), Refused> {
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
            Ok((client, connection::Running::plain(connection)))
        } else {
            let made = config.connect_raw(stream, self.connector().await?).await;
            let (client, connection) = made.map_err(|error| told(&error))?;
            Ok((client, connection::Running::tls(connection)))
        }
    }

    /// What connections say they are. Servers before PostgreSQL 9.0 are only told where somebody wants that.
    fn application(&self) -> Option<&str> {
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

    /// The folder of the Unix socket, where the host is one.
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

    /// Asks the server to end what a connection is doing.
    async fn cancel(&self, token: &CancelToken, tls: bool) {
        // Who cannot even ask leaves the server to find out by itself.
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

/// What connections say they are where nobody gives them another name.
const APPLICATION: &str = "Terraform provider";

/// Why an attempt to connect failed.
struct Refused {
    error: Error,
    /// Whether another way, with TLS or without, may go better.
    by_way: bool,
}

impl Pool {
    async fn places(&self, count: u32) -> Option<OwnedSemaphorePermit> {
        let places = self.places.as_ref()?;
        // It is never closed.
        Arc::clone(places).acquire_many_owned(count).await.ok()
    }
}

/// The text without this secret.
fn mask(text: &str, secret: &schema_provider::prelude::Secret) -> String {
    match secret.expose() {
        // In a statement, a quote of it is doubled.
        Some(secret) if !secret.is_empty() => text
            .replace(secret, "****")
            .replace(&secret.replace('\'', "''"), "****"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_masked_as_it_is_and_as_it_stands_in_a_statement() {
        let secret = "it's".into();
        assert_eq!(mask("it's 'it''s' its", &secret), "**** '****' its");
        assert_eq!(mask("anything", &"".into()), "anything");
    }
}
