//! Random schemas, states and configurations, and what must hold of every plan of them.
//!
//! Everything is a function of one seed, so that a failure names the seed that repeats it.

mod apply;
mod coverage;
mod expect;
mod mutate;
mod random;
mod schemas;
mod values;

pub use apply::{apply, resolve};
pub use coverage::Coverage;
pub use expect::must_replace;
pub use mutate::mutate;
pub use random::Random;
pub use schemas::schema;
pub use values::{config, state};
