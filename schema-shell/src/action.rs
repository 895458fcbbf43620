//! [`Action`]: what an author implements for the struct of an action.

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::ActionRoot;

use crate::context::{Member, OfAction};
use crate::default_methods::mark_default;
use crate::provider::Provider;

/// An action: something that is done, and leaves no object behind.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an action",
    label = "needs `impl Action for {Self}`"
)]
pub trait Action: ActionRoot {
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
impl<T: Action> Member<OfAction> for T {
    type Provider = T::Provider;
}
