//! Messages of the Terraform plugin protocol, written by hand with prost's derive.
//!
//! Field numbers come from the protocol's reference sheet; building needs no `protoc`. Where protocol 5 and 6
//! agree there is one Rust type, in [`v6`] under the names of protocol 6.
//!
//! Messages that carry values of a configuration or of a state have a `Debug` that shows no content, so that a
//! stray `{:?}` never puts a secret into a log.
//!
//! ```
//! use prost::Message as _;
//! use schema_transport::proto::v6::validate_provider_config::Request;
//!
//! let request = Request::default();
//! assert_eq!(Request::decode(&*request.encode_to_vec()).unwrap(), request);
//! ```

/// Prints the name of a message and none of its content.
macro_rules! opaque_debug {
    ($($message:ident),+) => {$(
        impl ::std::fmt::Debug for $message {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_struct(stringify!($message)).finish_non_exhaustive()
            }
        }
    )+};
}

pub mod common;
pub mod go_plugin;
pub mod schema;
pub mod v5;
pub mod v6;

#[cfg(test)]
mod tests;
