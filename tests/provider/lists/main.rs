//! List resources and generated configuration: in process and over the protocol's messages.
#![allow(missing_docs, unreachable_pub)]

mod archive;

mod aliases;
mod config;
mod generated;
mod harness;
mod in_process;
mod large;
mod query;
mod query_json;
#[path = "../served/mod.rs"]
mod served;
mod studio;
mod wire;
