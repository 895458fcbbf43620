//! Actions of a provider: in process, over the protocol's messages, in the local runner and under
//! Terraform.
#![allow(missing_docs, unreachable_pub)]

mod lab;

mod conditions;
mod ends;
mod ephemeral;
mod harness;
mod invoke;
mod large;
mod messages;
mod plans;
mod runner;
mod sequence;
#[path = "../served/mod.rs"]
mod served;
mod wire;
