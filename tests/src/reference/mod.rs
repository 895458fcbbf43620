//! The reference vectors of the Go SDK, compared with our own answers.

mod case;
mod leaves;

pub use case::{Case, Ours, Theirs};
pub use leaves::{Four, Leaf, walk};
