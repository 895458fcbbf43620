//! Random schemas, states and configurations, and what must hold of every plan of them.
//!
//! Everything is a function of one seed, so that a failure names the seed that repeats it. The
//! state function is omitted: it cannot be strict.

mod apply;
mod case;
mod cells;
mod coverage;
mod expect;
mod hook;
mod mutate;
mod nulls;
mod random;
mod run;
mod schemas;
#[cfg(feature = "providers")]
pub mod served;
mod show;
mod steer;
mod tally;
mod values;

pub use apply::resolve;
pub use case::{Case, Failure, Property};
pub use cells::{Cell, Mode, Shape, State};
pub use coverage::Coverage;
pub use random::Random;
pub use run::{run, run_one};
pub use schemas::schema;
pub use tally::Tally;
