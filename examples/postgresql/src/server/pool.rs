//! [`Pool`]: the sessions in one database.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OnceCell, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::Version;
use super::session::Session;

/// The sessions in one database: how many may be in use at a time, and the idle ones.
///
/// The holder of a place takes an idle session or, if there is none, opens one. A session is put
/// back before its place is, so that there are never more sessions than places.
///
/// An idle session is closed after a second, since a database with a session can be neither dropped
/// nor renamed nor copied: the server waits for five seconds then.
#[derive(Debug)]
pub(super) struct Pool {
    /// `None` if the number is unlimited.
    places: Option<Arc<Semaphore>>,
    idle: Mutex<Vec<Idle>>,
    /// Whether the database is about to be dropped.
    pub(super) goes: AtomicBool,
    pub(super) version: OnceCell<Version>,
}

#[derive(Debug)]
struct Idle {
    session: Session,
    since: Instant,
}

/// How long a session may be idle.
const IDLE: Duration = Duration::from_secs(1);

impl Pool {
    pub(super) fn new(most: Option<u32>) -> Self {
        Pool {
            places: most.map(|most| Arc::new(Semaphore::new(most as usize))),
            idle: Mutex::default(),
            goes: AtomicBool::new(false),
            version: OnceCell::new(),
        }
    }

    /// This many places, as soon as they are free.
    pub(super) async fn places(&self, count: u32) -> Option<OwnedSemaphorePermit> {
        let places = self.places.as_ref()?;
        // It is never closed.
        Arc::clone(places).acquire_many_owned(count).await.ok()
    }

    /// The idle session that was used last.
    pub(super) fn take(&self) -> Option<Session> {
        self.idle().pop().map(|idle| idle.session)
    }

    /// All idle sessions.
    pub(super) fn take_all(&self) -> Vec<Session> {
        let idle = std::mem::take(&mut *self.idle());
        idle.into_iter().map(|idle| idle.session).collect()
    }

    /// Keeps a session for the next operation.
    pub(super) fn put(self: &Arc<Self>, session: Session) {
        let pool = Arc::downgrade(self);
        session.runtime.clone().spawn(async move {
            tokio::time::sleep(IDLE).await;
            if let Some(pool) = pool.upgrade() {
                pool.idle().retain(|idle| idle.since.elapsed() < IDLE);
            }
        });
        let since = Instant::now();
        self.idle().push(Idle { session, since });
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
