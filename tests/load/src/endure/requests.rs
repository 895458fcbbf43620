//! Valid requests of every call, for one resource.

use crate::call::Description;
use crate::endure::kinds::Kinds;
use crate::{Result, schema, values};
use bytes::Bytes;
use prost::Message as _;
use schema_client::no_errors;
use schema_client::raised;
use schema_client::{Client, unframe};
use schema_runtime::codec::{json, msgpack};
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::terraform_core;
use schema_runtime::value::Value;
use schema_transport::Protocol;
use schema_transport::proto::v5;
use schema_transport::proto::v6::{self, DynamicValue};

/// The material for requests.
pub(super) struct Subject {
    protocol: Protocol,
    pub(super) type_name: String,
    schema: Schema,
    provider: Schema,
    description: Description,
    data_source: String,
    kinds: Kinds,
}

impl Subject {
    pub(super) async fn ask(
        client: &Client,
        protocol: Protocol,
        description: Description,
    ) -> Result<Self> {
        let request = v6::get_provider_schema::Request {};
        let path = path(protocol, "GetProviderSchema");
        let given = description.kinds().clone();
        let (provider, resource, data_sources, diagnostics, kinds) = match protocol {
            Protocol::V6 => {
                let mut answer: v6::get_provider_schema::Response =
                    client.call(&path, &request).await?;
                let kinds = Kinds::take(&mut answer, |schema| schema, given)?;
                (
                    answer.provider,
                    answer.resource_schemas.remove(description.type_name()),
                    answer.data_source_schemas.into_keys().min(),
                    answer.diagnostics,
                    kinds,
                )
            }
            Protocol::V5 => {
                let mut answer: v5::get_provider_schema::Response =
                    client.call(&path, &request).await?;
                let kinds = Kinds::take(&mut answer, raised, given)?;
                let resource = answer.resource_schemas.remove(description.type_name());
                (
                    answer.provider.map(raised),
                    resource.map(raised),
                    answer.data_source_schemas.into_keys().min(),
                    answer.diagnostics,
                    kinds,
                )
            }
        };
        no_errors(&diagnostics)?;
        let provider = provider.ok_or("the provider has no schema of itself")?;
        let type_name = description.type_name().to_owned();
        let schema = resource.ok_or_else(|| format!("the provider has no resource {type_name}"))?;
        Ok(Self {
            protocol,
            schema: schema::read(SchemaKind::Resource, &type_name, &schema)?,
            provider: schema::read(SchemaKind::Provider, "provider", &provider)?,
            type_name,
            description,
            data_source: data_sources.unwrap_or_default(),
            kinds,
        })
    }

    /// The path of a call of the provider's service, by its name in protocol 6.
    pub(super) fn path(&self, name: &str) -> String {
        path(self.protocol, name)
    }

    fn encoded(&self, value: &Value) -> Result<DynamicValue> {
        let bytes = msgpack::encode_block(&self.schema.block, value)?;
        Ok(DynamicValue::from_msgpack(bytes))
    }

    /// The configuration, under another name.
    fn config(&self, name: &str) -> Result<Value> {
        let mut config = self.description.config().clone();
        if let Some(members) = config.as_object_mut()
            && members.contains_key("name")
        {
            members.insert("name".to_owned(), name.into());
        }
        Ok(values::read(&self.schema.block, &config)?)
    }

    pub(super) fn configure(&self) -> Result<v6::configure_provider::Request> {
        let config = values::read(&self.provider.block, self.description.provider_config())?;
        let bytes = msgpack::encode_block(&self.provider.block, &config)?;
        Ok(v6::configure_provider::Request {
            terraform_version: "1.11.4".to_owned(),
            config: Some(DynamicValue::from_msgpack(bytes)),
            ..Default::default()
        })
    }

    pub(super) fn plan(&self, name: &str) -> Result<v6::plan_resource_change::Request> {
        let config = self.config(name)?;
        let proposed = terraform_core::proposed_new(&self.schema.block, &Value::Null, &config)?;
        let config = self.encoded(&config)?;
        Ok(v6::plan_resource_change::Request {
            type_name: self.type_name.clone(),
            prior_state: Some(self.encoded(&Value::Null)?),
            proposed_new_state: Some(self.encoded(&proposed)?),
            config: Some(config),
            ..Default::default()
        })
    }

    /// The apply of a plan.
    pub(super) fn apply(
        &self,
        plan: v6::plan_resource_change::Request,
        planned: v6::plan_resource_change::Response,
    ) -> v6::apply_resource_change::Request {
        v6::apply_resource_change::Request {
            type_name: plan.type_name,
            prior_state: plan.prior_state,
            planned_state: planned.planned_state,
            config: plan.config,
            planned_private: planned.planned_private,
            ..Default::default()
        }
    }

    pub(super) fn read(&self, state: &DynamicValue, private: &Bytes) -> v6::read_resource::Request {
        v6::read_resource::Request {
            type_name: self.type_name.clone(),
            current_state: Some(state.clone()),
            private: private.clone(),
            ..Default::default()
        }
    }

    pub(super) fn delete(
        &self,
        state: &DynamicValue,
        private: &Bytes,
    ) -> Result<v6::apply_resource_change::Request> {
        let null = self.encoded(&Value::Null)?;
        Ok(v6::apply_resource_change::Request {
            type_name: self.type_name.clone(),
            prior_state: Some(state.clone()),
            planned_state: Some(null.clone()),
            config: Some(null),
            planned_private: private.clone(),
            ..Default::default()
        })
    }

    /// A valid request of every served call, as path and message. The object is created and deleted
    /// for this.
    pub(super) async fn every_call(&self, client: &Client) -> Result<Vec<(String, Vec<u8>)>> {
        let plan = self.plan("corrupt")?;
        let planned: v6::plan_resource_change::Response =
            client.call(&self.path("PlanResourceChange"), &plan).await?;
        no_errors(&planned.diagnostics)?;
        let apply = self.apply(plan.clone(), planned);
        let applied: v6::apply_resource_change::Response = client
            .call(&self.path("ApplyResourceChange"), &apply)
            .await?;
        no_errors(&applied.diagnostics)?;
        let state = applied.new_state.ok_or("the apply has no state")?;
        let delete = self.delete(&state, &applied.private)?;
        let stored = msgpack::decode_block(&self.schema.block, &state.msgpack)?;
        let raw = v6::RawState {
            json: json::encode_block(&self.schema.block, &stored)?.into(),
            ..Default::default()
        };
        let configure = self.configure()?;
        let (type_name, config) = (self.type_name.clone(), plan.config.clone());
        let mut calls = vec![
            (self.path("GetProviderSchema"), Vec::new()),
            (self.path("GetMetadata"), Vec::new()),
            (self.path("GetFunctions"), Vec::new()),
            (self.path("GetResourceIdentitySchemas"), Vec::new()),
            (self.path("StopProvider"), Vec::new()),
            (STDIO.to_owned(), b"\x08".to_vec()),
            // A service's number, its network and its address.
            (
                BROKER.to_owned(),
                b"\x08\x01\x12\x04unix\x1a\x02/x".to_vec(),
            ),
            (HEALTH_WATCH.to_owned(), b"\x0a\x06plugin".to_vec()),
        ];
        let mut add = |name: &str, message: Vec<u8>| calls.push((self.path(name), message));
        add("PlanResourceChange", plan.encode_to_vec());
        add("ApplyResourceChange", apply.encode_to_vec());
        add("ApplyResourceChange", delete.encode_to_vec());
        let read = self.read(&state, &applied.private);
        add("ReadResource", read.encode_to_vec());
        let validate = v6::validate_provider_config::Request {
            config: configure.config.clone(),
        };
        add("ValidateProviderConfig", validate.encode_to_vec());
        add("ConfigureProvider", configure.encode_to_vec());
        let validate = v6::validate_resource_config::Request {
            type_name: type_name.clone(),
            config: config.clone(),
            client_capabilities: Some(v6::ClientCapabilities {
                deferral_allowed: true,
                write_only_attributes_allowed: true,
                ..Default::default()
            }),
        };
        add("ValidateResourceConfig", validate.encode_to_vec());
        let look_up = v6::read_data_source::Request {
            type_name: self.data_source.clone(),
            config: config.clone(),
            ..Default::default()
        };
        add("ReadDataSource", look_up.encode_to_vec());
        let validate = v6::validate_data_resource_config::Request {
            type_name: self.data_source.clone(),
            config: config.clone(),
        };
        add("ValidateDataResourceConfig", validate.encode_to_vec());
        for version in [self.schema.version, self.schema.version - 1] {
            let upgrade = v6::upgrade_resource_state::Request {
                type_name: type_name.clone(),
                version,
                raw_state: Some(raw.clone()),
            };
            add("UpgradeResourceState", upgrade.encode_to_vec());
            let identity = v6::upgrade_resource_identity::Request {
                type_name: type_name.clone(),
                version,
                raw_identity: Some(raw.clone()),
            };
            add("UpgradeResourceIdentity", identity.encode_to_vec());
        }
        let import = v6::import_resource_state::Request {
            type_name: type_name.clone(),
            id: "corrupt".to_owned(),
            ..Default::default()
        };
        add("ImportResourceState", import.encode_to_vec());
        let import = v6::import_resource_state::Request {
            type_name: type_name.clone(),
            identity: Some(v6::ResourceIdentityData {
                identity_data: config.clone(),
            }),
            ..Default::default()
        };
        add("ImportResourceState", import.encode_to_vec());
        let moved = v6::move_resource_state::Request {
            source_type_name: "other".to_owned(),
            source_state: Some(raw),
            target_type_name: type_name.clone(),
            ..Default::default()
        };
        add("MoveResourceState", moved.encode_to_vec());
        let served = self.protocol == Protocol::V6;
        for (name, message) in self.kinds.requests((&type_name, &config), &state, served)? {
            add(name, message);
        }
        let health = "/grpc.health.v1.Health/Check".to_owned();
        calls.push((health, b"\x0a\x06plugin".to_vec()));
        let _: v6::apply_resource_change::Response = client
            .call(&self.path("ApplyResourceChange"), &delete)
            .await?;
        Ok(calls)
    }
}

/// The go-plugin services beside the provider. [`SHUTDOWN`] is not among the calls of
/// [`Subject::every_call`]: it ends the process.
pub(super) const STDIO: &str = "/plugin.GRPCStdio/StreamStdio";
pub(super) const BROKER: &str = "/plugin.GRPCBroker/StartStream";
pub(super) const HEALTH_WATCH: &str = "/grpc.health.v1.Health/Watch";
pub(super) const SHUTDOWN: &str = "/plugin.GRPCController/Shutdown";

/// The path of a call of the provider's service, by its name in protocol 6.
fn path(protocol: Protocol, name: &str) -> String {
    match protocol {
        Protocol::V6 => format!("/tfplugin6.Provider/{name}"),
        Protocol::V5 => {
            let name = match name {
                "GetProviderSchema" => "GetSchema",
                "ValidateProviderConfig" => "PrepareProviderConfig",
                "ConfigureProvider" => "Configure",
                "ValidateResourceConfig" => "ValidateResourceTypeConfig",
                "ValidateDataResourceConfig" => "ValidateDataSourceConfig",
                "StopProvider" => "Stop",
                other => other,
            };
            format!("/tfplugin5.Provider/{name}")
        }
    }
}

/// The error messages in any answer that has diagnostics in the same field as plans.
pub(super) fn is_plan(answer: &Bytes) -> Result<()> {
    let answer: v6::plan_resource_change::Response = unframe(answer)?;
    Ok(no_errors(&answer.diagnostics)?)
}
