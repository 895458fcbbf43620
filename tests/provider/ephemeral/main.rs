//! Ephemeral resources: the lifecycle, the protocol's messages, the local runner and Terraform.
#![allow(missing_docs, unreachable_pub)]

mod lease;

mod calls;
mod closes;
mod conditions;
mod language;
mod large;
mod refused;
mod runner;
#[path = "../served/mod.rs"]
mod served;
mod wire;
