//! The lists of roles and databases, for `list` blocks and `terraform query`.

use schema_provider::prelude::*;

use crate::server::{self, Server, ToSql};
use crate::{Database, Role};

/// Which roles to list. The server's own, whose names begin with `pg_`, are omitted.
#[derive(Schema)]
#[schema(list = "postgresql_role", subcategory = "Roles", timeouts(list = "5m"))]
pub struct RoleFilter {
    /// A `LIKE` pattern that names must match.
    #[field(optional)]
    name_like: Option<String>,
    /// Whether they may log in.
    #[field(optional)]
    login: Option<bool>,
}

impl ListResource for Role {
    type Filter = RoleFilter;

    async fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, RoleFilter>,
        found: &mut ListSink<Self>,
    ) -> Result {
        let RoleFilter { name_like, login } = filter.read_struct()?;
        let query = "SELECT rolname FROM pg_catalog.pg_roles
            WHERE rolname::text NOT LIKE 'pg\\_%'
            AND ($1::text IS NULL OR rolname::text LIKE $1) AND ($2::bool IS NULL OR rolcanlogin = $2)
            ORDER BY rolname";
        for name in names(cx.client()?, query, &[&name_like, &login]).await? {
            let mut role = found.object();
            role.set_id(&name);
            role.set(Role::NAME, &name);
            if found.wants_objects()
                && let Err(errors) = Self::read(cx, &mut role).await
            {
                // One that cannot be read hides none of the others.
                cx.warn(left_out("role", &name, &errors));
                continue;
            }
            found.push(name, role).await?;
        }
        Ok(())
    }
}

/// Which databases to list. `template0` and `template1` are not among them.
#[derive(Schema)]
#[schema(
    list = "postgresql_database",
    subcategory = "Databases",
    timeouts(list = "5m")
)]
pub struct DatabaseFilter {
    /// A `LIKE` pattern that names must match.
    #[field(optional)]
    name_like: Option<String>,
    /// The role that owns them.
    #[field(optional)]
    owner: Option<String>,
}

impl ListResource for Database {
    type Filter = DatabaseFilter;

    async fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, DatabaseFilter>,
        found: &mut ListSink<Self>,
    ) -> Result {
        let DatabaseFilter { name_like, owner } = filter.read_struct()?;
        let query = "SELECT datname FROM pg_catalog.pg_database
            WHERE datname NOT IN ('template0', 'template1')
            AND ($1::text IS NULL OR datname::text LIKE $1)
            AND ($2::text IS NULL OR pg_catalog.pg_get_userbyid(datdba)::text = $2)
            ORDER BY datname";
        for name in names(cx.client()?, query, &[&name_like, &owner]).await? {
            let mut database = found.object();
            database.set_id(&name);
            database.set(Database::NAME, &name);
            if found.wants_objects()
                && let Err(errors) = Self::read(cx, &mut database).await
            {
                // One that cannot be read hides none of the others.
                cx.warn(left_out("database", &name, &errors));
                continue;
            }
            found.push(name, database).await?;
        }
        Ok(())
    }
}

fn left_out(what: &str, name: &str, errors: &Diagnostics) -> Diagnostic {
    Diagnostic::warning(format!("The {what} {name:?} is not listed"))
        .with_detail(format!("It cannot be read: {errors}"))
}

/// The names that a catalog query returns.
async fn names(
    server: &Server,
    query: &str,
    parameters: &[&(dyn ToSql + Sync)],
) -> server::Result<Vec<String>> {
    let connection = server.connect(server.database()).await?;
    let rows = connection.query(query, parameters).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}
