//! Helpers for all kinds of tests.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `stderr` | lines on standard error that cargo does not swallow |
//! | `configured` | the part of an object that a configuration can set |
//! | `thread` | work in a thread and a runtime of its own, with a deadline |
//! | `names` | random names of test objects |
//! | `deadline` | what a test is waiting for, and for how long |
//! | `terraform_program` | which `terraform` is run, if any |
//! | `provider_setup` | a provider with its environment and settings |

pub(crate) mod configured;
pub(crate) mod deadline;
pub(crate) mod names;
pub(crate) mod provider_setup;
pub(crate) mod stderr;
pub(crate) mod terraform_program;
pub(crate) mod thread;
