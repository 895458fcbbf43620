//! Reads existing objects and data sources.

use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use crate::address::ObjectAddress;
use crate::language::eval::all_sensitive_paths;
use crate::message::{Message, Messages};
use crate::run::changes::ResourceObject;
use crate::run::context::Run;
use crate::run::core_checks::check_read;
use crate::run::events::{Begun, Operation};
use schema_shell::lifecycle::ReadRequest;

impl Run {
    /// Reads the current object; the inner `None` means that it no longer exists, the outer one an
    /// error.
    pub(crate) async fn refresh(
        &self,
        address: &ObjectAddress,
        object: ResourceObject,
        messages: &mut Messages,
    ) -> Option<Option<ResourceObject>> {
        let schema = self.schema(address)?;
        let errors = messages.error_count();
        let id = self.id(address, &object.value);
        let begun = Begun::new(&*self.events, address, Operation::Refresh, id.as_deref());
        let response = self
            .provider(address)
            .read_resource(ReadRequest {
                current_identity: object.identity.clone(),
                type_name: address.type_name.to_string(),
                current_state: object.value.clone(),
                private: object.private.clone(),
                progress: None,
            })
            .await;
        self.report(address, response.diagnostics, messages);
        let value = normalise_blocks(schema, response.new_state);
        if messages.error_count() == errors && !value.is_null() {
            let mut wrong = Messages::new();
            check_read(&schema.block, &value, &mut wrong);
            messages.extend(self.with_locations(address, wrong));
        }
        let failed = messages.error_count() > errors;
        begun.end(failed, self.id(address, &value).as_deref());
        if failed {
            return None;
        }
        Some((!value.is_null()).then_some(ResourceObject {
            sensitive: all_sensitive_paths(&schema.block, &value, &object.sensitive),
            value,
            private: response.private,
            identity: response.new_identity,
            ..object
        }))
    }

    /// Validates and reads a data source whose configuration is known.
    pub(crate) async fn read_data(
        &self,
        address: &ObjectAddress,
        config: Value,
        messages: &mut Messages,
    ) -> Option<Value> {
        let schema = self.schema(address)?;
        let before = messages.error_count();
        let diagnostics = self
            .provider(address)
            .validate_data_resource_config(&address.type_name, &config)
            .await;
        self.report(address, diagnostics, messages);
        if messages.error_count() > before {
            return None;
        }
        let begun = Begun::new(&*self.events, address, Operation::Read, None);
        let response = self
            .provider(address)
            .read_data_source(&address.type_name, config)
            .await;
        self.report(address, response.diagnostics, messages);
        if messages.error_count() == before {
            let mut wrong = Messages::new();
            if response.state.is_null() {
                wrong.push(Message::error("Provider produced null object").detail(
                    "The provider reported success, but returned no object.\n\nThis is a \
                     bug in the provider.",
                ));
            } else {
                check_read(&schema.block, &response.state, &mut wrong);
            }
            messages.extend(self.with_locations(address, wrong));
        }
        let failed = messages.error_count() > before;
        begun.end(failed, self.id(address, &response.state).as_deref());
        (!failed).then_some(response.state)
    }
}

/// Null block collections become empty, as in Terraform Core.
fn normalise_blocks(schema: &Schema, value: Value) -> Value {
    let Value::Object(values) = value else {
        return value;
    };
    Value::Object(
        schema
            .block
            .fields
            .iter()
            .zip(values)
            .map(|(field, value)| match value {
                Value::Null if field.is_block() => field.absent_value(),
                value => value,
            })
            .collect(),
    )
}
