//! One call of author code: its task, its end, its failures.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use tokio::task::{AbortHandle, JoinError};
use tokio::time::{Instant, sleep, sleep_until};
use tracing::Instrument as _;

use super::instance::Instance;
use crate::context::{Call, Client, Progress};
use crate::signal::{Reason, Signal};
use crate::timeouts;
use schema_panic::{Panic, caught, caught_future};

/// Author code that did not come back.
#[derive(Debug)]
pub(super) enum Failure {
    /// It panicked.
    Panicked(Panic),
    /// It did not end when it was told to, within this time.
    Abandoned(Reason, Duration),
}

impl Failure {
    /// For the user.
    pub(super) fn diagnostic(&self, call: &Call) -> Diagnostic {
        match self {
            Failure::Panicked(panic) => panicked(&call.type_name, call.operation, panic),
            Failure::Abandoned(reason, grace) => {
                let mut diagnostic = call.interrupted(*reason);
                diagnostic.detail.push_str(&format!(
                    " The provider was told to end, did not do so within {}{GIVEN_UP} What it is \
                     still doing is not known.",
                    timeouts::text(*grace)
                ));
                diagnostic
            }
        }
    }
}

/// What the summary of a panic's error has between the type's name and the operation.
pub const PANICKED: &str = ": the provider panicked in ";

/// How the detail of an error says that author code did not end.
const GIVEN_UP: &str = ", and was given up on.";

/// Whether this is the error of a panic in author code.
pub fn is_panic(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_error() && diagnostic.summary.contains(PANICKED)
}

/// Whether this is the error of author code that did not end when it was told to.
pub fn is_abandoned(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_error() && diagnostic.detail.contains(GIVEN_UP)
}

/// The error of a panic in author code.
pub(super) fn panicked(type_name: &str, operation: &str, panic: &Panic) -> Diagnostic {
    Diagnostic::error(format!("{type_name}{PANICKED}{operation}"))
        .with_detail(format!("{panic}\n\nThis is a bug in the provider."))
}

/// Runs code of ours that may call the author's (validators, defaults, equality); a panic in it
/// is a diagnostic.
pub(super) fn guarded<T>(
    type_name: &str,
    operation: &str,
    f: impl FnOnce() -> T,
) -> Result<T, Diagnostic> {
    caught(f).map_err(|panic| panicked(type_name, operation, &panic))
}

impl Instance {
    /// The context of a call.
    pub(super) fn call(
        &self,
        type_name: &str,
        operation: &'static str,
        timeout: Duration,
        progress: Option<Arc<dyn Progress>>,
    ) -> Arc<Call> {
        let now = Instant::now();
        // So far away that it never comes, where the sum has no room.
        let century = Duration::from_secs(100 * 365 * 86_400);
        Arc::new(Call {
            type_name: type_name.to_owned(),
            operation,
            client: self.client(),
            terraform_version: self.terraform_version(),
            provider_meta: self.provider_meta.clone(),
            signal: Arc::default(),
            timeout,
            deadline: now.checked_add(timeout).unwrap_or(now + century),
            grace: match operation {
                "create" | "update" | "delete" => self.grace.apply,
                _ => self.grace.other,
            },
            progress,
            environment: Arc::clone(&self.inner.environment),
            warnings: Mutex::default(),
        })
    }

    fn client(&self) -> Client {
        let client = self.inner.client.read();
        client.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Runs author code in a task of its own, until it ends or is given up on.
    pub(super) async fn run<F>(&self, call: &Arc<Call>, future: F) -> Result<F::Output, Failure>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        self.supervise(call, caught_future(future)).await
    }

    /// The same for code that hardly ever waits: it gets a task of its own only when it does.
    pub(super) async fn run_inline<F>(
        &self,
        call: &Arc<Call>,
        future: F,
    ) -> Result<F::Output, Failure>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let mut future = caught_future(future);
        let first = std::future::poll_fn(|cx| Poll::Ready(Pin::new(&mut future).poll(cx))).await;
        match first {
            Poll::Ready(result) => result.map_err(Failure::Panicked),
            Poll::Pending => self.supervise(call, future).await,
        }
    }

    async fn supervise<F, T>(&self, call: &Arc<Call>, future: F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Panic>> + Send + 'static,
        T: Send + 'static,
    {
        let grace = call.grace;
        let _registered = Registered::new(self, call);
        let mut task = tokio::spawn(future.in_current_span());
        let mut stop_on_drop = StopOnDrop {
            task: Some(task.abort_handle()),
            signal: Arc::clone(&call.signal),
            grace,
        };
        let reason = tokio::select! {
            biased;
            joined = &mut task => {
                stop_on_drop.task = None;
                return ended(joined, grace);
            }
            reason = call.signal.fired() => reason,
            () = sleep_until(call.deadline) => {
                call.signal.fire(Reason::TimedOut);
                Reason::TimedOut
            }
        };
        let result = tokio::select! {
            biased;
            joined = &mut task => ended(joined, grace),
            () = sleep(grace) => {
                // Takes effect when the code next waits; code that blocks its thread goes on.
                task.abort();
                Err(Failure::Abandoned(reason, grace))
            }
        };
        stop_on_drop.task = None;
        result
    }
}

fn ended<T>(joined: Result<Result<T, Panic>, JoinError>, grace: Duration) -> Result<T, Failure> {
    match joined {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(panic)) => Err(Failure::Panicked(panic)),
        // Panics are caught inside; the runtime is going down.
        Err(_) => Err(Failure::Abandoned(Reason::Stopped, grace)),
    }
}

impl Call {
    /// Adds what author code warned of, what it returned as an error, and, if it was interrupted,
    /// why.
    pub(super) fn conclude(
        &self,
        result: crate::result::Result,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let warnings = self.warnings.lock();
        let warnings = std::mem::take(&mut *warnings.unwrap_or_else(PoisonError::into_inner));
        diagnostics.extend(warnings);
        let Err(errors) = result else {
            return true;
        };
        let silent = !errors.has_errors();
        let reason = self.signal.reason().map(|reason| self.interrupted(reason));
        let mut errors = errors;
        let told = reason.as_ref().is_some_and(|reason| {
            // An error in the author's own words tells the reason too, so that there is one error.
            let said = errors.iter().any(|error| error.summary == reason.summary);
            match errors.iter_mut().find(|error| error.is_error()) {
                Some(error) if !said => {
                    if !error.detail.is_empty() {
                        error.detail.push_str("\n\n");
                    }
                    let why = format!("{}. {}", reason.summary, reason.detail);
                    error.detail.push_str(&why);
                    true
                }
                _ => said,
            }
        });
        diagnostics.extend(errors);
        match reason {
            Some(reason) if !told => diagnostics.push(reason),
            None if silent => diagnostics.push(
                Diagnostic::error(format!("{}: {} failed", self.type_name, self.operation))
                    .with_detail("The provider returned an error without a text."),
            ),
            _ => {}
        }
        false
    }
}

/// A call that `stop` reaches, for as long as this lives.
struct Registered<'a> {
    instance: &'a Instance,
    number: u64,
}

impl<'a> Registered<'a> {
    fn new(instance: &'a Instance, call: &Arc<Call>) -> Self {
        let number = instance.inner.next.fetch_add(1, Ordering::Relaxed);
        let running = instance.inner.running.lock();
        let mut running = running.unwrap_or_else(PoisonError::into_inner);
        running.insert(number, Arc::clone(call));
        Registered { instance, number }
    }
}

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        let running = self.instance.inner.running.lock();
        let mut running = running.unwrap_or_else(PoisonError::into_inner);
        running.remove(&self.number);
    }
}

/// Tells author code to end when its caller is gone, and aborts it some time later.
struct StopOnDrop {
    task: Option<AbortHandle>,
    signal: Arc<Signal>,
    grace: Duration,
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        let Some(task) = self.task.take() else {
            return;
        };
        self.signal.fire(Reason::Stopped);
        let grace = self.grace;
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => {
                runtime.spawn(async move {
                    sleep(grace).await;
                    task.abort();
                });
            }
            Err(_) => task.abort(),
        }
    }
}
