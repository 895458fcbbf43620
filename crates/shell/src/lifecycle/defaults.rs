//! The configuration that provider code gets: with defaults, and with its secrets masked in the
//! log.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::validate::with_defaults;
use schema_runtime::value::Value;

use crate::context::Cx;

/// The configuration with its defaults, which may be the provider developer's functions, and their
/// warnings.
///
/// # Errors
/// A default function failed.
pub(super) fn filled<R>(
    cx: &Cx<R>,
    schema: &Schema,
    config: &Value,
    environment: &Environment,
) -> Result<(Value, Diagnostics), Diagnostics> {
    cx.mask_secrets(&schema.block, config);
    let (filled, found) = with_defaults(schema, config, environment);
    if found.has_errors() {
        return Err(found);
    }
    let filled = filled.into_owned();
    cx.mask_secrets(&schema.block, &filled);
    Ok((filled, found))
}
