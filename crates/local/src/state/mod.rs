//! The state: all existing objects, as last seen.
//!
//! The file has its own format (not Terraform's, and it says so), is replaced atomically, and is
//! locked while a command uses it. A file that is not in this format is left unchanged.
//!
//! | module | subject |
//! |---|---|
//! | `model` | the state as data |
//! | `format` | its form as text |
//! | `file` | links, the lock, and replacing a file |
//! | `changes_file` | what changed since a large state was written |
//! | `spare_copy` | where a state goes that cannot be saved |
//! | `terraform_3` | states as Terraform kept them before 0.12 |
//! | `terraform` | states as Terraform keeps them |
//! | `store` | when it is written whole, and when a change is added |
//! | `manager` | the state of a running command |
//! | `conflict` | which of the state file and a state store is right |
//! | `workspace` | several states of one configuration: their files, and which is selected |

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

pub(crate) use file::{LOCKED, Lock};
pub(crate) use manager::StateJournal;
pub use manager::StateManager;
pub use model::State;
pub(crate) use model::{StoredIdentity, StoredOutput, StoredResource, in_words};

#[cfg(test)]
mod tests;
