//! Terraform's language: from the text of configuration files to values.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `hcl` | files to a syntax tree |
//! | `eval` | expressions to values, with their types and sensitive parts; references; functions; type constraints |
//! | `config` | the blocks of all files: resources, variables, locals, outputs, settings of the provider |
//! | `expansion` | the instances of a resource, from `count` and `for_each` |
//! | `references` | references to missing targets, and types that the provider does not have |
//! | `variable_values` | values of variables: files, options, the environment |
//! | `body` | the body of a block to the object of its schema; from an attribute path back to its place in the file |

pub(crate) mod body;
pub(crate) mod config;
pub(crate) mod eval;
pub(crate) mod expansion;
pub(crate) mod hcl;
pub(crate) mod references;
pub(crate) mod variable_values;
