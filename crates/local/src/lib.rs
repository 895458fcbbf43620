//! The local runner: what a provider's program does when a person runs it.
//!
//! This is an inner crate of `schema-provider`, which exports what runs a command as `local`: it
//! promises no semver, and nothing else should depend on it. It knows provider code by
//! [`Instance`](schema_shell::lifecycle::Instance) alone, and nothing of the plugin protocol.
//!
//! A small tool for trying, developing and testing: `plan`, `apply`, `destroy`, `show`, `output`,
//! `validate`, `import`, `invoke`, `query`, `state list`, `state rm`, `workspace`, `force-unlock`,
//! `console`, `schema` and `docs`, for configurations with this provider's own resources. It reads
//! the language of Terraform (resources, data sources, actions and what triggers them, `count` and
//! `for_each`, aliases of the provider, `moved`, variables with all their types, locals, outputs,
//! references, templates with directives, operators, conditionals, `for` expressions, splats,
//! dynamic blocks, and the functions that examples use daily; no modules or backends), does to the
//! provider what Terraform's core does, in the same order and with the same checks, and keeps its
//! state in a file of its own. What goes beyond it is an error that says to use Terraform.
//!
//! * The configuration is a file, or all `*.tf` files of a directory. Values of variables come, the
//!   later before the earlier, from `TF_VAR_name` in the environment, `terraform.tfvars`,
//!   `*.auto.tfvars`, and `-var` and `-var-file` in their order.
//! * Expressions have the value, the type and the sensitive parts that they have in Terraform 1.11;
//!   a test compares hundreds of them with the program itself, and knows the seven that 1.12 and
//!   newer answer otherwise (`false && x` is `false` there though `x` is unknown, `element` counts
//!   from the end with an index below zero). What differs on purpose are errors here: a division by
//!   zero (Terraform has an infinite number, which it can save nowhere, and takes `5 % 0` as 5, and
//!   `pow(10, 400)` as infinite), `cidrsubnet` with a negative number, the same key twice in one
//!   object, and `parseint` of more than 512 digits. With `(?i)` a pattern of `regex`, `regexall`
//!   or `replace` takes only letters of ASCII for the same in either case. Functions: `abs`,
//!   `alltrue`, `anytrue`, `base64decode`, `base64encode`, `base64sha256`, `base64sha512`,
//!   `basename`, `can`, `ceil`, `chomp`, `chunklist`, `cidrhost`, `cidrnetmask`, `cidrsubnet`,
//!   `coalesce`, `coalescelist`, `compact`, `concat`, `contains`, `dirname`, `distinct`, `element`,
//!   `endswith`, `ephemeralasnull`, `file`, `filebase64`, `filebase64sha256`, `filebase64sha512`,
//!   `fileexists`, `filemd5`, `filesha256`, `filesha512`, `flatten`, `floor`, `format`, `indent`,
//!   `index`, `issensitive`, `join`, `jsondecode`, `jsonencode`, `keys`, `length`, `lookup`,
//!   `lower`, `matchkeys`, `max`, `md5`, `merge`, `min`, `nonsensitive`, `one`, `parseint`, `pow`,
//!   `range`, `regex`, `regexall`, `replace`, `reverse`, `sensitive`, `setintersection`,
//!   `setproduct`, `setsubtract`, `setunion`, `sha256`, `sha512`, `signum`, `slice`, `sort`,
//!   `split`, `startswith`, `strcontains`, `strrev`, `substr`, `sum`, `title`, `tobool`, `tolist`,
//!   `tomap`, `tonumber`, `toset`, `tostring`, `transpose`, `trim`, `trimprefix`, `trimspace`,
//!   `trimsuffix`, `try`, `upper`, `urlencode`, `values`, `zipmap`. Any other function is an error
//!   that says so before anything is done: those of another value at every run (`timestamp`,
//!   `uuid`, `bcrypt`), of templates (`templatefile`, `templatestring`), of dates (`formatdate`,
//!   `timeadd`, `timecmp`), YAML and CSV, `base64gzip`, `cidrsubnets`, `fileset`, `formatlist`,
//!   `log`, `sha1`, `uuidv5` and a few more. Sensitive elements make the whole answer of a function
//!   sensitive, but where the place says which they are (`reverse`, `slice`, `concat`, `merge` and
//!   similar).
//! * No message shows a sensitive value: where an operand is sensitive, or the variable or field is
//!   sensitive or write-only, reasons are reported without values, and the literals in quoted lines
//!   are `(sensitive value)`. What a provider says is looked through for such values too.
//! * What an object is called is what Terraform calls it: `disk_image.a`, `disk_image.a[0]`,
//!   `disk_image.a["key"]`. When `count` comes or goes, the only instance becomes the first one and
//!   the first one the only one; `moved` blocks say the rest.
//! * Where `create_before_destroy` is written, and for what such a resource depends on, a
//!   replacement is created before the old object is deleted. Until then that one is in the state
//!   as a deposed object, which the next plan deletes if this one cannot.
//! * The state is `PROVIDER.state.json` beside the configuration: JSON that says which version of
//!   which form it has and of which provider it is. It holds sensitive values in plain text, and
//!   is readable by its owner only. While a command runs, `PROVIDER.state.json.lock` is locked
//!   beside it; a link is followed first. What happened is on disk after every operation, and as
//!   soon as a provider has set the id of a new object: the file is replaced whole, or, when it is
//!   large, a line is added to `PROVIDER.state.json.changes`, which the end of the command or the
//!   next one folds in. A file that is not such a state is left as it is.
//! * With a `state_store` block of this provider's the state is kept there too: locked while it may
//!   change, written every 20 seconds and at the end. The file stays, and is what is durable after
//!   each operation; what a command that died did not bring into the store, the next one does, and
//!   what two have changed is an error.
//! * What is ephemeral is so by its value, wherever that goes, and is rejected where it would be
//!   kept. Variables have their `validation`, objects and outputs what must hold before and after,
//!   and `check` blocks warn, as in Terraform.
//! * Each workspace has a state of its own: `PROVIDER.state.d/NAME/PROVIDER.state.json`, but for
//!   the default one.
//! * The state is written before the first operation. When it cannot be saved nothing else is
//!   begun, and what is known is put beside it, or into the folder for temporary files, or on
//!   standard output; the last message says where.
//! * An interrupt asks the running operation to end, and nothing else is begun; a second one waits
//!   no more, and a third one ends the process wherever it hangs. What is known is saved.
//! * What a terminal would obey instead of showing it (control characters, U+202E and similar) is
//!   shown as an escape.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table. `language` and
//! `run` are groups with such a table of their own. A new command is a file in `cli::commands` and,
//! if it does something to objects, a step beside `run::plan` and `run::apply`; a new function of
//! the language belongs to `language::eval`, a new kind of block to `language::config`.
//!
//! | module | subject |
//! |---|---|
//! | `source` | the text of configuration files, and places in it |
//! | `message` | a diagnostic with its place and its object; everything that a command has to say |
//! | `address` | addresses of resources and data sources; what references lead to |
//! | `depth` | how deep values may go, and what is kept of them |
//! | `language` | group: the language, from files over expressions and blocks to the objects of schemas |
//! | `state` | what is remembered between commands: the data, the file, its lock; workspaces |
//! | `run` | group: one command over one configuration: its graph and its steps, such as plan and apply |
//! | `documentation` | the examples of the documentation are checked, its files read and written |
//! | `render` | plans, messages, states and events as text and as JSON |
//! | `cli` | the command line: arguments, questions, one file a command |
//! | `evaluated` | for fuzzing: a configuration evaluated without a provider's code |

mod address;
mod cli;
mod depth;
mod documentation;
#[doc(hidden)]
pub mod evaluated;
mod language;
mod message;
mod render;
mod run;
mod source;
mod state;

// For the test harness, which is the runner without a terminal, and for the conformance kit.
pub use address::{InstanceKey, Mode, Node, ObjectAddress, ResourceAddress};
pub use language::body::{decode as decode_body, locate};
pub use language::eval::{Scope, TypedValue};
pub use language::hcl::ast::Body;
pub use language::hcl::parse;
pub use language::references::block_of;
pub use language::variable_values::{Input, Inputs};
pub use message::{Message, Messages};
pub use run::Run;
pub use run::changes::{Action, Invocation, Plan, PlanOptions};
pub use run::events::{Event, Events, InvokeStage, ListedEvent, OperationStage};
pub use run::import::ImportText;
pub use run::query::{ListedObject, Listing, Lists};
pub use run::remote_state::RemoteState;
pub use run::stop::Stop;
pub use source::{Location, SourceFile};
pub use state::{State, StateManager};

pub use cli::process::run_process;
pub use cli::{Captured, ExitStatus, Io, run};
