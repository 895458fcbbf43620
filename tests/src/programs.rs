//! Scripts that tests run as programs. Also part of tests of other packages, by its path.

use std::path::Path;
use std::process::Command;

/// Writes a program, so that it can be run at once.
///
/// Linux refuses to run a file that some process holds open for writing ("Text file busy"), and a
/// process that another thread of the tests is just starting holds every file of this one. So
/// another program writes it.
///
/// # Panics
/// It cannot be written.
pub fn write_program(path: &Path, text: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"printf %s "$2" >"$1" && chmod 755 "$1""#, "sh"]);
    let status = shell.arg(path).arg(text).status().expect("a shell");
    assert!(status.success(), "{} is not written", path.display());
}
