//! Runs the commands of steps.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `driver` | the trait that runs the commands of steps |
//! | `in_process` | the driver that plays core's part itself, through the local runner |
//! | `terraform` | the driver that starts the real program |

pub(crate) mod driver;
pub(crate) mod in_process;
pub(crate) mod terraform;
