//! Reads existing objects and data sources.

use schema_runtime::value::Value;

use crate::address::ObjectAddress;
use crate::language::eval::{Scope, TypedValue, all_sensitive_paths};
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
        // Null block collections become empty, as in Terraform Core.
        let value = schema
            .block
            .map_values(&response.new_state, |field, value| match value {
                Value::Null if field.is_block() => field.absent_value(),
                value => value.clone(),
            });
        if messages.error_count() == errors && !value.is_null() {
            let wrong = check_read(&schema.block, &value);
            messages.extend(self.with_locations(address, wrong));
        }
        let failed = messages.error_count() > errors;
        begun.end(failed, self.id(address, &value).as_deref());
        if failed {
            return None;
        }
        let mut metadata = object.metadata;
        metadata.sensitive = all_sensitive_paths(&schema.block, &value, &metadata.sensitive);
        Some((!value.is_null()).then_some(ResourceObject {
            value,
            private: response.private,
            identity: response.new_identity,
            metadata,
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
        if !self.validates(address, &config, messages).await {
            return None;
        }
        let before = messages.error_count();
        let begun = Begun::new(&*self.events, address, Operation::Read, None);
        let response = self
            .provider(address)
            .read_data_source(&address.type_name, config)
            .await;
        self.report(address, response.diagnostics, messages);
        if messages.error_count() == before {
            let wrong = match response.state.is_null() {
                true => Message::error("Provider produced null object")
                    .detail(
                        "The provider reported success, but returned no object.\n\nThis is a bug \
                         in the provider.",
                    )
                    .into(),
                false => check_read(&schema.block, &response.state),
            };
            messages.extend(self.with_locations(address, wrong));
        }
        let failed = messages.error_count() > before;
        begun.end(failed, self.id(address, &response.state).as_deref());
        (!failed).then_some(response.state)
    }

    /// The value of a data source that is read now; `None` after an error, or if its configuration
    /// is not known.
    pub(crate) async fn current_data(
        &self,
        address: &ObjectAddress,
        scope: &Scope,
        messages: &mut Messages,
    ) -> Option<TypedValue> {
        let config = self.valid_config(address, scope, messages)?;
        if !config.value.is_wholly_known() {
            return None;
        }
        let value = self.read_data(address, config.value, messages).await?;
        Some(self.reference_value(address, value, &config.sensitive))
    }
}
