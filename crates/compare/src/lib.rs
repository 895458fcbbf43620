//! Compares two programs of a Terraform provider by their answers: the same configurations, prior
//! objects, states and ids are sent to both.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `side` | [`Side`]: the calls of a program and its answers |
//! | `schemas` | the schemas of both, and what they have in common |
//! | `values` | values as JSON and as configurations, and values to try |
//! | `seeded` | random numbers from a seed |
//! | `sources` | configurations and states from files |
//! | `program` | [`ProgramSide`]: a side that runs a program |
//! | `case` | inputs and answers |
//! | `shrink` | the smallest input with the same difference |
//! | `intended` | the differences that the book lists |
//! | `difference` | differences between answers |
//! | `draft` | draft configurations |
//! | `generate` | inputs from a schema |
//! | `report` | [`Comparison`] for people and for programs |
//! | `engine` | [`compare`] |

mod case;
mod difference;
mod draft;
mod engine;
mod generate;
mod intended;
mod program;
mod report;
mod schemas;
mod seeded;
mod shrink;
mod side;
mod sources;
#[cfg(test)]
mod tests;
mod values;

pub use draft::Learned;
pub use engine::{Options, Progress, compare};
pub use program::ProgramSide;
pub use report::{Comparison, Group};
pub use schemas::Schemas;
pub use side::{Answer, Call, Diagnostic, Failure, Kind, Side, Subject};
pub use sources::{Given, given};
