//! [`Ephemeral`]: what an author implements for the struct of an ephemeral resource.

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::EphemeralRoot;

use crate::context::{Member, OfEphemeral};
use crate::default_methods::mark_default;
use crate::provider::Provider;

/// An ephemeral resource: something that is there for one run of Terraform only, and never in a state.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an ephemeral resource",
    label = "needs `impl Ephemeral for {Self}`"
)]
pub trait Ephemeral: EphemeralRoot {
    /// The provider that it belongs to, whose client it gets.
    type Provider: Provider;

    /// Checks a configuration beyond what the schema says; values may be unknown.
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let _ = config;
        mark_default::<Self>();
        Diagnostics::new()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Ephemeral> Member<OfEphemeral> for T {
    type Provider = T::Provider;
}
