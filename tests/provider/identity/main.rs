//! Resource identities: over the protocol's messages, in process and under Terraform.
#![allow(missing_docs, unreachable_pub)]

mod library;

mod at_run_time;
mod given_up;
mod hook;
mod left_to_the_read;
mod messages;
mod runner;
#[path = "../served/mod.rs"]
mod served;
mod terraform;
mod upgrades;
