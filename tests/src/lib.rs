//! Shared code of the test suites.

pub mod configure;
pub mod fuzz;
pub mod memory;
pub mod reference;
pub mod strict;
pub mod terraform;
pub mod vectors;

/// The pages of `docs/`: their code is compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/semantics.md")]
pub mod semantics_page {}
