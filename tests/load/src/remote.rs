//! A provider in a separate process that answers calls: code that calls a [`Handler`] in process
//! uses this to call the program over gRPC, in either protocol.

use crate::Result;
use schema_client::{CallError, Plugin, Program, Provider};
use schema_transport::proto::v6;
use schema_transport::{Handler, Protocol, StreamReceiver, StreamSender};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

/// A process with a connection to it; it ends when the last clone is dropped.
#[derive(Clone)]
pub struct Remote(Arc<Plugin>);

impl Remote {
    /// Starts a program with this protocol and these variables, in a directory of its own.
    ///
    /// # Errors
    /// It does not start, or cannot be connected to.
    pub async fn start(
        program: &Path,
        protocol: Protocol,
        environment: &[(&'static str, &OsStr)],
    ) -> Result<Self> {
        let program = Program::new(program).protocols([protocol]);
        let plugin = program.envs(environment.iter().copied()).connect().await?;
        Ok(Self(Arc::new(plugin)))
    }

    /// The connection and its protocol.
    #[must_use]
    pub fn provider(&self) -> &Provider {
        self.0.provider()
    }

    /// Its process id.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.0.process().id()
    }
}

/// A handler has no errors besides its answers: a failed call is a bug of the tested provider.
fn or_panic<T>(call: &str, answer: std::result::Result<T, CallError>) -> T {
    answer.unwrap_or_else(|failure| panic!("{call}: {failure}"))
}

/// Passes each call on.
macro_rules! remote {
    (
        $(
            $(#[$doc:meta])*
            $six:ident | $five:tt $(($lowered:ident))? => $call:ident $(($($unwritten:tt)+))?;
        )+
        [server streams]
        $(
            $(#[$server_doc:meta])*
            $server_six:ident | $server_five:tt => $streamed:ident ($event:ident) $default:tt;
        )+
        [client streams]
        $($client:tt)+
    ) => {
        impl Handler for Remote {
            $(
                async fn $call(&self, request: v6::$call::Request) -> v6::$call::Response {
                    or_panic(stringify!($call), self.provider().$call(&request).await)
                }
            )+

            $(
                async fn $streamed(
                    &self,
                    request: v6::$streamed::Request,
                    answer: StreamSender<v6::$streamed::$event>,
                ) {
                    let name = stringify!($streamed);
                    let mut messages = or_panic(name, self.provider().$streamed(&request).await);
                    loop {
                        // A receiver that stops reading abandons the call.
                        let next = tokio::select! {
                            next = messages.next() => or_panic(name, next),
                            () = answer.closed() => return,
                        };
                        let Some(message) = next else {
                            return;
                        };
                        if answer.send(message).await.is_err() {
                            return;
                        }
                    }
                }
            )+

            async fn write_state_bytes(
                &self,
                mut request: StreamReceiver<v6::write_state_bytes::RequestChunk>,
            ) -> v6::write_state_bytes::Response {
                let mut upload = or_panic("write_state_bytes", self.provider().write_state_bytes().await);
                loop {
                    match request.next().await {
                        // A receiver that has its answer stops reading.
                        Ok(Some(chunk)) => {
                            if !or_panic("write_state_bytes", upload.send(&chunk).await) {
                                break;
                            }
                        }
                        Ok(None) => break,
                        // The call is abandoned; nobody is answered then.
                        Err(closed) => {
                            let told = v6::Diagnostic::error(closed.to_string(), "");
                            return v6::write_state_bytes::Response { diagnostics: vec![told] };
                        }
                    }
                }
                or_panic("write_state_bytes", upload.finish().await)
            }

            /// Nobody waits for it: callers that must know that it arrived make the call
            /// themselves.
            fn stop(&self) {
                let remote = self.clone();
                tokio::spawn(async move { remote.stop_provider(v6::stop_provider::Request {}).await });
            }
        }
    };
}

schema_transport::__calls!(remote);
