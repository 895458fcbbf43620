//! Functions of a provider: over the protocol's messages, in the local runner and under Terraform.
#![allow(missing_docs, unreachable_pub)]

mod across;
mod calc;
mod impure;

mod language;
mod liar;
mod nulls;
#[cfg(unix)]
mod opentofu;
mod runner;
mod wire;
