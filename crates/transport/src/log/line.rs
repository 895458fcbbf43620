//! One line of the log.

use super::{HIDDEN, Mask};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};
use tracing::Level;
use tracing::field::{Field, Visit};

/// The host splits lines of 64 KiB into pieces that are not JSON any more: values and lines stay
/// well below.
const MAX_TEXT: usize = 8 << 10;
const MAX_LINE: usize = 48 << 10;

/// Fields of a span or of an event.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    message: Option<String>,
    others: Vec<(String, Value)>,
    mask: Option<&'static dyn Mask>,
}

impl Fields {
    /// No fields yet.
    pub(super) fn masked(mask: Option<&'static dyn Mask>) -> Self {
        Self {
            mask,
            ..Self::default()
        }
    }

    /// A message without fields.
    pub(super) fn of_message(message: String) -> Self {
        Self {
            message: Some(message),
            ..Self::default()
        }
    }

    /// Adds these fields, replacing those of the same names.
    pub(super) fn merge(&mut self, newer: Fields) {
        self.message = newer.message.or(self.message.take());
        for (name, value) in newer.others {
            put(&mut self.others, &name, value);
        }
    }

    fn put(&mut self, field: &Field, value: Value) {
        // The host trusts keys with `@` to be strings, and crashes if they are not.
        let name = field.name().trim_start_matches('@');
        put(&mut self.others, name, value);
    }

    fn put_text(&mut self, field: &Field, text: String) {
        // Not truncated yet: half of a secret that becomes known later could not be found.
        let text = match self.mask.map(|mask| mask.text(&text)) {
            Some(Cow::Owned(masked)) => masked,
            _ => text,
        };
        if field.name() == "message" {
            self.message = Some(text);
        } else {
            self.put(field, Value::String(text));
        }
    }
}

/// Adds a field, or replaces the one with its name.
fn put(fields: &mut Vec<(String, Value)>, name: &str, value: Value) {
    match fields.iter_mut().find(|field| field.0 == name) {
        Some(field) => field.1 = value,
        None => fields.push((name.to_owned(), value)),
    }
}

impl Visit for Fields {
    fn record_f64(&mut self, field: &Field, value: f64) {
        // JSON has no infinities.
        let number = serde_json::Number::from_f64(value);
        self.put(
            field,
            number.map_or_else(|| Value::String(value.to_string()), Value::Number),
        );
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value.into());
    }

    fn record_i128(&mut self, field: &Field, value: i128) {
        self.put_text(field, value.to_string());
    }

    fn record_u128(&mut self, field: &Field, value: u128) {
        self.put_text(field, value.to_string());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value.into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put_text(field, value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put_text(field, format!("{value:?}"));
    }
}

fn shorten(mut text: String) -> String {
    if text.len() > MAX_TEXT {
        let length = text.len();
        let end = (0..=MAX_TEXT)
            .rev()
            .find(|end| text.is_char_boundary(*end))
            .unwrap_or(0);
        text.truncate(end);
        text.push_str(&format!("… ({length} bytes in all)"));
    }
    text
}

/// A line that is being built.
pub(super) struct Line {
    level: &'static str,
    module: String,
    fields: Fields,
}

impl Line {
    pub(super) fn new(level: Level, target: &str) -> Self {
        let level = match level {
            Level::ERROR => "error",
            Level::WARN => "warn",
            Level::INFO => "info",
            Level::DEBUG => "debug",
            Level::TRACE => "trace",
        };
        let module = target.replace("::", ".");
        Self {
            level,
            module,
            fields: Fields::default(),
        }
    }

    pub(super) fn add(&mut self, fields: &Fields) {
        self.fields.merge(fields.clone());
    }

    /// Masks what must not be logged.
    pub(super) fn mask(&mut self, mask: Option<&dyn Mask>) {
        let Some(mask) = mask else {
            return;
        };
        let message = self.fields.message.get_or_insert_default();
        if mask.hides_field("message") {
            *message = HIDDEN.into();
        } else if let Cow::Owned(masked) = mask.text(message) {
            *message = masked;
        }
        for (name, value) in &mut self.fields.others {
            if mask.hides_field(name) {
                *value = HIDDEN.into();
                continue;
            }
            // A number may be secret too.
            let text = match &*value {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => continue,
            };
            if let Cow::Owned(masked) = mask.text(&text) {
                *value = masked.into();
            }
        }
    }

    /// Truncates what is too long, after secrets are masked.
    pub(super) fn shorten(&mut self) {
        self.fields.message = self.fields.message.take().map(shorten);
        for (_, value) in &mut self.fields.others {
            if let Value::String(text) = value {
                *text = shorten(std::mem::take(text));
            }
        }
    }

    pub(super) fn finish(self, now: SystemTime) -> String {
        let mut line = format!(
            "{{\"@level\":\"{}\",\"@message\":{},\"@module\":{},\"@timestamp\":\"{}\"",
            self.level,
            Value::String(self.fields.message.unwrap_or_default()),
            Value::String(self.module),
            timestamp(now),
        );
        for (name, value) in self.fields.others {
            let field = format!(",{}:{value}", Value::String(name));
            if line.len() + field.len() > MAX_LINE {
                line.push_str(",\"fields_left_out\":true");
                break;
            }
            line.push_str(&field);
        }
        line.push_str("}\n");
        line
    }
}

/// UTC with exactly six fractional digits: the host accepts no other form.
fn timestamp(now: SystemTime) -> String {
    // A clock before 1970 is as wrong as one at 1970.
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (seconds, micros) = (since.as_secs(), since.subsec_micros());
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}

/// Year, month and day, `days` after 1970-01-01.
fn civil(days: u64) -> (u64, u64, u64) {
    // A year that begins in March has its leap day at its end. An era of 400 such years has 146,097
    // days, and the first era began 719,468 days before 1970.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let leap_days = of_era / 1_460 + of_era / 146_096 - of_era / 36_524;
    let year = (of_era - leap_days) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    // From March on, five months have 153 days.
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let year = 400 * era + year + u64::from(month > 9);
    (year, (month + 2) % 12 + 1, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn timestamps() {
        let cases = [
            (0, 0, "1970-01-01T00:00:00.000000Z"),
            (951_782_399, 1, "2000-02-28T23:59:59.000001Z"),
            (951_782_400, 0, "2000-02-29T00:00:00.000000Z"),
            (1_709_251_199, 999_999, "2024-02-29T23:59:59.999999Z"),
            (1_767_323_045, 123_456, "2026-01-02T03:04:05.123456Z"),
            (4_107_542_400, 0, "2100-03-01T00:00:00.000000Z"),
            (13_574_563_200, 0, "2400-02-29T00:00:00.000000Z"),
        ];
        for (seconds, micros, text) in cases {
            let time = UNIX_EPOCH + Duration::from_secs(seconds) + Duration::from_micros(micros);
            assert_eq!(timestamp(time), text);
        }
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        let text = shorten("ü".repeat(MAX_TEXT));
        assert!(text.len() < MAX_TEXT + 40 && text.ends_with("(16384 bytes in all)"));
    }
}
