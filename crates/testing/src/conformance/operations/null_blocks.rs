//! Null in the place of an empty block, which other clients than Terraform send: every call answers both alike.

use schema_runtime::codec::msgpack;
use schema_runtime::schema::{Block, Kind};
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::value::Value;
use schema_server::ProviderServer;
use schema_transport::Handler as _;
use schema_transport::proto::v6::{
    DynamicValue, plan_resource_change, read_resource, validate_resource_config,
};

use crate::conformance::findings::class::Class;
use crate::conformance::kit::StoredObject;
use crate::conformance::operations::example_run::ExampleRun;

/// A message in the form of Terraform, or in that with nulls.
type Encode<'a> = dyn Fn(&Value) -> Option<DynamicValue> + 'a;

impl ExampleRun<'_> {
    /// Sends each request twice, as it is encoded: the values that the kit plans with otherwise have one form only.
    pub(crate) async fn sends_nulls(&self, object: &StoredObject, config: &Value) {
        let block = &self.schema.block;
        if with_nulls(block, config) == *config && with_nulls(block, &object.value) == object.value
        {
            return;
        }
        self.kit
            .step("requests with null in the place of empty blocks");
        let server = ProviderServer::new(self.kit.instance.clone());
        let type_name = || self.schema.type_name.to_string();
        self.answers_alike("validate", async |encode| {
            let request = validate_resource_config::Request {
                type_name: type_name(),
                config: encode(config),
                ..Default::default()
            };
            server.validate_resource_config(request).await
        })
        .await;
        for prior in [&StoredObject::none(), object] {
            let Ok(proposed) = proposed_new(block, &prior.value, config) else {
                continue;
            };
            self.answers_alike("plan", async |encode| {
                let request = plan_resource_change::Request {
                    type_name: type_name(),
                    prior_state: encode(&prior.value),
                    proposed_new_state: encode(&proposed),
                    config: encode(config),
                    prior_private: prior.private.clone().into(),
                    ..Default::default()
                };
                server.plan_resource_change(request).await
            })
            .await;
        }
        if !self.nothing_to_read() {
            self.answers_alike("read", async |encode| {
                let request = read_resource::Request {
                    type_name: type_name(),
                    current_state: encode(&object.value),
                    private: object.private.clone().into(),
                    ..Default::default()
                };
                server.read_resource(request).await
            })
            .await;
        }
    }

    async fn answers_alike<A: PartialEq>(
        &self,
        operation: &str,
        ask: impl AsyncFn(&Encode<'_>) -> A,
    ) {
        let block = &self.schema.block;
        let encoded = |value: &Value| {
            let bytes = msgpack::encode_block(block, value).ok()?;
            Some(DynamicValue::from_msgpack(bytes))
        };
        let nulls = |value: &Value| encoded(&with_nulls(block, value));
        let name = self.name();
        let empty = self.kit.call(name, operation, ask(&encoded)).await;
        if self.kit.call(name, operation, ask(&nulls)).await == empty {
            return;
        }
        // What differs by itself is a finding of its own.
        if self.kit.call(name, operation, ask(&encoded)).await == empty {
            let class = match operation {
                "read" => Class::UnstableRead,
                _ => Class::UnstablePlan,
            };
            let text = format!("{operation} answers null in the place of an empty block otherwise");
            self.add_finding(class, "", text);
        }
    }
}

/// The same with null in the place of each empty form of a block, at every depth.
fn with_nulls(block: &Block, value: &Value) -> Value {
    let Value::Object(values) = value else {
        return value.clone();
    };
    let fields = block.fields.iter().zip(values);
    let values = fields.map(|(field, value)| match &field.kind {
        Kind::Block { .. } if field.is_computed_block() => value.clone(),
        Kind::Block { .. } if *value == field.absent_value() => Value::Null,
        Kind::Block { block, .. } => value.map_objects(|one| with_nulls(block, one)),
        _ => value.clone(),
    });
    Value::Object(values.collect())
}
