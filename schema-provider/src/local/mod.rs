//! The local runner: what a provider binary is when it is run by hand.

mod address;
mod apply;
mod body;
mod checks;
mod cli;
mod config;
mod eval;
mod events;
mod graph;
mod hcl;
mod import;
mod message;
mod plan;
mod references;
mod render;
mod run;
mod state;
mod stop;
mod validate;
mod variables;

// For the test harness, which is the runner without a terminal.
pub(crate) use address::Address;
pub(crate) use events::Silent;
pub(crate) use hcl::parse;
pub(crate) use message::Messages;
pub(crate) use plan::{Action, Change, Plan, PlanOptions};
pub(crate) use run::Run;
pub(crate) use state::{Keeper, State};
pub(crate) use stop::Stop;
pub(crate) use variables::Inputs;

pub use cli::{Captured, ExitStatus, Io, run, run_process};
