//! The real `terraform`: started for each command, with the provider served from the test's own
//! process.
//!
//! Terraform learns from `TF_REATTACH_PROVIDERS` where the provider listens, so that no
//! program of the provider's is needed, and the code of the test and the provider share their
//! memory. Each command gets a new, unconfigured provider, as it would get a new process.

mod command;
mod driver;
mod json;

pub(crate) use driver::TerraformDriver;
