//! Work on behalf of an owner outside of transactions, as statements about databases want it.

use tokio::runtime::Handle;

use super::{
    Connection, Error, Membership, Result, Server, Transaction, lock_membership, lock_role,
};

/// Works on databases on behalf of their owner, of which the user is a member meanwhile; without an owner just so.
///
/// Another connection holds locks, so that no two operations give and take memberships at once.
///
/// # Errors
/// The membership cannot be had or given back, or the work fails.
pub async fn as_owner<T>(
    server: &Server,
    owner: Option<&str>,
    work: impl AsyncFnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    as_owners(server, &Vec::from_iter(owner), work).await
}

/// The same on behalf of several: who gives a database away, and who gets it.
///
/// # Errors
/// As [`as_owner`].
pub(crate) async fn as_owners<T>(
    server: &Server,
    owners: &[&str],
    work: impl AsyncFnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    if owners.is_empty() {
        return work(&server.connect(server.database()).await?).await;
    }
    let (holder, connection) = server.connect_twice(server.database()).await?;
    let lock = holder.transaction().await?;
    lock_role(&lock, server.user()).await?;
    // In one order, so that no two operations wait for each other.
    let mut owners = owners.to_vec();
    owners.sort_unstable();
    for owner in &owners {
        lock_membership(&lock, server.user(), owner).await?;
    }
    let membership = Membership::for_owners(&connection, server, &owners).await?;
    // The call may end at any await: then it gives back what was taken.
    let guard = GiveBack::new(server, membership, lock);
    guard.membership.grant(&connection).await?;
    let done = work(&connection).await;
    let mut given_back = guard.membership.give_back(&connection).await;
    if given_back.as_ref().is_err_and(Error::is_connection_lost) {
        drop(connection);
        let connection = server.connect(server.database()).await?;
        given_back = guard.membership.give_back(&connection).await;
    }
    // Where that failed, it is tried once more behind it.
    if given_back.is_ok() {
        guard.done();
    }
    let done = done?;
    given_back?;
    Ok(done)
}

/// A membership that is given back on a connection of its own if nobody else does, and the locks that hold until then.
struct GiveBack {
    server: Server,
    runtime: Handle,
    membership: Membership,
    lock: Option<Transaction>,
}

impl GiveBack {
    fn new(server: &Server, membership: Membership, lock: Transaction) -> Self {
        GiveBack {
            server: server.clone(),
            runtime: Handle::current(),
            membership,
            lock: Some(lock),
        }
    }

    /// It is given back.
    fn done(mut self) {
        self.lock = None;
    }
}

impl Drop for GiveBack {
    fn drop(&mut self) {
        let Some(lock) = self.lock.take() else {
            return;
        };
        let (server, membership) = (self.server.clone(), std::mem::take(&mut self.membership));
        if membership.is_empty() {
            return;
        }
        self.server.leave(&self.runtime, async move {
            let given_back = async {
                let connection = server.connect(server.database()).await?;
                membership.give_back(&connection).await?;
                connection.close().await;
                Ok::<_, Error>(())
            };
            if let Err(error) = given_back.await {
                tracing::warn!(%error, "a temporary membership could not be given back");
            }
            drop(lock);
        });
    }
}
