//! A configuration that a resource is tried with, and other values of its fields.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `fields` | where in an object fields are, and in what two objects differ |
//! | `example` | a configuration that a resource is tried with |
//! | `candidates` | other values that a field may accept |

pub(crate) mod candidates;
pub(crate) mod example;
pub(crate) mod fields;
