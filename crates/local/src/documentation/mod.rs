//! The documentation of a provider: checks its examples, reads and writes its files. `schema-docs`
//! generates the content of the pages.

mod examples;
mod files;
mod foreign;

pub(crate) use examples::check_examples;
pub(crate) use files::{read_pages, read_sources, replace};

use schema_docs::{Documented, PageKind, Provider};

use schema_shell::lifecycle::Instance;

/// Everything in a provider that has a page.
pub(crate) fn documented(instance: &Instance) -> Provider {
    let schemas = instance.schemas();
    let mut provider =
        Provider::new(schemas.provider.clone()).with_meta(schemas.provider_meta.clone());
    for (kind, all) in [
        (PageKind::Resource, &schemas.resources),
        (PageKind::DataSource, &schemas.data_sources),
        (PageKind::EphemeralResource, &schemas.ephemeral_resources),
        (PageKind::ListResource, &schemas.list_resources),
        (PageKind::Action, &schemas.actions),
        (PageKind::StateStore, &schemas.state_stores),
    ] {
        for (name, schema) in all {
            let mut one = Documented::new(kind, name, schema.clone());
            if kind == PageKind::Resource {
                let identity = schemas.identities.get(name).cloned();
                one = one.imported_by(identity, instance.import_pattern(name));
                if instance.refuses_import(name) {
                    one = one.not_importable();
                }
            }
            provider = provider.with(one);
        }
    }
    for function in schemas.functions.values() {
        provider = provider.with(Documented::function(function.clone()));
    }
    provider
}
