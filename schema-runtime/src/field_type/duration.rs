//! [`Duration`] as an attribute: Go's notation, which Terraform's users know.

use std::time::Duration;

use schema_rules::format;

use super::forms::form;

fn parse(text: &str) -> Result<Duration, String> {
    let nanoseconds = schema_rules::parse_duration(text).map_err(|error| error.to_string())?;
    u64::try_from(nanoseconds)
        .map(Duration::from_nanos)
        .map_err(|_| "it is negative".to_owned())
}

// The strings "90m" and "1h30m" are the same duration. No zero represents "not set": "0s" is an
// ordinary duration.
form!(Duration {
    format: format::UNSIGNED_DURATION,
    parse: parse,
    text: |duration| schema_rules::format_duration(duration.as_nanos()),
    canonical: |duration| duration.as_nanos().to_string(),
    placeholder: Duration::ZERO,
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_type::{AttributeType, FieldType};
    use crate::value::Value;
    use proptest::prelude::*;

    #[test]
    fn equal_however_it_is_written() {
        let canonical = Duration::CANONICAL.unwrap();
        for same in ["90m", "1h30m", "1h30m0s", "1.5h", "5400s"] {
            assert_eq!(
                canonical(&Value::from(same)),
                canonical(&Value::from("1h30m"))
            );
        }
        assert_ne!(
            canonical(&Value::from("89m")),
            canonical(&Value::from("90m"))
        );
        for wrong in ["", "90", "-1s", "1 h", "1d"] {
            assert!(
                Duration::from_value(&Value::from(wrong)).is_err(),
                "{wrong}"
            );
        }
    }

    proptest! {
        #[test]
        fn reads_what_it_writes(nanoseconds in 0..=i64::MAX as u64) {
            let duration = Duration::from_nanos(nanoseconds);
            prop_assert_eq!(Duration::from_value(&duration.to_value()), Ok(duration));
        }
    }
}
