//! The server: how it is reached, and what all resources do with it.
//!
//! Nothing here depends on resources. [`Server`] opens [`Connection`]s, [`Transaction`] is a
//! connection with a transaction in progress, [`lock_role`] and [`lock_database`] serialize changes
//! of the same object, and [`with_membership`] lets a user who is not a superuser act for another
//! role.

mod clash;
mod closed;
mod connection;
mod destroys;
mod error;
mod lock;
mod login;
mod membership;
mod owner;
mod pool;
mod session;
mod settings;
mod socket;
mod socks;
mod standing;
mod tls;
mod version;

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustls::ClientConfig;
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, OwnedSemaphorePermit, watch};
use tokio_postgres::error::SqlState;

pub(crate) use clash::Clashes;
pub(crate) use closed::operation;
pub use connection::{Connection, Transaction};
pub use error::Error;
pub(crate) use lock::{IS_BEING_DROPPED, tell_of_drop};
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

use connection::Place;
use destroys::Destroys;
use pool::Pool;
use session::Session;

/// The result of work with the server.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// A PostgreSQL server: the provider's client.
///
/// There is one pool of connections for each database.
#[derive(Clone)]
pub struct Server {
    inner: Arc<Inner>,
}

struct Inner {
    settings: Settings,
    /// Read when the first connection needs it.
    tls: OnceCell<Arc<ClientConfig>>,
    pools: Mutex<HashMap<String, Arc<Pool>>>,
    /// How many background tasks are running.
    left: watch::Sender<usize>,
    destroys: Destroys,
}

/// A background task, counted until it is dropped.
struct Left(Server);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.inner.left.send_modify(|left| *left -= 1);
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Server")
            .field(&self.place(self.database()))
            .finish()
    }
}

impl Server {
    /// A server with these settings. Nothing is opened yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Server {
            inner: Arc::new(Inner {
                settings,
                tls: OnceCell::new(),
                pools: Mutex::default(),
                left: watch::Sender::new(0),
                destroys: Destroys::default(),
            }),
        }
    }

    /// The settings that it was created with.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    /// The database of the provider's settings, for resources that name none.
    #[must_use]
    pub fn database(&self) -> &str {
        &self.settings().database
    }

    /// The provider's role in a database: `database_username` if it is set, else `username`.
    #[must_use]
    pub fn user(&self) -> &str {
        let settings = self.settings();
        let other = settings.database_username.as_deref();
        other.unwrap_or(&settings.username)
    }

    /// A connection to a database, as soon as the database's pool has a place.
    ///
    /// # Errors
    /// No connection can be made.
    pub async fn connect(&self, database: &str) -> Result<Connection> {
        let pool = self.pool(database);
        let permit = pool.places(1).await;
        self.take(database, pool, permit).await
    }

    /// The same; `None` if the database does not exist (any more).
    ///
    /// # Errors
    /// No connection can be made for another reason.
    pub async fn connect_existing(&self, database: &str) -> Result<Option<Connection>> {
        match self.connect(database).await {
            Ok(connection) => Ok(Some(connection)),
            Err(error) if error.is_database_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Two connections to a database for one operation. Their places are taken together: operations
    /// that each had one and waited for another would never end.
    ///
    /// # Errors
    /// No connections can be made, or `max_connections` is 1.
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
        let pool = self.pool(database);
        let mut permits = pool.places(2).await;
        let other = permits.as_mut().and_then(|permits| permits.split(1));
        let first = self.take(database, Arc::clone(&pool), permits).await?;
        let second = self.take(database, pool, other).await?;
        Ok((first, second))
    }

    /// A connection to the provider's database outside its pool: for what must be undone while all
    /// places are taken by operations that wait for it.
    ///
    /// # Errors
    /// No connection can be made.
    pub(crate) async fn connect_beyond(&self) -> Result<Connection> {
        self.open(self.database(), Place::default()).await
    }

    /// The server's version: the expected one of the settings, or else the server's answer, which
    /// is asked for once for each database.
    ///
    /// # Errors
    /// The server does not answer.
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

    /// Waits until no session runs this statement, whose connection was lost, any more: the server
    /// continues it, and its effect is visible only at its end.
    ///
    /// # Errors
    /// The server cannot be asked.
    pub async fn until_done(&self, statement: &str) -> Result {
        // The server keeps that much of a statement by default.
        let begin: String = statement.chars().take(200).collect();
        let connection = self.open(self.database(), Place::default()).await?;
        let query = "SELECT 1 FROM pg_catalog.pg_stat_activity
            WHERE state = 'active' AND pg_catalog.strpos(query, $1) = 1 AND pid <> pg_catalog.pg_backend_pid()";
        while connection.exists(query, &[&begin]).await? {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }

    /// Who holds the locks that this user's operations wait for.
    ///
    /// # Errors
    /// The server does not answer; those before PostgreSQL 9.6 cannot.
    pub async fn blockers(&self) -> Result<Vec<String>> {
        let connection = self.open(self.database(), Place::default()).await?;
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

    /// Runs a background task that the operation does not wait for: closing a connection, or
    /// undoing what an interrupted operation took.
    pub(crate) fn leave(&self, runtime: &Handle, work: impl Future<Output = ()> + Send + 'static) {
        self.inner.left.send_modify(|left| *left += 1);
        let left = Left(self.clone());
        runtime.spawn(async move {
            work.await;
            drop(left);
        });
    }

    /// Waits until all background tasks are done.
    pub async fn finish(&self) {
        // The sender exists as long as this does.
        let _ = self
            .inner
            .left
            .subscribe()
            .wait_for(|left| *left == 0)
            .await;
    }

    fn pools(&self) -> MutexGuard<'_, HashMap<String, Arc<Pool>>> {
        let pools = self.inner.pools.lock();
        pools.unwrap_or_else(PoisonError::into_inner)
    }

    fn pool(&self, database: &str) -> Arc<Pool> {
        let mut pools = self.pools();
        if let Some(pool) = pools.get(database) {
            return Arc::clone(pool);
        }
        let pool = Arc::new(Pool::new(self.settings().max_connections));
        pools.insert(database.to_owned(), Arc::clone(&pool));
        pool
    }

    /// The server and its user in messages.
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

    /// The string without the provider's password.
    fn mask(&self, text: &str) -> String {
        mask(text, &self.settings().password)
    }

    /// An idle session of the pool, or a new one.
    async fn take(
        &self,
        database: &str,
        pool: Arc<Pool>,
        permit: Option<OwnedSemaphorePermit>,
    ) -> Result<Connection> {
        let place = |pool| Place {
            pool: Some(pool),
            permit,
        };
        while let Some(session) = pool.take() {
            if session.reset().await {
                return Ok(Connection::new(self, database, session, place(pool)));
            }
        }
        self.open(database, place(pool)).await
    }

    /// Closes the idle connections to a database, which would block changes of the database as a
    /// whole, and have outdated settings.
    pub async fn drain(&self, database: &str) {
        for session in self.pool(database).take_all() {
            session.end(self).await;
        }
    }

    fn set_goes(&self, database: &str) {
        self.pool(database).goes.store(true, Ordering::Relaxed);
    }

    /// Whether this provider is dropping the database.
    pub(crate) fn is_dropping(&self, database: &str) -> bool {
        let pools = self.pools();
        pools
            .get(database)
            .is_some_and(|pool| pool.goes.load(Ordering::Relaxed))
    }

    /// Forgets a database that was dropped, or could not be.
    fn forget(&self, database: &str) {
        self.pools().remove(database);
    }

    /// Closes all idle connections.
    pub async fn drain_all(&self) {
        let pools: Vec<Arc<Pool>> = self.pools().values().cloned().collect();
        let idle: Vec<Session> = pools.iter().flat_map(|pool| pool.take_all()).collect();
        for session in idle {
            session.end(self).await;
        }
    }

    async fn open(&self, database: &str, place: Place) -> Result<Connection> {
        let mut opened = self.log_in(database).await;
        // Idle ones may exceed a limit of the server, the user or the database: these, and for a
        // moment those of another provider.
        if is_one_too_many(&opened) {
            self.drain_all().await;
            for _ in 0..TRIES {
                tokio::time::sleep(INTERVAL).await;
                opened = self.log_in(database).await;
                if !is_one_too_many(&opened) {
                    break;
                }
            }
        }
        if opened.as_ref().is_err_and(Error::is_database_closed)
            && let Some(session) = self.log_in_to_closed(database).await?
        {
            opened = Ok(session);
        }
        let connection = Connection::new(self, database, opened?, place);
        connection.conform().await?;
        Ok(connection)
    }
}

/// How often and how fast to retry a login that exceeded a limit: for longer than a connection is
/// idle.
const TRIES: u32 = 30;
const INTERVAL: Duration = Duration::from_millis(50);

fn is_one_too_many(opened: &Result<Session>) -> bool {
    let too_many = |error: &Error| error.is(&SqlState::TOO_MANY_CONNECTIONS);
    opened.as_ref().is_err_and(too_many)
}

/// The string without this secret.
fn mask(text: &str, secret: &schema_provider::prelude::Secret) -> String {
    match secret.expose() {
        // In a statement, a quote in it is doubled.
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
