//! A Terraform provider for PostgreSQL, which takes the configurations and the state of the widely used provider
//! `cyrilgdn/postgresql`: the model of a provider on the Rust provider SDK.
//!
//! A file a resource, the struct first, then its operations:
//!
//! - [`Postgresql`]: the provider and its settings.
//! - [`Role`], [`Database`]: the resources `postgresql_role` and `postgresql_database`.
//! - [`server`]: connections, transactions, locks and temporary memberships. Nothing in it knows of Terraform.
//! - [`sql`]: names and texts in SQL statements.

mod commit;
mod database;
mod provider;
mod proxy;
mod role;
pub mod server;
pub mod sql;

pub use database::Database;
pub use provider::{ClientCert, Postgresql};
pub use role::Role;
