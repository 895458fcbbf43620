//! The processor time of what this process had done by others.

use std::error::Error;
use std::fs;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Processor seconds of all children that have ended.
pub(crate) fn children() -> Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name, in parentheses, may hold anything; two more fields are the state and the parent.
    let rest = stat.rsplit_once(')').ok_or("no name in /proc/self/stat")?.1;
    let mut ticks = rest.split_whitespace().skip(13);
    let mut next =
        || -> Result<f64> { Ok(ticks.next().ok_or("/proc/self/stat is short")?.parse()?) };
    // 100 of them are a second on every Linux.
    Ok((next()? + next()?) / 100.0)
}
