//! From a gRPC call to the handler's method and back.
//!
//! tonic does gRPC's framing, but on bytes: one instance of its machinery serves all calls, where its usual codec
//! would be compiled anew for each of the twenty pairs of messages.

use super::handler::Handler;
use super::handshake::Protocol;
use super::proto::{v5, v6};
use bytes::{Buf as _, Bytes};
use prost::Message;
use schema_panic::caught_future;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tracing::Instrument as _;

/// The largest message in either direction, as in the Go SDKs.
const MAX_MESSAGE: usize = 256 << 20;

pub(super) type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// An answer that is not encoded yet.
pub(super) trait Reply: Send + Sync {
    fn encode(&self, buffer: &mut EncodeBuf<'_>) -> Result<(), prost::EncodeError>;
}

impl<M: Message> Reply for M {
    fn encode(&self, buffer: &mut EncodeBuf<'_>) -> Result<(), prost::EncodeError> {
        buffer.reserve(self.encoded_len());
        Message::encode(self, buffer)
    }
}

/// Requests as bytes in, answers out.
#[derive(Clone, Copy)]
pub(super) struct Raw;

impl Codec for Raw {
    type Encode = Box<dyn Reply>;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for Raw {
    type Item = Box<dyn Reply>;
    type Error = Status;

    fn encode(&mut self, item: Box<dyn Reply>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        item.encode(buffer)
            .map_err(|error| Status::internal(error.to_string()))
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}

/// gRPC's framing with our limits.
pub(super) fn grpc() -> tonic::server::Grpc<Raw> {
    tonic::server::Grpc::new(Raw)
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE)
}

/// Decodes a message.
pub(super) fn decode<M: Message + Default>(bytes: Bytes) -> Result<M, Status> {
    M::decode(bytes)
        .map_err(|error| Status::invalid_argument(format!("malformed message: {error}")))
}

/// A call of the provider's service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rpc {
    method: Method,
    protocol: Protocol,
}

/// Calls by their names in protocol 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    GetMetadata,
    GetProviderSchema,
    ValidateProviderConfig,
    ValidateResourceConfig,
    ValidateDataResourceConfig,
    UpgradeResourceState,
    ConfigureProvider,
    ReadResource,
    PlanResourceChange,
    ApplyResourceChange,
    ImportResourceState,
    MoveResourceState,
    ReadDataSource,
    ValidateEphemeralResourceConfig,
    OpenEphemeralResource,
    RenewEphemeralResource,
    CloseEphemeralResource,
    GetFunctions,
    CallFunction,
    StopProvider,
}

impl Rpc {
    /// The call of this name, if the protocol has one.
    pub(super) fn named(protocol: Protocol, name: &str) -> Option<Self> {
        use Method::*;
        let method = match (name, protocol) {
            ("GetMetadata", _) => GetMetadata,
            ("GetProviderSchema", Protocol::V6) | ("GetSchema", Protocol::V5) => GetProviderSchema,
            ("ValidateProviderConfig", Protocol::V6) | ("PrepareProviderConfig", Protocol::V5) => {
                ValidateProviderConfig
            }
            ("ValidateResourceConfig", Protocol::V6)
            | ("ValidateResourceTypeConfig", Protocol::V5) => ValidateResourceConfig,
            ("ValidateDataResourceConfig", Protocol::V6)
            | ("ValidateDataSourceConfig", Protocol::V5) => ValidateDataResourceConfig,
            ("UpgradeResourceState", _) => UpgradeResourceState,
            ("ConfigureProvider", Protocol::V6) | ("Configure", Protocol::V5) => ConfigureProvider,
            ("ReadResource", _) => ReadResource,
            ("PlanResourceChange", _) => PlanResourceChange,
            ("ApplyResourceChange", _) => ApplyResourceChange,
            ("ImportResourceState", _) => ImportResourceState,
            ("MoveResourceState", _) => MoveResourceState,
            ("ReadDataSource", _) => ReadDataSource,
            ("ValidateEphemeralResourceConfig", _) => ValidateEphemeralResourceConfig,
            ("OpenEphemeralResource", _) => OpenEphemeralResource,
            ("RenewEphemeralResource", _) => RenewEphemeralResource,
            ("CloseEphemeralResource", _) => CloseEphemeralResource,
            ("GetFunctions", _) => GetFunctions,
            ("CallFunction", _) => CallFunction,
            ("StopProvider", Protocol::V6) | ("Stop", Protocol::V5) => StopProvider,
            _ => return None,
        };
        Some(Self { method, protocol })
    }

    /// Decodes the request and has the handler answer it.
    pub(super) fn call<H: Handler>(
        self,
        handler: &Arc<H>,
        request: Bytes,
    ) -> BoxFuture<Result<Box<dyn Reply>, Status>> {
        // Evaluates to the future of one method, whose answer is turned by `$answer`.
        macro_rules! method {
            ($method:ident) => {
                method!($method, std::convert::identity)
            };
            ($method:ident, $answer:expr) => {{
                let handler = Arc::clone(handler);
                self.answer(request, |request: v6::$method::Request| async move {
                    $answer(handler.$method(request).await)
                })
            }};
        }
        match self.method {
            Method::GetMetadata => method!(get_metadata),
            Method::GetProviderSchema if self.protocol == Protocol::V5 => {
                method!(get_provider_schema, schema_for_v5)
            }
            Method::GetProviderSchema => method!(get_provider_schema),
            Method::ValidateProviderConfig if self.protocol == Protocol::V5 => {
                let handler = Arc::clone(handler);
                self.answer(
                    request,
                    |request: v6::validate_provider_config::Request| async move {
                        let prepared_config = request.config.clone();
                        let diagnostics =
                            handler.validate_provider_config(request).await.diagnostics;
                        v5::prepare_provider_config::Response {
                            prepared_config,
                            diagnostics,
                        }
                    },
                )
            }
            Method::ValidateProviderConfig => method!(validate_provider_config),
            Method::ValidateResourceConfig => method!(validate_resource_config),
            Method::ValidateDataResourceConfig => method!(validate_data_resource_config),
            Method::UpgradeResourceState => method!(upgrade_resource_state),
            Method::ConfigureProvider => method!(configure_provider),
            Method::ReadResource => method!(read_resource),
            Method::PlanResourceChange => method!(plan_resource_change),
            Method::ApplyResourceChange => method!(apply_resource_change),
            Method::ImportResourceState => method!(import_resource_state),
            Method::MoveResourceState => method!(move_resource_state),
            Method::ReadDataSource => method!(read_data_source),
            Method::ValidateEphemeralResourceConfig => method!(validate_ephemeral_resource_config),
            Method::OpenEphemeralResource => method!(open_ephemeral_resource),
            Method::RenewEphemeralResource => method!(renew_ephemeral_resource),
            Method::CloseEphemeralResource => method!(close_ephemeral_resource),
            Method::GetFunctions => method!(get_functions),
            Method::CallFunction => method!(call_function),
            Method::StopProvider => {
                let handler = Arc::clone(handler);
                self.answer(request, |_: v6::stop_provider::Request| async move {
                    handler.stop();
                    v6::stop_provider::Response::default()
                })
            }
        }
    }

    /// The frame around each method: decoding, a span, panics.
    fn answer<Q, A, F, Fut>(
        self,
        request: Bytes,
        method: F,
    ) -> BoxFuture<Result<Box<dyn Reply>, Status>>
    where
        Q: Message + Default,
        A: Message + 'static,
        F: FnOnce(Q) -> Fut,
        Fut: Future<Output = A> + Send + 'static,
    {
        let request = match decode::<Q>(request) {
            Ok(request) => request,
            Err(status) => return Box::pin(std::future::ready(Err(status))),
        };
        // Keys as in the Go SDKs' logs; the handler fills in the type, which the transport does not know. It is there
        // at every level, because the events within need it to be told apart.
        let span = tracing::error_span!(
            "rpc",
            tf_rpc = ?self.method,
            tf_proto_version = self.protocol.number(),
            tf_resource_type = tracing::field::Empty,
        );
        let answer = caught_future(method(request));
        let answer = async move {
            let start = Instant::now();
            let answer = answer.await;
            // Whole microseconds, or the fraction would have sixteen digits.
            let tf_req_duration_ms = start.elapsed().as_micros() as f64 / 1e3;
            match answer {
                Ok(answer) => {
                    tracing::debug!(tf_req_duration_ms, "served request");
                    Ok(Box::new(answer) as Box<dyn Reply>)
                }
                Err(panic) => {
                    tracing::error!(tf_req_duration_ms, %panic, "request panicked");
                    Err(Status::internal(format!("the provider panicked: {panic}")))
                }
            }
        };
        Box::pin(answer.instrument(span))
    }
}

/// A protocol-6 schema for a protocol-5 host. One that does not fit is an error about the provider.
fn schema_for_v5(schemas: v6::get_provider_schema::Response) -> v5::get_provider_schema::Response {
    schemas.try_into().unwrap_or_else(|misfit: v5::Misfit| {
        let detail = format!(
            "The host speaks protocol 5, and a schema of this provider does not fit it: {misfit}."
        );
        let diagnostics = vec![v6::Diagnostic::error(
            "Provider schema does not fit protocol 5",
            detail,
        )];
        v5::get_provider_schema::Response {
            diagnostics,
            ..Default::default()
        }
    })
}
