//! Destroys what is in a database or schema that may be destroyed at the same time, and first.

use std::time::Duration;

use schema_provider::prelude::Diagnostic;

use crate::change::Failure;
use crate::server::{self, Clashes, Error, IS_BEING_DROPPED, Server, State};

/// Destroys something in a database that may be dropped at the same time, as may its schema, the
/// roles, and what depends on it.
///
/// Each attempt first checks whether the object still exists.
pub(crate) async fn destroy<E: Into<Failure>, A: Future<Output = Result<(), E>>>(
    server: &Server,
    database: &str,
    attempt: impl Fn() -> A,
) -> Result<(), Failure> {
    let mut going = Going {
        server,
        database,
        clashes: Clashes::default(),
        tries: 0,
        drops: 0,
        waits: 0,
        ended: 0,
    };
    let mut destroying = Some(server.begin_destroy());
    while let Err(failure) = attempt().await {
        // From here on it waits for others. Two destroys that waited for each other would never
        // end.
        destroying.take();
        let error = match failure.into() {
            Failure::OfServer(error) => error,
            other => return Err(other),
        };
        match going.fate(&error).await {
            Fate::Again => {}
            Fate::Gone => break,
            Fate::Refused => return Err(error.into()),
        }
    }
    // Destroys that wait for this one see that it has ended, even if it had to wait itself.
    match destroying {
        Some(destroying) => drop(destroying),
        None => server.destroy_ended(),
    }
    Ok(())
}

/// What to do after a failed attempt.
enum Fate {
    Again,
    /// The object was dropped with its database.
    Gone,
    /// The error is reported.
    Refused,
}

struct Going<'a> {
    server: &'a Server,
    database: &'a str,
    clashes: Clashes,
    /// How often it was tried since another destroy ended.
    tries: u32,
    /// How many failed drops of the database it has seen.
    drops: u32,
    /// How often it has waited, whatever for.
    waits: u32,
    /// How many destroys had ended then.
    ended: u64,
}

impl Going<'_> {
    /// Decides what to do about this error. Another attempt follows after a pause.
    async fn fate(&mut self, error: &Error) -> Fate {
        if error.is_database_missing() {
            return Fate::Gone;
        }
        let is_ended = error.is_connection_lost() || error.is(&State::ADMIN_SHUTDOWN);
        if is_ended || error.is_database_closed() {
            if self.server.is_dropping(self.database) {
                while self.server.is_dropping(self.database) {
                    tokio::time::sleep(INTERVAL).await;
                }
                return self.again_after_drop();
            }
            if self.database == self.server.database() {
                return self.fate_with_own(error).await;
            }
            // If that cannot be found out, this error is reported.
            return self
                .fate_with_database(error)
                .await
                .unwrap_or(Fate::Refused);
        }
        if MOMENTARY.iter().any(|state| error.is(state)) && self.may_go() {
            tokio::time::sleep(INTERVAL).await;
            return Fate::Again;
        }
        again_if(self.clashes.may_repeat(error).await)
    }

    /// Whether the obstacle may still disappear: while this provider destroys something else, and
    /// for a while after it.
    fn may_go(&mut self) -> bool {
        let (is_underway, ended) = self.server.destroys();
        if is_underway || ended != self.ended {
            self.tries = 0;
        }
        self.ended = ended;
        self.tries += 1;
        self.waits += 1;
        self.tries <= TRIES && self.waits <= LONGEST
    }

    /// The drop failed, so the database is open again: what is in it is destroyed all the same.
    fn again_after_drop(&mut self) -> Fate {
        self.drops += 1;
        again_if(self.drops <= TRIES)
    }

    /// Whether the database is being dropped. A drop first closes it to connections, and then takes
    /// a lock; another provider, such as one of another configuration, announces it before.
    async fn fate_with_database(&mut self, error: &Error) -> server::Result<Fate> {
        let connection = self.server.connect(self.server.database()).await?;
        let query = format!(
            "SELECT d.datallowconn, {IS_BEING_DROPPED}, EXISTS (SELECT 1 FROM pg_catalog.pg_locks l
                WHERE l.locktype = 'object' AND l.classid = 'pg_catalog.pg_database'::pg_catalog.regclass
                AND l.objid = d.oid AND l.mode = 'AccessExclusiveLock')
            FROM pg_catalog.pg_database d WHERE d.datname = $1"
        );
        // A session that the server rejected or ended, and that now finds the database open, has
        // seen a failed drop.
        let is_told = error.sqlstate().is_some();
        let mut has_failed = false;
        for attempt in 0..LONGEST {
            let Some(row) = connection.query_opt(&query, &[&self.database]).await? else {
                return Ok(Fate::Gone);
            };
            let (is_open, is_dropping, is_locked): (bool, bool, bool) = (
                connection.value(&row, 0)?,
                connection.value(&row, 1)?,
                connection.value(&row, 2)?,
            );
            has_failed |= is_dropping || is_open && is_told;
            // Nobody locks a database that is closed for good.
            if !is_dropping && !is_locked && (is_open || attempt >= TRIES) {
                break;
            }
            tokio::time::sleep(INTERVAL).await;
        }
        Ok(match has_failed {
            true => self.again_after_drop(),
            false => Fate::Refused,
        })
    }

    /// The same for the provider's own database, about which there is nobody else to ask: a new
    /// login shows what happened.
    async fn fate_with_own(&mut self, error: &Error) -> Fate {
        tokio::time::sleep(INTERVAL).await;
        if error.is_database_closed() {
            self.waits += 1;
            return again_if(self.waits <= LONGEST);
        }
        if error.is(&State::ADMIN_SHUTDOWN) {
            return self.again_after_drop();
        }
        // The connection broke before the server's answer came. If the database is not being
        // dropped, nobody knows whether the statement took effect.
        match self.server.connect_beyond().await {
            Err(told) if told.is_database_missing() => Fate::Gone,
            Err(told) => again_if(told.is_database_closed()),
            Ok(_) => Fate::Refused,
        }
    }
}

fn again_if(it_may_help: bool) -> Fate {
    match it_may_help {
        true => Fate::Again,
        false => Fate::Refused,
    }
}

/// The warning for an object that cannot be read, since its database accepts no connections. The
/// state is kept.
pub(crate) fn unread(database: &str) -> Diagnostic {
    Diagnostic::warning(format!("The database {database:?} accepts no connections"))
        .with_detail("What is in it was not read: the state stays as it was.")
}

/// How often to retry if something is missing, or in the way.
const TRIES: u32 = 12;

/// How often to check for the end of somebody else's drop or destroy.
const LONGEST: u32 = 600;

/// How long to wait between two attempts.
const INTERVAL: Duration = Duration::from_millis(100);

/// The server's errors about a schema, a role or an object that does not exist, and about dependent
/// objects that may be about to be dropped.
const MOMENTARY: [State; 7] = [
    State::DEPENDENT_OBJECTS_STILL_EXIST,
    State::INVALID_SCHEMA_NAME,
    State::UNDEFINED_OBJECT,
    State::UNDEFINED_TABLE,
    State::UNDEFINED_FUNCTION,
    State::UNDEFINED_COLUMN,
    State::UNDEFINED_PARAMETER,
];
