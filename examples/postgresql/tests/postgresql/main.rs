//! The provider against a real PostgreSQL cluster, which the tests start themselves: in process,
//! and with `TF_ACC=1` many of them under Terraform (`common::provider_test`).
#![allow(missing_docs, unreachable_pub)]
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;

mod a_long;
mod a_shapes;
mod closed_database;
mod connecting;
mod data_sources;
mod database;
mod database_in_use;
mod database_locale;
mod database_locks;
mod database_owner;
mod database_with_roles;
mod default_privileges;
mod destroyed_together;
mod documentation;
mod extension;
mod extension_function_faults;
mod faults;
mod foreign_data;
mod function;
mod grant_roles;
mod grants;
mod imports;
mod lists;
mod membership_options;
mod memberships;
mod newer_kinds;
mod newer_servers;
mod nothing_planned;
mod own_database;
mod ownership;
mod parameters;
mod passwords;
mod pool;
mod privileges_conform;
mod privileges_faults;
mod quoting;
mod replication;
mod restarts;
mod role;
mod role_database_conformance;
mod role_memberships;
mod schemas;
mod security_labels;
mod settings;
mod settings_in_use;
mod state_of_go;
mod strangers;
mod tablespace;
mod timeouts;
mod try_script;
mod versions;
