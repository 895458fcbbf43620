//! [`StateStore`]: what an author implements for the struct of a state store.

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::StateStoreRoot;

use crate::context::{Member, OfStateStore};
use crate::default_methods::mark_default;
use crate::provider::Provider;

/// A state store: a place where Terraform keeps its states. Experimental, as in Terraform.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a state store",
    label = "needs `impl StateStore for {Self}`"
)]
pub trait StateStore: StateStoreRoot {
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
impl<T: StateStore> Member<OfStateStore> for T {
    type Provider = T::Provider;
}
