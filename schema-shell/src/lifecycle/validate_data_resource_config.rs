//! A check of a data source's configuration.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::value::Value;

use super::instance::Instance;

impl Instance {
    /// Checks the configuration of a data source; values may be unknown.
    #[expect(clippy::unused_async, reason = "all calls of the protocol are alike")]
    pub async fn validate_data_resource_config(
        &self,
        type_name: &str,
        config: &Value,
    ) -> Diagnostics {
        match self.data_source(type_name) {
            Ok(source) => self.check(&source.schema(), config, |config| source.validate(config)),
            Err(error) => error.into(),
        }
    }
}
