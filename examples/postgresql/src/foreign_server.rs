//! The resource `postgresql_server`: a foreign server.

use std::collections::BTreeMap;

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::change::{execute, prepare};
use crate::commit::commit_new;
use crate::going::destroy;
use crate::options;
use crate::rights::needs;
use crate::server::{self, Clashes, Connection, Server, Transaction};
use crate::sql::{ident, literal};
use crate::unset::{self, leaves_it};

/// A foreign server: where a foreign data wrapper finds the data of foreign tables. It is in the
/// provider's database.
#[derive(Clone, Schema)]
#[schema(
    resource = "postgresql_server",
    id(when_changed(server_name)),
    subcategory = "Foreign data",
    timeouts(default = "20m")
)]
pub struct ForeignServer {
    /// The name of the server. It can be changed in place.
    #[field(required, validate = bytes(..=63))]
    server_name: String,
    /// The type of the server, which some foreign data wrappers use.
    #[field(optional, force_new, default = "")]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    server_type: String,
    /// The version of the server, which some foreign data wrappers use. A server cannot lose its
    /// version: without it, the version becomes the empty string.
    #[field(optional, default = "")]
    server_version: String,
    /// The foreign data wrapper that manages the server.
    #[field(required, force_new, validate = bytes(..=63))]
    fdw_name: String,
    /// The owner of the server. Defaults to the user of the provider.
    #[field(optional, computed, diff_suppress = leaves_it::<ForeignServer>, validate = bytes(..=63))]
    server_owner: Option<String>,
    /// The options of the server, which depend on the foreign data wrapper: `host`, `port` and
    /// `dbname` for `postgres_fdw`.
    #[field(optional, default = BTreeMap::new())]
    options: BTreeMap<String, String>,
    /// Whether everything that depends on the server, such as user mappings and foreign tables, is
    /// dropped with it.
    #[field(optional, default = false)]
    drop_cascade: bool,
}

impl Resource for ForeignServer {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let wanted = data.read_struct()?;
        let mut clashes = Clashes::default();
        let transaction = loop {
            match wanted.create_in(server).await {
                Err(error) if clashes.may_repeat(&error).await => {}
                done => break done.map_err(|error| needs(server, error, &wanted.to_create()))?,
            }
        };
        let connection = commit_new(transaction, data, &wanted.server_name).await?;
        if data.value(ForeignServer::SERVER_OWNER).known().is_none()
            && let Some(found) = find(&connection, &wanted.server_name).await?
        {
            data.set(ForeignServer::SERVER_OWNER, found.owner);
        }
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let connection = begin(cx.client()?).await?;
        let name = data.require_id()?.to_owned();
        let Some(found) = find(&connection, &name).await? else {
            data.mark_gone();
            return Ok(());
        };
        data.set(ForeignServer::SERVER_NAME, name);
        data.set(ForeignServer::SERVER_TYPE, found.r#type);
        data.set(ForeignServer::SERVER_VERSION, found.version);
        data.set(ForeignServer::FDW_NAME, found.wrapper);
        data.set(ForeignServer::SERVER_OWNER, found.owner);
        let options = options::read(&connection, found.options).await?;
        data.set(ForeignServer::OPTIONS, options);
        data.fill_defaults();
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let (name, cascade) = (data.require_id()?, data.get(ForeignServer::DROP_CASCADE));
        destroy(server, server.database(), || {
            drop_from(server, name, cascade)
        })
        .await
        .map_err(|failure| failure.needing(server, TO_CHANGE))
    }
}

impl Update for ForeignServer {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let new = data.read_struct()?;
        let old_name = data.require_id()?.to_owned();
        let changes = Changes {
            version: data.has_change(ForeignServer::SERVER_VERSION),
            options: data.has_change(ForeignServer::OPTIONS),
            owner: data.has_change(ForeignServer::SERVER_OWNER) && !new.owner().is_empty(),
        };
        let mut clashes = Clashes::default();
        while let Err(error) = new.change_in(server, &old_name, &changes).await {
            if !clashes.may_repeat(&error).await {
                return Err(needs(server, error, TO_CHANGE));
            }
        }
        data.set_id(&new.server_name);
        Ok(())
    }
}

/// What an update changes besides the name.
struct Changes {
    version: bool,
    options: bool,
    owner: bool,
}

const TO_CHANGE: &str = "membership of the server's owner";

impl ForeignServer {
    fn owner(&self) -> &str {
        unset::text(&self.server_owner)
    }

    fn to_create(&self) -> String {
        format!("USAGE on the foreign data wrapper {:?}", self.fdw_name)
    }

    /// Everything but the commit.
    async fn create_in(&self, server: &Server) -> server::Result<Transaction> {
        let transaction = begin(server).await?.transaction().await?;
        let name = ident(&self.server_name);
        let mut create = format!("CREATE SERVER {name}");
        if !self.server_type.is_empty() {
            create.push_str(&format!(" TYPE {}", literal(&self.server_type)));
        }
        if !self.server_version.is_empty() {
            create.push_str(&format!(" VERSION {}", literal(&self.server_version)));
        }
        create.push_str(&format!(" FOREIGN DATA WRAPPER {}", ident(&self.fdw_name)));
        create.push_str(&options::of_new(&self.options));
        let mut statements = vec![create];
        let mut members = Vec::new();
        if !self.owner().is_empty() && self.owner() != server.user() {
            statements.push(self.give(&name));
            members.push(self.owner().to_owned());
        }
        prepare(transaction, server, &members, &statements).await
    }

    fn give(&self, name: &str) -> String {
        format!("ALTER SERVER {name} OWNER TO {}", ident(self.owner()))
    }

    async fn change_in(
        &self,
        server: &Server,
        old_name: &str,
        changes: &Changes,
    ) -> server::Result {
        let transaction = begin(server).await?.transaction().await?;
        let mut statements = Vec::new();
        let mut members = Vec::new();
        let name = ident(old_name);
        let found = find(&transaction, old_name).await?;
        if changes.version {
            let version = literal(&self.server_version);
            statements.push(format!("ALTER SERVER {name} VERSION {version}"));
        }
        if let Some(found) = found {
            members.push(found.owner);
            if changes.options {
                let present = options::read(&transaction, found.options).await?;
                let change = options::change(&present, &self.options);
                if !change.is_empty() {
                    statements.push(format!("ALTER SERVER {name}{change}"));
                }
            }
        }
        if changes.owner {
            statements.push(self.give(&name));
            members.push(self.owner().to_owned());
        }
        if old_name != self.server_name {
            let new_name = ident(&self.server_name);
            statements.push(format!("ALTER SERVER {name} RENAME TO {new_name}"));
        }
        // In a fixed order, so that no two transactions wait for each other.
        members.sort();
        members.dedup();
        execute(transaction, server, &members, &statements).await
    }
}

/// Connects to the provider's database, where all foreign servers are.
async fn begin(server: &Server) -> server::Result<Connection> {
    let connection = server.connect(server.database()).await?;
    server
        .needs(&connection, "postgresql_server", (10, 0))
        .await?;
    Ok(connection)
}

async fn drop_from(server: &Server, name: &str, cascade: bool) -> server::Result {
    let transaction = begin(server).await?.transaction().await?;
    let Some(found) = find(&transaction, name).await? else {
        return Ok(());
    };
    let how = unset::cascade(cascade);
    let drop = format!("DROP SERVER IF EXISTS {} {how}", ident(name));
    execute(transaction, server, &[found.owner], &[drop]).await
}

/// A foreign server in the catalog.
struct Found {
    r#type: String,
    version: String,
    owner: String,
    wrapper: String,
    options: Option<Vec<String>>,
}

async fn find(connection: &Connection, name: &str) -> server::Result<Option<Found>> {
    let query = "SELECT coalesce(s.srvtype, ''), coalesce(s.srvversion, ''), pg_catalog.pg_get_userbyid(s.srvowner)::text,
            w.fdwname::text, s.srvoptions
        FROM pg_catalog.pg_foreign_server s JOIN pg_catalog.pg_foreign_data_wrapper w ON w.oid = s.srvfdw
        WHERE s.srvname = $1::text";
    let Some(row) = connection.query_opt(query, &[&name]).await? else {
        return Ok(None);
    };
    Ok(Some(Found {
        r#type: connection.value(&row, 0)?,
        version: connection.value(&row, 1)?,
        owner: connection.value(&row, 2)?,
        wrapper: connection.value(&row, 3)?,
        options: connection.value(&row, 4)?,
    }))
}
