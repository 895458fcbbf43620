//! Shared code of the test suites.

pub mod configure;
pub mod memory;
pub mod reference;
pub mod strict;
pub mod terraform;
pub mod vectors;

/// The examples of the page compile and hold.
#[cfg(doctest)]
#[doc = include_str!("../../docs/types.md")]
mod types_page {}
