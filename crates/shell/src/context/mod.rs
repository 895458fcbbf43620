//! [`Cx`]: what author code gets beside its data.

mod author_call;
mod call;
mod cx;
mod defer;
mod example;
mod member;
mod not_here;
mod progress;
mod warning;

// After `cx`: the documentation shows impl blocks in this order.
mod end;

pub(crate) use author_call::AuthorCall;
pub use call::AnyClient;
pub(crate) use call::{BoundClient, Call, Client};
pub use cx::Cx;
pub use member::{
    HasClient, Member, OfAction, OfDataSource, OfEphemeral, OfResource, OfStateStore,
};
pub use progress::Progress;
pub use warning::IntoWarning;
