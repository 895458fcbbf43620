//! One command over one configuration: a [`Run`], what its steps share, and the steps, which do
//! what Terraform Core does.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `graph` | the dependency graph, and the order of operations |
//! | `moves` | objects whose address changes |
//! | `core_checks` | Terraform Core's checks of a provider's responses, as messages |
//! | `changes` | a plan as data: changes of resources and outputs, drift |
//! | `events` | the events of a running command, and their listener |
//! | `stop` | the user's request to stop |
//! | `secrets` | sensitive values, which no message from the provider may show |
//! | `context` | the [`Run`], which everything below shares |
//! | `settings` | the provider's own settings, for commands without a configuration |
//! | `remote_state` | the state in the provider's state store |
//! | `actions` | actions: which of them a change triggers, and how one is invoked |
//! | `conditions` | rules of a configuration: validations, conditions, checks |
//! | `validate` | step: checks everything, with all resources unknown |
//! | `refresh` | step: reads existing objects and data sources |
//! | `ephemeral` | step: opens, renews and closes ephemeral resources |
//! | `plan` | step: finds the changes to make |
//! | `apply` | step: makes them, and writes the state after each one |
//! | `import` | step: imports an existing object into the state |
//! | `invoke` | step: invokes an action on request |
//! | `query` | step: lists existing objects |

pub(crate) mod actions;
pub(crate) mod apply;
pub(crate) mod changes;
pub(crate) mod conditions;
pub(crate) mod context;
pub(crate) mod core_checks;
pub(crate) mod ephemeral;
pub(crate) mod events;
pub(crate) mod graph;
pub(crate) mod import;
pub(crate) mod invoke;
pub(crate) mod moves;
pub(crate) mod plan;
pub(crate) mod query;
pub(crate) mod refresh;
pub(crate) mod remote_state;
pub(crate) mod secrets;
pub(crate) mod settings;
pub(crate) mod stop;
pub(crate) mod validate;

pub use context::Run;
