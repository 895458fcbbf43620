//! [`WithOldProgram`].

use crate::error;
use crate::merge;
use crate::ported::Ported;
use crate::session::{Session, Sessions};
use crate::snapshot::Schemas;
use crate::spec::Spec;
use crate::types::readable;
use schema_transport::proto::WithDiagnostics;
use schema_transport::proto::v6::*;
use schema_transport::{
    Bytes, CallThreads, ForwardedStream, Forwarding, Handler, MemoryGuard, StreamReceiver,
    StreamSender,
};
use std::sync::Arc;

/// A provider, and behind it the program that answers for the types not yet ported.
#[derive(Debug)]
pub struct WithOldProgram<H> {
    ours: H,
    ported: Arc<Ported>,
    old: Arc<Session>,
    /// The sessions of connections with their own handler, in debug mode.
    connections: Sessions,
}

impl<H> WithOldProgram<H> {
    /// Puts the program behind `ours`, which answers for the ported types. Their private data is
    /// stored in a form that the old program can read if it gets the object again.
    pub fn new(ours: H, ported: Ported, spec: Spec) -> Self {
        Self {
            ours,
            ported: Arc::new(ported),
            old: Arc::new(Session::new(Arc::new(spec))),
            connections: Sessions::default(),
        }
    }

    /// Asks each process to stop, including those of connections, which nobody else asks when this
    /// process ends.
    fn stop_old(&self) {
        self.old.stop_soon();
        self.connections.stop_soon();
    }
}

impl<H: Handler> WithOldProgram<H> {
    /// Our answer, merged with the old program's schemas.
    async fn merged<A: WithDiagnostics>(
        &self,
        ours: impl Future<Output = A>,
        merge: impl FnOnce(A, &Schemas) -> A,
    ) -> A {
        let mut ours = ours.await;
        match self.old.schemas().await {
            Ok(theirs) => merge(ours, &theirs.0),
            Err(errors) => {
                ours.diagnostics().extend(errors);
                ours
            }
        }
    }

    /// Both stop their work.
    async fn stop_both(&self, request: stop_provider::Request) -> stop_provider::Response {
        let (mut ours, old) = tokio::join!(self.ours.stop_provider(request), self.old.stop());
        if let Err(error) = old {
            let told = error::failed(&self.old.spec, "StopProvider", &error);
            let text = format!("{}: {}", told.summary, told.detail);
            ours.error = match ours.error.as_str() {
                "" => text,
                error => format!("{error}\n{text}"),
            };
        }
        ours
    }
}

/// The handler of each call. Calls about a type get here if the type is ours.
macro_rules! answer {
    (get_provider_schema, $self:ident, $request:ident) => {
        $self.merged($self.ours.get_provider_schema($request), |ours, theirs| {
            merge::schemas(ours, theirs, &$self.ported, &$self.old.spec)
        })
    };
    (get_metadata, $self:ident, $request:ident) => {
        $self.merged($self.ours.get_metadata($request), merge::metadata)
    };
    (get_resource_identity_schemas, $self:ident, $request:ident) => {
        $self.merged(
            $self.ours.get_resource_identity_schemas($request),
            |ours, theirs| merge::identities(ours, theirs, &$self.ported),
        )
    };
    (get_functions, $self:ident, $request:ident) => {
        $self.merged($self.ours.get_functions($request), |ours, theirs| {
            merge::functions(ours, theirs, &$self.ported)
        })
    };
    (stop_provider, $self:ident, $request:ident) => {
        $self.stop_both($request)
    };
    (plan_resource_change, $self:ident, $request:ident) => {
        answer!($self, ours.plan_resource_change($request), planned_private)
    };
    (apply_resource_change, $self:ident, $request:ident) => {
        answer!($self, ours.apply_resource_change($request), private)
    };
    (read_resource, $self:ident, $request:ident) => {
        answer!($self, ours.read_resource($request), private)
    };
    (move_resource_state, $self:ident, $request:ident) => {
        answer!($self, ours.move_resource_state($request), target_private)
    };
    (import_resource_state, $self:ident, $request:ident) => {
        async move {
            let mut answer = $self.ours.import_resource_state($request).await;
            for imported in &mut answer.imported_resources {
                imported.private = readable(std::mem::take(&mut imported.private));
            }
            answer
        }
    };
    ($self:ident, ours.$call:ident($request:ident), $private:ident) => {
        async move {
            let mut answer = $self.ours.$call($request).await;
            answer.$private = readable(answer.$private);
            answer
        }
    };
    ($call:ident, $self:ident, $request:ident) => {
        $self.ours.$call($request)
    };
    ($call:ident, $self:ident, $request:ident, $answer:ident) => {
        $self.ours.$call($request, $answer)
    };
}

macro_rules! handler {
    (
        $($(#[$doc:meta])* $six:ident | $five:tt $(($lowered:ident))? => $call:ident $(($($unless_written:tt)+))?;)+
        [server streams]
        $($(#[$server_doc:meta])* $server_six:ident | $server_five:tt => $server:ident ($event:ident) $default:tt;)+
        [client streams]
        $($(#[$client_doc:meta])* $client_six:ident | $client_five:tt => $client:ident ($chunk:ident);)+
    ) => {
        impl<H: Handler> Handler for WithOldProgram<H> {
            $(fn $call(&self, request: $call::Request) -> impl Future<Output = $call::Response> + Send {
                answer!($call, self, request)
            })+

            $(fn $server(
                &self,
                request: $server::Request,
                answer: StreamSender<$server::$event>,
            ) -> impl Future<Output = ()> + Send {
                answer!($server, self, request, answer)
            })+

            $(fn $client(
                &self,
                request: StreamReceiver<$client::$chunk>,
            ) -> impl Future<Output = $client::Response> + Send {
                answer!($client, self, request)
            })+

            fn forwarded(&self, call: &'static str, request: &Bytes) -> Option<Forwarding> {
                match call {
                    "ValidateProviderConfig" => self.old.keep_validation(request),
                    "ConfigureProvider" => self.old.keep_configuration(request),
                    _ if self.ported.is_of_old_program(call, request) => {
                        let (old, request) = (Arc::clone(&self.old), request.clone());
                        return Some(Box::pin(async move { old.pass(call, request).await }));
                    }
                    _ => {}
                }
                None
            }

            fn forwarded_stream(
                &self,
                call: &'static str,
                request: &Bytes,
            ) -> Option<ForwardedStream> {
                if !self.ported.is_of_old_program(call, request) {
                    return None;
                }
                let (old, request) = (Arc::clone(&self.old), request.clone());
                Some(Box::new(move |answer| {
                    Box::pin(async move { old.pass_stream(call, &request, &answer).await })
                }))
            }

            fn for_connection(&self) -> Option<Self> {
                // A different configuration of the provider needs its own process.
                Some(Self {
                    ours: self.ours.for_connection()?,
                    ported: Arc::clone(&self.ported),
                    old: self.connections.another(Arc::clone(&self.old.spec)),
                    connections: Sessions::default(),
                })
            }

            fn for_call(&self, memory: MemoryGuard) -> Option<Self> {
                Some(Self {
                    ours: self.ours.for_call(memory)?,
                    ported: Arc::clone(&self.ported),
                    old: Arc::clone(&self.old),
                    connections: self.connections.clone(),
                })
            }

            fn run_code_on(&self, threads: CallThreads) {
                self.ours.run_code_on(threads);
            }

            fn stop(&self) {
                self.ours.stop();
                self.stop_old();
            }

            fn abandoned(&self) {
                self.ours.abandoned();
                self.stop_old();
            }
        }
    };
}

schema_transport::__calls!(handler);
