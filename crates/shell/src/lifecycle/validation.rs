//! What the checks of all configurations have in common.

use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::validate::{validate, with_defaults};
use schema_runtime::value::Value;

use super::call::guarded;
use super::entries::Entry;
use super::instance::Instance;
use crate::context::AuthorCall;
use crate::default_methods::calls_default;
use crate::masks::Masks;

impl Instance {
    /// The schema's own rules, then what the author checks beyond them. Where the author checks
    /// nothing, neither here nor in the schema, nobody else's thread is needed.
    pub(super) async fn check<T: ?Sized + Send + Sync + 'static>(
        &self,
        entry: &Entry<T>,
        schema: Ref<Schema>,
        config: &Value,
        author: fn(&T, &Value) -> Diagnostics,
    ) -> Diagnostics {
        let environment = &self.inner.environment;
        if !entry.functions() && entry.validate.is_known() {
            return checks(
                &schema,
                config,
                environment,
                None::<fn(&Value) -> Diagnostics>,
            );
        }
        let name = schema.type_name.as_str().to_owned();
        let (config, environment) = (config.clone(), Arc::clone(environment));
        let code = entry.code.clone();
        let implementor = entry.implementor;
        let checked = self.run_checks(&name, AuthorCall::Validate, move || {
            let mut is_default = false;
            let author = |config: &Value| {
                let (found, called) = calls_default(implementor, || author(&code, config));
                is_default = called;
                found
            };
            let found = checks(&schema, &config, &environment, Some(author));
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
    author: Option<impl FnOnce(&Value) -> Diagnostics>,
) -> Diagnostics {
    let name = &schema.type_name;
    // Validators and default functions may be the author's.
    let masks = Masks::default();
    masks.mask_secrets(&schema.block, [config]);
    let mut diagnostics = guarded(name, AuthorCall::Validate, || {
        validate(schema, config, environment)
    })
    .unwrap_or_else(Diagnostics::from);
    if let Some(author) = author.filter(|_| !config.is_null()) {
        // What is wrong with a default was said above, a panic too.
        let filled = guarded(name, AuthorCall::Validate, || {
            with_defaults(schema, config, environment)
        });
        if let Ok((config, _)) = filled {
            masks.mask_secrets(&schema.block, [&*config]);
            let checked = guarded(name, AuthorCall::Validate, || author(&config));
            diagnostics.extend(checked.unwrap_or_else(Diagnostics::from));
        }
    }
    diagnostics
}
