//! Changes in a database that accepts no connections.
//!
//! A superuser can change it all the same: the database is opened for the moment of the login, and
//! to superusers alone, who are exempt from connection limits. Operations that only read do not
//! open it.

use std::future::Future;
use std::sync::atomic::Ordering;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::connection::Place;
use super::lock::IS_BEING_DROPPED;
use super::session::Session;
use super::{Connection, Error, Result, Server};
use crate::sql::ident;

tokio::task_local! {
    static CHANGES: bool;
}

/// Runs an operation, which changes something or only reads.
pub(crate) async fn operation<T>(changes: bool, work: impl Future<Output = T>) -> T {
    CHANGES.scope(changes, work).await
}

impl Server {
    /// Logs in to a database that accepts no connections; `None` if it must not be opened.
    pub(super) async fn log_in_to_closed(&self, database: &str) -> Result<Option<Session>> {
        let goes = self.pool(database).goes.load(Ordering::Relaxed);
        if goes || !CHANGES.try_with(|changes| *changes).unwrap_or_default() {
            return Ok(None);
        }
        let (told, made) = oneshot::channel();
        let (server, database) = (self.clone(), database.to_owned());
        // The waiting operation may be interrupted: the database is closed again all the same.
        self.leave(&Handle::current(), async move {
            let _ = told.send(server.open_for_login(&database).await);
        });
        // Only the end of the runtime ends it earlier.
        made.await.unwrap_or(Ok(None))
    }

    async fn open_for_login(&self, database: &str) -> Result<Option<Session>> {
        let connection = self.outside().await?;
        // One after the other. The lock ends with the session.
        let lock = "SELECT pg_catalog.pg_advisory_lock(d.oid::bigint) FROM pg_catalog.pg_database d, pg_catalog.pg_roles r
            WHERE d.datname = $1 AND d.datname <> 'template0' AND r.rolname = CURRENT_USER AND r.rolsuper";
        if !connection.exists(lock, &[&database]).await? {
            return Ok(None);
        }
        let query = format!(
            "SELECT d.datconnlimit FROM pg_catalog.pg_database d
            WHERE d.datname = $1 AND NOT d.datallowconn AND NOT {IS_BEING_DROPPED}"
        );
        let Some(row) = connection.query_opt(&query, &[&database]).await? else {
            // By now it is open, or dropped, or about to be.
            return self.log_in(database).await.map(Some);
        };
        let limit: i32 = connection.value(&row, 0)?;
        let alter = format!("ALTER DATABASE {}", ident(database));
        let open = format!("{alter} ALLOW_CONNECTIONS true CONNECTION LIMIT 0");
        connection.execute(&open).await?;
        let made = self.log_in(database).await;
        let close = format!("{alter} ALLOW_CONNECTIONS false CONNECTION LIMIT {limit}");
        let mut closed = connection.execute(&close).await;
        if closed.as_ref().is_err_and(Error::is_connection_lost) {
            closed = self.outside().await?.execute(&close).await;
        }
        // Whoever dropped it meanwhile closed it for good.
        if !closed.as_ref().is_err_and(Error::is_database_missing) {
            closed?;
        }
        connection.close().await;
        made.map(Some)
    }

    /// A session in the provider's database outside its pool.
    async fn outside(&self) -> Result<Connection> {
        let session = self.log_in(self.database()).await?;
        let connection = Connection::new(self, self.database(), session, Place::default());
        connection.conform().await?;
        Ok(connection)
    }
}
