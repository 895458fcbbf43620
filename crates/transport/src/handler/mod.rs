//! What answers the calls.

mod default;

use crate::budget::MemoryGuard;
use crate::crew::CallThreads;
use crate::proto::v6::calls;
use crate::proto::v6::*;
use crate::stream::{StreamReceiver, StreamSender};
use bytes::Bytes;
use std::future::Future;
use std::pin::Pin;

/// What another program answered to a call: see [`Handler::forwarded`].
#[derive(Debug, Default)]
pub struct Forwarded {
    /// The encoded answer; of a call that failed empty, or what is to be kept.
    pub message: Bytes,
    /// What is reported beside it.
    pub diagnostics: Vec<Diagnostic>,
}

/// What another program is about to answer.
pub type Forwarding = Pin<Box<dyn Future<Output = Forwarded> + Send>>;

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
        #[allow(clippy::needless_update)]
        fn $call(
            &self,
            request: $call::Request,
        ) -> impl Future<Output = $call::Response> + Send {
            std::future::ready($call::Response {
                diagnostics: default::unsupported($what, &request.$name),
                ..Default::default()
            })
        }
    };
}

/// A method of the trait whose answer is a stream.
macro_rules! server_stream {
    ($(#[$doc:meta])* $call:ident $message:ident) => {
        $(#[$doc])*
        fn $call(
            &self,
            request: $call::Request,
            answer: StreamSender<$call::$message>,
        ) -> impl Future<Output = ()> + Send {
            default::$call(self, request, answer)
        }
    };
}

/// A method of the trait whose request is a stream.
macro_rules! client_stream {
    ($(#[$doc:meta])* $call:ident $message:ident) => {
        $(#[$doc])*
        fn $call(
            &self,
            request: StreamReceiver<$call::$message>,
        ) -> impl Future<Output = $call::Response> + Send {
            default::$call(self, request)
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
            $server_six:ident | $server_five:tt => $server:ident ($event:ident);
        )+
        [client streams]
        $(
            $(#[$client_doc:meta])*
            $client_six:ident | $client_five:tt => $client:ident ($chunk:ident);
        )+
    ) => {
        /// Answers the provider protocol's calls, in the messages of protocol 6 whatever protocol
        /// is spoken.
        ///
        /// Calls come concurrently. Failures travel as diagnostics in the answer; there are no
        /// errors beside it. The server answers what it cannot hand over (too large, not to be
        /// decoded, no memory, too late) in the same way, and a method that panics; to give the
        /// user a better text, catch the panic earlier, in a [`caught`](schema_panic::caught)
        /// scope. A future is dropped when the caller gives its call up or disappears.
        ///
        /// A method whose answer is a stream sends it message by message, at the pace of its
        /// client, and the stream ends with its future: after a panic in it the last message is an
        /// error. A method whose request is a stream takes it message by message.
        pub trait Handler: Send + Sync + 'static {
            $(method! { $(#[$doc])* $call $($($unless_written)+)? })+
            $(server_stream! { $(#[$server_doc])* $server $event })+
            $(client_stream! { $(#[$client_doc])* $client $chunk })+

            /// The answer to [`get_provider_schema`](Self::get_provider_schema) in protocol 6,
            /// encoded: for a handler that writes it more cheaply than a message is made and
            /// encoded. Nothing means that it does not.
            fn encoded_provider_schema(&self) -> impl Future<Output = Option<Bytes>> + Send {
                std::future::ready(None)
            }

            /// Has another program answer a call, whose request is not decoded. `call` is its name
            /// in protocol 6; calls that stream are not asked about. Nothing means that the call's
            /// method answers.
            fn forwarded(&self, call: &'static str, request: &Bytes) -> Option<Forwarding> {
                let _ = (call, request);
                None
            }

            /// What answers the calls of one more connection, in debug mode. There one process
            /// serves all of Terraform's clients, of which each configures the provider for itself:
            /// one for each of its aliases. Nothing means that this handler answers them all.
            fn for_connection(&self) -> Option<Self>
            where
                Self: Sized,
            {
                None
            }

            /// What answers one call. Code that goes on with the request after the call's future
            /// was dropped, or has answered, keeps `memory` until it ends, so that what it holds
            /// still counts. Nothing means that no code does so.
            fn for_call(&self, memory: MemoryGuard) -> Option<Self>
            where
                Self: Sized,
            {
                let _ = memory;
                None
            }

            /// Where code that others wrote may take its first step, before the server starts: on a
            /// thread of the calls, so that what does not wait needs no other.
            fn run_code_on(&self, threads: CallThreads) {
                let _ = threads;
            }

            /// End what is running: the user interrupted, the process is asked to end, or the
            /// client disappeared.
            ///
            /// What answers [one connection](Self::for_connection) is stopped by its own client;
            /// the handler that the server was given is stopped when the process is to end, and
            /// stops them all.
            ///
            /// Returns at once; the calls in flight come back with what they have. Later calls are
            /// served again.
            fn stop(&self);

            /// The last client is gone without a word, and may not have kept what it was answered
            /// of late: as [`stop`](Self::stop) unless written.
            fn abandoned(&self) {
                self.stop();
            }
        }
    };
}

calls!(handler);
