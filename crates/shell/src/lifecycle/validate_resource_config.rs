//! A check of a resource's configuration.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::validate::write_only_preferences;
use schema_runtime::value::Value;

use super::instance::Instance;

impl Instance {
    /// Checks the configuration of a resource; values may be unknown.
    pub async fn validate_resource_config(&self, type_name: &str, config: &Value) -> Diagnostics {
        let mut found = self.validate_for_old_client(type_name, config).await;
        if let Ok(entry) = self.resource_entry(type_name)
            && entry.prefers_write_only()
        {
            found.extend(write_only_preferences(&entry.code.schema().block, config));
        }
        found
    }

    /// The same for a client that does not know write-only attributes, so that none is to be
    /// preferred.
    pub async fn validate_for_old_client(&self, type_name: &str, config: &Value) -> Diagnostics {
        match self.resource_entry(type_name) {
            Ok(entry) => {
                let schema = entry.code.schema();
                self.check(entry, schema, config, |code, config| code.validate(config))
                    .await
            }
            Err(error) => error.into(),
        }
    }
}
