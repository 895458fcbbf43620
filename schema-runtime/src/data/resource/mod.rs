//! [`ResourceData`]: a resource in create, read, update and delete.

mod fields;

// The documentation shows impl blocks in this order.
mod partial;

mod whole;

mod state;

mod identity;

mod dynamic;

pub use fields::ResourceData;
pub use state::IntoId;
