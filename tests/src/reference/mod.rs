//! The reference vectors of the Go SDK, compared with our own answers leaf by leaf.
//!
//! The two may differ only where docs/src/reference/differences.md says so. Each such reason is a
//! group, and each group a function of what went in that yields our value: a leaf is excused only
//! if it does.

mod answers;
mod case;
mod compare;
mod flat;
mod groups;
mod judge;
mod paths;
mod random;
mod spec;

pub use answers::{answers, no_plan};
pub use case::{Case, Ours, Theirs, verdict};
pub use compare::{Comparison, Four, compare};
pub use groups::Group;
pub use judge::{Totals, judge};
pub use random::random_case;
