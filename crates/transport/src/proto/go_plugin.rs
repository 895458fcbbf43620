//! Messages of the services that go-plugin expects besides the provider's own.

use bytes::Bytes;

messages! {
    /// `grpc.health.v1.HealthCheckRequest`.
    HealthCheckRequest {
        /// The service asked about; go-plugin asks for `plugin`.
        [string, tag = "1"] service: String,
    }

    /// `grpc.health.v1.HealthCheckResponse`.
    #[derive(Copy)]
    HealthCheckResponse {
        /// A [`ServingStatus`].
        [enumeration = "ServingStatus", tag = "1"] status: i32,
    }
}

/// Whether a service can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum ServingStatus {
    /// Not set.
    Unknown = 0,
    /// It can be called.
    Serving = 1,
    /// It cannot be called.
    NotServing = 2,
    /// There is no such service (only from `Watch`).
    ServiceUnknown = 3,
}

messages! {
    /// `plugin.ConnInfo`: how to open a further connection; Terraform opens none to a provider.
    ConnInfo {
        /// The connection's number.
        [uint32, tag = "1"] service_id: u32,
        /// `unix` or `tcp`.
        [string, tag = "2"] network: String,
        /// The address to connect to.
        [string, tag = "3"] address: String,
        /// A request to multiplex.
        [message, optional, tag = "4"] knock: Option<Knock>,
    }

    /// `plugin.ConnInfo.Knock`.
    Knock {
        /// The question.
        [bool, tag = "1"] knock: bool,
        /// The answer.
        [bool, tag = "2"] ack: bool,
        /// The error.
        [string, tag = "3"] error: String,
    }

    /// `plugin.StdioData`: a piece of the plugin's output; we send none, because Terraform logs
    /// each as a warning.
    StdioData {
        /// 1 for standard output, 2 for standard error.
        [int32, tag = "1"] channel: i32,
        /// The bytes.
        [bytes = "bytes", tag = "2"] data: Bytes,
    }

    /// `plugin.Empty` and `google.protobuf.Empty`.
    #[derive(Copy)]
    Empty {}
}
