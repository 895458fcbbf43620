//! The real `terraform`, driven by tests.
//!
//! A [`Workspace`] is a temporary directory with a configuration and with providers that Terraform
//! finds through a development override or a filesystem mirror. Every command's output and whole
//! trace log are kept, and at its end each test says what Terraform may have complained of:
//! [`Workspace::clean`] for nothing at all.
//!
//! Tests with it run only where `TF_ACC=1` is set, and say so where they do not.

mod plan;
mod run;
mod state;
mod workspace;

pub use plan::Plan;
pub use run::Run;
pub use schema_provider::testing::{Complaint, ComplaintKind as Kind, complaints};
pub use state::{Object, State};
pub use workspace::{Plugin, Workspace, address};

use std::io::Write as _;
use std::process::Command;
use std::sync::LazyLock;

/// Whether the tests with Terraform run. Where they do not, the reason appears on standard error,
/// past the test harness.
///
/// # Panics
/// Terraform is missing although `CI` is set: a gate that skips what it is for must not pass.
#[must_use]
pub fn asked_for(test: &str) -> bool {
    static TERRAFORM: LazyLock<bool> = LazyLock::new(|| {
        let version = Command::new("terraform").arg("version").output();
        version.is_ok_and(|output| output.status.success())
    });
    let reason = if std::env::var_os("TF_ACC").is_none_or(|value| value != "1") {
        "set TF_ACC=1 to run it with terraform"
    } else if *TERRAFORM {
        return true;
    } else {
        assert!(
            std::env::var_os("CI").is_none(),
            "terraform is missing, and the acceptance tests need it"
        );
        "terraform is not installed"
    };
    // Where standard error is closed there is nobody to tell.
    let _ = std::io::stderr().write_all(format!("skipped {test}: {reason}\n").as_bytes());
    false
}
