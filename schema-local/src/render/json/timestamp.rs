//! When a line was written.

use std::time::{SystemTime, UNIX_EPOCH};

/// UTC with six digits of fraction, as Terraform writes it.
pub(super) fn timestamp(now: SystemTime) -> String {
    // A clock before 1970 is as wrong as one at 1970.
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (seconds, micros) = (since.as_secs(), since.subsec_micros());
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}

/// Year, month and day, `days` after 1970-01-01. Years are counted from the first of March of the year 0, so that the
/// day that a leap year has more is the last one.
fn civil(days: u64) -> (u64, u64, u64) {
    const IN_400_YEARS: u64 = 146_097;
    const FROM_MARCH_0_TO_1970: u64 = 719_468;
    let days = days + FROM_MARCH_0_TO_1970;
    let (era, day) = (days / IN_400_YEARS, days % IN_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // 153 days are five months from March or from August on.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (era * 400 + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn days_of_all_kinds_of_years() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00.000000Z"),
            (951_782_399, "2000-02-28T23:59:59.000000Z"),
            (951_782_400, "2000-02-29T00:00:00.000000Z"),
            (951_868_800, "2000-03-01T00:00:00.000000Z"),
            (1_735_603_200, "2024-12-31T00:00:00.000000Z"),
            (1_735_689_600, "2025-01-01T00:00:00.000000Z"),
            (4_107_542_399, "2100-02-28T23:59:59.000000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000000Z"),
        ] {
            assert_eq!(timestamp(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
        let at = UNIX_EPOCH + Duration::from_micros(1_000_042);
        assert_eq!(timestamp(at), "1970-01-01T00:00:01.000042Z");
        assert_eq!(
            timestamp(UNIX_EPOCH - Duration::from_secs(9)),
            timestamp(UNIX_EPOCH)
        );
    }
}
