//! Validation of configurations: of the provider, and of all its types.

use std::sync::Arc;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::{Environment, Schema, SchemaKind};
use schema_runtime::validate::{validate, with_defaults, write_only_preferences};
use schema_runtime::value::Value;

use super::instance::Instance;
use super::instance::behind::{BehindCall, BehindRequest};
use super::instance::call::guarded;
use super::instance::entries::{Entry, Registered, unknown_type};
use crate::context::CallKind;
use crate::process::masks::Masks;
use crate::untyped::default_methods::calls_default;

/// [`Instance::validate_config`] under a name for each kind.
macro_rules! of_types {
    ($($name:ident: $kind:ident, $article:literal;)+) => {
        impl Instance {
            $(
                #[doc = concat!("Checks the configuration of ", $article, "; values may be unknown.")]
                pub async fn $name(&self, type_name: &str, config: &Value) -> Diagnostics {
                    self.validate_config(SchemaKind::$kind, type_name, config).await
                }
            )+
        }
    };
}

of_types! {
    validate_resource_config: Resource, "a resource";
    validate_data_resource_config: DataSource, "a data source";
    validate_ephemeral_resource_config: Ephemeral, "an ephemeral resource";
    validate_list_resource_config: List, "a list resource";
    validate_action_config: Action, "an action";
    validate_state_store_config: StateStore, "a state store";
}

impl Instance {
    /// Validates the provider's own settings; they may be unknown.
    pub async fn validate_provider_config(&self, config: &Value) -> Diagnostics {
        self.validate_config(SchemaKind::Provider, "", config).await
    }

    /// Validates the configuration of a type of this kind, or of the provider itself; values may be
    /// unknown.
    #[doc(hidden)]
    pub async fn validate_config(
        &self,
        kind: SchemaKind,
        type_name: &str,
        config: &Value,
    ) -> Diagnostics {
        if let Some(behind) = self.behind(kind, type_name) {
            let call = BehindCall::Validate(kind);
            let request = BehindRequest::of(call, type_name, config.clone());
            return behind.ask(request).await.diagnostics;
        }
        if let (SchemaKind::Provider, Some((behind, _))) = (kind, &self.behind) {
            behind.validate_settings(config);
        }
        let mut found = self.validate_for_old_client(kind, type_name, config).await;
        if kind == SchemaKind::Resource
            && let Ok(entry) = self.resource_entry(type_name)
            && entry.prefers_write_only()
        {
            found.extend(write_only_preferences(&entry.schema.block, config));
        }
        found
    }

    /// The same for a client that does not know write-only attributes, so none should be preferred.
    #[doc(hidden)]
    pub async fn validate_for_old_client(
        &self,
        kind: SchemaKind,
        name: &str,
        config: &Value,
    ) -> Diagnostics {
        match kind {
            SchemaKind::Provider => self.check(Ok(&self.inner.provider), config).await,
            SchemaKind::Resource => self.check(self.resource_entry(name), config).await,
            SchemaKind::DataSource => self.check(self.data_source_entry(name), config).await,
            SchemaKind::Ephemeral => {
                self.check(self.ephemeral_resource_entry(name), config)
                    .await
            }
            SchemaKind::List => self.check(self.list_resource_entry(name), config).await,
            SchemaKind::Action => match self.action_entry(name) {
                Ok(entry) if says_nothing(&entry.schema, config) => Diagnostics::new(),
                entry => self.check(entry, config).await,
            },
            SchemaKind::StateStore => self.check(self.state_store_entry(name), config).await,
            other => unknown_type(other.block_kind().words(), name, [].into_iter()).into(),
        }
    }

    /// The schema's own rules, then what the provider developer checks beyond them. If neither this
    /// nor the schema has checks by the provider developer, no thread for provider code is needed.
    pub(crate) async fn check<T: Registered + ?Sized + Send + Sync + 'static>(
        &self,
        entry: Result<&Entry<T>, Diagnostic>,
        config: &Value,
    ) -> Diagnostics {
        let entry = match entry {
            Ok(entry) => entry,
            Err(unknown) => return unknown.into(),
        };
        let schema = entry.schema.clone();
        let environment = &self.inner.environment;
        if !entry.functions() && entry.validate.is_known() {
            return checks(&schema, config, environment, self.hides, None);
        }
        let name = schema.type_name.as_str().to_owned();
        let (config, environment) = (config.clone(), Arc::clone(environment));
        let code = entry.code.clone();
        let (implementor, hides) = (entry.implementor, self.hides);
        let checked = self.run_checks(&name, CallKind::Validate, move || {
            let mut is_default = false;
            let mut provider_code = |config: &Value| {
                let (found, called) = calls_default(implementor, || code.validate(config));
                is_default = called;
                found
            };
            let code = Some(&mut provider_code as &mut dyn FnMut(&Value) -> Diagnostics);
            let found = checks(&schema, &config, &environment, hides, code);
            (found, is_default)
        });
        match checked.await {
            Ok((found, is_default)) => {
                entry.validate.remember(is_default);
                found
            }
            Err(error) => error.into(),
        }
    }
}

fn checks(
    schema: &Schema,
    config: &Value,
    environment: &Environment,
    hides: bool,
    provider_code: Option<&mut dyn FnMut(&Value) -> Diagnostics>,
) -> Diagnostics {
    let name = &schema.type_name;
    // Validators and default functions may be provider code.
    let masks = Masks::new(hides);
    masks.mask_secrets(&schema.block, [config]);
    let mut diagnostics = guarded(name, CallKind::Validate, || {
        validate(schema, config, environment)
    })
    .unwrap_or_else(Diagnostics::from);
    if let Some(provider_code) = provider_code.filter(|_| !config.is_null()) {
        // Errors in a default were reported above, panics too.
        let filled = guarded(name, CallKind::Validate, || {
            with_defaults(schema, config, environment)
        });
        if let Ok((config, _)) = filled {
            masks.mask_secrets(&schema.block, [&*config]);
            let checked = guarded(name, CallKind::Validate, || provider_code(&config));
            diagnostics.extend(checked.unwrap_or_else(Diagnostics::from));
        }
    }
    Masks::hide(std::iter::once(&masks), &mut diagnostics);
    diagnostics
}

/// Whether nothing is configured: the block `config` is missing or empty, which a validation does
/// not distinguish.
///
/// Terraform (1.14, 1.15) crashes when it shows a diagnostic for an action without this block. So
/// its errors are reported by the plan, in which the configuration is null if the block is missing,
/// or else by the invocation.
pub(crate) fn says_nothing(schema: &Schema, config: &Value) -> bool {
    config.is_null() || *config == schema.block.empty_object()
}
