//! An example configuration of a resource, and other values of its fields.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `fields` | where fields are in an object, and how two objects differ |
//! | `example` | an example configuration of a resource |
//! | `candidates` | other values that a field may accept |

pub(crate) mod candidates;
pub(crate) mod example;
pub(crate) mod fields;
