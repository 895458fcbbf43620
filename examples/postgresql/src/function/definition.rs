//! A function in the server's catalog, and the server's names of types.

use tokio_postgres::error::SqlState;

use super::argument::Argument;
use super::lexer::name;
use super::type_name::Returns;
use crate::server::{Connection, Result};
use crate::sql::ident;

/// A function or a procedure on the server.
pub(super) struct Definition {
    pub(super) schema: String,
    pub(super) name: String,
    pub(super) arguments: Vec<Argument>,
    pub(super) returns: String,
    pub(super) language: String,
    pub(super) body: String,
    pub(super) parallel: &'static str,
    pub(super) security_definer: bool,
    pub(super) strict: bool,
    pub(super) volatility: &'static str,
    pub(super) procedure: bool,
}

impl Definition {
    /// Reads the function or procedure with this signature; `None` if there is none.
    pub(super) async fn read(connection: &Connection, signature: &str) -> Result<Option<Self>> {
        let oid = find(connection, signature).await?;
        let function = connection
            .query_opt(
                // `proparallel` came with PostgreSQL 9.6.
                "SELECT n.nspname, p.proname, coalesce(pg_catalog.pg_get_function_result(p.oid), ''),
                    pg_catalog.quote_ident(l.lanname), p.prosrc, p.prosecdef, p.proisstrict,
                    coalesce(pg_catalog.row_to_json(p) ->> 'proparallel', 'u'), p.provolatile::text,
                    pg_catalog.pg_get_function_result(p.oid) IS NULL
                FROM pg_catalog.pg_proc p
                JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
                JOIN pg_catalog.pg_language l ON l.oid = p.prolang
                WHERE p.oid = $1",
                &[&oid],
            )
            .await?;
        let Some(function) = function else {
            return Ok(None);
        };
        Ok(Some(Definition {
            schema: function.get(0),
            name: function.get(1),
            arguments: arguments(connection, oid).await?,
            returns: function.get(2),
            language: function.get(3),
            body: function.get(4),
            security_definer: function.get(5),
            strict: function.get(6),
            parallel: match function.get(7) {
                "s" => "SAFE",
                "r" => "RESTRICTED",
                _ => "UNSAFE",
            },
            volatility: match function.get(8) {
                "i" => "IMMUTABLE",
                "s" => "STABLE",
                _ => "VOLATILE",
            },
            procedure: function.get(9),
        }))
    }
}

/// The oid of the function with this signature.
pub(super) async fn find(connection: &Connection, signature: &str) -> Result<Option<u32>> {
    let query = "SELECT pg_catalog.to_regprocedure($1)::pg_catalog.oid";
    match connection.query_one(query, &[&signature]).await {
        // If a type of the signature or its schema no longer exists, neither does the function.
        Err(error)
            if error.is(&SqlState::UNDEFINED_OBJECT)
                || error.is(&SqlState::INVALID_SCHEMA_NAME) =>
        {
            Ok(None)
        }
        found => found,
    }
}

async fn arguments(connection: &Connection, oid: Option<u32>) -> Result<Vec<Argument>> {
    // The columns of `RETURNS TABLE`, of mode `t`, are not arguments. An empty quoted name means no
    // name.
    let query = "SELECT pg_catalog.format_type(a.type, NULL),
            coalesce(pg_catalog.quote_ident(nullif(p.proargnames[a.position], '')), ''),
            coalesce(p.proargmodes[a.position]::text, 'i'),
            coalesce(pg_catalog.pg_get_function_arg_default(p.oid, a.position::int), '')
        FROM pg_catalog.pg_proc p,
            unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY a (type, position)
        WHERE p.oid = $1 AND p.proargmodes[a.position] IS DISTINCT FROM 't'
        ORDER BY a.position";
    let rows = connection.query(query, &[&oid]).await?;
    let argument = |row: &tokio_postgres::Row| Argument {
        r#type: row.get(0),
        name: row.get(1),
        mode: match row.get(2) {
            "o" => "OUT",
            "b" => "INOUT",
            "v" => "VARIADIC",
            _ => "IN",
        }
        .to_owned(),
        default: row.get(3),
    };
    Ok(rows.iter().map(argument).collect())
}

/// The name that the server prints for a type. Anything else is an error, so that it cannot get
/// into a statement.
pub(super) async fn type_on_server(connection: &Connection, text: &str) -> Result<String> {
    let query = "SELECT pg_catalog.format_type($1::text::pg_catalog.regtype, NULL)";
    connection.query_one(query, &[&text]).await
}

/// The same for a return type.
pub(super) async fn returns_on_server(connection: &Connection, text: &str) -> Result<String> {
    Ok(match Returns::read(text) {
        Returns::One(of) => type_on_server(connection, of).await?,
        Returns::SetOf(of) => format!("SETOF {}", type_on_server(connection, of).await?),
        Returns::Table(columns) => {
            let mut known = Vec::new();
            for (column, of) in columns {
                let of = type_on_server(connection, of).await?;
                known.push(format!("{} {of}", ident(&name(column))));
            }
            format!("TABLE({})", known.join(", "))
        }
    })
}
