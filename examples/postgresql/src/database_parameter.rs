//! The resource `postgresql_database_parameter`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::import_id::{parts, quote};
use crate::parameter::Sessions;

/// A configuration parameter set for all sessions in a database: `ALTER DATABASE … SET`.
#[derive(Schema)]
#[schema(
    resource = "postgresql_database_parameter",
    subcategory = "Databases",
    timeouts(default = "20m")
)]
pub struct DatabaseParameter {
    /// The database.
    #[field(required, force_new, validate = [not_empty, bytes(..=63)])]
    database: String,
    /// The name of the parameter, such as `work_mem` or `my_app.tenant`.
    #[field(required, force_new, validate = regex("^[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*)*$"))]
    name: String,
    /// Its value, as `SHOW` and `postgresql.conf` have it: `64MB`, `on`, `"$user", public`.
    #[field(required)]
    value: String,
}

impl Resource for DatabaseParameter {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let parameter = data.read_struct()?;
        // The call may end while the server still works on the statement.
        data.set_id(parameter.id());
        let done = Sessions::Database(&parameter.database)
            .set(cx.client()?, &parameter.name, &parameter.value)
            .await;
        if done.is_err() {
            data.mark_gone();
        }
        done
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let state = data.read_struct()?;
        let sessions = Sessions::Database(&state.database);
        let value = sessions
            .read(cx.client()?, &state.name, &state.value)
            .await?;
        match value {
            Some(value) => data.set(DatabaseParameter::VALUE, value),
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let parameter = data.read_struct()?;
        let sessions = Sessions::Database(&parameter.database);
        sessions.reset(cx.client()?, &parameter.name).await
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let format = "<database>/<parameter>";
        let [database, name] = parts(id, '/', &[], "a database's parameter", format)?;
        data.set_id(id);
        data.set(DatabaseParameter::DATABASE, database);
        data.set(DatabaseParameter::NAME, name);
        Ok(())
    }
}

impl Update for DatabaseParameter {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let parameter = data.read_struct()?;
        Sessions::Database(&parameter.database)
            .set(cx.client()?, &parameter.name, &parameter.value)
            .await
    }
}

impl DatabaseParameter {
    /// The import id.
    fn id(&self) -> String {
        format!("{}/{}", quote(&self.database, &['/']), self.name)
    }
}
