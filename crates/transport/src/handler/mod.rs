//! [`Handler`], which answers the calls.

mod default;

use crate::budget::MemoryGuard;
use crate::crew::CallThreads;
use crate::proto::v6::calls;
use crate::proto::v6::*;
use crate::stream::{FrameSender, StreamReceiver, StreamSender};
use bytes::Bytes;
use std::future::Future;
use std::pin::Pin;

/// The answer of another program to a call: see [`Handler::forwarded`].
#[derive(Debug, Default)]
pub struct Forwarded {
    /// The encoded answer; for a failed call, empty or the values to keep.
    pub message: Bytes,
    /// The diagnostics besides it.
    pub diagnostics: Vec<Diagnostic>,
}

/// The future answer of another program.
pub type Forwarding = Pin<Box<dyn Future<Output = Forwarded> + Send>>;

/// Sends the answer of another program, message by message; the diagnostics are those of a failed
/// call.
pub type ForwardedStream =
    Box<dyn FnOnce(FrameSender) -> Pin<Box<dyn Future<Output = Vec<Diagnostic>> + Send>> + Send>;

/// A method of the trait, with or without a body.
macro_rules! method {
    ($(#[$doc:meta])* $call:ident) => {
        $(#[$doc])*
        fn $call(
            &self,
            request: $call::Request,
        ) -> impl Future<Output = $call::Response> + Send;
    };
    ($(#[$doc:meta])* $call:ident optional) => {
        $(#[$doc])*
        fn $call(
            &self,
            request: $call::Request,
        ) -> impl Future<Output = $call::Response> + Send {
            default::$call(self, request)
        }
    };
    ($(#[$doc:meta])* $call:ident unsupported $what:literal, $name:ident) => {
        $(#[$doc])*
        fn $call(
            &self,
            request: $call::Request,
        ) -> impl Future<Output = $call::Response> + Send {
            std::future::ready(default::unsupported($what, &request.$name))
        }
    };
}

macro_rules! handler {
    (
        $(
            $(#[$doc:meta])*
            $six:ident | $five:tt $(($lowered:ident))? => $call:ident $(($($unless_written:tt)+))?;
        )+
        [server streams]
        $(
            $(#[$server_doc:meta])*
            $server_six:ident | $server_five:tt => $server:ident ($event:ident)
                (unsupported $what:literal, $name:ident);
        )+
        [client streams]
        $(
            $(#[$client_doc:meta])*
            $client_six:ident | $client_five:tt => $client:ident ($chunk:ident);
        )+
    ) => {
        /// Answers the provider protocol's calls, in protocol 6 messages for either protocol.
        ///
        /// Calls come concurrently. Failures are diagnostics in the answer; there are no other
        /// errors. The server answers calls that it cannot pass on (too large, invalid, no memory,
        /// too late) and panics in the same way; for a better message, catch the panic earlier, in
        /// a [`caught`](schema_panic::caught) scope. A future is dropped when the caller cancels
        /// its call or disappears.
        ///
        /// A method whose answer is a stream sends it message by message, at the client's pace, and
        /// the stream ends with its future: after a panic, the last message is an error. A method
        /// whose request is a stream receives it message by message.
        pub trait Handler: Send + Sync + 'static {
            $(method! { $(#[$doc])* $call $($($unless_written)+)? })+

            $($(#[$server_doc])*
            fn $server(
                &self,
                request: $server::Request,
                answer: StreamSender<$server::$event>,
            ) -> impl Future<Output = ()> + Send {
                let refusal = default::unsupported($what, &request.$name);
                // A dropped receiver needs no answer.
                async move {
                    let _ = answer.send(refusal).await;
                }
            })+

            $($(#[$client_doc])*
            fn $client(
                &self,
                request: StreamReceiver<$client::$chunk>,
            ) -> impl Future<Output = $client::Response> + Send {
                default::$client(self, request)
            })+

            /// The answer to [`get_provider_schema`](Self::get_provider_schema) in protocol 6,
            /// encoded: for a handler that can write it more cheaply than by encoding a message. By
            /// default `None`.
            fn encoded_provider_schema(&self) -> impl Future<Output = Option<Bytes>> + Send {
                std::future::ready(None)
            }

            /// Lets another program answer a call, without decoding the request. `call` is its name
            /// in protocol 6. `None` means that the call's method answers.
            fn forwarded(&self, call: &'static str, request: &Bytes) -> Option<Forwarding> {
                let _ = (call, request);
                None
            }

            /// The same for a call whose answer is a stream.
            fn forwarded_stream(
                &self,
                call: &'static str,
                request: &Bytes,
            ) -> Option<ForwardedStream> {
                let _ = (call, request);
                None
            }

            /// The handler for the calls of one more connection, in debug mode. There one process
            /// serves all of Terraform's clients, each of which configures the provider separately:
            /// one per provider alias. `None` means that this handler answers them all.
            fn for_connection(&self) -> Option<Self>
            where
                Self: Sized,
            {
                None
            }

            /// The handler for one call. Code that continues with the request after the call's
            /// future was dropped, or has answered, keeps `memory` until it ends, so its memory
            /// still counts. `None` means that no code does so.
            fn for_call(&self, memory: MemoryGuard) -> Option<Self>
            where
                Self: Sized,
            {
                let _ = memory;
                None
            }

            /// Receives, before the server starts, the threads of the calls, on which other
            /// people's code may take its first step: code that does not wait then needs no other
            /// thread.
            fn run_code_on(&self, threads: CallThreads) {
                let _ = threads;
            }

            /// Ends what is running: the user interrupted, the process is asked to end, or the
            /// client disappeared.
            ///
            /// The handler of [one connection](Self::for_connection) is stopped by its own client;
            /// the server's handler is stopped when the process must end, and stops them all.
            ///
            /// Returns at once; the calls in flight return what they have. Later calls are served
            /// again.
            fn stop(&self);

            /// The last client went away without notice, and may not have saved recent answers: by
            /// default, as [`stop`](Self::stop).
            fn abandoned(&self) {
                self.stop();
            }
        }
    };
}

calls!(handler);
