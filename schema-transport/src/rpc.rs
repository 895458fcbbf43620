//! From a gRPC call to the handler's method and back.
//!
//! Calls with one message each way are framed in `framed`. For those that stream tonic does gRPC's framing, but on
//! bytes, so that one instance of its machinery serves all of them.

use crate::budget::{Account, MAX_MESSAGE};
use crate::calls::calls;
use crate::framed::AnswerFrame;
use crate::handler::Handler;
use crate::handshake::Protocol;
use crate::proto::v6;
use crate::protocol5;
use crate::weight::decoded;
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

pub(super) type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A message of a stream that is not encoded yet.
pub(super) trait Reply: Send + Sync {
    fn encode(&self, buffer: &mut EncodeBuf<'_>) -> Result<(), prost::EncodeError>;
}

impl<M: Message> Reply for M {
    fn encode(&self, buffer: &mut EncodeBuf<'_>) -> Result<(), prost::EncodeError> {
        buffer.reserve(self.encoded_len());
        Message::encode(self, buffer)
    }
}

/// An answer that becomes a frame.
trait Framable: Send {
    fn frame(self) -> Result<AnswerFrame, Status>;
}

impl<M: Message> Framable for M {
    fn frame(self) -> Result<AnswerFrame, Status> {
        AnswerFrame::of(&self)
    }
}

/// An answer that is a frame already.
struct Ready(Result<AnswerFrame, Status>);

impl Framable for Ready {
    fn frame(self) -> Result<AnswerFrame, Status> {
        self.0
    }
}

/// Requests as bytes in, answers out.
#[derive(Clone, Copy)]
pub(super) struct BytesCodec;

impl Codec for BytesCodec {
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

impl Encoder for BytesCodec {
    type Item = Box<dyn Reply>;
    type Error = Status;

    fn encode(&mut self, item: Box<dyn Reply>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        item.encode(buffer)
            .map_err(|error| Status::internal(error.to_string()))
    }
}

impl Decoder for BytesCodec {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}

/// gRPC's framing with our limits.
pub(super) fn grpc() -> tonic::server::Grpc<BytesCodec> {
    tonic::server::Grpc::new(BytesCodec)
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

/// The boxed future of one method.
macro_rules! future {
    ($rpc:expr, $handler:expr, $request:expr, $account:expr, $call:ident) => {{
        let handler = Arc::clone($handler);
        let method = |request: v6::$call::Request| async move { handler.$call(request).await };
        $rpc.answer($request, $account, method)
    }};
    ($rpc:expr, $handler:expr, $request:expr, $account:expr, $call:ident lowered) => {
        if $rpc.protocol == Protocol::V5 {
            let handler = Arc::clone($handler);
            let method = |request: v6::$call::Request| async move {
                protocol5::$call(&*handler, request).await
            };
            $rpc.answer($request, $account, method)
        } else {
            future!($rpc, $handler, $request, $account, $call)
        }
    };
}

macro_rules! dispatch {
    ($(
        $(#[$doc:meta])*
        $six:ident | $five:ident $(($lowered:ident))? => $call:ident $(($optional:ident))?;
    )+) => {
        /// Calls by their names in protocol 6.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Method {
            $($six,)+
        }

        impl Rpc {
            /// The call of this name, if the protocol has one.
            pub(super) fn named(protocol: Protocol, name: &str) -> Option<Self> {
                let method = match protocol {
                    Protocol::V5 => match name {
                        $(stringify!($five) => Method::$six,)+
                        _ => return None,
                    },
                    Protocol::V6 => match name {
                        $(stringify!($six) => Method::$six,)+
                        _ => return None,
                    },
                };
                Some(Self { method, protocol })
            }

            /// Decodes the request and has the handler answer it.
            pub(super) fn call<H: Handler>(
                self,
                handler: &Arc<H>,
                request: Bytes,
                account: &Arc<Account>,
            ) -> BoxFuture<Result<AnswerFrame, Status>> {
                // Code that it runs may outlive the call.
                let for_call = handler.for_call(account.guard()).map(Arc::new);
                let handler = for_call.as_ref().unwrap_or(handler);
                if self.protocol == Protocol::V6 && self.method == Method::GetProviderSchema {
                    let handler = Arc::clone(handler);
                    return self.answer(request, account, |request| async move {
                        Ready(match handler.encoded_provider_schema().await {
                            Some(bytes) => AnswerFrame::encoded(bytes),
                            None => handler.get_provider_schema(request).await.frame(),
                        })
                    });
                }
                match self.method {
                    $(Method::$six => future!(self, handler, request, account, $call $($lowered)?),)+
                }
            }
        }

        /// What each call is called in protocol 6 and in protocol 5.
        #[cfg(test)]
        const NAMES: &[(&str, &str)] = &[$((stringify!($six), stringify!($five)),)+];
    };
}

calls!(dispatch);

impl Rpc {
    /// The frame around each method: room, decoding, a span, panics.
    fn answer<Q, A, F, Fut>(
        self,
        request: Bytes,
        account: &Arc<Account>,
        method: F,
    ) -> BoxFuture<Result<AnswerFrame, Status>>
    where
        Q: Message + Default,
        A: Framable + 'static,
        F: FnOnce(Q) -> Fut + Send + 'static,
        Fut: Future<Output = A> + Send + 'static,
    {
        // Keys as in the Go SDKs' logs; the handler fills in the type, which the transport does not know. It is there
        // at every level, because the events within need it to be told apart.
        let span = tracing::error_span!(
            "rpc",
            tf_rpc = ?self.method,
            tf_proto_version = self.protocol.number(),
            tf_resource_type = tracing::field::Empty,
        );
        let account = Arc::clone(account);
        let answer = async move {
            // The message itself is on the account already.
            let weight = decoded(&request).saturating_sub(request.len());
            account.claim_decoded(weight).await?;
            let request = decode::<Q>(request)?;
            let start = Instant::now();
            let answer = caught_future(method(request)).await;
            // Whole microseconds, or the fraction would have sixteen digits.
            let tf_req_duration_ms = start.elapsed().as_micros() as f64 / 1e3;
            match answer {
                Ok(answer) => {
                    tracing::debug!(tf_req_duration_ms, "served request");
                    answer.frame()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_protocol_serves_its_own_names() {
        for (six, five) in NAMES {
            for (protocol, own, others) in [(Protocol::V6, six, five), (Protocol::V5, five, six)] {
                assert!(Rpc::named(protocol, own).is_some(), "{own}");
                let same = own == others;
                assert_eq!(Rpc::named(protocol, others).is_some(), same, "{others}");
            }
        }
        let renamed = NAMES.iter().filter(|(six, five)| six != five).count();
        assert_eq!(renamed, 6);
    }
}
