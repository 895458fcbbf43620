//! The user interrupted: end what is running.

/// The interruption.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct Request {}

/// Whether it was taken.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// Not empty: it failed.
    #[prost(string, tag = "1")]
    pub error: String,
}
