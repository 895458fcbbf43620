//! Provides the message tests with a provider in another process, in the protocol of the parent
//! module.

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use plugin_load::remote::Remote;
use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v6::{DynamicValue, configure_provider};
use schema_provider::plugin::{Handler, Protocol};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_provider::schema_runtime::schema::Schema as Table;

use super::PROTOCOL;

/// Answers the calls.
pub type Server = Remote;

/// Whether there are state stores, which protocol 5 lacks.
pub const STATE_STORES: bool = matches!(PROTOCOL, Protocol::V6);

/// A program that is not configured, with its schemas.
pub async fn unconfigured<P: Provider>() -> (Server, Instance) {
    let instance = Instance::new::<P>(Environment::default()).unwrap();
    let name = instance.schemas().provider.type_name.to_string();
    let program = Path::new(env!("CARGO_BIN_EXE_test-provider-kinds"));
    let environment = [("TEST_PROVIDER", OsStr::new(&name))];
    let remote = Remote::start(program, PROTOCOL, &environment).await;
    (remote.unwrap(), instance)
}

include!("../../provider/served/configured.rs");
