//! The resource `postgresql_security_label`.

use schema_provider::Path;
use schema_provider::prelude::*;

use crate::Postgresql;
use crate::change::execute_alone;
use crate::going::destroy;
use crate::import_id::{split, unquote, wrong};
use crate::qualified::Qualified;
use crate::rights::needs;
use crate::server::{self, Connection, Result as ServerResult, Server, State};
use crate::sql::{ident, literal};

/// A security label: what a label provider, such as an extension of a cloud, knows about an object.
///
/// Objects other than roles, databases and tablespaces are looked up in the provider's database.
#[derive(Schema)]
#[schema(
    resource = "postgresql_security_label",
    subcategory = "Privileges",
    timeouts(default = "20m")
)]
pub struct SecurityLabel {
    /// The name of the object. The name of an object in a schema may be qualified, with a dot; a
    /// column has its table before its name, and a function its argument types after it:
    /// `public.f(integer, text)`. Put a part that contains a dot into double quotes.
    #[field(required, force_new, validate = not_empty)]
    object_name: String,
    /// The type of the object.
    #[field(required, force_new, validate = one_of(
        "aggregate", "column", "database", "domain", "event trigger", "foreign table", "function", "language",
        "large object", "materialized view", "procedure", "publication", "role", "routine", "schema", "sequence",
        "subscription", "table", "tablespace", "type", "view"
    ))]
    object_type: String,
    /// The label provider, which the server must have loaded.
    #[field(required, force_new, validate = [not_empty, bytes(..=63)])]
    label_provider: String,
    /// The label.
    #[field(required)]
    label: String,
}

impl Resource for SecurityLabel {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let label = literal(&data.get(SecurityLabel::LABEL));
        let target = Target::of(data);
        // The call may end while the server still works on the statement.
        data.set_id(target.id());
        let done = target.label(server, &label).await;
        if done.is_err() {
            data.mark_gone();
        }
        done
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let connection = begin(cx.client()?).await?;
        let target = Target::of(data);
        let label = match target.find(&connection).await? {
            Some(object) => target.read(&connection, &object).await?,
            None => None,
        };
        match label {
            Some(label) => data.set(SecurityLabel::LABEL, label),
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let (server, target) = (cx.client()?, Target::of(data));
        destroy(server, server.database(), || target.take_away(server))
            .await
            .map_err(|failure| failure.needing(server, RIGHT))
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let parts = split(id, '.').filter(|parts| parts.len() > 2);
        let Some((parts, true)) = parts.map(|parts| {
            let all_there = parts.iter().all(|part| !part.is_empty());
            (parts, all_there)
        }) else {
            return Err(wrong(
                id,
                "The id of a security label must have the expected format <label provider>.<object type>.<object name>. Put a \
                 label provider that contains a dot into double quotes.",
            ));
        };
        let mut parts = parts.into_iter();
        let provider = unquote(parts.next().unwrap_or_default());
        let object_type = parts.next().unwrap_or_default().to_owned();
        let object_name = parts.collect::<Vec<_>>().join(".");
        data.set_id(format!("{provider}.{object_type}.{object_name}"));
        data.set(SecurityLabel::LABEL_PROVIDER, provider);
        data.set(SecurityLabel::OBJECT_TYPE, object_type);
        data.set(SecurityLabel::OBJECT_NAME, object_name);
        Ok(())
    }
}

impl Update for SecurityLabel {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let label = literal(&data.get(SecurityLabel::LABEL));
        Target::of(data).label(cx.client()?, &label).await
    }
}

async fn begin(server: &Server) -> ServerResult<Connection> {
    let connection = server.connect(server.database()).await?;
    server
        .needs(&connection, "postgresql_security_label", (11, 0))
        .await?;
    Ok(connection)
}

/// The object and the label provider.
struct Target {
    provider: String,
    object_type: String,
    name: String,
}

/// An object on the server.
struct Object {
    /// Its name in SQL.
    sql: String,
    number: u32,
    /// The number of a column, otherwise 0.
    column: i32,
}

/// How to find an object of a type.
enum Kind {
    /// By its name alone, in this catalog and column.
    Named(&'static str, &'static str),
    /// By its oid.
    LargeObject,
    Relation,
    Column,
    Type,
    Function,
}

impl Target {
    fn of(data: &ResourceData<SecurityLabel>) -> Self {
        Target {
            provider: data.get(SecurityLabel::LABEL_PROVIDER),
            object_type: data.get(SecurityLabel::OBJECT_TYPE),
            name: data.get(SecurityLabel::OBJECT_NAME),
        }
    }

    fn id(&self) -> String {
        format!("{}.{}.{}", self.provider, self.object_type, self.name)
    }

    fn kind(&self) -> Kind {
        match self.object_type.as_str() {
            "database" => Kind::Named("pg_database", "datname"),
            "event trigger" => Kind::Named("pg_event_trigger", "evtname"),
            "language" => Kind::Named("pg_language", "lanname"),
            "publication" => Kind::Named("pg_publication", "pubname"),
            "role" => Kind::Named("pg_authid", "rolname"),
            "schema" => Kind::Named("pg_namespace", "nspname"),
            "subscription" => Kind::Named("pg_subscription", "subname"),
            "tablespace" => Kind::Named("pg_tablespace", "spcname"),
            "large object" => Kind::LargeObject,
            "column" => Kind::Column,
            "domain" | "type" => Kind::Type,
            "aggregate" | "function" | "procedure" | "routine" => Kind::Function,
            _ => Kind::Relation,
        }
    }

    /// The catalog whose oid identifies labels of such objects.
    fn catalog(&self) -> &'static str {
        match self.kind() {
            Kind::Named(catalog, _) => catalog,
            Kind::LargeObject => "pg_largeobject",
            Kind::Relation | Kind::Column => "pg_class",
            Kind::Type => "pg_type",
            Kind::Function => "pg_proc",
        }
    }

    /// Whether its labels are shared by all databases.
    fn is_shared(&self) -> bool {
        matches!(
            self.catalog(),
            "pg_authid" | "pg_database" | "pg_tablespace"
        )
    }

    /// Looks for the object.
    async fn find(&self, connection: &Connection) -> ServerResult<Option<Object>> {
        let mut name = Qualified::read(&self.name);
        let mut column = None;
        let (query, text) = match self.kind() {
            Kind::Named(catalog, attribute) => {
                // Not everybody may read the catalog of roles, or all columns of that of
                // subscriptions.
                let query = match catalog {
                    "pg_authid" => "SELECT oid, pg_catalog.quote_ident(rolname) FROM pg_catalog.pg_roles WHERE rolname = $1::text"
                        .to_owned(),
                    "pg_subscription" => "SELECT subid, pg_catalog.quote_ident(subname) FROM pg_catalog.pg_stat_subscription
                        WHERE subname = $1::text LIMIT 1"
                        .to_owned(),
                    _ => format!(
                        "SELECT oid, pg_catalog.quote_ident({attribute}) FROM pg_catalog.{catalog} WHERE {attribute} = $1::text"
                    ),
                };
                (query, self.name.clone())
            }
            Kind::LargeObject => (
                "SELECT oid, oid::text FROM pg_catalog.pg_largeobject_metadata WHERE oid::text = $1::text"
                    .to_owned(),
                self.name.clone(),
            ),
            Kind::Relation => (of("regclass"), name.sql()),
            Kind::Column => {
                column = name.pop();
                (of("regclass"), name.sql())
            }
            Kind::Type => (of("regtype"), self.name.clone()),
            Kind::Function => (of("regprocedure"), self.function()),
        };
        let row = match connection.query_opt(&query, &[&text]).await {
            // An invalid name, or an argument type that no longer exists.
            Err(error) if is_missing(&error) => None,
            row => row?,
        };
        let Some(row) = row else {
            return Ok(None);
        };
        let mut object = Object {
            number: connection.value(&row, 0)?,
            sql: connection.value(&row, 1)?,
            column: 0,
        };
        if let Some(column) = column {
            let query = "SELECT attnum::int4 FROM pg_catalog.pg_attribute
                WHERE attrelid = $1 AND attname = $2::text AND attnum > 0 AND NOT attisdropped";
            let row = connection
                .query_opt(query, &[&object.number, &column])
                .await?;
            let Some(row) = row else {
                return Ok(None);
            };
            object.column = connection.value(&row, 0)?;
            object.sql = format!("{}.{}", object.sql, ident(&column));
        }
        Ok(Some(object))
    }

    /// The signature of a function: its name in quotes, and its argument types verbatim.
    fn function(&self) -> String {
        let start = self.name.find('(').unwrap_or(self.name.len());
        let (name, arguments) = self.name.split_at(start);
        let arguments = if arguments.is_empty() {
            "()"
        } else {
            arguments
        };
        format!("{}{arguments}", Qualified::read(name).sql())
    }

    /// The label that the object has from the provider.
    async fn read(&self, connection: &Connection, object: &Object) -> ServerResult<Option<String>> {
        let catalog = self.catalog();
        let (labels, column) = match self.is_shared() {
            true => ("pg_shseclabel", ""),
            false => ("pg_seclabel", " AND objsubid = $3"),
        };
        let query = format!(
            "SELECT label FROM pg_catalog.{labels} WHERE classoid = 'pg_catalog.{catalog}'::pg_catalog.regclass
                AND objoid = $1 AND provider = $2::text{column}"
        );
        let row = match self.is_shared() {
            true => {
                connection
                    .query_opt(&query, &[&object.number, &self.provider])
                    .await?
            }
            false => {
                let of: [&(dyn server::ToSql + Sync); 3] =
                    [&object.number, &self.provider, &object.column];
                connection.query_opt(&query, &of).await?
            }
        };
        row.map(|row| connection.value(&row, 0)).transpose()
    }

    /// Sets the label, or removes it with `NULL`.
    async fn label(&self, server: &Server, label: &str) -> Result {
        let connection = begin(server).await?;
        let Some(object) = self.find(&connection).await? else {
            let (object_type, name) = (&self.object_type, &self.name);
            return Err(Diagnostic::error(format!("there is no {object_type} {name:?}"))
                .with_detail(format!(
                    "It was looked for in the database {:?}. {}",
                    server.database(),
                    match self.kind() {
                        Kind::Function => "Write a function with its argument types: public.f(integer, text).",
                        Kind::Column => "Write a column with its table: public.orders.total.",
                        _ => "Create it first, or correct object_name.",
                    }
                ))
                .at(Path::new("object_name"))
                .into());
        };
        self.label_object(&connection, &object, label)
            .await
            .map_err(|error| needs(server, error, RIGHT))
    }

    /// Removes the label, unless it was dropped with its object. If the object has none, the label
    /// provider may no longer exist either.
    async fn take_away(&self, server: &Server) -> ServerResult {
        let connection = begin(server).await?;
        let Some(object) = self.find(&connection).await? else {
            return Ok(());
        };
        match self.read(&connection, &object).await? {
            Some(_) => self.label_object(&connection, &object, "NULL").await,
            None => Ok(()),
        }
    }

    async fn label_object(
        &self,
        connection: &Connection,
        object: &Object,
        label: &str,
    ) -> ServerResult {
        let statement = format!(
            "SECURITY LABEL FOR {} ON {} {} IS {label}",
            ident(&self.provider),
            self.object_type.to_uppercase(),
            object.sql,
        );
        execute_alone(connection, &statement).await
    }
}

const RIGHT: &str =
    "ownership of the object (for a role CREATEROLE), and what the label provider asks for besides";

/// The query for the object that a string of this type names.
fn of(text_type: &str) -> String {
    format!(
        "SELECT found.oid, found.oid::pg_catalog.{text_type}::text
        FROM (SELECT pg_catalog.to_{text_type}($1::text)::pg_catalog.oid AS oid) found WHERE found.oid IS NOT NULL"
    )
}

/// Whether the server reports that no object has the name.
fn is_missing(error: &server::Error) -> bool {
    let states = [
        State::UNDEFINED_OBJECT,
        State::UNDEFINED_TABLE,
        State::UNDEFINED_FUNCTION,
        State::INVALID_SCHEMA_NAME,
        State::INVALID_NAME,
        State::SYNTAX_ERROR,
        State::INVALID_TEXT_REPRESENTATION,
    ];
    states.iter().any(|state| error.is(state))
}
