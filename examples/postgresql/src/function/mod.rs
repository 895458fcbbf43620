//! The resource `postgresql_function`.

mod argument;
mod body;
mod definition;
mod lexer;
mod options;
mod procedure;
mod statement;
mod type_name;
mod written;

use std::collections::BTreeMap;

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::change::{begin_with, execute_alone};
use crate::commit::commit_new;
use crate::going::{destroy, unread};
use crate::server::{self, Connection, Server};
use crate::sql::ident;
use crate::unset::{self, leaves_it};
pub use argument::Argument;
use definition::Definition;
use options::Options;
use type_name::Returns;

/// A function or a procedure in a database.
#[derive(Schema)]
#[schema(
    resource = "postgresql_function",
    subcategory = "Databases",
    timeouts(default = "20m")
)]
pub struct SqlFunction {
    /// The name of the function.
    #[field(required, force_new, validate = bytes(..=63))]
    name: String,
    /// The schema of the function. Defaults to `public`.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<SqlFunction>, validate = bytes(..=63))]
    schema: Option<String>,
    /// The database of the function. Defaults to that of the provider.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<SqlFunction>, validate = bytes(..=63))]
    database: Option<String>,
    /// The arguments, in order.
    #[field(block(list))]
    arg: Vec<Argument>,
    /// The language of the body.
    #[field(optional, default = "plpgsql", force_new, canonical = same_name)]
    #[field(allow(
        force_new_default,
        reason = "the default never changes, and read finds the language of an imported function"
    ))]
    language: String,
    /// The return type: a type, `SETOF` a type, or `TABLE(…)`. Defaults to what the output
    /// arguments imply, or else `void`.
    #[field(optional, computed, force_new, diff_suppress = same_returns)]
    returns: Option<String>,
    /// The body, verbatim or in the dollar quotes of a statement: `AS $$ … $$`.
    #[field(required, canonical = same_body)]
    body: String,
    /// Whether everything that depends on the function is dropped with it.
    #[field(optional, default = false)]
    drop_cascade: bool,
    /// Whether it may run in parallel.
    #[field(optional, default = "UNSAFE", validate = one_of("UNSAFE", "RESTRICTED", "SAFE"))]
    parallel: String,
    /// Whether it has the privileges of its owner instead of its caller.
    #[field(optional, default = false)]
    security_definer: bool,
    /// Whether its result is null, without a call, if an argument is null.
    #[field(optional, default = false)]
    strict: bool,
    /// What its result depends on: anything, stored data, or its arguments alone.
    #[field(optional, default = "VOLATILE", validate = one_of("VOLATILE", "STABLE", "IMMUTABLE"))]
    volatility: String,
    /// The cost of a call for the planner. If omitted, the server decides, and an existing value is
    /// kept; the same holds below.
    #[field(optional, computed, diff_suppress = same_number)]
    cost: Option<f64>,
    /// How many rows a set-returning function is expected to return.
    #[field(optional, computed, diff_suppress = same_number)]
    rows: Option<f64>,
    /// Whether it reveals nothing about its arguments except through its result. Only superusers
    /// can define such functions.
    #[field(optional, computed)]
    leakproof: Option<bool>,
    /// The planner support function, with its schema. Only superusers can set it.
    #[field(optional, computed)]
    support: Option<String>,
    /// Settings under which it runs, such as `search_path = "pg_catalog, pg_temp"`. Must be
    /// complete if given; `{}` removes all.
    #[field(optional, computed)]
    settings: Option<BTreeMap<String, String>>,
    /// Whether it is a window function, for example one in C.
    #[field(optional, computed, force_new)]
    window: Option<bool>,
    /// The types that are passed to the language through transforms. Must be complete if given.
    #[field(optional, computed)]
    transforms: Option<Set<String>>,
    /// Whether it is a procedure, which is run by `CALL`: it has no `returns`, `volatility`,
    /// `parallel` or `strict`. Needs PostgreSQL 11.
    #[field(optional, force_new, default = false)]
    #[field(allow(force_new_default, reason = "the default means the same as null"))]
    procedure: bool,
}

impl Resource for SqlFunction {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        define(cx.client()?, data, "CREATE").await
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let place = Place::of(server, data);
        let connection = match server.connect(&place.database).await {
            Err(error) if error.is_database_closed() => {
                cx.warn(unread(&place.database));
                return Ok(());
            }
            connection => connection?,
        };
        let signature = place.signature(data);
        // Only an import does not know which of the two it is.
        let procedure = data.value(SqlFunction::PROCEDURE).known();
        match Definition::read(&connection, &signature).await? {
            Some(found) if procedure.is_none_or(|procedure| procedure == found.procedure) => {
                let options = options_of(&connection, &signature).await?;
                options.describe(&connection, data).await?;
                let (schema, returns) = (found.schema.clone(), found.returns.clone());
                written::describe(&connection, data, found).await?;
                // Empty strings left the choice to the server.
                data.set(SqlFunction::DATABASE, place.database);
                data.set(SqlFunction::SCHEMA, schema);
                if data.get_ok(SqlFunction::RETURNS).is_none() {
                    data.set(SqlFunction::RETURNS, returns);
                }
            }
            _ => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let place = Place::of(server, data);
        let dependent = unset::cascade(data.get(SqlFunction::DROP_CASCADE));
        let signature = place.signature(data);
        let database = &place.database;
        let drop = || drop_from(server, database, kind(data), &signature, dependent);
        Ok(destroy(server, database, drop).await?)
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        procedure::check(plan);
        // A default cannot be removed in place.
        plan.require_replace_if_change(SqlFunction::ARG, |old, new| {
            old.len() != new.len()
                || old
                    .iter()
                    .zip(new)
                    .any(|(old, new)| old.default().is_some() && new.default().is_none())
        });
        Ok(())
    }

    async fn import(cx: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        let parts: Vec<&str> = id.split('.').collect();
        let (database, schema, signature) = match parts[..] {
            [schema, signature] => (cx.client()?.database(), schema, signature),
            [database, schema, signature] => (database, schema, signature),
            _ => ("", "", ""),
        };
        let types = signature
            .strip_suffix(')')
            .and_then(|rest| rest.split_once('('));
        let Some((name, _)) = types else {
            return Err(Diagnostic::error("The import id has the wrong format")
                .with_detail(format!(
                    "The id of a function must have the expected format [<database>.]<schema>.<name>(<types>), such as \
                     public.f(integer,text), with one or two dots; given was {id:?}. Anything with a dot in its name or in a \
                     type cannot be imported."
                ))
                .into());
        };
        // The id as it was given, also without the database.
        data.set_id(id);
        data.set(SqlFunction::DATABASE, database);
        data.set(SqlFunction::SCHEMA, schema);
        data.set(SqlFunction::NAME, name);
        Ok(())
    }
}

impl Update for SqlFunction {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        define(cx.client()?, data, "CREATE OR REPLACE").await
    }
}

/// The SQL of the object type.
fn kind(data: &ResourceData<SqlFunction>) -> &'static str {
    match data.get(SqlFunction::PROCEDURE) {
        true => "PROCEDURE",
        false => "FUNCTION",
    }
}

async fn drop_from(
    server: &Server,
    database: &str,
    kind: &str,
    signature: &str,
    dependent: &str,
) -> server::Result {
    let Some(connection) = server.connect_existing(database).await? else {
        return Ok(());
    };
    if let Some(function) = definition::find(&connection, signature).await? {
        let query = "SELECT $1::pg_catalog.oid::pg_catalog.regprocedure::text";
        let signature: String = connection.query_one(query, &[&function]).await?;
        let drop = format!("DROP {kind} IF EXISTS {signature} {dependent}");
        execute_alone(&connection, &drop).await?;
    }
    Ok(())
}

async fn define(server: &Server, data: &mut ResourceData<SqlFunction>, beginning: &str) -> Result {
    let place = Place::of(server, data);
    let connection = server.connect(&place.database).await?;
    // Older servers are not supported.
    server
        .needs(&connection, "postgresql_function", (8, 4))
        .await?;
    if data.get(SqlFunction::PROCEDURE) {
        server.needs(&connection, "procedure", (11, 0)).await?;
    }
    // Omitted options stay unchanged: without this, a new body would reset them.
    let present = match data.is_new() {
        true => Options::new(data.get(SqlFunction::PROCEDURE)),
        false => options_of(&connection, &place.signature(data)).await?,
    };
    let options = present.configured(&connection, data).await?;
    let beginning = format!("{beginning} {}", kind(data));
    let statement = statement::create(&connection, &beginning, &place, data, &options).await?;
    let transaction = begin_with(server, connection, &[statement]).await?;
    let connection = match data.is_new() {
        true => {
            let types = argument::input_types(&data.get(SqlFunction::ARG));
            commit_new(transaction, data, &place.id(&types)).await?
        }
        false => transaction.commit().await?,
    };
    let signature = place.signature(data);
    match Definition::read(&connection, &signature).await? {
        Some(found) => {
            let options = options_of(&connection, &signature).await?;
            options.describe(&connection, data).await?;
            written::remember(data, &found)?;
            written::describe(&connection, data, found).await
        }
        None => bail!(
            "the function {} was dropped while it was created",
            data.require_id()?
        ),
    }
}

/// The options of the existing function with this signature; `None` if it does not exist.
async fn options_of(connection: &Connection, signature: &str) -> server::Result<Options> {
    match definition::find(connection, signature).await? {
        Some(oid) => Options::read(connection, oid).await,
        None => Ok(Options::default()),
    }
}

/// The location of a function.
struct Place {
    database: String,
    schema: String,
    name: String,
}

impl Place {
    fn of(server: &Server, data: &ResourceData<SqlFunction>) -> Self {
        Place {
            database: unset::database(server, data.get(SqlFunction::DATABASE)),
            schema: data
                .get_ok(SqlFunction::SCHEMA)
                .unwrap_or_else(|| "public".to_owned()),
            name: data.get(SqlFunction::NAME),
        }
    }

    /// The id of a function with these types.
    fn id(&self, types: &str) -> String {
        format!("{}.{}.{}({types})", self.database, self.schema, self.name)
    }

    /// The function's name in SQL, with the types of its id.
    fn signature(&self, data: &ResourceData<SqlFunction>) -> String {
        let id = data.id().unwrap_or_default();
        let in_id = id.split_once(&format!(".{}(", self.name));
        let types = match in_id.and_then(|(_, types)| types.strip_suffix(')')) {
            Some(types) => types.to_owned(),
            None => argument::input_types(&data.get(SqlFunction::ARG)),
        };
        format!("{}.{}({types})", ident(&self.schema), ident(&self.name))
    }
}

/// Servers store these numbers with fewer digits.
#[allow(clippy::cast_possible_truncation)]
fn same_number(_: &Suppress<'_, SqlFunction>, old: &f64, new: &f64) -> bool {
    *old as f32 == *new as f32
}

fn same_name(text: &str) -> Canonical {
    lexer::name(text).into()
}

#[allow(clippy::ptr_arg)] // The type of the field.
fn same_returns(suppress: &Suppress<'_, SqlFunction>, old: &String, new: &String) -> bool {
    leaves_it(suppress, old, new) || Returns::canonical(old) == Returns::canonical(new)
}

fn same_body(text: &str) -> Canonical {
    body::body(text).into()
}
