//! A provider with the program that it comes from behind it: what is not ported yet is served by
//! that program, and Terraform sees one provider.
//!
//! This is an inner crate of `schema-provider`, behind its feature `old-program`: it promises no
//! semver, and nothing else should depend on it. [`WithOldProgram`] is a
//! [`Handler`](schema_transport::Handler) around another one. A table by type name decides who
//! answers; a call of the old program passes through as bytes. A caller in the same process, the
//! local runner or the harness, has it behind an [`Instance`](schema_shell::lifecycle::Instance),
//! on values.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `message` | fields of an encoded message |
//! | `ported` | [`Ported`]: which types our own code answers for |
//! | `snapshot` | [`Snapshot`]: the old program's schemas, stored when the provider is built |
//! | `agreement` | where two schemas differ |
//! | `spec` | [`Spec`]: which program it is |
//! | `merge` | the schemas of both as those of one provider |
//! | `error` | what is said when it fails |
//! | `session` | its process: started when it is needed, configured, started again |
//! | `convert` | values as messages have them |
//! | `ask` | calls with values as calls of its own |
//! | `types` | what it answers to a caller in this process |
//! | `installed` | where Terraform keeps programs |
//! | `handler` | [`WithOldProgram`] |
//! | `attach` | [`served`] and [`attached`]: what a provider names, behind it |

mod agreement;
mod ask;
mod attach;
mod convert;
mod error;
mod handler;
mod installed;
mod merge;
mod message;
mod ported;
mod session;
mod snapshot;
mod spec;
mod types;

pub use attach::{attached, served};
pub use handler::WithOldProgram;
pub use ported::{Kind, Ported};
pub use snapshot::Snapshot;
pub use spec::Spec;
