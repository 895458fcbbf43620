//! Messages of the services that go-plugin expects beside the provider's own.

use bytes::Bytes;

/// `grpc.health.v1.HealthCheckRequest`.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct HealthCheckRequest {
    /// The service asked about; go-plugin asks for `plugin`.
    #[prost(string, tag = "1")]
    pub service: String,
}

/// `grpc.health.v1.HealthCheckResponse`.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct HealthCheckResponse {
    /// A [`ServingStatus`].
    #[prost(enumeration = "ServingStatus", tag = "1")]
    pub status: i32,
}

/// Whether a service can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum ServingStatus {
    /// Not said.
    Unknown = 0,
    /// It can.
    Serving = 1,
    /// It cannot.
    NotServing = 2,
    /// There is no such service (only from `Watch`).
    ServiceUnknown = 3,
}

/// `plugin.ConnInfo`: how to open a further connection; Terraform opens none to a provider.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct ConnInfo {
    /// The connection's number.
    #[prost(uint32, tag = "1")]
    pub service_id: u32,
    /// `unix` or `tcp`.
    #[prost(string, tag = "2")]
    pub network: String,
    /// Where to dial.
    #[prost(string, tag = "3")]
    pub address: String,
    /// A request to multiplex.
    #[prost(message, optional, tag = "4")]
    pub knock: Option<Knock>,
}

/// `plugin.ConnInfo.Knock`.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Knock {
    /// The question.
    #[prost(bool, tag = "1")]
    pub knock: bool,
    /// The answer.
    #[prost(bool, tag = "2")]
    pub ack: bool,
    /// Why not.
    #[prost(string, tag = "3")]
    pub error: String,
}

/// `plugin.StdioData`: a piece of the plugin's output; we send none, for Terraform logs each as a
/// warning.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct StdioData {
    /// 1 for standard output, 2 for standard error.
    #[prost(int32, tag = "1")]
    pub channel: i32,
    /// The bytes.
    #[prost(bytes = "bytes", tag = "2")]
    pub data: Bytes,
}

/// `plugin.Empty` and `google.protobuf.Empty`.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct Empty {}
