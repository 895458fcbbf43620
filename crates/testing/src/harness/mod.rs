//! Builds and runs the tests that a provider developer writes.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `provider_test` | the builder of a provider test |
//! | `runner` | the steps of a test, one by one |
//! | `importing` | its steps that import |
//! | `run` | a test from beginning to end: its modes, its thread, its deadline |
//! | `state_test` | tests of old state |
//! | `sweep` | sweepers |
//! | `schemas` | errors in schemas that only a run shows |
//! | `unit` | the data of one call, for unit tests |
//! | `compare` | a program and its predecessor |

pub(crate) mod compare;
mod importing;
pub(crate) mod provider_test;
pub(crate) mod run;
pub(crate) mod runner;
pub(crate) mod schemas;
pub(crate) mod state_test;
pub(crate) mod sweep;
pub(crate) mod unit;
