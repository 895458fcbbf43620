//! Lines on standard error that cargo does not swallow.

use std::io::Write as _;

/// Writes a line to standard error past the capture of test output: what was skipped or deleted is
/// part of a run's result, also where the test passes.
pub(crate) fn write_line(line: &str) {
    // Where standard error is closed there is nobody to tell. One call, so that lines stay whole.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}
