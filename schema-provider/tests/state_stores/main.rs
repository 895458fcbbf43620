//! State stores of a provider: in process, over the protocol's messages and as the state of the local runner.
#![allow(missing_docs, unreachable_pub)]

mod harness;
mod keep;

mod calls;
mod interrupt;
mod runner;
mod wire;
mod workspaces;
