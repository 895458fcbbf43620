//! Shared code of the test suites.

pub mod vectors;
