//! Null instead of an empty block, as clients other than Terraform send it: every call answers both
//! alike.
//!
//! Apply is not called: sent twice, it would create or delete two objects.

use schema_runtime::codec::msgpack;
use schema_runtime::schema::Block;
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::value::Value;
use schema_server::ProviderServer;
use schema_transport::Handler as _;
use schema_transport::proto::v6::{
    DynamicValue, plan_resource_change, read_data_source, read_resource, validate_resource_config,
};

use crate::conformance::findings::class::Class;
use crate::conformance::kit::StoredObject;
use crate::conformance::operations::example_run::ExampleRun;

type Encoded = Option<DynamicValue>;

impl ExampleRun<'_> {
    /// Sends each request twice in its encoded form: the kit's own values have only one form.
    pub(crate) async fn sends_nulls(&self, object: &StoredObject, config: &Value) {
        let server = ProviderServer::new(self.kit.instance.clone());
        let type_name = || self.schema.type_name.to_string();
        self.answers_alike("validate", [config], async |[config]| {
            let request = validate_resource_config::Request {
                type_name: type_name(),
                config,
                ..Default::default()
            };
            server.validate_resource_config(request).await
        })
        .await;
        for prior in [&StoredObject::none(), object] {
            let Ok(proposed) = proposed_new(&self.schema.block, &prior.value, config) else {
                continue;
            };
            let values = [&prior.value, &proposed, config];
            self.answers_alike("plan", values, async |[prior_state, proposed, config]| {
                let request = plan_resource_change::Request {
                    type_name: type_name(),
                    prior_state,
                    proposed_new_state: proposed,
                    config,
                    prior_private: prior.private.clone().into(),
                    ..Default::default()
                };
                server.plan_resource_change(request).await
            })
            .await;
        }
        if !self.nothing_to_read() {
            self.answers_alike("read", [&object.value], async |[current_state]| {
                let request = read_resource::Request {
                    type_name: type_name(),
                    current_state,
                    private: object.private.clone().into(),
                    ..Default::default()
                };
                server.read_resource(request).await
            })
            .await;
        }
    }

    /// The same for a data source.
    pub(crate) async fn looks_up_with_nulls(&self, config: &Value) {
        let server = ProviderServer::new(self.kit.instance.clone());
        self.answers_alike("read", [config], async |[config]| {
            let request = read_data_source::Request {
                type_name: self.schema.type_name.to_string(),
                config,
                ..Default::default()
            };
            server.read_data_source(request).await
        })
        .await;
    }

    async fn answers_alike<A: PartialEq, const N: usize>(
        &self,
        operation: &str,
        values: [&Value; N],
        ask: impl AsyncFn([Encoded; N]) -> A,
    ) {
        let block = &self.schema.block;
        let nulls = values.map(|value| with_nulls(block, value));
        let nulls = nulls.each_ref();
        if nulls == values {
            return;
        }
        let step = format!("{operation} with null in the place of empty blocks");
        self.kit.step(&step);
        let encoded = |values: [&Value; N]| {
            let bytes = values.map(|value| msgpack::encode_block(block, value).ok());
            ask(bytes.map(|bytes| bytes.map(DynamicValue::from_msgpack)))
        };
        let name = self.name();
        let empty = self.kit.call(name, operation, encoded(values)).await;
        // An unstable answer is a separate finding; only one that alternates is reported here too.
        if self.kit.call(name, operation, encoded(nulls)).await != empty
            && self.kit.call(name, operation, encoded(values)).await == empty
        {
            let class = match operation {
                "read" => Class::UnstableRead,
                _ => Class::UnstablePlan,
            };
            let text = format!("{operation} answers null in the place of an empty block otherwise");
            self.add_finding(class, "", text);
        }
    }
}

/// The same with null instead of each empty form of a block, at every depth.
fn with_nulls(block: &Block, value: &Value) -> Value {
    block.replace_fields(value, &|field, value| {
        if !field.is_block() || field.is_computed_block() {
            return Some(value.clone());
        }
        (*value == field.absent_value()).then_some(Value::Null)
    })
}
