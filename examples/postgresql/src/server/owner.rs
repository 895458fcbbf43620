//! Work on behalf of an owner outside transactions, as statements about databases require.

use tokio::runtime::Handle;

use super::{
    Clashes, Connection, Error, Membership, Result, Server, State, Transaction, lock_membership,
    lock_role,
};

/// On whose behalf to work on a database.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner<'a> {
    /// This role, which becomes the owner.
    New(&'a str),
    /// The owner of the database of this name, if it exists.
    Present(&'a str),
    /// The same if the user may not act for the owner anyway, and can become a member: only
    /// superusers can act for a superuser.
    PresentStranger(&'a str),
}

/// Works on databases on behalf of their owner, of which the user becomes a temporary member;
/// without an owner directly.
///
/// Another connection holds locks, so that no two operations change memberships at once.
///
/// # Errors
/// The membership cannot be obtained or given back, or the work fails.
pub async fn as_owner<T>(
    server: &Server,
    owner: Option<&str>,
    work: impl AsyncFnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    let owners = Vec::from_iter(owner.map(Owner::New));
    OnBehalf::of(server, &owners).attempt(work).await
}

/// Work on a database on behalf of its owner, or of two: the old and the new one.
///
/// A database may get another owner at any time, for example when the role of the present one is
/// destroyed: work that is denied then is repeated on behalf of the new one. So is work that
/// clashes with others. The work is one statement, or several that can be repeated.
pub(crate) struct OnBehalf<'a> {
    server: &'a Server,
    owners: &'a [Owner<'a>],
    /// On whose behalf the last attempt was made.
    roles: Vec<String>,
    /// On whose behalf the one before was denied.
    refused_for: Option<Vec<String>>,
    clashes: Clashes,
}

impl<'a> OnBehalf<'a> {
    /// On behalf of these.
    pub(crate) fn of(server: &'a Server, owners: &'a [Owner<'a>]) -> Self {
        OnBehalf {
            server,
            owners,
            roles: Vec::new(),
            refused_for: None,
            clashes: Clashes::default(),
        }
    }

    /// Makes one attempt.
    ///
    /// # Errors
    /// As [`as_owner`].
    pub(crate) async fn attempt<T>(
        &mut self,
        work: impl AsyncFnOnce(&Connection) -> Result<T>,
    ) -> Result<T> {
        let connection = self.server.connect(self.server.database()).await?;
        self.roles = names(&connection, self.owners).await?;
        if self.roles.is_empty() {
            return work(&connection).await;
        }
        // The only place of the pool may be needed.
        connection.close().await;
        self.as_roles(work).await
    }

    /// Whether to try again; returns after a pause.
    pub(crate) async fn may_repeat(&mut self, error: &Error) -> bool {
        let is_refused =
            error.is(&State::UNDEFINED_OBJECT) || error.is(&State::INSUFFICIENT_PRIVILEGE);
        if !is_refused {
            return self.clashes.may_repeat(error).await;
        }
        if self.refused_for.as_ref() == Some(&self.roles) {
            return false;
        }
        let now = async {
            let connection = self.server.connect(self.server.database()).await?;
            let now = names(&connection, self.owners).await?;
            connection.close().await;
            Ok::<_, Error>(now)
        };
        // If that cannot be found out, this error is reported.
        let is_other = now.await.is_ok_and(|now| now != self.roles);
        self.refused_for = Some(std::mem::take(&mut self.roles));
        is_other
    }

    /// Works as a member of the roles, which may have changed once the locks are held.
    async fn as_roles<T>(&mut self, work: impl AsyncFnOnce(&Connection) -> Result<T>) -> Result<T> {
        let server = self.server;
        let (holder, connection) = server.connect_twice(server.database()).await?;
        let lock = holder.transaction().await?;
        lock_role(&lock, server.user()).await?;
        self.roles = names(&connection, self.owners).await?;
        // In a fixed order, so that no two operations wait for each other.
        for role in &self.roles {
            lock_membership(&lock, server.user(), role).await?;
        }
        let membership = Membership::for_owners(&connection, server, &self.roles).await?;
        // The call may end at any await, and then undoes the memberships.
        let guard = GiveBack::new(server, membership, lock);
        guard.membership.grant(&connection).await?;
        let done = work(&connection).await;
        let done = done.map_err(|error| guard.membership.explain(error));
        let mut given_back = guard.membership.give_back(&connection).await;
        if given_back.as_ref().is_err_and(Error::is_connection_lost) {
            drop(connection);
            let connection = server.connect_beyond().await?;
            given_back = guard.membership.give_back(&connection).await;
        }
        // If that failed, it is tried once more afterwards.
        if given_back.is_ok() {
            guard.done();
        }
        let done = done?;
        given_back?;
        Ok(done)
    }
}

/// The roles that the user must be a member of now, in a fixed order.
async fn names(connection: &Connection, owners: &[Owner<'_>]) -> Result<Vec<String>> {
    let mut roles = Vec::new();
    for owner in owners {
        let (database, which) = match owner {
            Owner::New(role) => {
                roles.push((*role).to_owned());
                continue;
            }
            Owner::Present(database) => (database, "true"),
            Owner::PresentStranger(database) => (
                database,
                "NOT o.rolsuper AND NOT pg_catalog.pg_has_role(o.oid, 'USAGE')",
            ),
        };
        let query = format!(
            "SELECT o.rolname::text FROM pg_catalog.pg_database d JOIN pg_catalog.pg_roles o ON o.oid = d.datdba
            WHERE d.datname = $1 AND {which}"
        );
        if let Some(row) = connection.query_opt(&query, &[database]).await? {
            roles.push(connection.value(&row, 0)?);
        }
    }
    roles.sort();
    roles.dedup();
    Ok(roles)
}

/// A membership that is given back on a connection of its own if nobody else does so, and the locks
/// to hold until then.
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

    /// The membership was given back.
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
                let connection = server.connect_beyond().await?;
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
