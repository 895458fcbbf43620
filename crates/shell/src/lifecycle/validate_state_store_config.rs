//! A check of the configuration of a state store.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::value::Value;

use super::instance::Instance;

impl Instance {
    /// Checks the configuration of a state store; values may be unknown.
    pub async fn validate_state_store_config(
        &self,
        type_name: &str,
        config: &Value,
    ) -> Diagnostics {
        match self.state_store_entry(type_name) {
            Ok(entry) => {
                let schema = entry.code.schema();
                self.check(entry, schema, config, |code, config| code.validate(config))
                    .await
            }
            Err(error) => error.into(),
        }
    }
}
