//! Lines on standard error that cargo does not swallow.

use std::io::Write as _;

/// Writes a line to standard error past the capture of test output: skips and deletions are part of
/// the result even if the test passes.
pub(crate) fn write_line(line: &str) {
    // If standard error is closed, nobody reads it. One call keeps lines whole.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}
