//! The real `terraform`: started for each command, with the provider served from the test's own
//! process.
//!
//! `TF_REATTACH_PROVIDERS` tells Terraform where the provider listens, so no provider program is
//! needed, and the test and the provider share their memory. Each command gets a new, unconfigured
//! provider, like a new process.

mod command;
mod driver;
mod json;

use std::path::PathBuf;
use std::sync::Arc;

use crate::drivers::driver::Settings;
use crate::helpers::deadline::CurrentActivity;
use crate::helpers::terraform_program::Program;
use crate::observed::complaint::Complaint;

/// Terraform in a directory.
pub(crate) struct TerraformDriver {
    directory: PathBuf,
    watch: Arc<CurrentActivity>,
    settings: Settings,
    program: Program,
    /// The number of commands so far.
    count: usize,
    complaints: Vec<Complaint>,
    progress: Vec<String>,
    /// The files that were written for the last command.
    written: Vec<String>,
}
