//! The operations of the kit, one in each file, and the checks of their answers.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `schemas` | documentation, and default functions |
//! | `functions` | calls of functions, with the arguments of an example and with others |
//! | `state_stores` | states written, read, locked and deleted |
//! | `example_run` | one example that is being tried, and the steps that the rest uses |
//! | `resource_calls` | the calls of the example's type, and what is found in each answer |
//! | `actions` | an action, planned, invoked and asked to stop |
//! | `ephemeral` | ephemeral resources: opened, renewed and closed |
//! | `generated` | the configuration generated for an imported object |
//! | `write_only` | write-only arguments: where they are needed, changed and sent |
//! | `read_sets` | the fields that read sets |
//! | `import` | what an import finds |
//! | `list` | whether lists contain the existing objects |
//! | `null_blocks` | null instead of empty blocks, as some clients send it |
//! | `unknowns` | plans with an unknown value, and once more when it is known |
//! | `change` | changes of every field |
//! | `drift` | changes outside of Terraform |
//! | `provoke` | calls that should fail |
//! | `delete` | delete, delete once more, and a create that is asked to stop |
//! | `lifecycle` | the order of all these, for one object |

pub(crate) mod actions;
pub(crate) mod change;
pub(crate) mod delete;
pub(crate) mod drift;
pub(crate) mod ephemeral;
pub(crate) mod example_run;
pub(crate) mod functions;
pub(crate) mod generated;
pub(crate) mod import;
pub(crate) mod lifecycle;
pub(crate) mod list;
pub(crate) mod null_blocks;
pub(crate) mod provoke;
pub(crate) mod read_sets;
pub(crate) mod resource_calls;
pub(crate) mod schemas;
pub(crate) mod state_stores;
pub(crate) mod unknowns;
pub(crate) mod write_only;
