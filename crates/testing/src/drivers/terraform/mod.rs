//! The real `terraform`: started for each command, with the provider served from the test's own
//! process.
//!
//! `TF_REATTACH_PROVIDERS` tells Terraform where the provider listens, so no provider program is
//! needed, and the test and the provider share their memory. Each command gets a new, unconfigured
//! provider, like a new process.

mod command;
mod driver;
mod json;

pub(crate) use driver::TerraformDriver;
