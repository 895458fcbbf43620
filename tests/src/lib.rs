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

/// Says something past the capture of test output: how much was compared is part of the result.
pub fn say(words: std::fmt::Arguments<'_>) {
    use std::io::Write as _;
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "{words}");
}

/// [`say`](fn@say) with the arguments of `println!`.
#[macro_export]
macro_rules! say {
    ($($words:tt)*) => {
        $crate::say(format_args!($($words)*))
    };
}

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
