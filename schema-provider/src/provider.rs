//! [`Provider`]: what an author implements for the struct of the provider's own settings.

use std::future::Future;

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::ProviderRoot;

use crate::registration::{DataSourceDef, ResourceDef};
use crate::{Cx, Result};

/// A provider: its settings (the struct itself), its client, its resources and data sources.
///
/// ```ignore
/// impl Provider for Disk {
///     type Client = Store;
///
///     fn resources() -> &'static [ResourceDef<Self>] {
///         resources![Image, Snapshot]
///     }
///
///     async fn configure(_cx: &Cx, config: ConfigData<'_, Self>) -> Result<Store> {
///         Ok(Store::open(config.require(Disk::DIRECTORY)?)?)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a provider",
    label = "needs `impl Provider for {Self}`"
)]
pub trait Provider: ProviderRoot {
    /// What resources and data sources work with: made once, shared by all calls. `()` for a
    /// provider without one.
    type Client: Send + Sync + 'static;

    /// The resources, as `resources![Image, Snapshot]`.
    #[must_use]
    fn resources() -> &'static [ResourceDef<Self>] {
        &[]
    }

    /// The data sources, as `data_sources![ImageLookup]`.
    #[must_use]
    fn data_sources() -> &'static [DataSourceDef<Self>] {
        &[]
    }

    /// Whether [`configure`](Self::configure) is called although settings are still unknown (a
    /// provider whose settings come from another resource, before that exists). Unless it is, such
    /// a provider stays unconfigured for the plan, and [`Cx::client`] says so.
    #[must_use]
    fn accepts_unknown() -> bool {
        false
    }

    /// Checks the settings beyond what the schema says; they may be unknown.
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let _ = config;
        Diagnostics::new()
    }

    /// Makes the client from the settings, with defaults filled in. An error ends the whole
    /// command.
    fn configure(
        cx: &Cx,
        config: ConfigData<'_, Self>,
    ) -> impl Future<Output = Result<Self::Client>> + Send;
}
