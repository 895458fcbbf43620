//! Provides the message tests with a provider in this process. The acceptance tests
//! (`tests/acceptance/wire`) run the same tests with a module of this name that starts a program
//! and calls it in both protocols.
#![allow(dead_code, reason = "each kind needs a part of it")]

use std::time::Duration;

use schema_provider::Value;
use schema_provider::lifecycle::{Grace, Instance};
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{DynamicValue, configure_provider};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_provider::schema_runtime::schema::Schema as Table;
use schema_provider::server::ProviderServer;

/// The handler that answers the calls.
pub type Server = ProviderServer;

/// Whether there are state stores.
pub const STATE_STORES: bool = true;

/// A provider that is not configured, with its schemas.
pub async fn unconfigured<P: Provider>() -> (Server, Instance) {
    let grace = Duration::from_secs(2);
    // As `run` does in a program: panics are searched for secrets.
    let _ = schema_provider::masks();
    let instance = Instance::new::<P>(Environment::default()).unwrap();
    let instance = instance.with_grace(Grace {
        apply: grace,
        other: grace,
    });
    (ProviderServer::new(instance.clone()), instance)
}

include!("configured.rs");
