//! The end of a password's validity in all its spellings.

use schema_provider::prelude::*;
use tokio_postgres::error::SqlState;

use super::Role;
use crate::server::{Connection, Result};

/// Whether two values of `valid_until` are equal: no end, or the same moment.
#[allow(clippy::ptr_arg)] // The type of the field.
pub(super) fn same_end(_: &Suppress<'_, Role>, old: &String, new: &String) -> bool {
    let endless = |text: &str| text.is_empty() || text.eq_ignore_ascii_case("infinity");
    (endless(old) && endless(new)) || moment(old).is_some_and(|old| Some(old) == moment(new))
}

/// The value to save: that of the state if the server says that it equals the printed one.
pub(super) async fn same_moment(
    connection: &Connection,
    kept: &str,
    found: String,
) -> Result<String> {
    if kept.is_empty() || kept == found {
        return Ok(found);
    }
    let query = "SELECT $1::text::pg_catalog.timestamptz = $2::text::pg_catalog.timestamptz";
    match connection.query_one::<bool>(query, &[&kept, &found]).await {
        Ok(true) => Ok(kept.to_owned()),
        Ok(false) => Ok(found),
        // The state has a value that no server accepts as a time.
        Err(error) if error.sqlstate().is_some_and(is_of_value) => Ok(found),
        Err(error) => Err(error),
    }
}

fn is_of_value(state: &SqlState) -> bool {
    // The class of data errors.
    state.code().starts_with("22")
}

/// The moment of a string such as `2031-05-04 02:00:00.5+02`, in microseconds; `None` if it has no
/// UTC offset, since only the server knows which zone applies.
fn moment(text: &str) -> Option<i64> {
    let text = text.trim_ascii();
    let (date, rest) = text.split_at_checked(10)?;
    let mut parts = date.split('-').map(digits);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let rest = rest.trim_ascii_start().trim_start_matches(['T', 't']);
    let end = rest.find(['+', '-', 'Z', 'z'])?;
    let (time, zone) = rest.split_at(end);
    let mut time = time.trim_ascii().split(':');
    let (hour, minute) = (digits(time.next()?)?, digits(time.next()?)?);
    let (second, fraction) = match time.next() {
        None => (0, 0),
        Some(second) => match second.split_once('.') {
            None => (digits(second)?, 0),
            Some((second, fraction)) => (digits(second)?, digits(&format!("{fraction:0<6.6}"))?),
        },
    };
    let in_range =
        (1..=12).contains(&month) && (1..=31).contains(&day) && hour <= 24 && minute < 60;
    if !in_range || time.next().is_some() {
        return None;
    }
    let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    Some((seconds - offset(zone)?) * 1_000_000 + fraction)
}

/// The seconds of `Z`, `+02`, `+0530` or `-03:30`.
fn offset(zone: &str) -> Option<i64> {
    if zone.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let (sign, rest) = match zone.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, zone.strip_prefix('+')?),
    };
    let figures = rest.replace(':', "");
    let part = |at: usize| match figures.get(at..at + 2) {
        Some(part) => digits(part),
        None => (figures.len() == at).then_some(0),
    };
    match figures.len() {
        2 | 4 => Some(sign * (part(0)? * 60 + part(2)?) * 60),
        _ => None,
    }
}

fn digits(text: &str) -> Option<i64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

/// The days since 1970-01-01 in the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // The year begins in March, so that the leap day is its last.
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_moment_has_many_texts() {
        let expected = Some(1_935_705_600_000_000);
        for text in [
            "2031-05-05 00:00:00+00",
            "2031-05-05T00:00:00Z",
            "2031-05-05 02:00:00+02",
            "2031-05-05 00:00Z",
            "2031-05-04 20:30:00.000-03:30",
            "2031-05-05 05:30:00+0530",
            " 2031-05-04 24:00:00 +00:00 ",
        ] {
            assert_eq!(moment(text), expected, "{text}");
        }
        assert_eq!(moment("1970-01-01 00:00:00.25+00"), Some(250_000));
        assert_eq!(
            moment("2024-02-29 00:00:00+00"),
            Some(1_709_164_800_000_000)
        );
    }

    #[test]
    fn what_only_a_server_knows_is_no_moment() {
        for text in [
            "",
            "infinity",
            "2031-05-05",
            "2031-05-05 00:00:00",
            "2031-05-05 00:00:00 Europe/Berlin",
            "tomorrow",
            "2031-13-05 00:00:00+00",
            "2031-05-05 00:00:00+2",
            "May 5 2031 00:00:00+00",
        ] {
            assert_eq!(moment(text), None, "{text}");
        }
    }
}
