//! The arguments of provider code: [`Cx`], and the data of ephemeral resources, lists and
//! functions.
//!
//! (The runtime has the data of resources, data sources and the other kinds.)

mod call;
pub(crate) mod call_timeout;
mod cx;
mod defer;
mod deferral;
mod ephemeral_data;
mod example;
mod function_error;
mod list_sink;
mod member;
mod not_here;
mod progress;
mod provider_call;
mod warning;

// After `cx`: the documentation shows impl blocks in this order.
mod end;

pub use call::AnyClient;
pub(crate) use call::{BoundClient, Call, Client};
pub use cx::Cx;
pub use deferral::{DeferReason, Deferral};
pub use ephemeral_data::{EphemeralCore, EphemeralData, OpenData};
pub(crate) use ephemeral_data::{OPENED, Renewal};
pub use function_error::{AtArgument, FunctionError, FunctionResult};
pub use list_sink::{ListEvent, ListSink, ListSinkCore};
pub use member::{
    HasClient, HasProviderMeta, Member, OfAction, OfDataSource, OfEphemeral, OfResource,
    OfStateStore,
};
pub use progress::Progress;
pub use provider_call::CallKind;
pub(crate) use provider_call::ProviderCall;
pub use warning::IntoWarning;
