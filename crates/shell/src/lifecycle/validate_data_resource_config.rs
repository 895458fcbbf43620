//! A check of a data source's configuration.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::value::Value;

use super::instance::Instance;

impl Instance {
    /// Checks the configuration of a data source; values may be unknown.
    pub async fn validate_data_resource_config(
        &self,
        type_name: &str,
        config: &Value,
    ) -> Diagnostics {
        match self.data_source_entry(type_name) {
            Ok(entry) => {
                let schema = entry.code.schema();
                self.check(entry, schema, config, |code, config| code.validate(config))
                    .await
            }
            Err(error) => error.into(),
        }
    }
}
