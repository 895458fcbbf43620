//! The schemas of a provider.

use std::collections::BTreeMap;

use schema_panic::caught;
use schema_runtime::check::check_defaults;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Schema};

use super::instance::Instance;

/// The schemas of a provider.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// Of its settings.
    pub provider: Ref<Schema>,
    /// Of what modules tell it in `provider_meta` blocks, if it takes any.
    pub provider_meta: Option<Ref<Schema>>,
    /// Of its resources, by type name.
    pub resources: BTreeMap<String, Ref<Schema>>,
    /// Of its data sources, by type name.
    pub data_sources: BTreeMap<String, Ref<Schema>>,
}

impl Instance {
    /// The provider's schemas.
    #[must_use]
    pub fn schemas(&self) -> &Schemas {
        &self.inner.schemas
    }

    /// What is wrong with the defaults that functions and expressions make: their fields' own
    /// validators refuse them. The environment is left out: what it holds is the user's, and is
    /// checked wherever a default comes in.
    pub fn wrong_defaults(&self) -> Diagnostics {
        let environment = Environment::default();
        let schemas = self.schemas();
        let mut found = Diagnostics::new();
        for schema in [&schemas.provider]
            .into_iter()
            .chain(schemas.resources.values())
            .chain(schemas.data_sources.values())
        {
            // A function that panics is told where it is called for somebody's resource.
            let wrong = caught(|| check_defaults(schema, &environment)).unwrap_or_default();
            for wrong in wrong {
                found.push(Diagnostic {
                    summary: format!("{}: {}", &*schema.type_name, wrong.summary),
                    path: Path::root(),
                    ..wrong
                });
            }
        }
        found
    }
}
