//! [`Timestamp`] as an attribute; feature `jiff`.

use jiff::Timestamp;
use schema_rules::format;

use super::forms::{form, parse_as};

form!(Timestamp {
    format: format::TIMESTAMP,
    // jiff reads more forms; only RFC 3339 is accepted.
    parse: |text| parse_as(&format::TIMESTAMP, text),
    text: Timestamp::to_string,
    canonical: Timestamp::to_string,
    placeholder: Timestamp::UNIX_EPOCH,
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_type::{AttributeType, FieldType};
    use crate::value::Value;

    #[test]
    fn equal_in_every_offset() {
        let canonical = Timestamp::CANONICAL.unwrap();
        for same in [
            "2026-01-31T12:00:00Z",
            "2026-01-31T13:00:00+01:00",
            "2026-01-31T12:00:00.000Z",
            "2026-01-31T10:30:00-01:30",
        ] {
            assert_eq!(
                canonical(&Value::from(same)),
                Value::from("2026-01-31T12:00:00Z"),
                "{same}"
            );
        }
        for wrong in [
            "",
            "2026-01-31",
            "2026-01-31T12:00:00",
            "2026-01-31 12:00:00Z",
            "2026-01-31T12:00Z",
            "2026-01-31T12:00:00.Z",
            "2026-02-31T12:00:00Z",
            "2026-01-31T25:00:00Z",
            "2026-01-31T12:00:00+0100",
            "2026-01-31T12:00:00Z[UTC]",
            // The moment is in the year 10000.
            "9999-12-31T23:59:59-23:59",
        ] {
            assert!(
                Timestamp::from_value(&Value::from(wrong)).is_err(),
                "{wrong}"
            );
        }
    }
}
