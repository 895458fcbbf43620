//! [`Mode`]: in process, or under Terraform.

use std::fmt;

/// How a test runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// In the test's own process.
    InProcess,
    /// Under the real program.
    Terraform,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::InProcess => "in process",
            Mode::Terraform => "under terraform",
        })
    }
}
