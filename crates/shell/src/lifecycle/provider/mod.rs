//! The provider's own calls: its schemas, its settings, its end.

mod configure_provider;
mod get_provider_schema;
mod provider_meta;
mod stop_provider;
