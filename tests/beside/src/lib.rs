//! A provider whose client is made with what the whole program takes for TLS.

#[cfg(feature = "tls")]
mod provider;
#[cfg(feature = "tls")]
pub use provider::{Beside, Clients};
