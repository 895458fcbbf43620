//! Temporary memberships: a user who is no superuser may do what an owner may, for as long as an operation takes.

use std::fmt;

use super::{Connection, Result, Server, Transaction, lock_membership};
use crate::sql::ident;

/// Runs an operation as a member of these roles, in the same transaction. A superuser needs no membership.
///
/// # Errors
/// A membership cannot be had, or the operation fails; the transaction is of no use then.
pub async fn with_membership<T, E: From<super::Error>>(
    transaction: &Transaction,
    server: &Server,
    roles: &[String],
    operation: impl AsyncFnOnce(&Transaction) -> Result<T, E>,
) -> Result<T, E> {
    let membership = Membership::take(transaction, server, roles).await?;
    let done = operation(transaction).await?;
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
    async fn new(connection: &Connection, user: &str, role: &str, options: bool) -> Result<Self> {
        let (of, to) = (ident(role), ident(user));
        let (mut grant, mut undo) = (
            format!("GRANT {of} TO {to}"),
            format!("REVOKE {of} FROM {to}"),
        );
        if options {
            // The user may be one that does not inherit, and what is granted already keeps its options.
            grant.push_str(" WITH INHERIT TRUE, SET TRUE");
            if let Some(inherit) = own_grant(connection, user, role).await? {
                undo = format!("GRANT {of} TO {to} WITH INHERIT {inherit}, SET FALSE");
            }
        }
        let role = role.to_owned();
        Ok(Granted { role, grant, undo })
    }
}

impl Membership {
    /// Makes the user a member of these roles. Others who give and take the same membership wait for the end of the
    /// transaction, and it for them.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub async fn take(connection: &Transaction, server: &Server, roles: &[String]) -> Result<Self> {
        let user = server.user();
        let mut membership = Membership {
            user: user.to_owned(),
            ..Membership::default()
        };
        if roles.is_empty() || is_superuser(connection).await? {
            return Ok(membership);
        }
        let options = knows_set_option(connection).await?;
        // All of them before anything is done, and in one order, so that no two transactions wait for each other.
        let mut roles = roles.to_vec();
        roles.sort();
        for role in roles.iter().filter(|role| *role != user) {
            lock_membership(connection, user, role).await?;
        }
        for role in &roles {
            let superuser = "SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = $1 AND rolsuper";
            if connection.exists(superuser, &[role]).await? {
                continue;
            }
            if is_member(connection, role, user, false).await? {
                let sql = format!("REVOKE {} FROM {}", ident(user), ident(role));
                connection.execute(&sql).await?;
                membership.revoked.push(role.clone());
            }
            if role != user && !is_member(connection, user, role, options).await? {
                let granted = Granted::new(connection, user, role, options).await?;
                connection.execute(&granted.grant).await?;
                membership.granted.push(granted);
            }
        }
        Ok(membership)
    }

    /// Undoes it, but for roles that no longer exist.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub async fn give_back(&self, connection: &Connection) -> Result {
        let Membership {
            user,
            granted,
            revoked,
        } = self;
        for granted in granted {
            if role_exists(connection, &granted.role).await? {
                connection.execute(&granted.undo).await?;
            }
        }
        for role in revoked {
            if role_exists(connection, role).await? {
                let sql = format!("GRANT {} TO {}", ident(user), ident(role));
                connection.execute(&sql).await?;
            }
        }
        Ok(())
    }

    /// What makes the user a member of these roles, superuser or not, as operations on databases do; nothing of those of which
    /// it is one. It is [`grant`](Self::grant) that does so.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub async fn for_owners(
        connection: &Connection,
        server: &Server,
        owners: &[&str],
    ) -> Result<Self> {
        let user = server.user();
        let mut membership = Membership {
            user: user.to_owned(),
            ..Membership::default()
        };
        // Since PostgreSQL 16, who makes a role is a member of it that may not become it.
        let options = knows_set_option(connection).await?;
        for owner in owners {
            if *owner != user && !is_member(connection, user, owner, options).await? {
                let granted = Granted::new(connection, user, owner, options).await?;
                membership.granted.push(granted);
            }
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
}

/// Takes a membership away, whoever granted it, and says what there still is of it.
///
/// Since PostgreSQL 16 a role has a membership of each grantor, and `REVOKE` takes away only that of the user. Those of
/// grantors for whom the user may not act stay.
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
        Revocation::All => "true".to_owned(),
        Revocation::Memberships => is_membership.to_owned(),
        // Where a superuser grants, the first one does, who also granted what comes with a new role.
        Revocation::ToGrantAgain => {
            format!("{is_membership} AND NOT (m.admin_option AND m.grantor = 10)")
        }
    };
    let rows = "FROM pg_catalog.pg_auth_members m
        WHERE pg_catalog.pg_get_userbyid(m.member) = $1
        AND pg_catalog.pg_get_userbyid(m.roleid) = $2";
    // Nobody relies on what has no ADMIN OPTION, and what the member granted itself relies on what has it.
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
    /// The same, to be granted again with [its options](named_options): what the first superuser granted with the `ADMIN OPTION`
    /// stays, since a role that the member made may be granted to others by means of it.
    ToGrantAgain,
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

/// What `GRANT` says of the options of a membership whose member inherits privileges or not, where what is there already may
/// only let it grant the role to others: since PostgreSQL 16 it would stay so.
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
/// Since PostgreSQL 16, who makes a role has one that only lets it grant the role to others, itself included. Nobody configured
/// it, and nobody but a superuser could take it away.
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

/// Whether a membership says if its member may become the role: since PostgreSQL 16.
async fn knows_set_option(connection: &Connection) -> Result<bool> {
    let query = "SELECT 1 FROM pg_catalog.pg_attribute
        WHERE attrelid = 'pg_catalog.pg_auth_members'::regclass AND attname = 'set_option'";
    connection.exists(query, &[]).await
}

/// Whether what the user granted itself of a role is inherited; nothing where it granted itself nothing. What a superuser
/// grants, the first one does.
async fn own_grant(connection: &Connection, user: &str, role: &str) -> Result<Option<bool>> {
    let query = "SELECT m.inherit_option FROM pg_catalog.pg_auth_members m
        JOIN pg_catalog.pg_roles u ON u.oid = m.member
        WHERE u.rolname = $1 AND pg_catalog.pg_get_userbyid(m.roleid) = $2
        AND m.grantor = CASE WHEN u.rolsuper THEN 10 ELSE u.oid END";
    let row = connection.query_opt(query, &[&user, &role]).await?;
    row.map(|row| connection.value(&row, 0)).transpose()
}

/// Whether one role is a direct member of another one.
async fn is_member(
    connection: &Connection,
    member: &str,
    role: &str,
    that_may_set: bool,
) -> Result<bool> {
    let may_set = match that_may_set {
        true => "AND m.set_option",
        false => "",
    };
    let query = format!(
        "SELECT 1 FROM pg_catalog.pg_auth_members m
        WHERE pg_catalog.pg_get_userbyid(m.member) = $1
        AND pg_catalog.pg_get_userbyid(m.roleid) = $2 {may_set}"
    );
    connection.exists(&query, &[&member, &role]).await
}
