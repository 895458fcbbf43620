//! The resource `postgresql_role_parameter`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::import_id::{quote, split, unquote, wrong};
use crate::parameter::Sessions;

/// A configuration parameter that a role sets for its sessions: `ALTER ROLE … SET`.
///
/// The parameters that `postgresql_role` has attributes for (`search_path`, `statement_timeout`,
/// `idle_in_transaction_session_timeout`, and `role` as `assume_role`) belong there, unless they
/// are for one database or the role is not managed.
#[derive(Schema)]
#[schema(
    resource = "postgresql_role_parameter",
    subcategory = "Roles",
    timeouts(default = "20m")
)]
pub struct RoleParameter {
    /// The role.
    #[field(required, force_new, validate = [not_empty, bytes(..=63)])]
    role: String,
    /// The database in which the parameter is set. Defaults to all databases.
    #[field(optional, force_new, default = "", validate = bytes(..=63))]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    database: String,
    /// The name of the parameter, such as `work_mem` or `my_app.tenant`.
    #[field(required, force_new, validate = regex("^[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*)*$"))]
    name: String,
    /// Its value, as `SHOW` and `postgresql.conf` have it: `64MB`, `on`, `"$user", public`.
    #[field(required)]
    value: String,
}

impl Resource for RoleParameter {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let parameter = data.read_struct()?;
        // The call may end while the server still works on the statement.
        data.set_id(parameter.id());
        let done = parameter
            .sessions()
            .set(cx.client()?, &parameter.name, &parameter.value)
            .await;
        if done.is_err() {
            data.mark_gone();
        }
        done
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let state = data.read_struct()?;
        data.fill_defaults();
        let sessions = state.sessions();
        let value = sessions
            .read(cx.client()?, &state.name, &state.value)
            .await?;
        match value {
            Some(value) => data.set(RoleParameter::VALUE, value),
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let parameter = data.read_struct()?;
        parameter
            .sessions()
            .reset(cx.client()?, &parameter.name)
            .await
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let parts: Vec<String> = split(id, '/')
            .unwrap_or_default()
            .into_iter()
            .map(unquote)
            .collect();
        let (role, database, name) = match &parts[..] {
            [role, name] => (role, "", name),
            [role, database, name] => (role, database.as_str(), name),
            _ => {
                return Err(wrong(
                    id,
                    "The id of a role's parameter must have the expected format <role>/<parameter> or \
                     <role>/<database>/<parameter>. Put a name that contains a slash into double quotes.",
                ));
            }
        };
        data.set_id(id);
        data.set(RoleParameter::ROLE, role);
        data.set(RoleParameter::DATABASE, database);
        data.set(RoleParameter::NAME, name);
        Ok(())
    }
}

impl Update for RoleParameter {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let parameter = data.read_struct()?;
        parameter
            .sessions()
            .set(cx.client()?, &parameter.name, &parameter.value)
            .await
    }
}

impl RoleParameter {
    fn sessions(&self) -> Sessions<'_> {
        let database = Some(self.database.as_str()).filter(|database| !database.is_empty());
        Sessions::Role(&self.role, database)
    }

    /// The import id.
    fn id(&self) -> String {
        let (role, name) = (quote(&self.role, &['/']), &self.name);
        match self.database.as_str() {
            "" => format!("{role}/{name}"),
            database => format!("{role}/{}/{name}", quote(database, &['/'])),
        }
    }
}
