//! [`Connection`] and [`Transaction`]: statements run one after the other.

use std::future::Future;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use schema_provider::prelude::Secret;
use tokio::sync::OwnedSemaphorePermit;
use tokio_postgres::error::DbError;
use tokio_postgres::types::{FromSqlOwned, ToSql};
use tokio_postgres::{Client, Row};

use super::pool::Pool;
use super::session::Session;
use super::{Error, Result, Server, mask};

/// A connection to one database. When it is dropped, an unfinished transaction is rolled back and
/// the session returns to the pool. A session that still works on a statement is closed, and the
/// statement cancelled.
#[derive(Debug)]
pub struct Connection {
    // Declared before `held`: dropped before the session is returned.
    session: Session,
    held: Held,
    database: String,
    secrets: Mutex<Vec<(Secret, String)>>,
}

impl Connection {
    pub(super) fn new(server: &Server, database: &str, session: Session, place: Place) -> Self {
        Connection {
            held: Held {
                server: server.clone(),
                place,
                session: Some(session.clone()),
                in_transaction: AtomicBool::new(false),
                works: AtomicBool::new(false),
            },
            session,
            database: database.to_owned(),
            secrets: Mutex::default(),
        }
    }

    /// The server.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.held.server
    }

    /// The connection's database.
    #[must_use]
    pub fn database(&self) -> &str {
        &self.database
    }

    /// Masks the password of a role, which is part of a statement, in the server's errors. Our own
    /// text names the role: its name may be its password, which masking would hide.
    pub fn hide(&self, secret: &Secret, role: &str) {
        let mut secrets = self.secrets.lock().unwrap_or_else(PoisonError::into_inner);
        secrets.push((secret.clone(), role.to_owned()));
    }

    /// Executes one DDL statement without parameters.
    ///
    /// # Errors
    /// The server refuses it, or the connection is lost. The same holds below.
    pub async fn execute(&self, statement: &str) -> Result {
        // As a prepared statement, which can only be a single one.
        let done = self.work(async |client| client.execute_typed(statement, &[]).await);
        done.await.map(|_| ())
    }

    /// Executes a statement that must take full effect: if a `GRANT` or `REVOKE` does nothing, or
    /// only a part, the server just warns.
    ///
    /// # Errors
    /// As [`execute`](Self::execute), and if the server warns of that.
    pub async fn execute_in_full(&self, statement: &str) -> Result {
        self.take_warnings();
        self.execute(statement).await?;
        match self.take_warnings().into_iter().next() {
            None => Ok(()),
            Some(warning) => Err(self.error_of(&warning)),
        }
    }

    /// The server's warnings since the last call about privileges that it did not grant or revoke.
    pub fn take_warnings(&self) -> Vec<DbError> {
        self.session.warnings.take()
    }

    /// The rows of a query.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn query(&self, query: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
        self.work(async |client| client.query(query, parameters).await)
            .await
    }

    /// The row of a query that returns at most one.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn query_opt(
        &self,
        query: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>> {
        self.work(async |client| client.query_opt(query, parameters).await)
            .await
    }

    /// The single value of a query.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn query_one<T: FromSqlOwned>(
        &self,
        query: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<T> {
        let row = self.work(async |client| client.query_one(query, parameters).await);
        self.value(&row.await?, 0)
    }

    /// A value of a row.
    ///
    /// # Errors
    /// It has another type, or is null and `T` is not nullable.
    pub fn value<T: FromSqlOwned>(&self, row: &Row, column: usize) -> Result<T> {
        row.try_get(column).map_err(|error| self.error(&error))
    }

    /// Whether a query returns any row.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn exists(&self, query: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<bool> {
        Ok(!self.query(query, parameters).await?.is_empty())
    }

    /// Runs the driver on something that may not finish: then the session is not reused.
    async fn work<T>(
        &self,
        what: impl AsyncFnOnce(&Client) -> std::result::Result<T, tokio_postgres::Error>,
    ) -> Result<T> {
        self.held.works.store(true, Ordering::Relaxed);
        let done = what(&self.session.client).await;
        self.held.works.store(false, Ordering::Relaxed);
        done.map_err(|error| self.error(&error))
    }

    /// Begins a transaction that can write, even if the default of the user or the database is
    /// read-only.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn transaction(self) -> Result<Transaction> {
        self.begin("BEGIN READ WRITE").await
    }

    /// Begins a read-only transaction, which a standby server supports too.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn reading(self) -> Result<Transaction> {
        self.begin("BEGIN READ ONLY").await
    }

    async fn begin(self, statement: &str) -> Result<Transaction> {
        self.held.in_transaction.store(true, Ordering::Relaxed);
        self.execute(statement).await?;
        Ok(Transaction {
            connection: self,
            others: Mutex::default(),
        })
    }

    /// Returns the connection to the pool, and waits until that is done.
    pub async fn close(self) {
        let Connection {
            session, mut held, ..
        } = self;
        drop(session);
        if let Some(giving_back) = held.give_back() {
            giving_back.await;
        }
    }

    /// Sets the session's settings to those that statements rely on. A role or a database may
    /// override them.
    pub(super) async fn conform(&self) -> Result {
        match &*self.session.settings {
            "" => Ok(()),
            settings => {
                self.work(async |client| client.batch_execute(settings).await)
                    .await
            }
        }
    }

    fn error(&self, error: &tokio_postgres::Error) -> Error {
        self.told(|place, mask| Error::of_driver(error, place, mask))
    }

    fn error_of(&self, warning: &DbError) -> Error {
        self.told(|place, mask| Error::of_server(warning, place, mask))
    }

    fn told(&self, error: impl FnOnce(&str, &dyn Fn(&str) -> String) -> Error) -> Error {
        let secrets = self.secrets.lock().unwrap_or_else(PoisonError::into_inner);
        let mut place = self.server().place(&self.database);
        for (_, role) in secrets.iter() {
            place.push_str(&format!(" (about the role {role:?})"));
        }
        error(&place, &|text| {
            let text = self.server().mask(text);
            secrets
                .iter()
                .fold(text, |text, (secret, _)| mask(&text, secret))
        })
    }
}

/// A connection with a transaction in progress, which is rolled back unless it is committed.
#[derive(Debug)]
pub struct Transaction {
    connection: Connection,
    /// Others that last as long as it does.
    others: Mutex<Vec<Transaction>>,
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl Transaction {
    /// Keeps another transaction, which holds locks, until this one has ended.
    pub(super) fn ends_with_it(&self, other: Transaction) {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.push(other);
    }

    /// Commits, and returns the connection.
    ///
    /// # Errors
    /// As [`Connection::execute`]. If the connection is lost, the transaction may have been
    /// committed.
    pub async fn commit(self) -> Result<Connection> {
        self.connection.execute("COMMIT").await?;
        self.connection
            .held
            .in_transaction
            .store(false, Ordering::Relaxed);
        Ok(self.connection)
    }
}

/// The pool that a session returns to, and its place there. Without a pool the session is closed;
/// without a place the number is unlimited.
#[derive(Debug, Default)]
pub(super) struct Place {
    pub(super) pool: Option<Arc<Pool>>,
    pub(super) permit: Option<OwnedSemaphorePermit>,
}

/// What a connection holds until it is dropped.
#[derive(Debug)]
struct Held {
    server: Server,
    place: Place,
    session: Option<Session>,
    in_transaction: AtomicBool,
    /// Whether the answer to a statement is outstanding.
    works: AtomicBool,
}

impl Held {
    /// Returns the session and the place: at once, or when the future completes.
    fn give_back(&mut self) -> Option<impl Future<Output = ()> + Send + 'static> {
        let session = self.session.take()?;
        let Place { pool, permit } = std::mem::take(&mut self.place);
        let works = *self.works.get_mut();
        let pool = pool.filter(|_| !works);
        let in_transaction = *self.in_transaction.get_mut();
        if let Some(pool) = &pool
            && !in_transaction
        {
            pool.put(session);
            return None;
        }
        let server = self.server.clone();
        Some(async move {
            match pool {
                Some(pool) if session.roll_back().await => pool.put(session),
                _ => session.end(&server).await,
            }
            drop(permit);
        })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let Some(session) = &self.session else {
            return;
        };
        let runtime = session.runtime.clone();
        if let Some(giving_back) = self.give_back() {
            self.server.leave(&runtime, giving_back);
        }
    }
}
