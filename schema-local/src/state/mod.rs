//! The state: what exists, as it was last seen.
//!
//! The file has a form of its own (it is not Terraform's, and says so), is written whole and
//! atomically, and is locked while a command uses it. What cannot be read as such a file is left
//! as it is.

mod file;
mod format;
mod manager;
mod model;

pub(crate) use manager::StateJournal;
pub use manager::StateManager;
pub use model::State;
pub(crate) use model::{StoredOutput, StoredResource, without_unknown};

#[cfg(test)]
mod tests;
