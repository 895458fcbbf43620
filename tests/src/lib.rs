//! Shared code of the test suites.

pub mod configure;
pub mod fuzz;
pub mod memory;
pub mod reference;
pub mod strict;
pub mod terraform;
pub mod vectors;
