//! State stores of a provider: in process, over the protocol's messages and as the state of the
//! local runner.
#![allow(missing_docs, unreachable_pub)]

mod harness;
mod keep;

mod any_order;
mod calls;
mod faults;
mod interrupt;
mod memory;
mod runner;
#[path = "../served/mod.rs"]
mod served;
mod store;
mod wire;
mod workspaces;
