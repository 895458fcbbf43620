//! One command over one configuration: a [`Run`], what its steps share, and the steps, which do
//! what Terraform Core does.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `graph` | what depends on what, and in which order things are done |
//! | `moves` | objects that have another address than before |
//! | `core_checks` | Terraform Core's checks of what a provider answers, as messages |
//! | `changes` | a plan as data: changes of resources and outputs, drift |
//! | `events` | what a running command reports, and to whom |
//! | `stop` | the user's wish to end |
//! | `secrets` | sensitive values, which no message of the provider may show |
//! | `context` | the [`Run`], which everything below shares |
//! | `settings` | the provider's own settings, for commands without a configuration |
//! | `remote_state` | the state in the provider's state store |
//! | `actions` | actions: which of them a change triggers, and how one is invoked |
//! | `conditions` | what a configuration demands of itself: validations, conditions, checks |
//! | `validate` | step: checks everything, with all resources unknown |
//! | `refresh` | step: reads what exists, and data sources |
//! | `ephemeral` | step: opens, renews and closes ephemeral resources |
//! | `plan` | step: finds out what to do |
//! | `apply` | step: does it, and writes the state after each change |
//! | `import` | step: takes an existing object into the state |
//! | `invoke` | step: invokes an action because the user asks for it |
//! | `query` | step: lists what exists |

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
