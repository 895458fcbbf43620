//! A check of the provider's settings.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::value::Value;

use super::instance::Instance;

impl Instance {
    /// Checks the provider's own settings; they may be unknown.
    #[expect(clippy::unused_async, reason = "all calls of the protocol are alike")]
    pub async fn validate_provider_config(&self, config: &Value) -> Diagnostics {
        let provider = &self.inner.provider;
        self.check(&self.inner.schemas.provider, config, |config| {
            provider.validate(config)
        })
    }
}
