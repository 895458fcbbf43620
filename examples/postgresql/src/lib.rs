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
//! - [`Extension`], [`Function`]: the resources `postgresql_extension` and `postgresql_function`.
//! - [`SchemasDataSource`], [`TablesDataSource`], [`SequencesDataSource`]: the data sources `postgresql_schemas`,
//!   `postgresql_tables` and `postgresql_sequences`.
//! - [`RoleFilter`], [`DatabaseFilter`]: what lists of roles and databases are made by.
//! - [`RolePassword`], [`TemporaryRole`]: the ephemeral resources `postgresql_role_password` and
//!   `postgresql_temporary_role`.
//! - [`TerminateBackends`]: the action `postgresql_terminate_backends`.
//! - [`QuoteIdent`]: the function `quote_ident`.
//! - [`server`]: connections, transactions, locks and temporary memberships. Nothing in it knows of Terraform.
//! - [`sql`]: names and texts in SQL statements.

mod catalog;
mod change;
mod commit;
mod database;
mod default_privileges;
mod encoding;
mod extension;
mod function;
mod going;
mod grant;
mod grant_role;
mod id;
mod lists;
mod name_filter;
mod object_type;
mod operation;
mod ownership;
mod policy;
mod provider;
mod proxy;
mod quote_ident;
mod role;
mod role_password;
mod schema;
mod schemas_data_source;
mod sequences_data_source;
pub mod server;
pub mod sql;
mod tables_data_source;
mod temporary_role;
mod terminate_backends;
mod unset;

pub use database::Database;
pub use default_privileges::DefaultPrivileges;
pub use extension::Extension;
pub use function::{Argument, Function};
pub use grant::Grant;
pub use grant_role::GrantRole;
pub use lists::{DatabaseFilter, RoleFilter};
pub use name_filter::NameFilter;
pub use object_type::ObjectType;
pub use policy::Policy;
pub use provider::{ClientCert, Postgresql};
pub use quote_ident::QuoteIdent;
pub use role::Role;
pub use role_password::RolePassword;
pub use schema::DatabaseSchema;
pub use schemas_data_source::SchemasDataSource;
pub use sequences_data_source::{FoundSequence, SequencesDataSource};
pub use tables_data_source::{FoundTable, TablesDataSource};
pub use temporary_role::TemporaryRole;
pub use terminate_backends::TerminateBackends;
