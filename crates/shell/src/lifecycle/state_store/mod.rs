//! Calls of state stores.

pub(crate) mod configure_state_store;
mod delete_state;
pub(crate) mod get_states;
pub(crate) mod lock_state;
pub(crate) mod read_state_bytes;
pub(crate) mod state_chunks;
mod state_stores;
mod unlock_state;
mod write_state_bytes;
