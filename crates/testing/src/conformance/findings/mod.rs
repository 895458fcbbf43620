//! Findings, and the output of provider code.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `class` | the kinds of defects |
//! | `report` | findings, as shown to a provider developer |
//! | `transcript` | the output of provider code: diagnostics, progress, log |
//! | `stored_data` | write-only values in an object's stored data |
//! | `collected` | what is found during a run |

pub(crate) mod class;
pub(crate) mod collected;
pub(crate) mod report;
pub(crate) mod stored_data;
pub(crate) mod transcript;
