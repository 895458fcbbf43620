//! Validation of configurations.

use schema_runtime::defaults::with_defaults;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Schema;
use schema_runtime::validate::validate;
use schema_runtime::value::Value;

use super::Instance;
use super::call::guarded;

impl Instance {
    /// Checks the provider's own settings; they may be unknown.
    #[expect(clippy::unused_async, reason = "all calls of the protocol are alike")]
    pub async fn validate_provider_config(&self, config: &Value) -> Diagnostics {
        let provider = &self.inner.provider;
        self.check(&self.inner.schemas.provider, config, |config| {
            provider.validate(config)
        })
    }

    /// Checks the configuration of a resource; values may be unknown.
    #[expect(clippy::unused_async, reason = "all calls of the protocol are alike")]
    pub async fn validate_resource(&self, type_name: &str, config: &Value) -> Diagnostics {
        match self.resource(type_name) {
            Ok(resource) => self.check(&resource.schema(), config, |config| {
                resource.validate(config)
            }),
            Err(error) => error.into(),
        }
    }

    /// Checks the configuration of a data source; values may be unknown.
    #[expect(clippy::unused_async, reason = "all calls of the protocol are alike")]
    pub async fn validate_data_source(&self, type_name: &str, config: &Value) -> Diagnostics {
        match self.data_source(type_name) {
            Ok(source) => self.check(&source.schema(), config, |config| source.validate(config)),
            Err(error) => error.into(),
        }
    }

    fn check(
        &self,
        schema: &Schema,
        config: &Value,
        author: impl FnOnce(&Value) -> Diagnostics,
    ) -> Diagnostics {
        let environment = &self.inner.environment;
        let name = &schema.type_name;
        let mut diagnostics = guarded(name, "validate", || validate(schema, config, environment))
            .unwrap_or_else(Diagnostics::from);
        if !config.is_null() {
            let checked = guarded(name, "validate", || {
                // What is wrong with a default was said above.
                let (config, _) = with_defaults(schema, config, environment);
                author(&config)
            });
            diagnostics.extend(checked.unwrap_or_else(Diagnostics::from));
        }
        diagnostics
    }
}
