//! The resource `postgresql_extension`.

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::change::{begin_with, execute_alone};
use crate::going::{destroy, unread};
use crate::server::{self, Connection, Server};
use crate::sql::ident;
use crate::unset::{self, leaves_it};

/// An extension that is installed in a database.
///
/// An extension that is already installed is adopted unchanged.
#[derive(Schema)]
#[schema(
    resource = "postgresql_extension",
    subcategory = "Databases",
    timeouts(default = "20m")
)]
pub struct Extension {
    /// The name of the extension.
    #[field(required, force_new, validate = bytes(..=63))]
    name: String,
    /// The schema of its objects. If omitted, the server chooses, and the extension stays there.
    #[field(optional, computed, diff_suppress = leaves_it::<Extension>, validate = bytes(..=63))]
    schema: Option<String>,
    /// The version. If omitted, the server's default is installed, and later kept.
    #[field(optional, computed, diff_suppress = leaves_it::<Extension>)]
    version: Option<String>,
    /// The database to install it in. Defaults to that of the provider.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<Extension>, validate = bytes(..=63))]
    database: Option<String>,
    /// Whether everything that depends on the extension is dropped with it.
    #[field(optional, default = false)]
    drop_cascade: bool,
    /// Whether the extensions that it depends on are installed with it.
    #[field(optional, default = false)]
    create_cascade: bool,
}

impl Resource for Extension {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(Extension::DATABASE));
        let name = data.get(Extension::NAME);
        let mut create = format!("CREATE EXTENSION IF NOT EXISTS {}", ident(&name));
        if let Some(schema) = data.get_ok(Extension::SCHEMA) {
            create.push_str(&format!(" SCHEMA {}", ident(&schema)));
        }
        if let Some(version) = data.get_ok(Extension::VERSION) {
            create.push_str(&format!(" VERSION {}", ident(&version)));
        }
        if data.get(Extension::CREATE_CASCADE) {
            create.push_str(" CASCADE");
        }
        let connection = server.connect(&database).await?;
        server.needs(&connection, cx.type_name(), SINCE).await?;
        let transaction = begin_with(server, connection, &[create]).await?;
        let connection = transaction.commit().await?;
        data.set_id(format!("{database}.{name}"));
        let Some(found) = find(&connection, &name).await? else {
            bail!("the extension {name:?} was dropped while it was created");
        };
        // The configured values stay, even if an existing extension differs: the next plan shows
        // it, and changes it.
        data.set_if_unknown(Extension::DATABASE, database);
        data.set_if_unknown(Extension::SCHEMA, found.schema);
        data.set_if_unknown(Extension::VERSION, found.version);
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(Extension::DATABASE));
        let found = match server.connect_existing(&database).await {
            Ok(Some(connection)) => find(&connection, &data.get(Extension::NAME)).await?,
            Ok(None) => None,
            Err(error) if error.is_database_closed() => {
                cx.warn(unread(&database));
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let Some(found) = found else {
            data.mark_gone();
            return Ok(());
        };
        data.set(Extension::DATABASE, database);
        data.set(Extension::SCHEMA, found.schema);
        data.set(Extension::VERSION, found.version);
        data.fill_defaults();
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(Extension::DATABASE));
        let name = ident(&data.get(Extension::NAME));
        let dependent = unset::cascade(data.get(Extension::DROP_CASCADE));
        let drop = format!("DROP EXTENSION IF EXISTS {name} {dependent}");
        Ok(destroy(server, &database, || drop_from(server, &database, &drop)).await?)
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let parts: Vec<&str> = id.split('.').filter(|part| !part.is_empty()).collect();
        let ([database, name], 1) = (&parts[..], id.matches('.').count()) else {
            return Err(Diagnostic::error("The import id has the wrong format")
                .with_detail(format!(
                    "The id of an extension must have the expected format <database>.<extension>, with exactly one dot; \
                     given was {id:?}. An extension of a database with a dot in its name cannot be imported."
                ))
                .into());
        };
        data.set(Extension::DATABASE, *database);
        data.set(Extension::NAME, *name);
        data.set_id(id);
        Ok(())
    }
}

impl Update for Extension {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let database = unset::database(server, data.get(Extension::DATABASE));
        let name = ident(&data.get(Extension::NAME));
        let connection = server.connect(&database).await?;
        server.needs(&connection, cx.type_name(), SINCE).await?;
        let mut statements = Vec::new();
        if data.has_change(Extension::SCHEMA)
            && let Some(schema) = data.get_ok(Extension::SCHEMA)
        {
            let schema = ident(&schema);
            statements.push(format!("ALTER EXTENSION {name} SET SCHEMA {schema}"));
        }
        if data.has_change(Extension::VERSION)
            && let Some(version) = data.get_ok(Extension::VERSION)
        {
            let version = ident(&version);
            statements.push(format!("ALTER EXTENSION {name} UPDATE TO {version}"));
        }
        let transaction = begin_with(server, connection, &statements).await?;
        transaction.commit().await?;
        Ok(())
    }
}

async fn drop_from(server: &Server, database: &str, statement: &str) -> server::Result {
    match server.connect_existing(database).await? {
        Some(connection) => execute_alone(&connection, statement).await,
        None => Ok(()),
    }
}

/// The version of PostgreSQL that introduced extensions.
const SINCE: (u32, u32) = (9, 1);

/// An extension in the catalog.
struct Found {
    schema: String,
    version: String,
}

async fn find(connection: &Connection, name: &str) -> Result<Option<Found>> {
    let query = "SELECT n.nspname::text, e.extversion
        FROM pg_catalog.pg_extension e
        JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
        WHERE e.extname = $1";
    let Some(row) = connection.query_opt(query, &[&name]).await? else {
        return Ok(None);
    };
    Ok(Some(Found {
        schema: connection.value(&row, 0)?,
        version: connection.value(&row, 1)?,
    }))
}
