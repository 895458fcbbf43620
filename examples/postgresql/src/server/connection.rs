//! [`Connection`] and [`Transaction`]: statements, one after the other.

use std::future::{Future, poll_fn};
use std::ops::Deref;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use schema_provider::prelude::Secret;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinHandle;
use tokio_postgres::error::{DbError, SqlState};
use tokio_postgres::types::{FromSqlOwned, ToSql};
use tokio_postgres::{AsyncMessage, CancelToken, Client, Row};

use super::socket::Socket;
use super::{Error, Result, Server, mask, tls};

/// A connection to one database. It is closed when it is dropped, and what the server still does for it is cancelled.
#[derive(Debug)]
pub struct Connection {
    // Before the driver, which ends when nobody has the client any more.
    client: Client,
    driver: Driver,
    server: Server,
    database: String,
    secrets: Mutex<Vec<(Secret, String)>>,
}

impl Connection {
    pub(super) fn new(client: Client, driver: Driver, server: Server, database: String) -> Self {
        Connection {
            client,
            driver,
            server,
            database,
            secrets: Mutex::default(),
        }
    }

    /// The driver's client.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The server.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// The database that this is a connection to.
    #[must_use]
    pub fn database(&self) -> &str {
        &self.database
    }

    /// Keeps the password of a role, which is part of a statement, out of what the server says in errors. The role is named
    /// there: its name may be its password, so that what the server says does not name it.
    pub fn hide(&self, secret: &Secret, role: &str) {
        let mut secrets = self.secrets.lock().unwrap_or_else(PoisonError::into_inner);
        secrets.push((secret.clone(), role.to_owned()));
    }

    /// Executes one statement without parameters: one that defines something.
    ///
    /// # Errors
    /// The server refuses it, or the connection is lost. So below.
    pub async fn execute(&self, statement: &str) -> Result {
        // As a prepared statement, of which there can be only one in a text.
        let done = self.client.execute_typed(statement, &[]).await;
        done.map(|_| ()).map_err(|error| self.error(&error))
    }

    /// Executes a statement that must not be without effect: where a `GRANT` or `REVOKE` does nothing, or only a part, the server
    /// just warns.
    ///
    /// # Errors
    /// As [`execute`](Self::execute), and where the server warns of that.
    pub async fn execute_in_full(&self, statement: &str) -> Result {
        self.take_warnings();
        self.execute(statement).await?;
        match self.take_warnings().into_iter().next() {
            None => Ok(()),
            Some(warning) => Err(self.error_of(&warning)),
        }
    }

    /// What the server has warned of since the last time: privileges that it did not grant or revoke.
    pub fn take_warnings(&self) -> Vec<DbError> {
        self.driver.warnings.take()
    }

    /// The rows that a query answers with.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn query(&self, query: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
        let rows = self.client.query(query, parameters).await;
        rows.map_err(|error| self.error(&error))
    }

    /// The one row of a query's answer, if there is one.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn query_opt(
        &self,
        query: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>> {
        let row = self.client.query_opt(query, parameters).await;
        row.map_err(|error| self.error(&error))
    }

    /// The one value of a query's answer.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn query_one<T: FromSqlOwned>(
        &self,
        query: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<T> {
        let row = self.client.query_one(query, parameters).await;
        let value = row.and_then(|row| row.try_get(0));
        value.map_err(|error| self.error(&error))
    }

    /// A value of a row.
    ///
    /// # Errors
    /// It is of another type, or null where `T` has no room for it.
    pub fn value<T: FromSqlOwned>(&self, row: &Row, column: usize) -> Result<T> {
        row.try_get(column).map_err(|error| self.error(&error))
    }

    /// Whether a query answers with any row.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn exists(&self, query: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<bool> {
        Ok(!self.query(query, parameters).await?.is_empty())
    }

    /// Begins a transaction that changes something, also where the user or the database has transactions that only read.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn transaction(self) -> Result<Transaction> {
        self.begin("BEGIN READ WRITE").await
    }

    /// Begins a transaction that only reads, as a standby server has them too.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn reading(self) -> Result<Transaction> {
        self.begin("BEGIN READ ONLY").await
    }

    async fn begin(self, statement: &str) -> Result<Transaction> {
        self.execute(statement).await?;
        Ok(Transaction {
            connection: self,
            others: Mutex::default(),
        })
    }

    /// Closes the connection, and waits until that is done.
    pub async fn close(self) {
        let Connection { client, driver, .. } = self;
        drop(client);
        driver.close().await;
    }

    /// Literals are quoted, and times are printed, as most servers do anyway. A role or a database may have it otherwise.
    pub(super) async fn conform(&self) -> Result {
        for set in &self.driver.to_set {
            self.execute(set).await?;
        }
        Ok(())
    }

    fn error(&self, error: &tokio_postgres::Error) -> Error {
        self.told(|place, mask| Error::of_driver(error, place, mask))
    }

    fn error_of(&self, warning: &DbError) -> Error {
        self.told(|place, mask| Error::of_server(warning, place, mask))
    }

    fn told(&self, error: impl FnOnce(&str, &dyn Fn(&str) -> String) -> Error) -> Error {
        let secrets = self.secrets.lock().unwrap_or_else(PoisonError::into_inner);
        let mut place = self.server.place(&self.database);
        for (_, role) in secrets.iter() {
            place.push_str(&format!(" (about the role {role:?})"));
        }
        error(&place, &|text| {
            let text = self.server.mask(text);
            secrets
                .iter()
                .fold(text, |text, (secret, _)| mask(&text, secret))
        })
    }
}

/// A connection with a transaction in progress. Unless it is committed, nothing of it comes to be.
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
    /// Keeps another one, which holds locks, until this one has ended.
    pub(super) fn ends_with_it(&self, other: Transaction) {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.push(other);
    }

    /// Makes it so, and gives the connection back.
    ///
    /// # Errors
    /// As [`Connection::execute`]. Where the connection was lost, it may have come to be all the same.
    pub async fn commit(self) -> Result<Connection> {
        self.connection.execute("COMMIT").await?;
        Ok(self.connection)
    }
}

/// The connection's own half: it sends and receives until nobody has the client any more.
pub(super) struct Running {
    work: Pin<Box<dyn Future<Output = ()> + Send>>,
    tls: bool,
    to_set: Vec<&'static str>,
    warnings: Warnings,
}

impl Running {
    pub(super) fn plain(
        connection: tokio_postgres::Connection<Socket, tokio_postgres::tls::NoTlsStream>,
    ) -> Self {
        let warnings = Warnings::default();
        Running {
            tls: false,
            to_set: to_set(|parameter| connection.parameter(parameter)),
            work: Box::pin(serve(connection, warnings.clone())),
            warnings,
        }
    }

    pub(super) fn tls(connection: tokio_postgres::Connection<Socket, tls::Stream<Socket>>) -> Self {
        let warnings = Warnings::default();
        Running {
            tls: true,
            to_set: to_set(|parameter| connection.parameter(parameter)),
            work: Box::pin(serve(connection, warnings.clone())),
            warnings,
        }
    }
}

/// Sends and receives until the connection ends. How it ended, whoever waits for an answer is told.
async fn serve<S, T>(mut connection: tokio_postgres::Connection<S, T>, warnings: Warnings)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
        if let AsyncMessage::Notice(notice) = message {
            warnings.add(notice);
        }
    }
}

/// What a server warned of, in order. A warning comes before the answer to the statement.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<DbError>>>);

impl Warnings {
    /// Keeps what says that privileges were not granted or not revoked.
    fn add(&self, notice: DbError) {
        let kept = [
            SqlState::WARNING_PRIVILEGE_NOT_GRANTED,
            SqlState::WARNING_PRIVILEGE_NOT_REVOKED,
        ];
        if kept.contains(notice.code()) {
            self.lock().push(notice);
        }
    }

    fn take(&self) -> Vec<DbError> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<DbError>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Settings of a session that the server tells at its beginning, with what they must be, and the statement for it.
const SETTINGS: [(&str, &str, &str); 3] = [
    (
        "standard_conforming_strings",
        "on",
        "SET standard_conforming_strings = on",
    ),
    ("DateStyle", "ISO, MDY", "SET datestyle = ISO, MDY"),
    // Not all that is done is in a transaction of ours. Servers before PostgreSQL 14 do not say how it is.
    (
        "default_transaction_read_only",
        "off",
        "SET default_transaction_read_only = off",
    ),
];

/// What must be set, of a session with these settings.
fn to_set<'p>(parameter: impl Fn(&str) -> Option<&'p str>) -> Vec<&'static str> {
    let others = SETTINGS
        .into_iter()
        .filter(|(name, value, _)| parameter(name) != Some(value));
    others.map(|(_, _, set)| set).collect()
}

/// How long an answer that comes at once is waited for before the statement is cancelled, and how long the server has
/// to end it then.
const PATIENCE: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(5)];

/// The task of a connection, which is ended with it.
pub(super) struct Driver {
    runtime: Handle,
    to_set: Vec<&'static str>,
    warnings: Warnings,
    end: Option<End>,
}

struct End {
    task: JoinHandle<()>,
    server: Server,
    token: CancelToken,
    tls: bool,
    /// Given back when the connection is closed.
    place: Option<OwnedSemaphorePermit>,
}

impl std::fmt::Debug for Driver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Driver")
    }
}

impl Driver {
    pub(super) fn new(
        server: Server,
        running: Running,
        token: CancelToken,
        place: Option<OwnedSemaphorePermit>,
    ) -> Self {
        let runtime = Handle::current();
        Driver {
            to_set: running.to_set,
            warnings: running.warnings,
            end: Some(End {
                task: runtime.spawn(running.work),
                server,
                token,
                tls: running.tls,
                place,
            }),
            runtime,
        }
    }

    async fn close(mut self) {
        if let Some(end) = self.end.take() {
            end.come().await;
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            let server = end.server.clone();
            server.leave(&self.runtime, end.come());
        }
    }
}

impl End {
    async fn come(mut self) {
        let [at_once, after_cancel] = PATIENCE;
        if tokio::time::timeout(at_once, &mut self.task).await.is_err() {
            // It waits for an answer that nobody wants any more: a lock that somebody else holds, say.
            let cancelling = self.server.cancel(&self.token, self.tls);
            // One that hangs is worth no more patience than the statement itself.
            let _ = tokio::time::timeout(after_cancel, cancelling).await;
            let _ = tokio::time::timeout(after_cancel, &mut self.task).await;
            self.task.abort();
        }
        drop(self.place);
    }
}
