//! The outcome of a step, in the same form in both modes of a test.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `mode` | in process, or under Terraform |
//! | `complaint` | Terraform's complaints about a provider that breaks its rules |
//! | `tree` | values with their names, from our own or from Terraform's JSON, and their differences |
//! | `redact` | which values a failure must not print |
//! | `results` | messages, plan and state of a step |
//! | `failure` | how a test failed |
//! | `source` | finds lines in the configuration of a step |

pub(crate) mod complaint;
pub(crate) mod failure;
pub(crate) mod mode;
pub(crate) mod redact;
pub(crate) mod results;
pub(crate) mod source;
pub(crate) mod tree;
