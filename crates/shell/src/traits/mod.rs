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
