//! Calls of ephemeral resources.

pub(crate) mod check_opened;
mod close_ephemeral_resource;
pub(crate) mod open_ephemeral_resource;
mod opened;
pub(crate) mod renew_ephemeral_resource;
pub(crate) mod renewal;
