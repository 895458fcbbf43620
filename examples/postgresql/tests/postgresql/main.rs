//! The provider against a real PostgreSQL cluster, which the tests start themselves: in process, and under Terraform
//! with `TF_ACC=1`.
#![allow(missing_docs, unreachable_pub)]
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;

mod connecting;
mod database;
mod faults;
mod passwords;
mod quoting;
mod role;
mod role_database_conformance;
mod role_database_taken_over;
mod settings;
