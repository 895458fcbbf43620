//! What a user may write in another way than the server prints it: what means the same stays as it
//! is written.

use schema_provider::prelude::*;

use super::Function;
use super::definition::{Definition, returns_on_server, type_on_server};
use super::type_name::{Returns, type_name};
use crate::server::{Connection, Error};
use crate::unset;

/// Under which key the defaults of the arguments are in private data: as written and as printed, in
/// order.
const DEFAULTS: &str = "argument_defaults";

/// Keeps how the server prints what was written. `'x'` becomes `'x'::text`, and nobody else can say
/// that they are the same.
pub(super) fn remember(data: &mut ResourceData<Function>, made: &Definition) -> Result {
    let written = data.get(Function::ARG);
    let defaults: Vec<_> = written
        .iter()
        .map(|argument| &argument.default)
        .zip(made.arguments.iter().map(|argument| &argument.default))
        .collect();
    data.set_private(DEFAULTS, serde_json::to_vec(&defaults)?);
    Ok(())
}

/// Sets every field to what the server says, in the words of the user where these mean the same.
pub(super) async fn describe(
    connection: &Connection,
    data: &mut ResourceData<Function>,
    mut found: Definition,
) -> Result {
    let written = data.get(Function::ARG);
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
    let returns = data.value(Function::RETURNS);
    if let Val::Known(written) = &returns
        && Returns::canonical(written) != Returns::canonical(&found.returns)
        && let Some(named) = answer(returns_on_server(connection, written).await)?
        && Returns::canonical(&named) == Returns::canonical(&found.returns)
    {
        found.returns.clone_from(written);
    }
    let database = unset::chosen(data.value(Function::DATABASE), connection.database());
    let schema = unset::chosen(data.value(Function::SCHEMA), &found.schema);
    data.set(Function::DATABASE, database);
    data.set(Function::SCHEMA, schema);
    data.set(Function::NAME, found.name);
    data.set(Function::ARG, found.arguments);
    data.set(Function::LANGUAGE, found.language);
    data.set(Function::RETURNS, unset::chosen(returns, &found.returns));
    data.set(Function::BODY, found.body);
    data.set(Function::PARALLEL, found.parallel);
    data.set(Function::SECURITY_DEFINER, found.security_definer);
    data.set(Function::STRICT, found.strict);
    data.set(Function::VOLATILITY, found.volatility);
    data.set(Function::PROCEDURE, found.procedure);
    data.fill_defaults();
    Ok(())
}

/// What the server answered; nothing if it knows no such type. A lost connection is no answer.
fn answer(answer: Result<String, Error>) -> Result<Option<String>, Error> {
    match answer {
        Err(error) if error.sqlstate().is_some() && !error.is_connection_lost() => Ok(None),
        answer => answer.map(Some),
    }
}
