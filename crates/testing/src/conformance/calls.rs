//! Code that the kit runs: calls of the provider, and code of examples.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use crate::conformance::examples::fields::name_of;
use crate::conformance::findings::class::Class;
use crate::conformance::findings::transcript;
use crate::conformance::kit::Kit;
use crate::helpers::deadline::{CurrentActivity, seconds};
use schema_panic::caught;

/// See [`Kit::busy`].
struct InProgress<'a>(&'a CurrentActivity);

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        self.0.idle();
    }
}

impl Kit {
    /// Foreign code runs as long as this value lives.
    fn busy(&self, resource: &str, what: &str) -> InProgress<'_> {
        resource.clone_into(&mut self.findings().busy_with);
        self.watch.doing(format!("{what} of {resource}"));
        InProgress(&self.watch)
    }

    /// Runs provider code that is not a call of the provider.
    ///
    /// # Errors
    /// It panicked.
    pub(super) fn run<T>(
        &self,
        resource: &str,
        what: &str,
        code: impl FnOnce() -> T,
    ) -> Result<T, String> {
        let _busy = self.busy(resource, what);
        caught(code).map_err(|panic| panic.to_string())
    }

    /// Runs a call of the provider until it ends or reaches the kit's deadline.
    pub(super) async fn call<T>(
        &self,
        resource: &str,
        operation: &str,
        call: impl Future<Output = T>,
    ) -> T {
        let _busy = self.busy(resource, operation);
        let before = self.transcript.count();
        tokio::pin!(call);
        if let Ok(answer) = tokio::time::timeout(self.deadline, &mut call).await {
            return answer;
        }
        let mut text = format!(
            "{operation} did not end within {}; it was waiting for\n  {}",
            seconds(self.deadline),
            self.watch.waiting_for()
        );
        if let Some(last) = self.transcript.last_since(before) {
            text.push_str(&format!("\nthe last it said: {last}"));
        }
        self.add_finding(Class::Hangs, resource, "", text);
        self.instance.stop();
        call.await
    }

    /// The same, and records what the provider says.
    pub(super) async fn ask<T>(
        &self,
        resource: &str,
        operation: &str,
        call: impl Future<Output = T>,
        said: fn(&T) -> &Diagnostics,
    ) -> T {
        let answer = self.call(resource, operation, call).await;
        self.record(resource, operation, said(&answer));
        answer
    }

    /// Runs a call of the provider, and tells its code to end at once.
    pub(super) async fn stopped_at_once<T>(&self, call: impl Future<Output = T>) -> T {
        tokio::pin!(call);
        loop {
            // The time counts from the start of the call.
            match tokio::time::timeout(Duration::from_millis(1), &mut call).await {
                Ok(answer) => return answer,
                Err(_) => self.instance.stop(),
            }
        }
    }

    /// Runs an example's code on its own thread until it ends or reaches the kit's deadline. Code
    /// that does not end is a finding, and the kit continues without its result.
    ///
    /// # Errors
    /// It panicked.
    pub(super) async fn run_isolated<T: Send + 'static>(
        &self,
        resource: &str,
        what: &str,
        code: impl FnOnce() -> T + Send + 'static,
    ) -> Option<Result<T, String>> {
        let _busy = self.busy(resource, what);
        let (tell, told) = tokio::sync::oneshot::channel();
        let transcript = Arc::clone(&self.transcript);
        // A runtime waits for its blocking threads when it ends, and this one may never end.
        let thread = std::thread::Builder::new().name("example".to_owned());
        let started = thread.spawn(move || {
            transcript::capture_log(&transcript);
            // The receiver may have been dropped.
            let _ = tell.send(caught(code).map_err(|panic| panic.to_string()));
        });
        if let Err(error) = started {
            return Some(Err(format!("there is no thread for it: {error}")));
        }
        match tokio::time::timeout(self.deadline, told).await {
            Ok(Ok(result)) => Some(result),
            Ok(Err(_)) => Some(Err("it ended without a result".to_owned())),
            Err(_) => {
                let text = format!("{what} did not end within {}", seconds(self.deadline));
                self.add_finding(Class::Hangs, resource, "", text);
                None
            }
        }
    }

    pub(super) async fn validate(&self, schema: &Schema, config: &Value) -> Diagnostics {
        let instance = &self.instance;
        let validated = instance.validate_config(schema.kind, &schema.type_name, config);
        self.ask(&name_of(schema), "validate", validated, |said| said)
            .await
    }

    pub(super) async fn configure(&self, config: Value) -> Diagnostics {
        let name = &self.instance.schemas().provider.type_name;
        let configured = self.instance.configure_provider(config);
        self.ask(name, "configure", configured, |said| said).await
    }
}
