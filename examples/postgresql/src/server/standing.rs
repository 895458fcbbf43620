//! [`Standing`]: a user's relation to a role.

use super::{Connection, Result};

/// A user's relation to a role. Giving it objects requires membership, and changing its objects its
/// privileges: neither implies the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    /// Whether it is a direct member that may switch to the role.
    is_member: bool,
    /// Whether it has the role's privileges without switching to it.
    has_privileges: bool,
    /// Whether its relation to the role lets it make members of the role.
    may_grant: bool,
    /// Whether it may make members of any role but a superuser: by CREATEROLE, before PostgreSQL
    /// 16.
    grants_any: bool,
    /// Whether each membership has its own inherit option: since PostgreSQL 16. Before that, the
    /// option is the user's.
    has_options: bool,
}

impl Standing {
    /// The present relation; none to a role that does not exist.
    ///
    /// # Errors
    /// The server refuses, or the connection is lost.
    pub(super) async fn of(connection: &Connection, user: &str, role: &str) -> Result<Self> {
        let has_options = knows_set_option(connection).await?;
        if user == role {
            return Ok(Standing {
                is_member: true,
                has_privileges: true,
                may_grant: false,
                grants_any: false,
                has_options,
            });
        }
        // Since PostgreSQL 16, the creator of a role is a member of it that may not switch to it.
        let may_set = if has_options { "AND m.set_option" } else { "" };
        let query = format!(
            "SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_auth_members m
                    WHERE m.member = u.oid AND m.roleid = r.oid {may_set}),
                pg_catalog.pg_has_role(u.oid, r.oid, 'USAGE'),
                pg_catalog.pg_has_role(u.oid, r.oid, 'MEMBER WITH ADMIN OPTION'), u.rolcreaterole AND NOT r.rolsuper
            FROM pg_catalog.pg_roles u, pg_catalog.pg_roles r WHERE u.rolname = $1 AND r.rolname = $2"
        );
        let Some(row) = connection.query_opt(&query, &[&user, &role]).await? else {
            return Ok(Standing {
                has_options,
                ..Standing::default()
            });
        };
        Ok(Standing {
            is_member: connection.value(&row, 0)?,
            has_privileges: connection.value(&row, 1)?,
            may_grant: connection.value(&row, 2)?,
            grants_any: !has_options && connection.value(&row, 3)?,
            has_options,
        })
    }

    /// Whether the user lacks a membership that it can get: a member who may not grant the role has
    /// to do with the one it has.
    pub(super) fn needs_grant(self) -> bool {
        let inherits_by_grant = self.has_options && self.may_grant;
        !self.is_member || (!self.has_privileges && inherits_by_grant)
    }

    /// Whether the user can make itself a member.
    pub(super) fn can_grant(self) -> bool {
        self.may_grant || self.grants_any
    }

    /// Whether a grant has an inherit option.
    pub(super) fn has_options(self) -> bool {
        self.has_options
    }
}

/// Whether a membership has a set option: since PostgreSQL 16.
pub(super) async fn knows_set_option(connection: &Connection) -> Result<bool> {
    let query = "SELECT 1 FROM pg_catalog.pg_attribute
        WHERE attrelid = 'pg_catalog.pg_auth_members'::regclass AND attname = 'set_option'";
    connection.exists(query, &[]).await
}
