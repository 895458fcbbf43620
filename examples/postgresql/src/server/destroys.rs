//! [`Destroys`]: what this provider is destroying now, since another destroy may remove what blocks
//! one.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Server;

/// What is being destroyed.
#[derive(Debug, Default)]
pub(super) struct Destroys(Mutex<Count>);

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    underway: usize,
    ended: u64,
}

impl Destroys {
    fn count(&self) -> MutexGuard<'_, Count> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counted as underway until it is dropped.
pub(crate) struct Destroying(Server);

impl Drop for Destroying {
    fn drop(&mut self) {
        let mut count = self.0.inner.destroys.count();
        count.underway -= 1;
        count.ended += 1;
    }
}

/// A database that is being dropped: until this is dropped, nobody opens it for a change, and what
/// is destroyed beside it waits for the outcome.
pub(crate) struct Dropping {
    database: String,
    destroying: Destroying,
}

impl Drop for Dropping {
    fn drop(&mut self) {
        self.destroying.0.forget(&self.database);
    }
}

impl Server {
    /// Records the start of a destroy that waits for no other.
    pub(crate) fn begin_destroy(&self) -> Destroying {
        self.inner.destroys.count().underway += 1;
        Destroying(self.clone())
    }

    /// Records the end of a destroy that had to wait for another.
    pub(crate) fn destroy_ended(&self) {
        self.inner.destroys.count().ended += 1;
    }

    /// Whether a destroy is running that waits for no other, and how many have ended.
    pub(crate) fn destroys(&self) -> (bool, u64) {
        let count = *self.inner.destroys.count();
        (count.underway > 0, count.ended)
    }

    /// Closes the idle connections to a database that is about to be dropped.
    pub(crate) async fn begin_drop(&self, database: &str) -> Dropping {
        let dropping = Dropping {
            database: database.to_owned(),
            destroying: self.begin_destroy(),
        };
        self.set_goes(database);
        self.drain(database).await;
        dropping
    }
}
