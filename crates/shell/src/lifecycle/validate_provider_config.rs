//! A check of the provider's settings.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::value::Value;

use super::instance::Instance;

impl Instance {
    /// Checks the provider's own settings; they may be unknown.
    pub async fn validate_provider_config(&self, config: &Value) -> Diagnostics {
        let schema = self.inner.schemas.provider.clone();
        let provider = &self.inner.provider;
        self.check(provider, schema, config, |code, config| {
            code.validate(config)
        })
        .await
    }
}
