//! How long provider code may take.

use std::time::Duration;

use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

/// The default, as in the Go SDK.
pub(crate) const DEFAULT: Duration = Duration::from_secs(20 * 60);

/// The timeout of an operation on an object.
pub(crate) fn of(schema: &Schema, object: &Value, operation: &str) -> Duration {
    schema
        .timeout(object, operation)
        .map_or(DEFAULT, Duration::from_nanos)
}

/// As users write it: `1h30m`, `45s`.
pub(crate) fn text(duration: Duration) -> String {
    schema_rules::short_duration(duration.as_nanos())
}
