//! Temporary memberships: a user who is no superuser may do what an owner may, for as long as an
//! operation takes.

use std::fmt;

use super::standing::{Standing, knows_set_option};
use super::{Connection, Error, Result, Server, State, Transaction, lock_membership};
use crate::sql::ident;

/// Runs an operation as a member of these roles, in the same transaction. A superuser needs no
/// membership.
///
/// # Errors
/// A membership cannot be had, or the operation fails; the transaction is of no use then.
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

/// What [`with_membership`] changed of memberships, to be undone.
#[derive(Debug, Default)]
#[must_use = "what was taken is to be given back"]
pub struct Membership {
    user: String,
    /// The user became a member of these.
    granted: Vec<Granted>,
    /// These were members of the user, and a membership in both directions cannot be.
    revoked: Vec<String>,
    /// The user has none of the privileges of the roles that it is a member of.
    is_ignored: bool,
}

/// A role that the user becomes a member of.
#[derive(Debug)]
struct Granted {
    role: String,
    grant: String,
    /// What makes it as it was before.
    undo: String,
}

impl Granted {
    /// Nothing where the user needs no membership, or gets none that it does not have.
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
            // The user may be one that does not inherit, and what is granted already keeps its
            // options.
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
    /// Makes the user a member of these roles. Others who give and take the same membership wait
    /// for the end of the transaction, and it for them.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub async fn take(connection: &Transaction, server: &Server, roles: &[String]) -> Result<Self> {
        Self::take_of(connection, server, roles, true).await
    }

    /// The same without the roles of which the user cannot become a member: what is done may need
    /// no membership, such as where the user may grant a privilege itself.
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
        // All of them before anything is done, and in one order, so that no two transactions wait
        // for each other.
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

    /// Undoes it, but for roles that no longer exist.
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

    /// What makes the user a member of these roles, superuser or not, as operations on databases
    /// do; nothing of those of which it is one. It is [`grant`](Self::grant) that does so.
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

    /// Makes the user a member, outside of a transaction.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub async fn grant(&self, connection: &Connection) -> Result {
        for granted in &self.granted {
            connection.execute(&granted.grant).await?;
        }
        Ok(())
    }

    /// Whether there is nothing to be undone.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.granted.is_empty() && self.revoked.is_empty()
    }

    /// An error of what was done meanwhile, with the reason where it is that the membership is of
    /// no use.
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

/// Locks what the user is to these roles until the end of the transaction.
///
/// Advisory locks are those of one database: where the transaction is in another one than the
/// provider's, a session there holds them for as long as it lasts.
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

/// Takes a membership away, whoever granted it, and says what there still is of it.
///
/// Since PostgreSQL 16 a role has a membership of each grantor, and `REVOKE` takes away only that
/// of the user. Those of grantors for whom the user may not act stay.
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
    // Nobody relies on what has no ADMIN OPTION, and what the member granted itself relies on what
    // has it.
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
    /// All of it, to be granted again in another way: what is there would keep its options.
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

/// What `GRANT` says of the options of a membership whose member inherits privileges or not, where
/// what is there already may only let it grant the role to others: since PostgreSQL 16 it would
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

/// What holds for a row `m` of `pg_auth_members` that is a membership.
///
/// Since PostgreSQL 16, who makes a role has one that only lets it grant the role to others, itself
/// included. Nobody configured it, and nobody but a superuser could take it away.
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

/// Whether the connected user has none of the privileges of the roles that it is a member of: since
/// PostgreSQL 16 its memberships say so, and not it.
async fn ignores_memberships(connection: &Connection) -> Result<bool> {
    let query = "SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = CURRENT_USER AND NOT rolsuper AND NOT rolinherit";
    Ok(!knows_set_option(connection).await? && connection.exists(query, &[]).await?)
}

/// Whether what the user granted itself of a role is inherited, and whether it may become the role
/// by it; nothing where it granted itself nothing. What a superuser grants, the first one does.
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
