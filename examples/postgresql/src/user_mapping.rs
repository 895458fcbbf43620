//! The resource `postgresql_user_mapping`.

use std::collections::BTreeMap;

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::change::execute_alone;
use crate::going::destroy;
use crate::import_id::dotted;
use crate::options::{self, Options};
use crate::rights::needs;
use crate::server::{self, Connection, Server};
use crate::sql::ident;

/// A user mapping: the remote user of a role on a foreign server. It is in the provider's database.
#[derive(Schema)]
#[schema(
    resource = "postgresql_user_mapping",
    subcategory = "Foreign data",
    timeouts(default = "20m")
)]
pub struct UserMapping {
    /// The role that is mapped. `public` or `PUBLIC` is everyone without a mapping; `CURRENT_USER`,
    /// `CURRENT_ROLE` and `USER` are the user of the provider.
    #[field(required, force_new, validate = bytes(..=63))]
    user_name: String,
    /// The foreign server.
    #[field(required, force_new, validate = bytes(..=63))]
    server_name: String,
    /// The options of the mapping, such as `user` and `password` for `postgres_fdw`. They are saved
    /// in state and plans. Only a superuser and the mapped role can read them back; those for
    /// everyone, also the owner of the server.
    #[field(optional, default = BTreeMap::new())]
    options: BTreeMap<String, String>,
}

impl Resource for UserMapping {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let connection = begin(server).await?;
        let mapping = Mapping::of(data);
        let create = format!(
            "CREATE USER MAPPING {}{}",
            mapping.sql(),
            options::of_new(&data.get(UserMapping::OPTIONS))
        );
        // The call may end while the server still works on the statement.
        data.set_id(format!("{}.{}", mapping.user, mapping.server));
        let done = execute_alone(&connection, &create).await;
        if done
            .as_ref()
            .is_err_and(|error| !error.is_connection_lost())
        {
            data.mark_gone();
        }
        done.map_err(|error| needs(server, error, &mapping.right()))
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let connection = begin(cx.client()?).await?;
        match Mapping::of(data).find(&connection).await? {
            Some(Found::Options(options)) => data.set(UserMapping::OPTIONS, options),
            // Values that the user may not read are kept from the state.
            Some(Found::Hidden) => {}
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let mapping = Mapping::of(data);
        destroy(server, server.database(), || mapping.drop_from(server))
            .await
            .map_err(|failure| failure.needing(server, &mapping.right()))
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let [user, server] = dotted(id, "a user mapping", "<role>.<server>")?;
        data.set_id(format!("{user}.{server}"));
        data.set(UserMapping::USER_NAME, user);
        data.set(UserMapping::SERVER_NAME, server);
        Ok(())
    }
}

impl Update for UserMapping {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let connection = begin(server).await?;
        let mapping = Mapping::of(data);
        let (old, new) = data.get_change(UserMapping::OPTIONS);
        let present = match mapping.find(&connection).await? {
            Some(Found::Options(present)) => present,
            _ => old,
        };
        let change = options::change(&present, &new);
        if change.is_empty() {
            return Ok(());
        }
        let alter = format!("ALTER USER MAPPING {}{change}", mapping.sql());
        execute_alone(&connection, &alter)
            .await
            .map_err(|error| needs(server, error, &mapping.right()))
    }
}

/// Connects to the provider's database, where all user mappings are.
async fn begin(server: &Server) -> server::Result<Connection> {
    let connection = server.connect(server.database()).await?;
    server
        .needs(&connection, "postgresql_user_mapping", (10, 0))
        .await?;
    Ok(connection)
}

/// Identifies a mapping.
struct Mapping {
    user: String,
    server: String,
}

/// The options of a mapping.
enum Found {
    Options(Options),
    /// The user may not read them.
    Hidden,
}

impl Mapping {
    fn of(data: &ResourceData<UserMapping>) -> Self {
        Mapping {
            user: data.get(UserMapping::USER_NAME),
            server: data.get(UserMapping::SERVER_NAME),
        }
    }

    /// The mapping in statements.
    fn sql(&self) -> String {
        let user = match self.user.as_str() {
            "public" | "PUBLIC" => "PUBLIC".to_owned(),
            "CURRENT_USER" | "CURRENT_ROLE" | "USER" => "CURRENT_USER".to_owned(),
            user => ident(user),
        };
        format!("FOR {user} SERVER {}", ident(&self.server))
    }

    fn right(&self) -> String {
        format!(
            "ownership of the foreign server {:?}, or USAGE on it for a mapping of its own",
            self.server
        )
    }

    /// Drops it, unless it was dropped with its server or its role.
    async fn drop_from(&self, server: &Server) -> server::Result {
        let connection = begin(server).await?;
        if self.find(&connection).await?.is_none() {
            return Ok(());
        }
        let drop = format!("DROP USER MAPPING IF EXISTS {}", self.sql());
        execute_alone(&connection, &drop).await
    }

    /// Finds the mapping of the role, which is `public` for everyone.
    async fn find(&self, connection: &Connection) -> server::Result<Option<Found>> {
        // Values that the view hides are null, as are the options of a mapping without any.
        let query = "SELECT m.umoptions, (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = CURRENT_USER)
                OR CASE WHEN m.umuser = 0 THEN pg_catalog.pg_has_role(s.srvowner, 'USAGE')
                ELSE m.usename = CURRENT_USER AND (pg_catalog.pg_has_role(s.srvowner, 'USAGE')
                    OR pg_catalog.has_server_privilege(s.oid, 'USAGE')) END
            FROM pg_catalog.pg_user_mappings m JOIN pg_catalog.pg_foreign_server s ON s.oid = m.srvid
            WHERE s.srvname = $1::text AND CASE
                WHEN $2::text IN ('public', 'PUBLIC') THEN m.umuser = 0
                WHEN $2::text IN ('CURRENT_USER', 'CURRENT_ROLE', 'USER') THEN m.umuser <> 0 AND m.usename = CURRENT_USER
                ELSE m.umuser <> 0 AND m.usename = $2::text END";
        let row = connection
            .query_opt(query, &[&self.server, &self.user])
            .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let stored: Option<Vec<String>> = connection.value(&row, 0)?;
        let is_shown = stored.is_some() || connection.value(&row, 1)?;
        Ok(Some(match is_shown {
            true => Found::Options(options::read(connection, stored).await?),
            false => Found::Hidden,
        }))
    }
}
