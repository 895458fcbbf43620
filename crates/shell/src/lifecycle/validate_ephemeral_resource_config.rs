//! A check of the configuration of an ephemeral resource.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::value::Value;

use super::instance::Instance;

impl Instance {
    /// Checks the configuration of an ephemeral resource; values may be unknown.
    pub async fn validate_ephemeral_resource_config(
        &self,
        type_name: &str,
        config: &Value,
    ) -> Diagnostics {
        match self.ephemeral_resource_entry(type_name) {
            Ok(entry) => {
                let schema = entry.code.schema();
                self.check(entry, schema, config, |code, config| code.validate(config))
                    .await
            }
            Err(error) => error.into(),
        }
    }
}
