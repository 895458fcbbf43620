//! Shared code of the test suites.
