//! Temporary memberships: a user who is not a superuser may do what an owner may, for the time of
//! an operation.

use std::fmt;

use super::standing::{Standing, knows_set_option};
use super::{Connection, Error, Result, Server, State, Transaction, lock_membership};
use crate::sql::ident;

/// Runs an operation as a member of these roles, in the same transaction. A superuser needs no
/// membership.
///
/// A membership cannot be obtained, or the operation fails; the transaction is unusable then.
pub async fn with_membership<T>(
    transaction: &Transaction,
    server: &Server,
    roles: &[String],
    operation: impl AsyncFnOnce(&Transaction) -> Result<T>,
) -> Result<T> {
    let membership = Membership::take(transaction, server, roles).await?;
    let done = operation(transaction).await;
    let done = done.map_err(|error| membership.explain(error))?;
    membership.give_back(transaction).await?;
    Ok(done)
}

/// The memberships that [`with_membership`] changed, to be undone.
#[derive(Debug, Default)]
#[must_use = "temporary memberships must be given back"]
pub struct Membership {
    user: String,
    /// The user became a member of these.
    granted: Vec<Granted>,
    /// These were members of the user, and a membership in both directions cannot exist.
    revoked: Vec<String>,
    /// The user does not inherit privileges.
    is_ignored: bool,
}

/// A role that the user becomes a member of.
#[derive(Debug)]
struct Granted {
    role: String,
    grant: String,
    /// The statement that restores the membership.
    undo: String,
}

impl Granted {
    /// `None` if the user needs no membership, or cannot get a new one.
    async fn needed(connection: &Connection, user: &str, role: &str) -> Result<Option<Self>> {
        let standing = Standing::of(connection, user, role).await?;
        if !standing.needs_grant() {
            return Ok(None);
        }
        let (of, to) = (ident(role), ident(user));
        let (mut grant, mut undo) = (
            format!("GRANT {of} TO {to}"),
            format!("REVOKE {of} FROM {to}"),
        );
        if standing.has_options() {
            // The user may have NOINHERIT, and an existing membership keeps its options.
            grant.push_str(" WITH INHERIT TRUE, SET TRUE");
            if let Some((inherit, set)) = own_grant(connection, user, role).await? {
                undo = format!("GRANT {of} TO {to} WITH INHERIT {inherit}, SET {set}");
            }
        }
        let role = role.to_owned();
        Ok(Some(Granted { role, grant, undo }))
    }
}

impl Membership {
    /// Makes the user a member of these roles. Others who need the same membership wait for the end
    /// of the transaction, and it for theirs.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub async fn take(connection: &Transaction, server: &Server, roles: &[String]) -> Result<Self> {
        Self::take_of(connection, server, roles, true).await
    }

    /// The same without roles of which the user cannot become a member: the operation may need no
    /// membership, for example if the user may grant a privilege itself.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub(crate) async fn take_possible(
        connection: &Transaction,
        server: &Server,
        roles: &[String],
    ) -> Result<Self> {
        Self::take_of(connection, server, roles, false).await
    }

    async fn take_of(
        connection: &Transaction,
        server: &Server,
        roles: &[String],
        is_required: bool,
    ) -> Result<Self> {
        let user = server.user();
        let mut membership = Membership {
            user: user.to_owned(),
            ..Membership::default()
        };
        if roles.is_empty() || is_superuser(connection).await? {
            return Ok(membership);
        }
        // All of them first, and in a fixed order, so that no two transactions wait for each other.
        let mut roles = roles.to_vec();
        roles.sort();
        lock_memberships(connection, server, &roles).await?;
        for role in &roles {
            let superuser = "SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = $1 AND rolsuper";
            if connection.exists(superuser, &[role]).await? {
                continue;
            }
            let standing = Standing::of(connection, user, role).await?;
            if !is_required && (!standing.needs_grant() || !standing.can_grant()) {
                continue;
            }
            if is_member(connection, role, user).await? {
                let sql = format!("REVOKE {} FROM {}", ident(user), ident(role));
                connection.execute(&sql).await?;
                membership.revoked.push(role.clone());
            }
            if let Some(granted) = Granted::needed(connection, user, role).await? {
                connection.execute(&granted.grant).await?;
                membership.granted.push(granted);
            }
        }
        membership.is_ignored = ignores_memberships(connection).await?;
        Ok(membership)
    }

    /// Undoes it, except for roles that no longer exist.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub async fn give_back(&self, connection: &Connection) -> Result {
        for granted in &self.granted {
            if role_exists(connection, &granted.role).await? {
                connection.execute(&granted.undo).await?;
            }
        }
        for role in &self.revoked {
            if role_exists(connection, role).await? {
                let sql = format!("GRANT {} TO {}", ident(&self.user), ident(role));
                connection.execute(&sql).await?;
            }
        }
        Ok(())
    }

    /// Plans to make the user a member of these roles, superuser or not, as operations on databases
    /// do, except where it is one already. [`grant`](Self::grant) does it.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub async fn for_owners(
        connection: &Connection,
        server: &Server,
        owners: &[String],
    ) -> Result<Self> {
        let user = server.user();
        let mut membership = Membership {
            user: user.to_owned(),
            is_ignored: ignores_memberships(connection).await?,
            ..Membership::default()
        };
        for owner in owners {
            let granted = Granted::needed(connection, user, owner).await?;
            membership.granted.extend(granted);
        }
        Ok(membership)
    }

    /// Makes the user a member, outside a transaction.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub async fn grant(&self, connection: &Connection) -> Result {
        for granted in &self.granted {
            connection.execute(&granted.grant).await?;
        }
        Ok(())
    }

    /// Whether there is nothing to undo.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.granted.is_empty() && self.revoked.is_empty()
    }

    /// An error of the operation, with the explanation if the membership has no effect.
    #[must_use]
    pub fn explain(&self, error: Error) -> Error {
        if !self.is_ignored || !error.is(&State::INSUFFICIENT_PRIVILEGE) {
            return error;
        }
        let user = &self.user;
        error.with_hint(&format!(
            "The role {user:?} has NOINHERIT. Before PostgreSQL 16 it has none of the privileges of the roles that it is a \
             member of then: ALTER ROLE {} INHERIT.",
            ident(user)
        ))
    }
}

/// Locks the user's memberships in these roles until the end of the transaction.
///
/// Advisory locks belong to one database: if the transaction is in another one than the provider's,
/// a session there holds them until its end.
async fn lock_memberships(transaction: &Transaction, server: &Server, roles: &[String]) -> Result {
    let user = server.user();
    let mut others = roles.to_vec();
    others.retain(|role| role != user);
    if others.is_empty() {
        return Ok(());
    }
    if transaction.database() == server.database() {
        for role in &others {
            lock_membership(transaction, user, role).await?;
        }
        return Ok(());
    }
    // A holder of a place in the provider database's pool never waits for one in another pool.
    let connection = server.connect(server.database()).await?;
    let holder = connection.transaction().await?;
    for role in &others {
        lock_membership(&holder, user, role).await?;
    }
    transaction.ends_with_it(holder);
    Ok(())
}

/// Revokes a membership from all grantors, and returns what remains of it.
///
/// Since PostgreSQL 16 a role has a membership of each grantor, and `REVOKE` removes only the
/// user's. Those of grantors for whom the user may not act stay.
///
/// # Errors
/// The server refuses, or the connection is lost.
pub(crate) async fn revoke_memberships(
    connection: &Connection,
    member: &str,
    role: &str,
    what: Revocation,
) -> Result<Vec<RefusedRevocation>> {
    let revoke = format!("REVOKE {} FROM {}", ident(role), ident(member));
    if !knows_set_option(connection).await? {
        connection.execute(&revoke).await?;
        return Ok(Vec::new());
    }
    let is_membership = is_membership(connection).await?;
    let which = match what {
        Revocation::All => "true",
        Revocation::Memberships => is_membership,
    };
    let rows = "FROM pg_catalog.pg_auth_members m
        WHERE pg_catalog.pg_get_userbyid(m.member) = $1
        AND pg_catalog.pg_get_userbyid(m.roleid) = $2";
    // Nothing depends on grants without ADMIN OPTION, and what the member granted itself depends on
    // one with it.
    let query = format!(
        "SELECT pg_catalog.pg_get_userbyid(m.grantor)::text {rows}
        AND pg_catalog.pg_has_role(m.grantor, 'USAGE') AND {which} ORDER BY m.admin_option, 1"
    );
    for row in &connection.query(&query, &[&member, &role]).await? {
        let grantor: String = connection.value(row, 0)?;
        let revoke = format!("{revoke} GRANTED BY {}", ident(&grantor));
        connection.execute(&revoke).await?;
    }
    let query = format!(
        "SELECT pg_catalog.pg_get_userbyid(m.grantor)::text, m.admin_option {rows}
        AND NOT pg_catalog.pg_has_role(m.grantor, 'USAGE') AND {is_membership} ORDER BY 1"
    );
    let mut kept = Vec::new();
    for row in &connection.query(&query, &[&member, &role]).await? {
        kept.push(RefusedRevocation {
            role: role.to_owned(),
            grantor: connection.value(row, 0)?,
            with_admin_option: connection.value(row, 1)?,
        });
    }
    Ok(kept)
}

/// Which memberships [`revoke_memberships`] revokes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Revocation {
    /// All of them, to be granted again differently: an existing one would keep its options.
    All,
    /// What [is a membership](is_membership).
    Memberships,
}

/// A membership that could not be revoked: the user may not act for its grantor.
#[derive(Debug)]
pub(crate) struct RefusedRevocation {
    role: String,
    grantor: String,
    pub(crate) with_admin_option: bool,
}

impl fmt::Display for RefusedRevocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} (granted by {:?})", self.role, self.grantor)
    }
}

/// The options for `GRANT` of a membership whose member inherits privileges or not. Since
/// PostgreSQL 16 an existing one, which may only let it grant the role to others, would otherwise
/// stay so.
///
/// # Errors
/// The server refuses, or the connection is lost.
pub(crate) async fn named_options(connection: &Connection, inherit: bool) -> Result<String> {
    Ok(match knows_set_option(connection).await? {
        true => format!(" WITH INHERIT {inherit}, SET TRUE"),
        false => String::new(),
    })
}

/// The condition that a row `m` of `pg_auth_members` is a membership.
///
/// Since PostgreSQL 16, the creator of a role has one that only lets it grant the role to others,
/// itself included. Nobody configured it, and only a superuser could revoke it.
///
/// # Errors
/// The server refuses, or the connection is lost.
pub(crate) async fn is_membership(connection: &Connection) -> Result<&'static str> {
    Ok(match knows_set_option(connection).await? {
        true => "(m.inherit_option OR m.set_option OR NOT m.admin_option)",
        false => "true",
    })
}

/// Whether the connected user is a superuser.
pub(crate) async fn is_superuser(connection: &Connection) -> Result<bool> {
    let query = "SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = CURRENT_USER AND rolsuper";
    connection.exists(query, &[]).await
}

async fn role_exists(connection: &Connection, role: &str) -> Result<bool> {
    let query = "SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = $1";
    connection.exists(query, &[&role]).await
}

/// Whether the connected user does not inherit privileges. Since PostgreSQL 16 that is an option of
/// memberships instead.
async fn ignores_memberships(connection: &Connection) -> Result<bool> {
    let query = "SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = CURRENT_USER AND NOT rolsuper AND NOT rolinherit";
    Ok(!knows_set_option(connection).await? && connection.exists(query, &[]).await?)
}

/// The inherit and set options of the membership that the user granted itself; `None` if there is
/// none. What a superuser grants, the first one does.
async fn own_grant(
    connection: &Connection,
    user: &str,
    role: &str,
) -> Result<Option<(bool, bool)>> {
    let query = "SELECT m.inherit_option, m.set_option FROM pg_catalog.pg_auth_members m
        JOIN pg_catalog.pg_roles u ON u.oid = m.member
        WHERE u.rolname = $1 AND pg_catalog.pg_get_userbyid(m.roleid) = $2
        AND m.grantor = CASE WHEN u.rolsuper THEN 10 ELSE u.oid END";
    let row = connection.query_opt(query, &[&user, &role]).await?;
    let options = row.map(|row| Ok((connection.value(&row, 0)?, connection.value(&row, 1)?)));
    options.transpose()
}

/// Whether one role is a direct member of another one.
async fn is_member(connection: &Connection, member: &str, role: &str) -> Result<bool> {
    let query = "SELECT 1 FROM pg_catalog.pg_auth_members m
        WHERE pg_catalog.pg_get_userbyid(m.member) = $1
        AND pg_catalog.pg_get_userbyid(m.roleid) = $2";
    connection.exists(query, &[&member, &role]).await
}
