//! [`Duration`] as an attribute: Go's notation, which Terraform's users know.

use std::time::Duration;

use schema_rules::format;

use super::forms::form;

/// The longest that the notation has: about 292 years.
const LONGEST: u128 = i64::MAX as u128;

fn parse(text: &str) -> Result<Duration, String> {
    let nanoseconds = schema_rules::parse_duration(text).map_err(|error| error.to_string())?;
    u64::try_from(nanoseconds)
        .map(Duration::from_nanos)
        .map_err(|_| "it is negative".to_owned())
}

/// `1h30m0s`, `1.5s`, `20ms`, as Go prints it.
fn text(duration: &Duration) -> String {
    // The bound makes this exact.
    let nanoseconds = duration.as_nanos().min(LONGEST) as u64;
    let part = |unit: u64, name: &str| {
        let (whole, rest) = (nanoseconds / unit, nanoseconds % unit);
        let width = unit.ilog10() as usize;
        let digits = format!("{rest:0width$}");
        match digits.trim_end_matches('0') {
            "" => format!("{whole}{name}"),
            fraction => format!("{whole}.{fraction}{name}"),
        }
    };
    match nanoseconds {
        0 => "0s".to_owned(),
        1..1_000 => format!("{nanoseconds}ns"),
        1_000..1_000_000 => part(1_000, "µs"),
        1_000_000..1_000_000_000 => part(1_000_000, "ms"),
        _ => {
            let minutes = nanoseconds / 60_000_000_000;
            let seconds = {
                let nanoseconds = nanoseconds % 60_000_000_000;
                let digits = format!("{:09}", nanoseconds % 1_000_000_000);
                let whole = nanoseconds / 1_000_000_000;
                match digits.trim_end_matches('0') {
                    "" => format!("{whole}s"),
                    fraction => format!("{whole}.{fraction}s"),
                }
            };
            match (minutes / 60, minutes % 60) {
                (0, 0) => seconds,
                (0, minutes) => format!("{minutes}m{seconds}"),
                (hours, minutes) => format!("{hours}h{minutes}m{seconds}"),
            }
        }
    }
}

// From the text "90m" to the text "1h30m": the same duration. It has no zero that would stand for
// "not set": "0s" is a duration as any other.
form!(Duration {
    format: format::DURATION,
    parse: parse,
    text: text,
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
    fn prints_as_go_does() {
        // What Go 1.25 prints.
        for (nanoseconds, expected) in [
            (0, "0s"),
            (1, "1ns"),
            (1_100, "1.1µs"),
            (2_200_000, "2.2ms"),
            (3_300_000_000, "3.3s"),
            (245_000_000_000, "4m5s"),
            (245_001_000_000, "4m5.001s"),
            (18_367_001_000_000, "5h6m7.001s"),
            (480_000_000_001, "8m0.000000001s"),
            (5_400_000_000_000, "1h30m0s"),
            (i64::MAX as u64, "2562047h47m16.854775807s"),
        ] {
            assert_eq!(text(&Duration::from_nanos(nanoseconds)), expected);
        }
        // Longer ones are cut to what the notation has.
        assert_eq!(text(&Duration::MAX), "2562047h47m16.854775807s");
    }

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
