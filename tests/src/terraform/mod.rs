//! The real `terraform`, driven by tests.
//!
//! A [`Workspace`] is a temporary directory with a configuration and with providers that Terraform
//! finds through a development override or a filesystem mirror. Every command's output and log
//! are kept, and at its end each test says what Terraform may have complained of:
//! [`Workspace::clean`] for nothing at all.
//!
//! Tests with it run only where `TF_ACC=1` is set, and say so where they do not: see
//! [`terraform_program`](schema_provider::testing::terraform_program).

mod plan;
mod run;
mod state;
mod version;
mod workspace;

pub use plan::Plan;
pub use run::Run;
pub use schema_provider::testing::{Complaint, ComplaintKind as Kind, complaints};
pub use state::{Object, State};
pub use version::{is_at_least, is_opentofu, skips_opentofu};
pub use workspace::{Plugin, Workspace, address};
