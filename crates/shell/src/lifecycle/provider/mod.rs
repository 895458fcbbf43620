//! The provider's own calls: schemas, settings, stop.

mod configure_provider;
mod get_provider_schema;
mod provider_meta;
mod stop_provider;
