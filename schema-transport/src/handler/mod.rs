//! What answers the calls.

mod default;

use crate::calls::calls;
use crate::proto::v6::*;
use std::future::Future;

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
}

macro_rules! handler {
    ($(
        $(#[$doc:meta])*
        $six:ident | $five:ident $(($lowered:ident))? => $call:ident $(($optional:ident))?;
    )+) => {
        /// Answers the provider protocol's calls, in the messages of protocol 6 whatever protocol is spoken.
        ///
        /// Calls come concurrently. Failures travel as diagnostics in the answer; there are no errors beside it. A method
        /// that panics makes its call fail with the status INTERNAL, and the server lives on; to give the user a better text,
        /// catch the panic earlier, in a [`caught`](schema_panic::caught) scope. A future is dropped when the caller gives its
        /// call up or disappears.
        pub trait Handler: Send + Sync + 'static {
            $(method! { $(#[$doc])* $call $($optional)? })+

            /// End what is running: the user interrupted, the process is asked to end, or the client disappeared.
            ///
            /// Returns at once; the calls in flight come back with what they have. Later calls are served again.
            fn stop(&self);

            /// The last client is gone without a word, and may not have kept what it was answered of late: as
            /// [`stop`](Self::stop) unless written.
            fn abandoned(&self) {
                self.stop();
            }
        }
    };
}

calls!(handler);
