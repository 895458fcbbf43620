//! Names for objects whose API does not choose one.
//!
//! ```
//! let id = schema_provider::id::unique();
//! assert!(id.starts_with("terraform-"));
//! ```

use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use jiff::Timestamp;

/// A separate prefix, as in the Go SDK.
const PREFIX: &str = "terraform-";

/// How many characters follow the prefix.
pub const SUFFIX_LENGTH: usize = 26;

/// A unique name: `terraform-` and 26 digits. Later names sort after earlier
/// ones. The digits are the time in UTC, to the ten-thousandth of a second, and a counter in hex.
///
/// ```
/// let id = schema_provider::id::unique();
/// assert_eq!(id.len(), "terraform-".len() + 26);
/// assert!(schema_provider::id::unique() > id);
/// ```
#[must_use]
pub fn unique() -> String {
    prefixed(PREFIX)
}

/// The same with a different prefix, for `name_prefix` arguments.
///
/// ```
/// assert!(schema_provider::id::prefixed("web-").starts_with("web-20"));
/// ```
#[must_use]
pub fn prefixed(prefix: &str) -> String {
    // The counter starts anywhere in its lower half, so two processes that start at the same time
    // do not make the same names.
    static COUNTER: LazyLock<AtomicU32> =
        LazyLock::new(|| AtomicU32::new((RandomState::new().hash_one(0) >> 33) as u32));
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    named(prefix, Timestamp::now(), count)
}

fn named(prefix: &str, now: Timestamp, count: u32) -> String {
    let time = now.to_zoned(jiff::tz::TimeZone::UTC);
    format!(
        "{prefix}{}{:04}{count:08x}",
        time.strftime("%Y%m%d%H%M%S"),
        time.subsec_nanosecond() / 100_000
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suffix_is_the_time_and_a_counter() {
        let now: Timestamp = "2026-11-21T14:05:09.123456Z".parse().unwrap();
        assert_eq!(named("x-", now, 0xab), "x-202611211405091234000000ab");
        assert_eq!(named("", now, u32::MAX).len(), SUFFIX_LENGTH);
    }

    #[test]
    fn a_thousand_at_once_are_all_different() {
        let all: std::collections::HashSet<String> = std::thread::scope(|scope| {
            let makers: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| (0..250).map(|_| unique()).collect::<Vec<_>>()))
                .collect();
            makers
                .into_iter()
                .flat_map(|maker| maker.join().unwrap())
                .collect()
        });
        assert_eq!(all.len(), 1000);
    }
}
