//! What a user may write differently than the server prints it: an equal value keeps its spelling.

use schema_provider::prelude::*;

use super::SqlFunction;
use super::definition::{Definition, returns_on_server, type_on_server};
use super::type_name::{Returns, type_name};
use crate::server::{Connection, Error};
use crate::unset;

/// The key in the private data for the defaults of the arguments, as written and as printed, in
/// order.
const DEFAULTS: &str = "argument_defaults";

/// Keeps how the server prints what was written. `'x'` becomes `'x'::text`, and only the server
/// knows that they are equal.
pub(super) fn remember(data: &mut ResourceData<SqlFunction>, made: &Definition) -> Result {
    let written = data.get(SqlFunction::ARG);
    let defaults: Vec<_> = written
        .iter()
        .map(|argument| &argument.default)
        .zip(made.arguments.iter().map(|argument| &argument.default))
        .collect();
    data.set_private(DEFAULTS, serde_json::to_vec(&defaults)?);
    Ok(())
}

/// Sets every field to the server's value, in the user's spelling if it means the same.
pub(super) async fn describe(
    connection: &Connection,
    data: &mut ResourceData<SqlFunction>,
    mut found: Definition,
) -> Result {
    let written = data.get(SqlFunction::ARG);
    let defaults = data.private().get(DEFAULTS);
    let defaults: Vec<(Option<String>, Option<String>)> = defaults
        .and_then(|defaults| serde_json::from_slice(defaults).ok())
        .unwrap_or_default();
    if written.len() == found.arguments.len() {
        for (index, (written, found)) in written.iter().zip(&mut found.arguments).enumerate() {
            let named = type_on_server(connection, &written.r#type);
            if type_name(&written.r#type) != type_name(&found.r#type)
                && answer(named.await)?.is_some_and(|named| named == found.r#type)
            {
                found.r#type.clone_from(&written.r#type);
            }
            if defaults
                .get(index)
                .is_some_and(|known| *known == (written.default.clone(), found.default.clone()))
            {
                found.default.clone_from(&written.default);
            }
        }
    }
    let returns = data.value(SqlFunction::RETURNS);
    if let Val::Known(written) = &returns
        && Returns::canonical(written) != Returns::canonical(&found.returns)
        && let Some(named) = answer(returns_on_server(connection, written).await)?
        && Returns::canonical(&named) == Returns::canonical(&found.returns)
    {
        found.returns.clone_from(written);
    }
    let database = unset::chosen(data.value(SqlFunction::DATABASE), connection.database());
    let schema = unset::chosen(data.value(SqlFunction::SCHEMA), &found.schema);
    data.set(SqlFunction::DATABASE, database);
    data.set(SqlFunction::SCHEMA, schema);
    data.set(SqlFunction::NAME, found.name);
    data.set(SqlFunction::ARG, found.arguments);
    data.set(SqlFunction::LANGUAGE, found.language);
    data.set(SqlFunction::RETURNS, unset::chosen(returns, &found.returns));
    data.set(SqlFunction::BODY, found.body);
    data.set(SqlFunction::PARALLEL, found.parallel);
    data.set(SqlFunction::SECURITY_DEFINER, found.security_definer);
    data.set(SqlFunction::STRICT, found.strict);
    data.set(SqlFunction::VOLATILITY, found.volatility);
    data.set(SqlFunction::PROCEDURE, found.procedure);
    data.fill_defaults();
    Ok(())
}

/// The server's answer; `None` if it knows no such type. A lost connection is no answer.
fn answer(answer: Result<String, Error>) -> Result<Option<String>, Error> {
    match answer {
        Err(error) if error.sqlstate().is_some() && !error.is_connection_lost() => Ok(None),
        answer => answer.map(Some),
    }
}
