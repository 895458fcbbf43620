//! How a database is dropped.

use std::sync::OnceLock;
use std::time::Duration;

use tokio::runtime::Handle;

use crate::database::{Found, execute};
use crate::server::{self, Connection, OnBehalf, Owner, Server, State, Version, tell_of_drop};
use crate::sql::ident;

/// Drops a database once all sessions in it have ended. If that fails, it accepts no connections:
/// see [`Closed`].
pub(crate) async fn drop_database(
    server: &Server,
    connection: &Connection,
    found: &Found,
) -> server::Result {
    let version = server.version(connection).await?;
    until_not_subscribed(connection, version, &found.name).await?;
    // Announced before sessions are rejected or ended, which then ask why.
    tell_of_drop(connection, &found.name).await?;
    if version.at_least((9, 5)) {
        let closed = Options {
            is_template: false,
            allow_connections: false,
        };
        change(connection, found, &closed).await?;
    }
    drop_closed(server, connection, version, &found.name).await
}

/// What a drop has closed. A database that cannot be dropped is reopened, also if the operation is
/// interrupted. It stays closed between two attempts: resources destroyed beside it take an open
/// database for one that stays.
pub(crate) struct Closed {
    server: Server,
    runtime: Handle,
    name: String,
    /// The settings before the first attempt, since later ones find it closed.
    before: OnceLock<Found>,
}

impl Closed {
    /// Nothing yet.
    pub(crate) fn new(server: &Server, name: &str) -> Self {
        Closed {
            server: server.clone(),
            runtime: Handle::current(),
            name: name.to_owned(),
            before: OnceLock::new(),
        }
    }

    /// Remembers the settings before the first attempt, and returns them.
    pub(crate) fn remember(&self, found: Found) -> &Found {
        self.before.get_or_init(|| found)
    }

    /// The database is dropped.
    pub(crate) fn for_good(mut self) {
        self.before.take();
    }

    /// Reopens it.
    pub(crate) async fn reopen(mut self) {
        if let Some(before) = self.before.get() {
            // The error that matters is that of the drop.
            let _ = reopen(&self.server, &self.name, before).await;
        }
        self.before.take();
    }
}

impl Drop for Closed {
    fn drop(&mut self) {
        let Some(before) = self.before.take() else {
            return;
        };
        let (server, name) = (self.server.clone(), std::mem::take(&mut self.name));
        self.server.leave(&self.runtime, async move {
            // The server may still run a statement of the operation, which would take effect after
            // this.
            for begin in ["ALTER DATABASE", "DROP DATABASE"] {
                let _ = server.until_done(&format!("{begin} {}", ident(&name))).await;
            }
            if let Err(error) = reopen(&server, &name, &before).await {
                tracing::warn!(%error, "a database that was to be dropped could not be opened again");
            }
        });
    }
}

async fn reopen(server: &Server, name: &str, before: &Found) -> server::Result {
    let as_it_was = Options {
        is_template: before.is_template,
        allow_connections: before.allow_connections,
    };
    let owners = [Owner::Present(name)];
    let mut on_behalf = OnBehalf::of(server, &owners);
    loop {
        let attempt = on_behalf.attempt(async |connection| {
            match server.version(connection).await?.at_least((9, 5)) {
                true => change(connection, before, &as_it_was).await,
                false => Ok(()),
            }
        });
        match attempt.await {
            Err(error) if on_behalf.may_repeat(&error).await => {}
            done => return done,
        }
    }
}

struct Options {
    is_template: bool,
    allow_connections: bool,
}

async fn change(connection: &Connection, found: &Found, to: &Options) -> server::Result {
    let alter = format!("ALTER DATABASE {}", ident(&found.name));
    if found.is_template {
        connection
            .execute(&format!("{alter} IS_TEMPLATE {}", to.is_template))
            .await?;
    }
    connection
        .execute(&format!(
            "{alter} ALLOW_CONNECTIONS {}",
            to.allow_connections
        ))
        .await
}

/// Waits until the database has no subscription: with one it cannot be dropped, and once it is
/// closed nobody can drop the subscription.
async fn until_not_subscribed(
    connection: &Connection,
    version: Version,
    name: &str,
) -> server::Result {
    if !version.at_least(10) {
        return Ok(());
    }
    let query = "SELECT 1 FROM pg_catalog.pg_subscription s JOIN pg_catalog.pg_database d ON d.oid = s.subdbid
        WHERE d.datname = $1";
    for _ in 0..LOOKS {
        if connection.query_opt(query, &[&name]).await?.is_none() {
            break;
        }
        tokio::time::sleep(INTERVAL).await;
    }
    Ok(())
}

/// How often and at what interval to check for subscriptions.
const LOOKS: u32 = 50;
const INTERVAL: Duration = Duration::from_millis(100);

async fn drop_closed(
    server: &Server,
    connection: &Connection,
    version: Version,
    name: &str,
) -> server::Result {
    let mut tries = 0;
    loop {
        end_sessions(connection, version, name).await?;
        match drop_once(server, connection, version, name).await {
            // A session takes longer to end than the server waits for it.
            Err(error) if error.is(&State::OBJECT_IN_USE) && tries < TRIES => tries += 1,
            done => return done,
        }
    }
}

/// How often to repeat the drop while somebody is connected. The server waits for five seconds each
/// time.
const TRIES: u32 = 5;

/// Ends the sessions in a database. Autovacuum's end when the database is dropped: only a superuser
/// may end them otherwise.
async fn end_sessions(connection: &Connection, version: Version, name: &str) -> server::Result {
    let pid = match version.at_least((9, 2)) {
        true => "pid",
        false => "procpid",
    };
    let others = format!(
        "SELECT pg_catalog.pg_terminate_backend({pid}) FROM pg_catalog.pg_stat_activity
        WHERE datname = $1 AND usesysid IS NOT NULL AND {pid} <> pg_catalog.pg_backend_pid()"
    );
    connection.query(&others, &[&name]).await?;
    Ok(())
}

async fn drop_once(
    server: &Server,
    connection: &Connection,
    version: Version,
    name: &str,
) -> server::Result {
    let drop = format!("DROP DATABASE {}", ident(name));
    if version.at_least(13) {
        let forced = execute(server, connection, &format!("{drop} WITH (FORCE)")).await;
        // With FORCE, only a superuser can end autovacuum's sessions; without it, everyone can.
        if !forced
            .as_ref()
            .is_err_and(|error| error.is(&State::INSUFFICIENT_PRIVILEGE))
        {
            return forced;
        }
    }
    execute(server, connection, &drop).await
}
