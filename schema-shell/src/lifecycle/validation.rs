//! What the checks of all configurations have in common.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Schema;
use schema_runtime::validate::{validate, with_defaults};
use schema_runtime::value::Value;

use super::call::guarded;
use super::instance::Instance;

impl Instance {
    /// The schema's own rules, then what the author checks beyond them.
    pub(super) fn check(
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
            // What is wrong with a default was said above, a panic too.
            let filled = guarded(name, "validate", || {
                with_defaults(schema, config, environment)
            });
            if let Ok((config, _)) = filled {
                let checked = guarded(name, "validate", || author(&config));
                diagnostics.extend(checked.unwrap_or_else(Diagnostics::from));
            }
        }
        diagnostics
    }
}
