//! [`Session`]: one login on the server, used by one operation after the other.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_postgres::error::{DbError, SqlState};
use tokio_postgres::{AsyncMessage, CancelToken, Client};

use super::socket::Socket;
use super::{Server, tls};

/// One login. All clones are the same; when the last one is dropped, the session ends.
#[derive(Clone)]
pub(super) struct Session {
    pub(super) client: Arc<Client>,
    pub(super) warnings: Warnings,
    /// Where its task runs.
    pub(super) runtime: Handle,
    /// The statements that set the settings that others rely on.
    pub(super) settings: Arc<str>,
    token: CancelToken,
    tls: bool,
    task: AbortHandle,
    /// Closed when the task ends.
    ended: watch::Receiver<()>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Session")
    }
}

impl Session {
    /// Must be called on the runtime for the session.
    pub(super) fn new(client: Client, running: Running) -> Self {
        let runtime = Handle::current();
        let (runs, ended) = watch::channel(());
        let task = runtime.spawn(async move {
            running.work.await;
            drop(runs);
        });
        Session {
            token: client.cancel_token(),
            client: Arc::new(client),
            warnings: running.warnings,
            runtime,
            settings: running.to_set.join("; ").into(),
            tls: running.tls,
            task: task.abort_handle(),
            ended,
        }
    }

    /// Restores the state after the login. Returns whether the server has done so: a session that
    /// was lost meanwhile is unusable.
    pub(super) async fn reset(&self) -> bool {
        if self.client.is_closed() {
            return false;
        }
        // Not DISCARD ALL: the driver relies on its prepared statements.
        let reset = format!("{RESET}; {}", self.settings);
        let done = timeout(UNTIL_RESET, self.client.batch_execute(&reset)).await;
        self.warnings.take();
        matches!(done, Ok(Ok(())))
    }

    /// Rolls back an unfinished transaction without a running statement. Returns whether the server
    /// has done so.
    pub(super) async fn roll_back(&self) -> bool {
        let done = timeout(UNTIL_RESET, self.client.batch_execute("ROLLBACK")).await;
        matches!(done, Ok(Ok(())))
    }

    /// Ends it, and waits until that is done. No other clone may exist.
    pub(super) async fn end(self, server: &Server) {
        let Session {
            client,
            token,
            tls,
            task,
            mut ended,
            ..
        } = self;
        drop(client);
        // Waits until only the end arrives.
        if timeout(PATIENCE, ended.changed()).await.is_err() {
            // It waits for an unwanted answer, for example for a lock that somebody else holds.
            let cancelling = server.cancel(&token, tls);
            // Waits no longer for the cancellation than for the statement.
            let _ = timeout(AFTER_CANCEL, cancelling).await;
            let _ = timeout(AFTER_CANCEL, ended.changed()).await;
            task.abort();
        }
    }
}

/// What `DISCARD ALL` does, except for prepared statements and for what none of our operations
/// leaves.
const RESET: &str = "CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ROLE; RESET ALL; \
    SELECT pg_catalog.pg_advisory_unlock_all(); DISCARD TEMP";

/// How long resetting an idle session may take. One whose server no longer answers is abandoned.
const UNTIL_RESET: Duration = Duration::from_secs(5);

/// How long to wait for the answer before cancelling the statement.
const PATIENCE: Duration = Duration::from_millis(100);

/// How long the server has to end a cancelled statement.
const AFTER_CANCEL: Duration = Duration::from_secs(5);

/// The connection's own half: it sends and receives until the last client is dropped.
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

/// Sends and receives until the connection ends, and passes the reason to waiting callers.
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

/// The server's warnings, in order. A warning comes before the answer to the statement.
#[derive(Clone, Default)]
pub(super) struct Warnings(Arc<Mutex<Vec<DbError>>>);

impl Warnings {
    /// Keeps warnings about privileges that were not granted or not revoked.
    fn add(&self, notice: DbError) {
        let kept = [
            SqlState::WARNING_PRIVILEGE_NOT_GRANTED,
            SqlState::WARNING_PRIVILEGE_NOT_REVOKED,
        ];
        if kept.contains(notice.code()) {
            self.lock().push(notice);
        }
    }

    pub(super) fn take(&self) -> Vec<DbError> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<DbError>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Settings that the server reports at login, with the values that we need and the statements for
/// them.
const SETTINGS: [(&str, &str, &str); 3] = [
    (
        "standard_conforming_strings",
        "on",
        "SET standard_conforming_strings = on",
    ),
    ("DateStyle", "ISO, MDY", "SET datestyle = ISO, MDY"),
    // Not everything runs in a transaction of ours. Servers before PostgreSQL 14 do not report the
    // setting.
    (
        "default_transaction_read_only",
        "off",
        "SET default_transaction_read_only = off",
    ),
];

/// The statements for a session with these settings.
fn to_set<'p>(parameter: impl Fn(&str) -> Option<&'p str>) -> Vec<&'static str> {
    let others = SETTINGS
        .into_iter()
        .filter(|(name, value, _)| parameter(name) != Some(value));
    others.map(|(_, _, set)| set).collect()
}
