//! The provider against a real PostgreSQL cluster, which the tests start themselves: in process, and under Terraform
//! with `TF_ACC=1`.
#![allow(missing_docs, unreachable_pub)]
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;

mod connecting;
mod data_sources;
mod extension;
mod function;
mod lists;
mod newer_kinds;
mod scratch;
mod taken_over;
mod try_script;
