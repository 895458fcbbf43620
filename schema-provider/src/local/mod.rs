//! The local runner: what a provider binary is when it is run by hand.
#![allow(dead_code)]

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

pub use cli::{Captured, ExitStatus, Io, run, run_process};
