//! The traits of a provider: one for the provider and one for each kind of type.

mod action;
mod data_source;
mod ephemeral;
mod function;
mod list;
mod provider;
mod resource;
mod state_store;
mod unported;

pub use action::{Action, ActionPlan};
pub use data_source::DataSource;
pub use ephemeral::{EphemeralResource, Renew};
pub use function::Function;
pub use list::ListResource;
pub use provider::{IsProvider, Provider};
pub use resource::{Resource, Update};
pub use state_store::StateStore;

use schema_runtime::__private::Sealed;

use crate::context::{Member, OfAction, OfDataSource, OfEphemeral, OfResource, OfStateStore};

/// What belongs to a provider, and so has its client.
macro_rules! members {
    ($($kind:ident as $of:ident,)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: $kind> Member<$of> for T {
            type Provider = T::Provider;
            const __SEALED: Sealed = Sealed;
        }
    )+};
}

members! {
    Resource as OfResource,
    DataSource as OfDataSource,
    EphemeralResource as OfEphemeral,
    Action as OfAction,
    StateStore as OfStateStore,
}
