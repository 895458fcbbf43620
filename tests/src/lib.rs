//! Shared code of the test suites.

#[cfg(feature = "providers")]
pub mod any;
pub mod configure;
pub mod fuzz;
#[cfg(feature = "providers")]
#[path = "../providers/kitchen/mod.rs"]
pub mod kitchen;
pub mod memory;
pub mod reference;
pub mod strict;
#[cfg(feature = "providers")]
pub mod terraform;
pub mod vectors;

/// The pages of `docs/`: their code is compiled and run as doc tests.
#[cfg(doctest)]
pub mod pages {
    #[doc = include_str!("../../docs/conformance.md")]
    pub mod conformance {}
    #[doc = include_str!("../../docs/semantics.md")]
    pub mod semantics {}
    #[doc = include_str!("../../docs/state.md")]
    pub mod state {}
    #[doc = include_str!("../../docs/testing.md")]
    pub mod testing {}
    #[doc = include_str!("../../docs/types.md")]
    pub mod types {}
    #[doc = include_str!("../../docs/validators.md")]
    pub mod validators {}
}
