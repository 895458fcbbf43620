//! Shared code of the test suites.

pub mod memory;
pub mod terraform;
pub mod vectors;
