//! Shared code of the test suites.

pub mod reference;
pub mod strict;
pub mod vectors;
