//! [`Standing`]: what a user is to a role.

use super::{Connection, Result};

/// What a user is to a role. A member gives objects to it, and what is to be done with its objects
/// takes its privileges: neither follows from the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    /// Whether it is a direct member that may become the role.
    is_member: bool,
    /// Whether it has the role's privileges without becoming it.
    has_privileges: bool,
    /// Whether it may make members of the role by what it is to the role.
    may_grant: bool,
    /// Whether it may make members of any role but a superuser: who may create roles, before
    /// PostgreSQL 16.
    grants_any: bool,
    /// Whether servers know which of its memberships a user inherits from: since PostgreSQL 16.
    /// Before that, the user itself inherits or not.
    has_options: bool,
}

impl Standing {
    /// As it is now; that of a role that does not exist is none.
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
        // Since PostgreSQL 16, who makes a role is a member of it that may not become it.
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

    /// Whether there is a membership to be had that the user lacks: who is a member already, and
    /// may not grant the role, makes do with what there is.
    pub(super) fn needs_grant(self) -> bool {
        let inherits_by_grant = self.has_options && self.may_grant;
        !self.is_member || (!self.has_privileges && inherits_by_grant)
    }

    /// Whether the user can make itself a member.
    pub(super) fn can_grant(self) -> bool {
        self.may_grant || self.grants_any
    }

    /// Whether what is granted says which of it is inherited.
    pub(super) fn has_options(self) -> bool {
        self.has_options
    }
}

/// Whether a membership says if its member may become the role: since PostgreSQL 16.
pub(super) async fn knows_set_option(connection: &Connection) -> Result<bool> {
    let query = "SELECT 1 FROM pg_catalog.pg_attribute
        WHERE attrelid = 'pg_catalog.pg_auth_members'::regclass AND attname = 'set_option'";
    connection.exists(query, &[]).await
}
