//! The local runner: what a provider's program is when it is run by hand.
//!
//! This is an inner crate of `schema-provider`, which exports what runs a command as `local`: it
//! promises no semver, and nothing else should depend on it. It knows author code by
//! [`Instance`](schema_shell::lifecycle::Instance) alone, and nothing of the plugin protocol.
//!
//! A small tool for trying, developing and testing: `plan`, `apply`, `destroy`, `show`, `import`
//! and `schema`, for configurations with this provider's own resources. It reads the language of
//! Terraform (resources, data sources, variables, locals, outputs, references, templates,
//! operators and conditionals; no functions, modules or loops), does to the provider what
//! Terraform's core does, in the same order and with the same checks, and keeps its state in a
//! file of its own. What goes beyond it is an error that says to use Terraform.
//!
//! * The configuration is a file, or all `*.tf` files of a directory. Values of variables come, the
//!   later before the earlier, from `TF_VAR_name` in the environment, `terraform.tfvars`,
//!   `*.auto.tfvars`, and `-var` and `-var-file` in their order.
//! * The state is `PROVIDER.state.json` beside the configuration: JSON that says which version of
//!   which form it has and of which provider it is. It holds sensitive values in plain text, and
//!   is readable by its owner only. While a command runs, `PROVIDER.state.json.lock` is locked
//!   beside it. The file is replaced whole after every operation, and as soon as a provider has
//!   set the id of a new object; a file that is not such a state is left as it is.
//! * An interrupt asks the running operation to end, and nothing else is begun; a second one waits
//!   no more. What is known is saved.

mod address;
mod apply;
mod body;
mod changes;
mod checks;
mod cli;
mod config;
mod eval;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod evaluated;
mod events;
mod graph;
mod hcl;
mod import;
mod message;
mod plan;
mod references;
mod refresh;
mod render;
mod run;
mod source;
mod state;
mod stop;
mod validate;
mod variables;

// For the test harness, which is the runner without a terminal, and for the conformance kit.
pub use address::{Address, Node};
pub use body::{decode as decode_body, locate};
pub use changes::{Action, Plan, PlanOptions};
pub use eval::{Scope, Typed};
pub use events::{Event, Events};
pub use hcl::ast::Body;
pub use hcl::parse;
pub use message::{Message, Messages};

pub use references::block_of;
pub use run::Run;
pub use source::{Location, SourceFile};
pub use state::{Keeper, State};
pub use stop::Stop;
pub use variables::{Input, Inputs};

pub use cli::process::run_process;
pub use cli::{Captured, ExitStatus, Io, run};
