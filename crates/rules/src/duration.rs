//! Go's duration strings (`1h30m`), which Terraform users write in `timeouts`.

use alloc::format;
use alloc::string::String;
use core::fmt;

/// Why a string is not a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DurationError {
    /// An empty string, or nothing after the sign.
    Empty,
    /// A number was expected.
    NoNumber,
    /// A number without a unit.
    NoUnit,
    /// A unit that does not exist.
    UnknownUnit,
    /// More than about 292 years.
    TooLong,
}

impl DurationError {
    /// The reason in words: "it is empty".
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            DurationError::Empty => "it is empty",
            DurationError::NoNumber => "a number is expected before each unit",
            DurationError::NoUnit => "a number has no unit",
            DurationError::UnknownUnit => "a unit is none of ns, us, ms, s, m, h",
            DurationError::TooLong => "it is longer than 292 years",
        }
    }
}

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl core::error::Error for DurationError {}

/// Parses a duration like Go's `time.ParseDuration`, and returns nanoseconds.
///
/// # Errors
/// What is wrong with the string.
///
/// ```
/// assert_eq!(schema_rules::parse_duration("1h30m"), Ok(5_400_000_000_000));
/// assert_eq!(schema_rules::parse_duration("1.5ms"), Ok(1_500_000));
/// assert!(schema_rules::parse_duration("10").is_err());
/// ```
pub fn parse_duration(text: &str) -> Result<i64, DurationError> {
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    // The only number that needs no unit.
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(DurationError::Empty);
    }
    // Go allows one nanosecond more on the negative side.
    let limit = (1u128 << 63) - u128::from(!negative);
    let digits = |text: &str| {
        text.find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len())
    };
    let mut total: u128 = 0;
    while !rest.is_empty() {
        let (whole, after) = rest.split_at(digits(rest));
        let (fraction, after) = match after.strip_prefix('.') {
            Some(after) => after.split_at(digits(after)),
            None => ("", after),
        };
        if whole.is_empty() && fraction.is_empty() {
            return Err(DurationError::NoNumber);
        }
        let unit_end = after
            .find(|c: char| c == '.' || c.is_ascii_digit())
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(unit_end);
        let scale: u128 = match unit {
            "" => return Err(DurationError::NoUnit),
            "ns" => 1,
            // Both code points that look like a micro sign.
            "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => return Err(DurationError::UnknownUnit),
        };
        let amount = number(whole).ok_or(DurationError::TooLong)?;
        total = amount
            .checked_mul(scale)
            .and_then(|v| v.checked_add(part(fraction, scale)))
            .and_then(|v| v.checked_add(total))
            .filter(|v| *v <= limit)
            .ok_or(DurationError::TooLong)?;
        rest = after;
    }
    let signed = i128::try_from(total).map_err(|_| DurationError::TooLong)?;
    i64::try_from(if negative { -signed } else { signed }).map_err(|_| DurationError::TooLong)
}

/// The longest duration that can be written, in nanoseconds: about 292 years.
const LONGEST: u128 = i64::MAX as u128;

/// Writes nanoseconds as Go does: `1h30m0s`, `1.5s`, `20ms`. Longer durations are reduced to the
/// longest that can be written, about 292 years.
///
/// ```
/// assert_eq!(schema_rules::format_duration(5_400_000_000_000), "1h30m0s");
/// ```
#[must_use]
pub fn format_duration(nanoseconds: u128) -> String {
    // The bound makes this exact.
    let nanoseconds = nanoseconds.min(LONGEST) as u64;
    let part = |nanoseconds: u64, unit: u64, name: &str| {
        let (whole, rest) = (nanoseconds / unit, nanoseconds % unit);
        let width = unit.ilog10() as usize;
        let digits = format!("{rest:0width$}");
        match digits.trim_end_matches('0') {
            "" => format!("{whole}{name}"),
            fraction => format!("{whole}.{fraction}{name}"),
        }
    };
    match nanoseconds {
        0 => String::from("0s"),
        1..1_000 => format!("{nanoseconds}ns"),
        1_000..1_000_000 => part(nanoseconds, 1_000, "µs"),
        1_000_000..1_000_000_000 => part(nanoseconds, 1_000_000, "ms"),
        _ => {
            let minutes = nanoseconds / 60_000_000_000;
            let seconds = part(nanoseconds % 60_000_000_000, 1_000_000_000, "s");
            match (minutes / 60, minutes % 60) {
                (0, 0) => seconds,
                (0, minutes) => format!("{minutes}m{seconds}"),
                (hours, minutes) => format!("{hours}h{minutes}m{seconds}"),
            }
        }
    }
}

/// The same as users write it, without zero parts: `1h30m`, `20m`, `45s`.
///
/// ```
/// assert_eq!(schema_rules::short_duration(5_400_000_000_000), "1h30m");
/// ```
#[must_use]
pub fn short_duration(nanoseconds: u128) -> String {
    let mut text = format_duration(nanoseconds);
    for (ends, zero) in [("m0s", "0s"), ("h0m", "0m")] {
        if text.ends_with(ends) {
            text.truncate(text.len() - zero.len());
        }
    }
    text
}

/// The digits as a number, capped at the largest one that matters.
fn number(digits: &str) -> Option<u128> {
    digits.bytes().try_fold(0u128, |n, b| {
        let n = n * 10 + u128::from(b.saturating_sub(b'0'));
        (n <= 1 << 63).then_some(n)
    })
}

/// A decimal fraction of `scale`, truncated below a nanosecond. It uses floating point, as Go does:
/// exact arithmetic would make `0.3333333333333333333h` a nanosecond shorter than Go's 20m.
fn part(digits: &str, scale: u128) -> u128 {
    let mut value = 0u64;
    let mut power = 1f64;
    for b in digits.bytes() {
        let next = value
            .checked_mul(10)
            .and_then(|v| v.checked_add(u64::from(b.saturating_sub(b'0'))));
        // Digits beyond 63 bits are dropped.
        let Some(next) = next.filter(|v| *v <= 1 << 63) else {
            break;
        };
        value = next;
        power *= 10.0;
    }
    (value as f64 * (scale as f64 / power)) as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_durations() {
        for (text, nanos) in [
            ("0", 0),
            ("-0", 0),
            ("+5s", 5_000_000_000),
            ("-1.5h", -5_400_000_000_000),
            (".5s", 500_000_000),
            ("1.s", 1_000_000_000),
            ("1h1m1s1ms1us1ns", 3_661_001_001_001),
            ("1µs", 1_000),
            ("1μs", 1_000),
            ("90s", 90_000_000_000),
            ("0.9999999999ns", 0),
            ("9223372036854775807ns", i64::MAX),
            ("-9223372036854775808ns", i64::MIN),
            // From the table of Go's own test.
            ("0.3333333333333333333h", 1_200_000_000_000),
            ("0.100000000000000000000h", 360_000_000_000),
            ("0.830103483285477580700h", 2_988_372_539_827),
            ("39h9m14.425s", 140_954_425_000_000),
        ] {
            assert_eq!(parse_duration(text), Ok(nanos), "{text}");
        }
    }

    #[test]
    fn prints_as_go_does() {
        // What Go 1.25 prints, and the same without zero parts.
        for (nanoseconds, expected, short) in [
            (0, "0s", "0s"),
            (1, "1ns", "1ns"),
            (1_100, "1.1µs", "1.1µs"),
            (2_200_000, "2.2ms", "2.2ms"),
            (3_300_000_000, "3.3s", "3.3s"),
            (10_000_000_000, "10s", "10s"),
            (60_000_000_000, "1m0s", "1m"),
            (600_000_000_000, "10m0s", "10m"),
            (245_000_000_000, "4m5s", "4m5s"),
            (245_001_000_000, "4m5.001s", "4m5.001s"),
            (3_600_000_000_000, "1h0m0s", "1h"),
            (3_605_000_000_000, "1h0m5s", "1h0m5s"),
            (18_367_001_000_000, "5h6m7.001s", "5h6m7.001s"),
            (480_000_000_001, "8m0.000000001s", "8m0.000000001s"),
            (5_400_000_000_000, "1h30m0s", "1h30m"),
            (
                i64::MAX as u128,
                "2562047h47m16.854775807s",
                "2562047h47m16.854775807s",
            ),
            // Longer ones are reduced to the longest that can be written.
            (
                u128::MAX,
                "2562047h47m16.854775807s",
                "2562047h47m16.854775807s",
            ),
        ] {
            assert_eq!(format_duration(nanoseconds), expected);
            assert_eq!(short_duration(nanoseconds), short);
            for text in [expected, short] {
                let read = parse_duration(text).map(i128::from);
                assert_eq!(read, Ok(nanoseconds.min(LONGEST) as i128), "{text}");
            }
        }
    }

    #[test]
    fn not_durations() {
        use DurationError::*;
        for (text, error) in [
            ("", Empty),
            ("-", Empty),
            ("10", NoUnit),
            ("ten", NoNumber),
            ("1h ", UnknownUnit),
            (" 1h", NoNumber),
            ("1d", UnknownUnit),
            (".s", NoNumber),
            ("--1s", NoNumber),
            ("9223372036854775808ns", TooLong),
            ("3000000h", TooLong),
            ("99999999999999999999999999999999999999999999h", TooLong),
        ] {
            assert_eq!(parse_duration(text), Err(error), "{text}");
        }
    }
}
