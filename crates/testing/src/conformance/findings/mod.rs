//! What is found, and what provider code said.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `class` | the kinds of defects |
//! | `report` | what is found, as a provider developer reads it |
//! | `transcript` | everything that provider code says: diagnostics, progress, log |
//! | `stored_data` | write-only values in what is stored of an object |
//! | `collected` | what is found on the way |

pub(crate) mod class;
pub(crate) mod collected;
pub(crate) mod report;
pub(crate) mod stored_data;
pub(crate) mod transcript;
