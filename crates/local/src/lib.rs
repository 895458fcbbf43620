//! The local runner: plans and applies without Terraform.
//!
//! This is an inner crate of `schema-provider`, which exports the entry points as `local`: it
//! promises no semver, and nothing else should depend on it. It uses provider code only through
//! [`Instance`](schema_shell::lifecycle::Instance), and does not know the plugin protocol.
//!
//! It is a small tool for trying, developing and testing: `plan`, `apply`, `destroy`, `show`,
//! `output`, `validate`, `import`, `invoke`, `query`, `state list`, `state rm`, `workspace`,
//! `force-unlock`, `console`, `schema` and `docs`, for configurations with this provider's own
//! resources. It reads Terraform's language (resources, data sources, actions and their triggers,
//! `count` and `for_each`, provider aliases, `moved`, variables of all types, locals, outputs,
//! references, templates with directives, operators, conditionals, `for` expressions, splats,
//! dynamic blocks, and the functions that examples use daily; no modules or backends). It calls the
//! provider as Terraform Core does, in the same order and with the same checks, and keeps its state
//! in its own file. Anything else is an error that recommends Terraform.
//!
//! * The configuration is a file, or all `*.tf` files of a directory. Values of variables come from
//!   `TF_VAR_name` in the environment, `terraform.tfvars`, `*.auto.tfvars`, and `-var` and
//!   `-var-file` in their order; later sources take precedence.
//! * Expressions have the same value, type and sensitive parts as in Terraform 1.11. A test
//!   compares hundreds of them with Terraform itself, and lists the seven whose results differ in
//!   1.12 and newer (`false && x` is `false` there even if `x` is unknown, `element` accepts
//!   negative indexes). The intended differences are errors here: a division by zero (Terraform's
//!   result is infinite, which it cannot save; it also takes `5 % 0` as 5, and `pow(10, 400)` as
//!   infinite), `cidrsubnet` with a negative number, the same key twice in an object, and
//!   `parseint` of more than 512 digits. In `regex`, `regexall` and `replace`, `(?i)` ignores the
//!   case of ASCII letters only. Functions: `abs`, `alltrue`, `anytrue`, `base64decode`,
//!   `base64encode`, `base64sha256`, `base64sha512`, `basename`, `can`, `ceil`, `chomp`,
//!   `chunklist`, `cidrhost`, `cidrnetmask`, `cidrsubnet`, `coalesce`, `coalescelist`, `compact`,
//!   `concat`, `contains`, `dirname`, `distinct`, `element`, `endswith`, `ephemeralasnull`, `file`,
//!   `filebase64`, `filebase64sha256`, `filebase64sha512`, `fileexists`, `filemd5`, `filesha256`,
//!   `filesha512`, `flatten`, `floor`, `format`, `indent`, `index`, `issensitive`, `join`,
//!   `jsondecode`, `jsonencode`, `keys`, `length`, `lookup`, `lower`, `matchkeys`, `max`, `md5`,
//!   `merge`, `min`, `nonsensitive`, `one`, `parseint`, `pow`, `range`, `regex`, `regexall`,
//!   `replace`, `reverse`, `sensitive`, `setintersection`, `setproduct`, `setsubtract`, `setunion`,
//!   `sha256`, `sha512`, `signum`, `slice`, `sort`, `split`, `startswith`, `strcontains`, `strrev`,
//!   `substr`, `sum`, `title`, `tobool`, `tolist`, `tomap`, `tonumber`, `toset`, `tostring`,
//!   `transpose`, `trim`, `trimprefix`, `trimspace`, `trimsuffix`, `try`, `upper`, `urlencode`,
//!   `values`, `zipmap`. Any other function is an error that is reported before anything is done:
//!   those with a different value in every run (`timestamp`, `uuid`, `bcrypt`), for templates
//!   (`templatefile`, `templatestring`), for dates (`formatdate`, `timeadd`, `timecmp`), for YAML
//!   and CSV, `base64gzip`, `cidrsubnets`, `fileset`, `formatlist`, `log`, `sha1`, `uuidv5` and a
//!   few more. Sensitive elements make the whole result of a function sensitive, unless their
//!   position identifies them (`reverse`, `slice`, `concat`, `merge` and similar).
//! * No message shows a sensitive value: if an operand is sensitive, or the variable or field is
//!   sensitive or write-only, reasons are reported without values, and the literals in quoted lines
//!   are `(sensitive value)`. Sensitive values are also removed from the provider's messages.
//! * Objects have the same addresses as in Terraform: `disk_image.a`, `disk_image.a[0]`,
//!   `disk_image.a["key"]`. When `count` is added, the only instance becomes the first one; when it
//!   is removed, the first instance becomes the only one. Other moves need `moved` blocks.
//! * With `create_before_destroy`, and for the dependencies of such a resource, a replacement is
//!   created before the old object is deleted. Until then the old object is in the state as a
//!   deposed object; if this apply cannot delete it, the next one does.
//! * The state is `PROVIDER.state.json` beside the configuration: JSON that names its format, the
//!   format's version and the provider. It contains sensitive values in plain text, and only its
//!   owner can read it. While a command runs, it locks `PROVIDER.state.json.lock` beside the state;
//!   links are followed first. Every result is on disk after its operation, and as soon as a
//!   provider has set the id of a new object: the file is replaced, or, if it is large, a line is
//!   appended to `PROVIDER.state.json.changes`. The end of the command, or the next command, merges
//!   these lines into the state. A file that is not such a state is left unchanged.
//! * With a `state_store` block of this provider, the state is kept there too: it is locked while
//!   it may change, and written every 20 seconds and at the end. The file remains, and is durable
//!   after each operation. If a command dies, the next one writes the missing changes to the store;
//!   conflicting changes are an error.
//! * Ephemeral marks follow the values, and ephemeral values are rejected wherever they would be
//!   stored. Variables have validations, objects and outputs have preconditions and postconditions,
//!   and `check` blocks produce warnings, as in Terraform.
//! * Each workspace except the default one has its own state:
//!   `PROVIDER.state.d/NAME/PROVIDER.state.json`.
//! * The state is written before the first operation. If it cannot be saved, no further operation
//!   starts, and the state is written beside the file, into the folder for temporary files, or to
//!   standard output; the last message says where.
//! * An interrupt asks the running operation to stop, and no further operation starts. A second one
//!   abandons the operation, and a third one ends the process wherever it hangs. Known results are
//!   saved.
//! * Characters that a terminal would interpret (control characters, U+202E and similar) are shown
//!   as an escape.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table. `language` and
//! `run` are groups with their own tables. A new command is a file in `cli::commands` and, if it
//! affects objects, a step beside `run::plan` and `run::apply`; a new function of the language
//! belongs to `language::eval`, a new kind of block to `language::config`.
//!
//! | module | subject |
//! |---|---|
//! | `source` | the text of configuration files, and places in it |
//! | `message` | a diagnostic with its place and its object; all messages of a command |
//! | `address` | addresses of resources and data sources; targets of references |
//! | `depth` | the depth limit of values, and their stored form |
//! | `language` | group: the language, from files through expressions and blocks to the objects of schemas |
//! | `state` | what is stored between commands: the data, the file, its lock; workspaces |
//! | `run` | group: one command over one configuration: its graph and its steps, such as plan and apply |
//! | `documentation` | checks the examples of the documentation, reads and writes its files |
//! | `render` | plans, messages, states and events as text and as JSON |
//! | `cli` | the command line: arguments, prompts, one file per command |

mod address;
mod cli;
mod depth;
mod documentation;
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
pub use run::events::{Event, Events, InvokeStage, ListedObject, OperationStage};
pub use run::import::ImportText;
pub use run::query::{Listing, Lists};
pub use run::remote_state::RemoteState;
pub use run::stop::Stop;
pub use source::{Location, SourceFile};
pub use state::{State, StateManager};

pub use cli::process::run_process;
pub use cli::{Captured, ExitStatus, Io, run};
