//! Contexts of calls that nothing runs: for tests, and for the examples of the documentation.

use std::marker::PhantomData;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use schema_runtime::data::Operation;

use super::author_call::AuthorCall;
use super::call::{BoundClient, Call, Client};
use super::cx::Cx;
use crate::process::cancellation::{Cancellation, Reason};

impl<R> Cx<R> {
    /// A call that nothing else knows of, and what ends it.
    fn alone(
        operation: AuthorCall,
        client: Client,
        timeout: Duration,
        grace: Duration,
    ) -> (Self, Arc<Cancellation>) {
        let cancellation = Arc::new(Cancellation::default());
        let call = Call {
            type_name: "test_thing".to_owned(),
            operation,
            object_id: OnceLock::new(),
            client,
            terraform_version: None,
            provider_meta: None,
            cancellation: Arc::clone(&cancellation),
            timeout,
            deadline: tokio::time::Instant::now() + timeout,
            grace,
            progress: None,
            environment: Arc::default(),
            warnings: Mutex::default(),
            deferral: None,
            masks: Arc::default(),
        };
        let cx = Cx {
            call: Arc::new(call),
            marker: PhantomData,
        };
        (cx, cancellation)
    }

    #[cfg(test)]
    pub(crate) fn for_tests(
        operation: Operation,
        timeout: Duration,
        grace: Duration,
    ) -> (Self, Arc<Cancellation>) {
        Self::alone(AuthorCall::Object(operation), Client::None, timeout, grace)
    }

    /// Runs an example of the documentation in a call with this client, a timeout of a minute, and
    /// what interrupts the call as a user does.
    #[doc(hidden)]
    pub fn __example<C: Send + Sync + 'static, T>(
        client: C,
        example: impl AsyncFnOnce(&Self, &dyn Fn()) -> T,
    ) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        let run = async {
            let client = Client::Ready(Arc::new(BoundClient::unbound(Arc::new(client))));
            let minute = Duration::from_secs(60);
            let (cx, cancellation) = Self::alone(
                AuthorCall::Object(Operation::Create),
                client,
                minute,
                Duration::from_secs(2),
            );
            example(&cx, &|| cancellation.cancel(Reason::Stopped)).await
        };
        runtime.expect("a runtime").block_on(run)
    }
}
