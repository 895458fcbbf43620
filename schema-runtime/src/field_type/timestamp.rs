//! [`Timestamp`] as an attribute; feature `jiff`.

use jiff::Timestamp;

use super::forms::form;

/// RFC 3339 and no more of what jiff reads.
fn parse(text: &str) -> Result<Timestamp, String> {
    if !has_form(text.as_bytes()) {
        return Err("it has not the form of RFC 3339, with date, time and offset".to_owned());
    }
    // The parser's own reason would repeat the text, which may be secret.
    text.parse()
        .map_err(|_| "there is no such date or time".to_owned())
}

/// Whether the digits and marks stand where RFC 3339 has them.
fn has_form(text: &[u8]) -> bool {
    let fits = |text: &[u8], form: &[u8]| {
        text.len() == form.len()
            && text.iter().zip(form).all(|(byte, form)| match form {
                b'0' => byte.is_ascii_digit(),
                form => byte == form,
            })
    };
    let Some((time, rest)) = text.split_at_checked(19) else {
        return false;
    };
    if !fits(time, b"0000-00-00T00:00:00") {
        return false;
    }
    let offset = match rest.strip_prefix(b".") {
        None => rest,
        Some(fraction) => {
            let digits = fraction.iter().take_while(|b| b.is_ascii_digit()).count();
            if digits == 0 {
                return false;
            }
            fraction.get(digits..).unwrap_or_default()
        }
    };
    offset == b"Z" || fits(offset, b"+00:00") || fits(offset, b"-00:00")
}

form!(Timestamp {
    what: "a time",
    example: "2026-01-31T12:00:00Z",
    parse: parse,
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
        ] {
            assert!(
                Timestamp::from_value(&Value::from(wrong)).is_err(),
                "{wrong}"
            );
        }
    }
}
