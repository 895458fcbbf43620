//! The resource `postgresql_grant_role`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::change::{Afterwards, Change, Members, Scope};
use crate::id::import_refused;
use crate::server::{Server, State, is_membership};
use crate::sql::ident;

/// A membership of one role in another one.
///
/// Where `postgresql_role` manages the member too, write `lifecycle { ignore_changes = [roles] }` there: otherwise that resource
/// revokes the membership.
#[derive(Schema)]
#[schema(
    resource = "postgresql_grant_role",
    subcategory = "Roles",
    timeouts(default = "20m")
)]
pub struct GrantRole {
    /// The role that becomes a member.
    #[field(required, force_new, validate = bytes(..=63))]
    role: String,
    /// The role that it becomes a member of.
    #[field(required, force_new, validate = bytes(..=63))]
    grant_role: String,
    /// Whether the member may make others members.
    #[field(optional, force_new, default = false)]
    #[field(allow(
        force_new_default,
        reason = "the default never changes, and read finds the real value"
    ))]
    with_admin_option: bool,
}

impl Resource for GrantRole {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let grant = data.all()?;
        let connection = server.connect(server.database()).await?;
        server.needs(&connection, cx.type_name(), (9, 0)).await?;
        connection.close().await;
        let option = match grant.with_admin_option {
            true => " WITH ADMIN OPTION",
            false => "",
        };
        let (role, member) = (ident(&grant.grant_role), ident(&grant.role));
        let statements = vec![format!("GRANT {role} TO {member}{option}")];
        let id = format!(
            "{}_{}_{}",
            grant.role, grant.grant_role, grant.with_admin_option
        );
        let afterwards = Afterwards::There {
            with_admin_option: grant.with_admin_option,
        };
        grant
            .change(server, afterwards, statements)
            .create(server, data, &id)
            .await
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let connection = server.connect(server.database()).await?;
        let is_membership = is_membership(&connection).await?;
        let found = connection
            .query_opt(
                // Since version 16 there may be several, by different grantors.
                &format!(
                    "SELECT pg_catalog.bool_or(m.admin_option) FROM pg_catalog.pg_auth_members m \
                     WHERE pg_catalog.pg_get_userbyid(m.member) = $1::text \
                     AND pg_catalog.pg_get_userbyid(m.roleid) = $2::text AND {is_membership} HAVING count(*) > 0"
                ),
                &[&data.get(GrantRole::ROLE), &data.get(GrantRole::GRANT_ROLE)],
            )
            .await?;
        match found {
            Some(row) => data.set(GrantRole::WITH_ADMIN_OPTION, row.get::<_, bool>(0)),
            None => data.gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let grant = data.all()?;
        match grant
            .change(server, Afterwards::Gone, Vec::new())
            .run(server)
            .await
        {
            // A role that is gone is a member of none.
            Err(error) if error.is(&State::UNDEFINED_OBJECT) => Ok(()),
            done => Ok(done?),
        }
    }

    async fn import(cx: &Cx<Self>, _id: &str, _data: &mut ResourceData<Self>) -> Result {
        Err(import_refused(cx.type_name()))
    }
}

impl GrantRole {
    fn change<'a>(
        &'a self,
        server: &'a Server,
        afterwards: Afterwards,
        statements: Vec<String>,
    ) -> Change<'a> {
        Change {
            database: server.database(),
            role: None,
            // A membership that is there would keep its option. And an operation that takes the user into the role for a
            // while would take this one away.
            scope: Scope::Membership(&self.role, &self.grant_role, afterwards),
            members: Members::None,
            statements,
        }
    }
}
