//! Terraform's calls, answered by an [`Instance`](schema_shell::lifecycle::Instance): messages in,
//! values through, messages out.
//!
//! This is an inner crate of `schema-provider`: it promises no semver, and nothing else should
//! depend on it. It connects the transport, which knows nothing of schemas, and the lifecycle of
//! provider code, which knows nothing of the transport.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `convert` | values, paths and diagnostics on the wire |
//! | `size` | answers that are larger than a message may be |
//! | `computed_blocks` | errors for a client that does not support them |
//! | `schema` | schemas on the wire |
//! | `signature` | signatures of functions on the wire |
//! | `provider` | [`ProviderServer`], and the common part of its calls |
//! | `identity` | identities on the wire |
//! | `calls` | the calls, a file for each kind |
//!
//! A call has the same name in the transport's table, in its messages, here and in the lifecycle:
//! its protocol 6 name, such as `plan_resource_change`.

mod calls;
mod computed_blocks;
mod convert;
mod identity;
mod provider;
mod schema;
mod signature;
mod size;

use schema_transport::proto::v6;
use schema_transport::{CallThreads, Handler, MemoryGuard, StreamReceiver, StreamSender};

pub use provider::ProviderServer;

/// Answers each call of the transport's table with the function of the same name.
macro_rules! handler {
    (
        $($(#[$doc:meta])* $six:ident | $five:tt $(($lowered:ident))? => $call:ident $(($($unless_written:tt)+))?;)+
        [server streams]
        $($(#[$server_doc:meta])* $server_six:ident | $server_five:tt => $server:ident ($event:ident) $default:tt;)+
        [client streams]
        $($(#[$client_doc:meta])* $client_six:ident | $client_five:tt => $client:ident ($chunk:ident);)+
    ) => {
        impl Handler for ProviderServer {
            $(fn $call(
                &self,
                request: v6::$call::Request,
            ) -> impl Future<Output = v6::$call::Response> + Send {
                calls::$call(self, request)
            })+

            $(fn $server(
                &self,
                request: v6::$server::Request,
                answer: StreamSender<v6::$server::$event>,
            ) -> impl Future<Output = ()> + Send {
                calls::$server(self, request, answer)
            })+

            $(fn $client(
                &self,
                request: StreamReceiver<v6::$client::$chunk>,
            ) -> impl Future<Output = v6::$client::Response> + Send {
                calls::$client(self, request)
            })+

            fn for_connection(&self) -> Option<Self> {
                Some(ProviderServer {
                    instance: self.instance.another_configuration(),
                    one_of_many: true,
                    ..self.clone()
                })
            }

            async fn encoded_provider_schema(&self) -> Option<schema_transport::Bytes> {
                Some(calls::encoded_provider_schema(self).await)
            }

            fn for_call(&self, memory: MemoryGuard) -> Option<Self> {
                Some(ProviderServer {
                    instance: self.instance.holding(memory.clone().into()),
                    memory: Some(memory),
                    ..self.clone()
                })
            }

            fn run_code_on(&self, threads: CallThreads) {
                self.instance.begin_on(move |work| threads.run(work));
            }

            fn stop(&self) {
                self.stop_calls();
            }

            fn abandoned(&self) {
                self.instance.client_lost();
            }
        }
    };
}

schema_transport::__calls!(handler);
