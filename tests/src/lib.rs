//! Shared code of the test suites.

pub mod configure;
#[path = "../providers/kitchen/mod.rs"]
pub mod kitchen;
pub mod memory;
pub mod reference;
pub mod strict;
pub mod terraform;
pub mod vectors;
