//! Contexts without a running call: for tests, and for the examples of the documentation.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

#[cfg(test)]
use schema_runtime::data::Operation;
#[cfg(feature = "testing")]
use schema_runtime::object::Root;

use super::call::{AnyClient, BoundClient, Call, Client};
use super::cx::Cx;
#[cfg(feature = "testing")]
use super::member::HasClient;
use super::provider_call::{CallKind, ProviderCall};
use crate::process::cancellation::{Cancellation, Reason};

/// The type of objects that exist only in examples.
const THING: &str = "test_thing";

/// A context for a unit test.
#[cfg(feature = "testing")]
impl<R: Root> Cx<R> {
    /// A context for a unit test that calls `create` or another function itself, with this client.
    /// It has the usual timeout of 20 minutes; warnings are lost. Create the data with
    /// [`creating`](https://docs.rs/schema-provider/latest/schema_provider/testing/fn.creating.html)
    /// and similar functions.
    ///
    /// For Terraform's own checks, write a whole test
    /// ([`ProviderTest`](https://docs.rs/schema-provider/latest/schema_provider/testing/struct.ProviderTest.html)).
    #[must_use]
    pub fn for_test<K, C: Send + Sync + 'static>(client: C) -> Self
    where
        R: HasClient<K, C>,
    {
        let (time, grace) = (Duration::from_secs(20 * 60), Duration::from_secs(30));
        Self::alone(
            R::__SCHEMA.type_name.as_str(),
            CallKind::Create,
            Some(Arc::new(client)),
            time,
            grace,
        )
        .0
    }

    /// Interrupts the call, as a user does with Ctrl-C.
    pub fn interrupt(&self) {
        self.call.cancellation.cancel(Reason::Stopped);
    }
}

impl<R> Cx<R> {
    /// A standalone call, and the cancellation that ends it.
    fn alone(
        type_name: &str,
        operation: impl Into<ProviderCall>,
        client: Option<AnyClient>,
        timeout: Duration,
        grace: Duration,
    ) -> (Self, Arc<Cancellation>) {
        let client = client.map_or(Client::None, |client| {
            Client::Ready(Arc::new(BoundClient::new(client, None, Arc::default())))
        });
        let cancellation = Arc::new(Cancellation::default());
        let call = Call {
            type_name: type_name.to_owned(),
            operation: operation.into(),
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
        (Cx::of(Arc::new(call)), cancellation)
    }

    #[cfg(test)]
    pub(crate) fn for_tests(
        operation: Operation,
        timeout: Duration,
        grace: Duration,
    ) -> (Self, Arc<Cancellation>) {
        Self::alone(THING, operation, None, timeout, grace)
    }

    /// Runs a documentation example in a call with this client, a timeout of one minute, and an
    /// interrupt as a user sends it.
    #[doc(hidden)]
    pub fn __example<C: Send + Sync + 'static, T>(
        client: C,
        example: impl AsyncFnOnce(&Self, &dyn Fn()) -> T,
    ) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        let run = async {
            let client: AnyClient = Arc::new(client);
            let (minute, grace) = (Duration::from_secs(60), Duration::from_secs(2));
            let (cx, cancellation) =
                Self::alone(THING, CallKind::Create, Some(client), minute, grace);
            example(&cx, &|| cancellation.cancel(Reason::Stopped)).await
        };
        runtime.expect("a runtime").block_on(run)
    }
}
