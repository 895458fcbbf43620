//! A Terraform provider for PostgreSQL that accepts the configurations and the state of the widely
//! used provider `cyrilgdn/postgresql`: the model provider on the Rust provider SDK.
//!
//! One file per resource: first the struct, then its operations:
//!
//! - [`Postgresql`]: the provider and its settings.
//! - [`Role`], [`Database`]: the resources `postgresql_role` and `postgresql_database`.
//! - [`DatabaseSchema`], with its [`Policy`] blocks: the resource `postgresql_schema`.
//! - [`Grant`], [`DefaultPrivileges`], each on an [`ObjectType`]: the resources `postgresql_grant`
//!   and `postgresql_default_privileges`.
//! - [`GrantRole`]: the resource `postgresql_grant_role`.
//! - [`Extension`], [`SqlFunction`]: the resources `postgresql_extension` and
//!   `postgresql_function`.
//! - [`ReplicationSlot`], [`PhysicalReplicationSlot`], [`Publication`], [`Subscription`]: the
//!   resources `postgresql_replication_slot`, `postgresql_physical_replication_slot`,
//!   `postgresql_publication` and `postgresql_subscription`.
//! - [`RoleParameter`], [`DatabaseParameter`]: the resources `postgresql_role_parameter` and
//!   `postgresql_database_parameter`.
//! - [`ForeignServer`], [`UserMapping`]: the resources `postgresql_server` and
//!   `postgresql_user_mapping`.
//! - [`SecurityLabel`]: the resource `postgresql_security_label`.
//! - [`SchemasDataSource`], [`TablesDataSource`], [`SequencesDataSource`]: the data sources
//!   `postgresql_schemas`, `postgresql_tables` and `postgresql_sequences`.
//! - [`RoleFilter`], [`DatabaseFilter`]: the filters of the lists of roles and databases.
//! - [`RolePassword`], [`TemporaryRole`]: the ephemeral resources `postgresql_role_password` and
//!   `postgresql_temporary_role`.
//! - [`TerminateBackends`]: the action `postgresql_terminate_backends`.
//! - [`QuoteIdent`]: the function `quote_ident`.
//! - [`server`]: connections, transactions, locks and temporary memberships, independent of
//!   Terraform.
//! - [`sql`]: names and strings in SQL statements.

mod catalog;
mod change;
mod commit;
mod conninfo;
mod database;
mod database_drop;
mod database_locale;
mod database_parameter;
mod default_privileges;
mod default_privileges_import;
mod encoding;
mod extension;
mod foreign_server;
mod function;
mod going;
mod grant;
mod grant_role;
mod grant_role_options;
mod id;
mod import_id;
mod lists;
mod name_filter;
mod object_type;
mod operation;
mod options;
mod ownership;
mod parameter;
mod physical_replication_slot;
mod policy;
mod provider;
mod proxy;
mod publication;
mod qualified;
mod quote_ident;
mod replication_slot;
mod rights;
mod role;
mod role_parameter;
mod role_password;
mod schema;
mod schemas_data_source;
mod security_label;
mod sequences_data_source;
pub mod server;
pub mod sql;
mod subscription;
mod tables_data_source;
mod temporary_role;
mod terminate_backends;
mod unset;
mod user_mapping;

pub use database::Database;
pub use database_parameter::DatabaseParameter;
pub use default_privileges::DefaultPrivileges;
pub use extension::Extension;
pub use foreign_server::ForeignServer;
pub use function::{Argument, SqlFunction};
pub use grant::Grant;
pub use grant_role::GrantRole;
pub use lists::{DatabaseFilter, RoleFilter};
pub use name_filter::NameFilter;
pub use object_type::ObjectType;
pub use physical_replication_slot::PhysicalReplicationSlot;
pub use policy::Policy;
pub use provider::{ClientCert, Postgresql};
pub use publication::Publication;
pub use quote_ident::QuoteIdent;
pub use replication_slot::ReplicationSlot;
pub use role::Role;
pub use role_parameter::RoleParameter;
pub use role_password::RolePassword;
pub use schema::DatabaseSchema;
pub use schemas_data_source::SchemasDataSource;
pub use security_label::SecurityLabel;
pub use sequences_data_source::{FoundSequence, SequencesDataSource};
pub use subscription::Subscription;
pub use tables_data_source::{FoundTable, TablesDataSource};
pub use temporary_role::TemporaryRole;
pub use terminate_backends::TerminateBackends;
pub use user_mapping::UserMapping;
