//! A Terraform provider for PostgreSQL, which takes the configurations and the state of the widely used provider
//! `cyrilgdn/postgresql`: the model of a provider on the Rust provider SDK.
//!
//! A file a resource, the struct first, then its operations:
//!
//! - [`Postgresql`]: the provider and its settings.
//! - [`Role`], [`Database`]: the resources `postgresql_role` and `postgresql_database`.
//! - [`DatabaseSchema`], with its [`Policy`] blocks: the resource `postgresql_schema`.
//! - [`Grant`], [`DefaultPrivileges`], each on an [`ObjectType`]: the resources `postgresql_grant` and
//!   `postgresql_default_privileges`.
//! - [`GrantRole`]: the resource `postgresql_grant_role`.
//! - [`server`]: connections, transactions, locks and temporary memberships. Nothing in it knows of Terraform.
//! - [`sql`]: names and texts in SQL statements.

mod catalog;
mod change;
mod commit;
mod database;
mod default_privileges;
mod grant;
mod grant_role;
mod id;
mod object_type;
mod operation;
mod policy;
mod provider;
mod proxy;
mod role;
mod schema;
pub mod server;
pub mod sql;

pub use database::Database;
pub use default_privileges::DefaultPrivileges;
pub use grant::Grant;
pub use grant_role::GrantRole;
pub use object_type::ObjectType;
pub use policy::Policy;
pub use provider::{ClientCert, Postgresql};
pub use role::Role;
pub use schema::DatabaseSchema;
