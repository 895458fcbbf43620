//! From a gRPC call to the handler's method and back.
//!
//! Calls with one message each way are framed in `framed`, those with a stream in one direction in
//! `stream`.

mod streams;

use crate::budget::Account;
use crate::framed::{AnswerFrame, HEADER};
use crate::handler::{Forwarded, Forwarding, Handler};
use crate::handshake::Protocol;
use crate::proto::v6::calls;
use crate::proto::{Refusal as _, v6};
use crate::protocol5;
use crate::stream::{EventBody, Source};
use crate::weight::decoded;
use bytes::Bytes;
use prost::Message;
use schema_panic::caught_future;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;
use tonic::{Code, Status};
use tracing::{Instrument as _, Span};

pub(super) type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Decodes a message.
pub(super) fn decode<M: Message + Default>(bytes: Bytes) -> Result<M, Status> {
    M::decode(bytes)
        .map_err(|error| Status::invalid_argument(format!("malformed message: {error}")))
}

/// A call of the provider's service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rpc {
    pub(super) method: Method,
    protocol: Protocol,
}

/// A call with one message each way or with a stream in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Unary(Unary),
    ServerStream(ServerStream),
    ClientStream(ClientStream),
}

/// Replaces the name of a call that a protocol does not have.
const ABSENT: &str = "-";

/// The boxed future of one method. Its handler is dropped before its answer is encoded.
macro_rules! future {
    ($rpc:expr, $handler:expr, $request:expr, $account:expr, $call:ident) => {{
        let handler = Arc::clone($handler);
        let method = |request: v6::$call::Request| async move {
            let answer = handler.$call(request).await;
            drop(handler);
            AnswerFrame::of(&answer)
        };
        $rpc.answer($request, $account, method)
    }};
    ($rpc:expr, $handler:expr, $request:expr, $account:expr, $call:ident lowered) => {
        if $rpc.protocol == Protocol::V5 {
            let handler = Arc::clone($handler);
            let method = |request: v6::$call::Request| async move {
                let answer = protocol5::$call(&*handler, request).await;
                drop(handler);
                AnswerFrame::of(&answer)
            };
            $rpc.answer($request, $account, method)
        } else {
            future!($rpc, $handler, $request, $account, $call)
        }
    };
}

macro_rules! dispatch {
    (
        $(
            $(#[$doc:meta])*
            $six:ident | $five:tt $(($lowered:ident))? => $call:ident $(($($unless_written:tt)+))?;
        )+
        [server streams]
        $(
            $(#[$server_doc:meta])*
            $server_six:ident | $server_five:tt => $server:ident ($event:ident) $default:tt;
        )+
        [client streams]
        $(
            $(#[$client_doc:meta])*
            $client_six:ident | $client_five:tt => $client:ident ($chunk:ident);
        )+
    ) => {
        /// Calls by their names in protocol 6.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Unary {
            $($six,)+
        }

        /// The same for calls whose answer is a stream.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum ServerStream {
            $($server_six,)+
        }

        /// The same for calls whose request is a stream.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum ClientStream {
            $($client_six,)+
        }

        impl Rpc {
            /// The call of this name, if the protocol has one.
            // Several calls are absent in protocol 5.
            #[allow(unreachable_patterns)]
            pub(super) fn named(protocol: Protocol, name: &str) -> Option<Self> {
                let method = match protocol {
                    Protocol::V5 => match name {
                        ABSENT => return None,
                        $(stringify!($five) => Method::Unary(Unary::$six),)+
                        $(stringify!($server_five) => Method::ServerStream(ServerStream::$server_six),)+
                        $(stringify!($client_five) => Method::ClientStream(ClientStream::$client_six),)+
                        _ => return None,
                    },
                    Protocol::V6 => match name {
                        $(stringify!($six) => Method::Unary(Unary::$six),)+
                        $(stringify!($server_six) => Method::ServerStream(ServerStream::$server_six),)+
                        $(stringify!($client_six) => Method::ClientStream(ClientStream::$client_six),)+
                        _ => return None,
                    },
                };
                Some(Self { method, protocol })
            }

            /// An answer with only this diagnostic. The diagnostics of a protocol 5 answer have the
            /// same field number in protocol 6.
            fn failed(self, error: v6::Diagnostic) -> Result<AnswerFrame, Status> {
                match self.method {
                    $(Method::Unary(Unary::$six) => {
                        AnswerFrame::of(&v6::$call::Response::refused(error))
                    })+
                    $(Method::ServerStream(ServerStream::$server_six) => {
                        AnswerFrame::of(&v6::$server::$event::refused(error))
                    })+
                    $(Method::ClientStream(ClientStream::$client_six) => {
                        AnswerFrame::of(&v6::$client::Response::refused(error))
                    })+
                }
            }

            fn name(self) -> &'static str {
                match self.method {
                    $(Method::Unary(Unary::$six) => stringify!($six),)+
                    $(Method::ServerStream(ServerStream::$server_six) => stringify!($server_six),)+
                    $(Method::ClientStream(ClientStream::$client_six) => stringify!($client_six),)+
                }
            }

            /// Decodes the request, which the handler then answers.
            pub(super) fn unary<H: Handler>(
                self,
                method: Unary,
                handler: &Arc<H>,
                request: Bytes,
                account: &Arc<Account>,
            ) -> BoxFuture<Result<AnswerFrame, Status>> {
                if let Some(answer) = handler.forwarded(self.name(), &request) {
                    return self.forward(answer);
                }
                let handler = &for_call(handler, account);
                if self.protocol == Protocol::V6 && method == Unary::GetProviderSchema {
                    let handler = Arc::clone(handler);
                    return self.answer(request, account, |request| async move {
                        match handler.encoded_provider_schema().await {
                            Some(bytes) => AnswerFrame::encoded(bytes),
                            None => AnswerFrame::of(&handler.get_provider_schema(request).await),
                        }
                    });
                }
                match method {
                    $(Unary::$six => future!(self, handler, request, account, $call $($lowered)?),)+
                }
            }

            /// Decodes the request; the handler answers it as the body is read.
            pub(super) fn server_stream<H: Handler>(
                self,
                method: ServerStream,
                handler: &Arc<H>,
                request: Bytes,
                account: &Arc<Account>,
            ) -> BoxFuture<Result<EventBody, Status>> {
                if let Some(answer) = handler.forwarded_stream(self.name(), &request) {
                    return self.forward_stream(answer, account);
                }
                let handler = for_call(handler, account);
                match method {
                    $(ServerStream::$server_six => {
                        self.stream(request, account, |request, answer| async move {
                            handler.$server(request, answer).await;
                        })
                    })+
                }
            }

            /// Passes the messages to the handler as they come.
            pub(super) fn client_stream<H: Handler>(
                self,
                method: ClientStream,
                handler: &Arc<H>,
                messages: Box<dyn Source>,
                account: &Arc<Account>,
            ) -> BoxFuture<Result<AnswerFrame, Status>> {
                let handler = for_call(handler, account);
                match method {
                    $(ClientStream::$client_six => {
                        self.answer_to(messages, |request| async move {
                            AnswerFrame::of(&handler.$client(request).await)
                        })
                    })+
                }
            }
        }

        /// The names of each call in protocol 6 and in protocol 5.
        #[cfg(test)]
        const NAMES: &[(&str, &str)] = &[
            $((stringify!($six), stringify!($five)),)+
            $((stringify!($server_six), stringify!($server_five)),)+
            $((stringify!($client_six), stringify!($client_five)),)+
        ];
    };
}

calls!(dispatch);

impl Rpc {
    /// An encoded answer with these diagnostics besides it. Concatenated messages are one message,
    /// so its own bytes stay unchanged.
    fn with_diagnostics(self, message: Bytes, told: Vec<v6::Diagnostic>) -> Result<Bytes, Status> {
        if told.is_empty() {
            return Ok(message);
        }
        let mut all = Vec::from(message);
        for diagnostic in told {
            all.extend_from_slice(&self.failed(diagnostic)?.bytes()[HEADER..]);
        }
        Ok(all.into())
    }

    /// The answer to a call that the provider cannot carry out: it contains the reason, because
    /// clients other than Terraform take an error status for success. A status remains for invalid
    /// messages, and for a failed connection.
    pub(super) fn refused(self, status: Status) -> Result<AnswerFrame, Status> {
        let remedy = match status.code() {
            Code::OutOfRange => "Keep such data elsewhere, and its address in the object.",
            Code::ResourceExhausted => "Try again with a lower -parallelism.",
            Code::InvalidArgument | Code::DeadlineExceeded => {
                "This is a bug in Terraform, or in whatever else calls the provider."
            }
            PANICKED => "This is a bug in the provider.",
            _ => return Err(status),
        };
        let summary = format!("The provider cannot answer {}", self.name());
        let mut why = status.message().chars();
        let first = why.next().map(|first| first.to_ascii_uppercase());
        let detail = first.into_iter().chain(why).chain(". ".chars());
        let detail = detail.chain(remedy.chars()).collect::<String>();
        self.failed(v6::Diagnostic::error(summary, detail))
    }
}

/// The code of a call whose handler panicked; nothing else uses it.
const PANICKED: Code = Code::Aborted;

/// The handler for one call: its code may outlive the call.
fn for_call<H: Handler>(handler: &Arc<H>, account: &Arc<Account>) -> Arc<H> {
    let own = handler.for_call(account.guard());
    own.map_or_else(|| Arc::clone(handler), Arc::new)
}

/// Reserves room for the decoded request, when available.
async fn room_for(request: &Bytes, account: &Account) -> Result<(), Status> {
    // The message itself is on the account already.
    let weight = decoded(request).saturating_sub(request.len());
    account.claim_decoded(weight).await
}

/// A handler's method for an encoded request, and its encoded answer.
type BytesMethod =
    Box<dyn FnOnce(Bytes) -> Result<BoxFuture<Result<AnswerFrame, Status>>, Status> + Send>;

/// The code around each method, shared by all: room, decoding, panics.
async fn answered(
    request: Bytes,
    account: Arc<Account>,
    method: BytesMethod,
) -> Result<AnswerFrame, Status> {
    room_for(&request, &account).await?;
    caught_method(method(request)?).await?
}

/// Runs a handler's method, and logs how it ended.
async fn caught_method<F: Future>(method: F) -> Result<F::Output, Status> {
    let start = Instant::now();
    let answer = caught_future(method).await;
    // Whole microseconds, or the fraction would have sixteen digits.
    let tf_req_duration_ms = start.elapsed().as_micros() as f64 / 1e3;
    match answer {
        Ok(answer) => {
            tracing::debug!(tf_req_duration_ms, "served request");
            Ok(answer)
        }
        Err(panic) => {
            tracing::error!(tf_req_duration_ms, %panic, "request panicked");
            let text = format!("the provider panicked: {panic}");
            Err(Status::new(PANICKED, text))
        }
    }
}

impl Rpc {
    /// The span of a call. Keys as in the Go SDKs' logs; the handler fills in the type, which the
    /// transport does not know. It exists at every level, because it distinguishes the events
    /// within.
    fn span(self) -> Span {
        tracing::error_span!(
            "rpc",
            tf_rpc = %self.name(),
            tf_proto_version = self.protocol.number(),
            tf_resource_type = tracing::field::Empty,
        )
    }

    /// The answer of another program.
    fn forward(self, answer: Forwarding) -> BoxFuture<Result<AnswerFrame, Status>> {
        let answer = async move {
            let Forwarded {
                message,
                diagnostics,
            } = caught_method(answer).await?;
            AnswerFrame::encoded(self.with_diagnostics(message, diagnostics)?)
        };
        Box::pin(answer.instrument(self.span()))
    }

    /// The code specific to each method, with the shared code around it and a span.
    fn answer<Q, F, Fut>(
        self,
        request: Bytes,
        account: &Arc<Account>,
        method: F,
    ) -> BoxFuture<Result<AnswerFrame, Status>>
    where
        Q: Message + Default + 'static,
        F: FnOnce(Q) -> Fut + Send + 'static,
        Fut: Future<Output = Result<AnswerFrame, Status>> + Send + 'static,
    {
        let method: BytesMethod = Box::new(|request| {
            let request = decode::<Q>(request)?;
            Ok(Box::pin(method(request)))
        });
        let answer = answered(request, Arc::clone(account), method);
        Box::pin(answer.instrument(self.span()))
    }
}

#[cfg(test)]
mod tests;
