//! List resources and generated configuration: in process and over the protocol's messages.
#![allow(missing_docs, unreachable_pub)]

mod archive;

mod aliases;
mod config;
mod harness;
mod in_process;
mod query;
mod wire;
