//! Timestamps (RFC 3339), durations, days of the week and months.

use crate::duration::{DurationError, parse_duration};

const DAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(super) fn day_of_week(text: &str) -> Option<&'static str> {
    (!DAYS.contains(&text)).then_some("it is none of Monday to Sunday, written like this")
}

pub(super) fn month(text: &str) -> Option<&'static str> {
    (!MONTHS.contains(&text)).then_some("it is none of January to December, written like this")
}

pub(super) fn duration(text: &str) -> Option<&'static str> {
    parse_duration(text).err().map(DurationError::text)
}

pub(super) fn unsigned_duration(text: &str) -> Option<&'static str> {
    match parse_duration(text) {
        Ok(nanoseconds) if nanoseconds < 0 => Some("it is negative"),
        Ok(_) => None,
        Err(error) => Some(error.text()),
    }
}

/// As Go parses `time.RFC3339`: capital letters, no leap seconds.
pub(super) fn timestamp(text: &str) -> Option<&'static str> {
    let problem = "it is not a date, `T`, a time, and `Z` or an offset such as `+02:00`";
    let mut rest = text;
    let Some([year, month, day, hour, minute, second]) = date_and_time(&mut rest) else {
        return Some(problem);
    };
    if let Some(fraction) = rest.strip_prefix('.') {
        let end = fraction.bytes().take_while(u8::is_ascii_digit).count();
        if end == 0 {
            return Some(problem);
        }
        rest = fraction.get(end..).unwrap_or("");
    }
    let offset = match rest.strip_prefix(['+', '-']) {
        None if rest == "Z" => Some([0, 0]),
        None => None,
        Some(offset) => {
            rest = offset;
            two(&mut rest, "")
                .zip(two(&mut rest, ":"))
                .map(<[u32; 2]>::from)
        }
        .filter(|_| rest.is_empty()),
    };
    let Some([hours, minutes]) = offset else {
        return Some(problem);
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 31,
    };
    let date = (1..=12).contains(&month) && (1..=days).contains(&day);
    if !date {
        return Some("there is no such day");
    }
    (hour > 23 || minute > 59 || second > 59 || hours > 23 || minutes > 59)
        .then_some("there is no such time of day")
}

fn date_and_time(rest: &mut &str) -> Option<[u32; 6]> {
    Some([
        digits(rest, "", 4)?,
        two(rest, "-")?,
        two(rest, "-")?,
        two(rest, "T")?,
        two(rest, ":")?,
        two(rest, ":")?,
    ])
}

fn two(rest: &mut &str, before: &str) -> Option<u32> {
    digits(rest, before, 2)
}

/// Removes this prefix and a number with this many digits from the front.
fn digits(rest: &mut &str, before: &str, count: usize) -> Option<u32> {
    let after = rest.strip_prefix(before)?;
    let number = after.get(..count)?;
    *rest = after.get(count..)?;
    number
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| number.parse().ok())?
}
