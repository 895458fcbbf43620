//! The `provider_meta` block of the module that a call is about.

use crate::context::ProviderCall;
use std::sync::Arc;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::validate::{validate, with_defaults};
use schema_runtime::value::Value;

use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::provider_functions::has_functions;
use crate::process::masks::Masks;

impl Instance {
    /// The same instance for the calls of a module with this `provider_meta` block; null if the
    /// module has none. Provider code sees no block if it is null, or if the provider does not
    /// accept one.
    ///
    /// The block is checked here, because Terraform has no call that validates it.
    ///
    /// # Errors
    /// The block does not match its schema. The diagnostics name its fields in their message:
    /// Terraform would look up a path in the resource that the call is about.
    pub async fn in_module(&self, provider_meta: &Value) -> Result<Self, Diagnostics> {
        let mut instance = self.clone();
        instance.provider_meta = match &self.schemas().provider_meta {
            Some(schema) if !provider_meta.is_null() => {
                Some(Arc::new(self.checked_meta(schema, provider_meta).await?))
            }
            _ => None,
        };
        Ok(instance)
    }

    async fn checked_meta(
        &self,
        schema: &Ref<Schema>,
        config: &Value,
    ) -> Result<Value, Diagnostics> {
        let environment = &self.inner.environment;
        // Held until a panic of the provider developer's validators is reported.
        let masks = Masks::default();
        masks.mask_secrets(&schema.block, [config]);
        let (found, filled) = if has_functions(&schema.block) {
            let (schema, config) = (schema.clone(), config.clone());
            let environment = Arc::clone(environment);
            let name = schema.type_name.as_str().to_owned();
            self.run_checks(&name, ProviderCall::PROVIDER_META, move || {
                checks(&schema, &config, &environment)
            })
            .await?
        } else {
            checks(schema, config, environment)
        };
        drop(masks);
        if !found.has_errors() {
            return Ok(filled);
        }
        Err(found
            .into_iter()
            .filter(Diagnostic::is_error)
            .map(|error| within(schema, error))
            .collect())
    }
}

/// Validates a block, and fills in its defaults. Both report errors in a default.
fn checks(schema: &Schema, config: &Value, environment: &Environment) -> (Diagnostics, Value) {
    // Validators and default functions may be provider code.
    (
        validate(schema, config, environment),
        with_defaults(schema, config, environment).0.into_owned(),
    )
}

/// The same error with its path moved into the message.
fn within(schema: &Schema, error: Diagnostic) -> Diagnostic {
    let name = &schema.type_name;
    let place = if error.path.is_root() {
        format!("In the module's `provider_meta \"{name}\"` block")
    } else {
        format!(
            "At {} in the module's `provider_meta \"{name}\"` block",
            error.path
        )
    };
    let detail = format!("{place}: {}", error.detail);
    error.with_detail(detail).at(Path::root())
}
