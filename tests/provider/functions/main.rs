//! Functions of a provider: over the protocol's messages, in the local runner and under Terraform.
#![allow(missing_docs, unreachable_pub)]

mod across;
mod between;
mod calc;
mod calc_flaws;
mod impure;
mod language;
mod large;
mod liar;
mod nulls;
#[cfg(unix)]
mod opentofu;
mod rows;
mod runner;
#[path = "../served/mod.rs"]
mod served;
mod wire;
