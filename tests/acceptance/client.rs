//! The example's real program, called by a protocol client as Terraform would.

use std::path::Path;

use schema_client::Client;
use schema_client::Identity;
use schema_client::{Process, Program};
use schema_client::{Provider, no_errors};
use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Protocol;
use schema_provider::plugin::proto::v6::{
    self, DynamicValue, ResourceIdentityData, apply_resource_change, configure_provider,
    import_resource_state, plan_resource_change, read_resource,
};
use schema_provider::prelude::Environment;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_provider::schema_runtime::schema::{Block, Schema};
use schema_provider::schema_runtime::terraform_core;
use sdk_tests::terraform::Plugin;
use serde_json::Value as Json;
use terraform_provider_disk::Disk;

use crate::DISK;

/// Both protocols.
pub(crate) const PROTOCOLS: [Protocol; 2] = [Protocol::V5, Protocol::V6];

/// A process of the example, configured for a directory.
pub(crate) struct Served {
    pub(crate) provider: Provider,
    pub(crate) instance: Instance,
    /// Lives as long as this.
    _process: Process,
}

/// A value of a schema, from JSON.
pub(crate) fn encoded(block: &Block, value: &Json) -> DynamicValue {
    let text = value.to_string();
    let value = json::decode_block(block, text.as_bytes(), UnsupportedAttributes::Refuse);
    DynamicValue::from_msgpack(msgpack::encode_block(block, &value.unwrap()).unwrap())
}

/// A value of a schema, as JSON.
pub(crate) fn decoded(block: &Block, value: &DynamicValue) -> Json {
    let value = msgpack::decode_block(block, &value.msgpack).unwrap();
    serde_json::from_str(&json::encode_block(block, &value).unwrap()).unwrap()
}

/// A resource's object with the data that accompanies it.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) state: DynamicValue,
    pub(crate) private: schema_provider::plugin::Bytes,
    pub(crate) identity: Option<ResourceIdentityData>,
}

impl Served {
    pub(crate) async fn start(directory: &Path, protocol: Protocol) -> Served {
        let instance = Instance::new::<Disk>(Environment::default()).unwrap();
        let settings = serde_json::json!({ "directory": directory.join("disks") });
        Served::start_of(DISK, instance, &settings, (directory, protocol)).await
    }

    /// The same for another program, whose schemas come from an instance in this process.
    pub(crate) async fn start_of(
        plugin: Plugin,
        instance: Instance,
        settings: &Json,
        (directory, protocol): (&Path, Protocol),
    ) -> Served {
        let identity = Identity::new().unwrap();
        let start = Program::new(plugin.binary)
            .protocols([protocol])
            .directory(directory);
        let process = start.start(&identity).unwrap();
        let client = Client::connect(&process.line, Some(&identity)).await;
        let provider = Provider::new(client.unwrap(), protocol);
        let request = configure_provider::Request {
            terraform_version: "1.16.0".to_owned(),
            config: Some(encoded(&instance.schemas().provider.block, settings)),
            ..Default::default()
        };
        let path = provider.path("ConfigureProvider");
        let configured: configure_provider::Response =
            provider.client().call(&path, &request).await.unwrap();
        no_errors(&configured.diagnostics).unwrap();
        Served {
            provider,
            instance,
            _process: process,
        }
    }

    pub(crate) fn resource(&self, name: &str) -> &Schema {
        &self.instance.schemas().resources[name]
    }

    pub(crate) fn identity(&self, name: &str, value: &Json) -> ResourceIdentityData {
        let block = self.instance.schemas().identities[name].block();
        ResourceIdentityData {
            identity_data: Some(encoded(block, value)),
        }
    }

    pub(crate) fn identity_json(&self, name: &str, data: &Option<ResourceIdentityData>) -> Json {
        let block = self.instance.schemas().identities[name].block();
        let data = data.as_ref().and_then(|data| data.identity_data.as_ref());
        data.map_or(Json::Null, |data| decoded(block, data))
    }

    /// Makes a call that has the same name in both protocols.
    pub(crate) async fn call<A: prost::Message + Default>(
        &self,
        name: &str,
        request: &impl prost::Message,
    ) -> A {
        let path = self.provider.path(name);
        self.provider.client().call(&path, request).await.unwrap()
    }

    pub(crate) async fn plan(
        &self,
        name: &str,
        prior: Option<&Object>,
        config: &Json,
    ) -> plan_resource_change::Response {
        let block = &self.resource(name).block;
        let config = encoded(block, config);
        let value = |value: &DynamicValue| msgpack::decode_block(block, &value.msgpack).unwrap();
        let before = prior.map_or(Value::Null, |prior| value(&prior.state));
        let proposed = terraform_core::proposed_new(block, &before, &value(&config)).unwrap();
        let proposed = msgpack::encode_block(block, &proposed).unwrap();
        let null = || DynamicValue::from_msgpack(vec![0xc0]);
        let request = plan_resource_change::Request {
            type_name: name.to_owned(),
            prior_state: Some(prior.map_or_else(null, |prior| prior.state.clone())),
            proposed_new_state: Some(DynamicValue::from_msgpack(proposed)),
            config: Some(config),
            prior_private: prior.map(|prior| prior.private.clone()).unwrap_or_default(),
            prior_identity: prior.and_then(|prior| prior.identity.clone()),
            ..Default::default()
        };
        self.call("PlanResourceChange", &request).await
    }

    /// Plans and applies; returns the result.
    pub(crate) async fn make(&self, name: &str, prior: Option<&Object>, config: &Json) -> Object {
        let planned = self.plan(name, prior, config).await;
        assert_eq!(planned.diagnostics, []);
        let block = &self.resource(name).block;
        let null = || DynamicValue::from_msgpack(vec![0xc0]);
        let request = apply_resource_change::Request {
            type_name: name.to_owned(),
            prior_state: Some(prior.map_or_else(null, |prior| prior.state.clone())),
            planned_state: planned.planned_state,
            config: Some(encoded(block, config)),
            planned_private: planned.planned_private,
            planned_identity: planned.planned_identity,
            ..Default::default()
        };
        let applied: apply_resource_change::Response =
            self.call("ApplyResourceChange", &request).await;
        assert_eq!(applied.diagnostics, []);
        Object {
            state: applied.new_state.unwrap(),
            private: applied.private,
            identity: applied.new_identity,
        }
    }

    pub(crate) async fn read(&self, name: &str, object: &Object) -> read_resource::Response {
        let request = read_resource::Request {
            type_name: name.to_owned(),
            current_state: Some(object.state.clone()),
            private: object.private.clone(),
            current_identity: object.identity.clone(),
            ..Default::default()
        };
        self.call("ReadResource", &request).await
    }

    pub(crate) async fn import(
        &self,
        name: &str,
        id: &str,
        identity: Option<ResourceIdentityData>,
    ) -> import_resource_state::Response {
        let request = import_resource_state::Request {
            type_name: name.to_owned(),
            id: id.to_owned(),
            identity,
            ..Default::default()
        };
        self.call("ImportResourceState", &request).await
    }
}

/// The messages of diagnostics.
pub(crate) fn texts(diagnostics: &[v6::Diagnostic]) -> String {
    let texts = diagnostics
        .iter()
        .map(|told| format!("{}: {}", told.summary, told.detail));
    texts.collect::<Vec<_>>().join("\n")
}
