//! The state: all existing objects, as last seen.
//!
//! The file has its own format (not Terraform's, and it says so), is replaced atomically, and is
//! locked while a command uses it. A file that is not in this format is left unchanged.
//!
//! | module | subject |
//! |---|---|
//! | `model` | the state as data |
//! | `format` | its text format |
//! | `file` | links, the lock, and replacing a file |
//! | `changes_file` | the changes since a large state was written |
//! | `spare_copy` | another place for a state that cannot be saved |
//! | `terraform_3` | Terraform's states before 0.12 |
//! | `terraform` | Terraform's states |
//! | `store` | when it is written in full, and when a change is appended |
//! | `manager` | the state of a running command |
//! | `conflict` | decides between the state file and a state store |
//! | `workspace` | several states of one configuration: their files, and the selected one |

mod changes_file;
pub(crate) mod conflict;
mod file;
pub(crate) mod format;
mod manager;
mod model;
mod spare_copy;
mod store;
mod terraform;
mod terraform_3;
pub(crate) mod workspace;

pub(crate) use file::{LOCKED, directory_of};
pub(crate) use manager::StateJournal;
pub use manager::StateManager;
pub use model::State;
pub(crate) use model::{Metadata, StoredIdentity, StoredOutput, StoredResource, in_words};

#[cfg(test)]
mod tests;
