//! Reads, plans and changes of resources.

use schema_client::capabilities;
use schema_runtime::schema::SchemaKind;
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::value::Value;
use schema_shell::lifecycle::{BehindAnswer, BehindRequest};
use schema_transport::proto::v6;

use super::{Asked, Asking};
use crate::convert::{decode, decode_identity, encode, encode_identity, path, unfit};

impl Asking {
    pub(super) async fn read(&self, request: BehindRequest, told: &mut BehindAnswer) -> Asked<()> {
        let name = request.type_name;
        let block = self.block(SchemaKind::Resource, &name)?;
        let identity = self.identity(&name);
        let sent = v6::read_resource::Request {
            type_name: name.clone(),
            current_state: encode(block, &request.prior_state)?,
            private: request.private.into(),
            provider_meta: self.meta(request.provider_meta.as_deref())?,
            client_capabilities: capabilities(),
            current_identity: encode_identity(identity, request.identity.as_ref())?,
        };
        let answer: v6::read_resource::Response = self.send("ReadResource", &sent, told).await?;
        told.object.state = decode(block, answer.new_state)?;
        told.object.private = answer.private.into();
        told.object.identity = decode_identity(identity, answer.new_identity)?;
        Ok(())
    }

    pub(super) async fn plan(&self, request: BehindRequest, told: &mut BehindAnswer) -> Asked<()> {
        let name = request.type_name;
        let block = self.block(SchemaKind::Resource, &name)?;
        let identity = self.identity(&name);
        if request.config.is_null() && !self.plan_destroy {
            told.object.private = request.private;
            return Ok(());
        }
        let proposed = match request.config.is_null() {
            true => Value::Null,
            false => proposed_new(block, &request.prior_state, &request.config)
                .map_err(|error| unfit(&error.to_string()))?,
        };
        let sent = v6::plan_resource_change::Request {
            type_name: name.clone(),
            prior_state: encode(block, &request.prior_state)?,
            proposed_new_state: encode(block, &proposed)?,
            config: encode(block, &request.config)?,
            prior_private: request.private.into(),
            provider_meta: self.meta(request.provider_meta.as_deref())?,
            client_capabilities: capabilities(),
            prior_identity: encode_identity(identity, request.identity.as_ref())?,
            ..Default::default()
        };
        let call = "PlanResourceChange";
        let answer: v6::plan_resource_change::Response = self.send(call, &sent, told).await?;
        told.object.state = decode(block, answer.planned_state)?;
        told.object.private = answer.planned_private.into();
        told.object.identity = decode_identity(identity, answer.planned_identity)?;
        told.requires_replace = answer.requires_replace.iter().map(path).collect();
        told.legacy_type_system = answer.legacy_type_system;
        Ok(())
    }

    pub(super) async fn apply(&self, request: BehindRequest, told: &mut BehindAnswer) -> Asked<()> {
        let name = request.type_name;
        let block = self.block(SchemaKind::Resource, &name)?;
        let identity = self.identity(&name);
        let sent = v6::apply_resource_change::Request {
            type_name: name.clone(),
            prior_state: encode(block, &request.prior_state)?,
            planned_state: encode(block, &request.planned_state)?,
            config: encode(block, &request.config)?,
            planned_private: request.private.into(),
            provider_meta: self.meta(request.provider_meta.as_deref())?,
            planned_identity: encode_identity(identity, request.identity.as_ref())?,
        };
        let call = "ApplyResourceChange";
        let answer: v6::apply_resource_change::Response = self.send(call, &sent, told).await?;
        told.object.private = answer.private.into();
        told.legacy_type_system = answer.legacy_type_system;
        told.object.state = decode(block, answer.new_state)?;
        told.object.identity = decode_identity(identity, answer.new_identity)?;
        Ok(())
    }
}
