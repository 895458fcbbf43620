//! How long author code may take.

use std::time::Duration;

use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

/// Where nothing is said, as in the Go SDK.
pub(crate) const DEFAULT: Duration = Duration::from_secs(20 * 60);

/// The timeout of an operation on an object.
pub(crate) fn of(schema: &Schema, object: &Value, operation: &str) -> Duration {
    schema
        .timeout(object, operation)
        .map_or(DEFAULT, Duration::from_nanos)
}

/// As users write it: `1h30m`, `45s`.
pub(crate) fn text(duration: Duration) -> String {
    let (mut seconds, fraction) = (duration.as_secs(), duration.subsec_nanos());
    if fraction > 0 {
        return format!("{duration:?}");
    }
    let mut text = String::new();
    for (unit, size) in [("h", 3600), ("m", 60), ("s", 1)] {
        let amount = seconds / size;
        seconds %= size;
        if amount > 0 {
            text.push_str(&format!("{amount}{unit}"));
        }
    }
    if text.is_empty() {
        text.push_str("0s");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_print_as_they_are_written() {
        assert_eq!(text(Duration::from_secs(5400)), "1h30m");
        assert_eq!(text(Duration::from_secs(45)), "45s");
        assert_eq!(text(Duration::from_millis(1500)), "1.5s");
        assert_eq!(text(Duration::ZERO), "0s");
    }
}
