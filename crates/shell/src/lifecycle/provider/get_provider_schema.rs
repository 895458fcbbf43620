//! The schemas of a provider.

use crate::context::ProviderCall;
use std::sync::Arc;

use schema_panic::caught;
use schema_runtime::check::check_defaults;
use schema_runtime::default_values::default_value;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::path::Path;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Field, Schema};
use schema_runtime::value::Value;

use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::provider_functions::{calls_functions, has_functions};
use crate::lifecycle::instance::schemas::Schemas;

impl Instance {
    /// The provider's schemas.
    #[must_use]
    pub fn schemas(&self) -> &Schemas {
        match &self.behind {
            Some((_, schemas)) => schemas,
            None => &self.inner.schemas,
        }
    }

    /// Errors in defaults made by functions and expressions: their fields' own validators reject
    /// them. The environment is omitted: its values are the user's, and are checked wherever a
    /// default is used.
    pub async fn wrong_defaults(&self) -> Diagnostics {
        let schemas = self.schemas();
        let (calling, plain): (Vec<_>, Vec<_>) = [&schemas.provider]
            .into_iter()
            .chain(schemas.of_types())
            .partition(|schema| has_functions(&schema.block));
        let mut found = wrong_in(plain);
        if !calling.is_empty() {
            let name = &*schemas.provider.type_name;
            let calling: Vec<Ref<Schema>> = calling.into_iter().cloned().collect();
            let checked = self.run_checks(name, ProviderCall::SCHEMA, move || wrong_in(&calling));
            found.extend(checked.await.unwrap_or_else(Diagnostics::from));
        }
        found
    }

    /// Whether objects of a resource cannot be imported.
    #[must_use]
    pub fn refuses_import(&self, type_name: &str) -> bool {
        let entry = self.resource_entry(type_name);
        entry.is_ok_and(|entry| entry.code.refuses_import())
    }

    /// The pattern of a resource's import ids, if it has one.
    #[must_use]
    pub fn import_pattern(&self, type_name: &str) -> Option<String> {
        self.resource_entry(type_name).ok()?.code.import_pattern()
    }

    /// Whether a resource has nothing to read, for the conformance kit.
    #[doc(hidden)]
    #[must_use]
    pub fn nothing_to_read(&self, type_name: &str) -> bool {
        let entry = self.resource_entry(type_name);
        entry.is_ok_and(|entry| entry.code.nothing_to_read())
    }

    /// Reads the schemas where provider code may be called, such as default expressions: on its own
    /// thread, with a time limit.
    ///
    /// # Errors
    /// The provider code panicked or did not return.
    pub async fn look_at_schemas<T: Send + 'static>(
        &self,
        look: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Diagnostics> {
        let name = self.schemas().provider.type_name.as_str().to_owned();
        Ok(self.run_checks(&name, ProviderCall::SCHEMA, look).await?)
    }

    /// The value of a provider setting that is not configured; null if it has no default, or a
    /// wrong one, which is reported when it is used.
    pub async fn default_setting(&self, field: &Field) -> Value {
        let path = Path::new(field.name.clone());
        let environment = &self.inner.environment;
        if !calls_functions(field) {
            return default_value(field, &path, environment).unwrap_or(Value::Null);
        }
        let name = self.schemas().provider.type_name.as_str().to_owned();
        let (field, environment) = (field.clone(), Arc::clone(environment));
        let made = self.run_checks(&name, ProviderCall::DEFAULTS, move || {
            default_value(&field, &path, &environment).unwrap_or(Value::Null)
        });
        made.await.unwrap_or(Value::Null)
    }
}

fn wrong_in<'a>(schemas: impl IntoIterator<Item = &'a Ref<Schema>>) -> Diagnostics {
    let environment = Environment::default();
    let mut found = Diagnostics::new();
    for schema in schemas {
        // A panicking function is reported when it is called for a resource.
        let wrong = caught(|| check_defaults(schema, &environment)).unwrap_or_default();
        for mut wrong in wrong {
            wrong.summary = format!("{}: {}", &*schema.type_name, wrong.summary);
            found.push(wrong.at(Path::root()));
        }
    }
    found
}
