//! The resource `postgresql_grant_role`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::change::{Afterwards, Change, Members, Scope};
use crate::going::destroy;
use crate::grant_role_options::{Found, Options};
use crate::import_id;
use crate::server::{Server, State};
use crate::sql::ident;

/// A membership of one role in another one.
///
/// Where `postgresql_role` manages the member too, write `lifecycle { ignore_changes = [roles] }`
/// there: otherwise that resource revokes the membership.
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
    /// Whether the member has the privileges of the role without switching to it. If omitted, the
    /// server decides, and an existing value is kept. Needs PostgreSQL 16.
    #[field(optional, computed)]
    with_inherit_option: Option<bool>,
    /// Whether the member may switch to the role. If omitted, the server decides, and an existing
    /// value is kept. Needs PostgreSQL 16.
    #[field(optional, computed)]
    with_set_option: Option<bool>,
}

impl Resource for GrantRole {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let grant = data.read_struct()?;
        let connection = server.connect(server.database()).await?;
        server.needs(&connection, cx.type_name(), (9, 0)).await?;
        let options = Options::configured(data);
        options.check(server, &connection).await?;
        connection.close().await;
        let option = options.clause(grant.with_admin_option);
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
            .await?;
        let connection = server.connect(server.database()).await?;
        let found = Found::read(&connection, &grant.role, &grant.grant_role).await?;
        data.set_if_unknown(
            GrantRole::WITH_INHERIT_OPTION,
            found.as_ref().and_then(|found| found.inherit),
        );
        data.set_if_unknown(
            GrantRole::WITH_SET_OPTION,
            found.and_then(|found| found.set),
        );
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let connection = server.connect(server.database()).await?;
        let (role, grant_role) = (data.get(GrantRole::ROLE), data.get(GrantRole::GRANT_ROLE));
        match Found::read(&connection, &role, &grant_role).await? {
            Some(found) => {
                data.set(GrantRole::WITH_ADMIN_OPTION, found.admin);
                data.set(GrantRole::WITH_INHERIT_OPTION, found.inherit);
                data.set(GrantRole::WITH_SET_OPTION, found.set);
            }
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let grant = data.read_struct()?;
        let change = grant.change(server, Afterwards::Gone, Vec::new());
        let attempt = || async {
            match change.run(server).await {
                // A role that no longer exists is not a member of any.
                Err(error) if error.is(&State::UNDEFINED_OBJECT) => Ok(()),
                done => done,
            }
        };
        Ok(destroy(server, server.database(), attempt).await?)
    }

    async fn import(cx: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let format = "<role>/<grant_role>";
        let [role, grant_role] = import_id::parts(id, '/', &[], "a membership", format)?;
        let server = cx.client()?;
        let connection = server.connect(server.database()).await?;
        let Some(found) = Found::read(&connection, &role, &grant_role).await? else {
            bail!("the role {role:?} is not a member of {grant_role:?}");
        };
        data.set_id(format!("{role}_{grant_role}_{}", found.admin));
        data.set(GrantRole::ROLE, role);
        data.set(GrantRole::GRANT_ROLE, grant_role);
        data.set(GrantRole::WITH_ADMIN_OPTION, found.admin);
        Ok(())
    }
}

impl Update for GrantRole {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let (role, grant_role) = (data.get(GrantRole::ROLE), data.get(GrantRole::GRANT_ROLE));
        Options::changed(data).set(server, &role, &grant_role).await
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
            // An existing membership would keep its option. And an operation that makes the user a
            // temporary member of the role would revoke this one at its end.
            scope: Scope::Membership(&self.role, &self.grant_role, afterwards),
            members: Members::None,
            statements,
        }
    }
}
