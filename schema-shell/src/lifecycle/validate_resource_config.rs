//! A check of a resource's configuration.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::value::Value;

use super::instance::Instance;

impl Instance {
    /// Checks the configuration of a resource; values may be unknown.
    #[expect(clippy::unused_async, reason = "all calls of the protocol are alike")]
    pub async fn validate_resource_config(&self, type_name: &str, config: &Value) -> Diagnostics {
        match self.resource(type_name) {
            Ok(resource) => self.check(&resource.schema(), config, |config| {
                resource.validate(config)
            }),
            Err(error) => error.into(),
        }
    }
}
