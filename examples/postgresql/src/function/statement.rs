//! The statement that defines a function.

use schema_provider::prelude::*;

use super::argument::Argument;
use super::definition::{returns_on_server, type_on_server};
use super::options::Options;
use super::{Place, SqlFunction, body, lexer};
use crate::server::{Connection, Error};
use crate::sql::ident;

/// `CREATE FUNCTION`, or `CREATE OR REPLACE FUNCTION`, as `beginning` says.
pub(super) async fn create(
    connection: &Connection,
    beginning: &str,
    place: &Place,
    data: &ResourceData<SqlFunction>,
    options: &Options,
) -> Result<String> {
    let arguments = data.get(SqlFunction::ARG);
    let mut parameters = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        let of = type_on_server(connection, &argument.r#type)
            .await
            .map_err(|error| at(error, SqlFunction::ARG.at(index).then(Argument::TYPE)))?;
        parameters.push(parameter(argument, &of));
    }
    let mut sql = format!(
        "{beginning} {}.{} ({})",
        ident(&place.schema),
        ident(&place.name),
        parameters.join(", "),
    );
    match data.get_ok(SqlFunction::RETURNS) {
        _ if data.get(SqlFunction::PROCEDURE) => {}
        Some(returns) => {
            let returns = returns_on_server(connection, &returns)
                .await
                .map_err(|error| at(error, SqlFunction::RETURNS))?;
            sql.push_str(&format!(" RETURNS {returns}"));
        }
        // The output arguments imply it.
        None if arguments.iter().any(Argument::is_output) => {}
        None => sql.push_str(" RETURNS void"),
    }
    let language = ident(&lexer::name(&data.get(SqlFunction::LANGUAGE)));
    sql.push_str(&format!(" LANGUAGE {language}"));
    match data.get(SqlFunction::VOLATILITY).as_str() {
        "IMMUTABLE" => sql.push_str(" IMMUTABLE"),
        "STABLE" => sql.push_str(" STABLE"),
        _ => {}
    }
    if data.get(SqlFunction::SECURITY_DEFINER) {
        sql.push_str(" SECURITY DEFINER");
    }
    match data.get(SqlFunction::PARALLEL).as_str() {
        "SAFE" => sql.push_str(" PARALLEL SAFE"),
        "RESTRICTED" => sql.push_str(" PARALLEL RESTRICTED"),
        _ => {}
    }
    if data.get(SqlFunction::STRICT) {
        sql.push_str(" STRICT");
    }
    sql.push_str(&options.clauses());
    let body = data.get(SqlFunction::BODY);
    sql.push_str(&format!(" AS {}", body::dollar_quoted(body::body(&body))));
    Ok(sql)
}

fn parameter(argument: &Argument, of: &str) -> String {
    let mut sql = argument.mode();
    let name = argument.name();
    if !name.is_empty() {
        sql.push_str(&format!(" {}", ident(&name)));
    }
    sql.push_str(&format!(" {of}"));
    if let Some(default) = argument.default() {
        // It was checked to be one expression.
        sql.push_str(&format!(" DEFAULT ({default})"));
    }
    sql
}

/// The server's error about a type, with the argument that names it.
fn at(error: Error, place: impl AttrPath) -> Diagnostics {
    let mut diagnostics = Diagnostics::from(error);
    for diagnostic in diagnostics.iter_mut() {
        *diagnostic = diagnostic.clone().at(place.path());
    }
    diagnostics
}
