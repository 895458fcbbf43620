//! What the module that a call is about says of itself in its `provider_meta` block.

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
    /// The same instance for the calls of a module whose `provider_meta` block says this; null
    /// where the module has no such block, and then, or where the provider takes none, nothing is
    /// seen of it.
    ///
    /// The block is checked here, since nobody else does it: Terraform has no call for that.
    ///
    /// # Errors
    /// The block is not as its schema says. The diagnostics name its fields in their text: a path
    /// would be looked for in the resource that the call is about.
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
            self.run_checks(&name, ProviderCall::ProviderMeta, move || {
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

/// What is wrong with a block, and the same block with defaults. What is wrong with a default is
/// said by both.
fn checks(schema: &Schema, config: &Value, environment: &Environment) -> (Diagnostics, Value) {
    // Validators and default functions may be the provider developer's.
    (
        validate(schema, config, environment),
        with_defaults(schema, config, environment).0.into_owned(),
    )
}

/// The same error without a path, which its text takes over.
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
