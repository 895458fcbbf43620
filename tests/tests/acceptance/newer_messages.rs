//! What Terraform from 1.11 to 1.16 has added to messages of before, over the kitchen's own program: sent as the newest
//! sends it, and left out as older ones do.

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Protocol;
use schema_provider::plugin::proto::v6::{
    ClientCapabilities, DynamicValue, apply_resource_change, plan_resource_change,
    validate_resource_config,
};
use schema_provider::prelude::Environment;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::terraform_core;
use schema_provider::Value;
use sdk_tests::kitchen::Kitchen;
use serde_json::{Value as Json, json};

use crate::KITCHEN;
use crate::client::{Served, decoded, encoded, texts};

async fn kitchen(directory: &std::path::Path, protocol: Protocol) -> Served {
    let instance = Instance::new::<Kitchen>(Environment::default()).unwrap();
    let settings = json!({ "directory": directory.join("kitchen") });
    Served::start_of(KITCHEN, instance, &settings, (directory, protocol)).await
}

/// What each Terraform says that it can.
const NEWEST: ClientCapabilities = ClientCapabilities {
    deferral_allowed: false,
    write_only_attributes_allowed: true,
    store_planned_private: true,
    computed_blocks_allowed: true,
};

/// The schema of a resource, all blocks of it known.
fn with_nulls(served: &Served, name: &str, values: &[(&str, Json)]) -> Json {
    let block = &served.resource(name).block;
    let mut object = serde_json::Map::new();
    for field in block.fields.iter() {
        let empty = if field.is_block() && field.nested_block().is_some() {
            field.zero_block_json()
        } else {
            Json::Null
        };
        object.insert(field.name.to_string(), empty);
    }
    for (name, value) in values {
        object.insert((*name).to_owned(), value.clone());
    }
    Json::Object(object)
}
