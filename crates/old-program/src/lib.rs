//! A provider with its old program behind it: that program serves the types that are not ported
//! yet, and Terraform sees one provider.
//!
//! This is an inner crate of `schema-provider`, behind its feature `old-program`: it makes no
//! semver promises, and nothing else should depend on it. [`WithOldProgram`] is a
//! [`Handler`](schema_transport::Handler) around another one. A table by type name decides who
//! answers; a call for the old program passes through as bytes. A caller in the same process, such
//! as the local runner or the harness, uses it with values, behind an
//! [`Instance`](schema_shell::lifecycle::Instance).
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
//! | `agreement` | differences between two schemas |
//! | `documented` | its schemas with our documentation |
//! | `spec` | [`Spec`]: which program it is |
//! | `call_limit` | how long a call of it may take |
//! | `log` | its log as lines of ours |
//! | `merge` | merges the schemas of both |
//! | `error` | diagnostics for its failures |
//! | `session` | its process: started when it is needed, configured, started again |
//! | `convert` | converts values to and from messages |
//! | `ask` | converts calls with values to its calls |
//! | `types` | its answers to a caller in this process |
//! | `installed` | where Terraform keeps programs |
//! | `handler` | [`WithOldProgram`] |
//! | `attach` | [`served`] and [`attached`]: put it behind the provider that names it |

mod agreement;
mod ask;
mod attach;
mod call_limit;
mod convert;
mod documented;
mod error;
mod handler;
mod installed;
mod log;
mod merge;
mod message;
mod ported;
mod session;
mod snapshot;
mod spec;
mod types;

pub use attach::{Declared, attached, served};
pub use handler::WithOldProgram;
pub use installed::platform;
pub use ported::{Kind, Ported};
pub use snapshot::Snapshot;
pub use spec::Spec;
