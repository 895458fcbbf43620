//! One call of provider code: its thread, its end, its failures.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use schema_runtime::diagnostics::{Diagnostic, DiagnosticKind, Diagnostics};
use tokio::runtime::Handle;
use tokio::sync::oneshot::error::RecvError;
use tokio::time::{Instant, sleep, sleep_until};
use tracing::Instrument as _;

use super::{Inner, Instance, RunningCall};
use crate::context::{Call, Client, Progress, ProviderCall, call_timeout};
use crate::process::cancellation::{Cancellation, Reason};
use crate::process::masks::{self, Masks};
use crate::process::threads::Control;
use schema_panic::{Panic, caught, caught_future, lock, read};

/// Provider code that did not return.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It panicked.
    Panicked(Panic),
    /// It did not stop when asked to.
    Abandoned {
        /// Why it was asked to stop.
        reason: Reason,
        /// How long it was waited for after that.
        grace: Duration,
        /// Whether it held its thread all that time, so nothing can stop it.
        blocks: bool,
    },
    /// There is no thread for it, for this reason given by the system.
    NotBegun(String),
}

impl Failure {
    /// As shown to the user.
    pub(crate) fn diagnostic(&self, call: &Call) -> Diagnostic {
        let (type_name, operation) = (&call.type_name, call.operation);
        match self {
            Failure::Panicked(panic) => {
                let mut told = Diagnostics::from(panicked(type_name, operation, panic));
                call.hide(&mut told);
                told.into_iter()
                    .next()
                    .unwrap_or_else(|| panicked(type_name, operation, panic))
            }
            Failure::Abandoned {
                reason,
                grace,
                blocks,
            } => {
                let mut diagnostic = call.interrupted(*reason);
                let blocks = if *blocks { BLOCKS } else { "" };
                diagnostic.detail.push_str(&format!(
                    " The provider was asked to stop, did not do so within {}, and was \
                     abandoned.{blocks} What it is still doing is not known.",
                    call_timeout::text(*grace)
                ));
                diagnostic.with_kind(ABANDONED)
            }
            Failure::NotBegun(error) => {
                Diagnostic::error(format!("{type_name}: {operation} could not begin")).with_detail(
                    format!("The system gives the provider no thread for it: {error}."),
                )
            }
        }
    }
}

/// The part of a panic error's summary between the type's name and the operation.
#[doc(hidden)]
pub const PANICKED: &str = ": the provider panicked in ";

const PANIC: DiagnosticKind = DiagnosticKind::new("panic");
const ABANDONED: DiagnosticKind = DiagnosticKind::new("abandoned");

/// The remark if the code could not even be dropped.
const BLOCKS: &str =
    " Its code blocks its thread, so it could not be stopped and is still running.";

/// Whether this is the error of a panic in provider code.
#[doc(hidden)]
pub fn is_panic(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_kind(PANIC)
}

/// Whether this is the error of provider code that did not stop when asked to.
#[doc(hidden)]
pub fn is_abandoned(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_kind(ABANDONED)
}

/// The error of a panic in provider code. Nobody chose its words (`assert_eq!` and `unwrap` print
/// what they find), so all values that are secret now are masked in it.
pub(crate) fn panicked(type_name: &str, operation: ProviderCall, panic: &Panic) -> Diagnostic {
    let panic = panic.to_string();
    Diagnostic::error(format!("{type_name}{PANICKED}{operation}"))
        .with_kind(PANIC)
        .with_detail(format!(
            "{}\n\nThis is a bug in the provider.",
            masks::masked(&panic)
        ))
}

/// Runs SDK code that may call the provider developer's functions (validators, defaults, equality);
/// a panic becomes a diagnostic.
pub(crate) fn guarded<T>(
    type_name: &str,
    operation: impl Into<ProviderCall>,
    f: impl FnOnce() -> T,
) -> Result<T, Diagnostic> {
    caught(f).map_err(|panic| panicked(type_name, operation.into(), &panic))
}

impl Instance {
    /// The context of a call.
    pub(crate) fn call(
        &self,
        type_name: &str,
        operation: impl Into<ProviderCall>,
        timeout: Duration,
    ) -> Arc<Call> {
        self.call_reporting(type_name, operation, timeout, None)
    }

    /// The context of a call that reports progress.
    pub(crate) fn call_reporting(
        &self,
        type_name: &str,
        operation: impl Into<ProviderCall>,
        timeout: Duration,
        progress: Option<Arc<dyn Progress>>,
    ) -> Arc<Call> {
        let operation = operation.into();
        let now = Instant::now();
        // If the sum overflows, a time so far away that it never comes.
        let century = Duration::from_secs(100 * 365 * 86_400);
        Arc::new(Call {
            type_name: type_name.to_owned(),
            operation,
            object_id: OnceLock::new(),
            client: self.client(),
            terraform_version: self.terraform_version(),
            provider_meta: self.provider_meta.clone(),
            cancellation: Arc::default(),
            timeout,
            deadline: now.checked_add(timeout).unwrap_or(now + century),
            grace: match operation.changes_something() {
                true => self.grace.apply,
                false => self.grace.other,
            },
            progress,
            environment: Arc::clone(&self.inner.environment),
            warnings: Mutex::default(),
            deferral: self
                .deferral
                .clone()
                .filter(|_| operation.may_be_deferred()),
            masks: self.masks_of_meta(),
        })
    }

    /// The secrets of the module's `provider_meta` block, with which each call starts.
    fn masks_of_meta(&self) -> Arc<Masks> {
        let masks = Masks::new(self.hides);
        let schema = self.inner.schemas.provider_meta.as_ref();
        if let (Some(schema), Some(meta)) = (schema, &self.provider_meta) {
            masks.mask_secrets(&schema.block, [&**meta]);
        }
        Arc::new(masks)
    }

    /// Whether there is no client because settings are not known yet.
    pub(crate) fn settings_unknown(&self) -> bool {
        matches!(self.client(), Client::Unknown(_))
    }

    fn client(&self) -> Client {
        read(&self.configuration.client).clone()
    }

    /// Runs provider code where it cannot delay anything else, until it ends or is abandoned.
    ///
    /// The code is boxed before the first wait: otherwise each caller's future would reserve space
    /// for all of it, twice.
    pub(crate) fn run<F>(
        &self,
        call: &Arc<Call>,
        future: F,
    ) -> impl Future<Output = Result<F::Output, Failure>> + Send
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let place = Arc::new(Mutex::new(None));
        let ended = Arc::clone(&place);
        let provider_code = caught_future(future);
        let future = Box::pin(async move {
            let result = provider_code.await;
            *lock(&ended) = Some(result);
        });
        async move {
            self.run_boxed(call, future).await?;
            let mut place = lock(&place);
            match place.take() {
                Some(result) => result.map_err(Failure::Panicked),
                None => Err(ended_early(call.grace)),
            }
        }
    }

    /// The same for code that leaves its result elsewhere and never panics: a program contains this
    /// once, for all calls.
    async fn run_boxed(
        &self,
        call: &Arc<Call>,
        future: Pin<Box<dyn Future<Output = ()> + Send>>,
    ) -> Result<(), Failure> {
        let grace = call.grace;
        let threads = self.inner.threads.get();
        let threads = threads.map_err(|error| Failure::NotBegun(error.to_string()))?;
        let future = future.in_current_span();
        let guard = self.guard.clone();
        let registered = Registered::new(self, call);
        let future = async move {
            // Declared first, so it is dropped first even if it was never polled.
            let provider_code = future;
            // Dropped after everything in the future, which may outlive its caller.
            let _guard = (guard, registered);
            provider_code.await
        };
        let mut task = threads.start(Box::pin(future));
        let mut stop_on_drop = StopOnDrop {
            control: Some(Arc::clone(&task.control)),
            runtime: threads.handle.clone(),
            cancellation: Arc::clone(&call.cancellation),
            grace,
        };
        // The waiting caller does not keep the runtime alive.
        drop(threads);
        let reason = tokio::select! {
            biased;
            output = &mut task.output => {
                stop_on_drop.control = None;
                return ended(output, grace);
            }
            reason = call.cancellation.cancelled() => reason,
            () = sleep_until(call.deadline) => {
                call.cancellation.cancel(Reason::TimedOut);
                Reason::TimedOut
            }
        };
        let step = task.control.step();
        let result = tokio::select! {
            biased;
            output = &mut task.output => ended(output, grace),
            () = sleep(grace) => {
                let blocks = step.is_some() && task.control.step() == step;
                // Takes effect when the code next waits; code that blocks its thread continues.
                task.control.abandon();
                Err(Failure::Abandoned { reason, grace, blocks })
            }
        };
        stop_on_drop.control = None;
        result
    }

    /// [`run`](Self::run) for a caller that only needs the errors.
    pub(crate) fn run_or_error<F>(
        &self,
        call: &Arc<Call>,
        future: F,
    ) -> impl Future<Output = Result<F::Output, Diagnostic>> + Send
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let run = self.run(call, future);
        async move { run.await.map_err(|failure| failure.diagnostic(call)) }
    }

    /// The same for SDK code that calls provider code and does not wait.
    pub(crate) async fn run_checks<T: Send + 'static>(
        &self,
        type_name: &str,
        operation: impl Into<ProviderCall>,
        checks: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Diagnostic> {
        let call = self.call(type_name, operation, call_timeout::DEFAULT);
        self.run_or_error(&call, async move { checks() }).await
    }
}

fn ended(output: Result<Result<(), String>, RecvError>, grace: Duration) -> Result<(), Failure> {
    match output {
        Ok(begun) => begun.map_err(Failure::NotBegun),
        // Panics are caught inside; the runtime is shutting down.
        Err(_) => Err(ended_early(grace)),
    }
}

/// For code that was dropped before its end.
fn ended_early(grace: Duration) -> Failure {
    Failure::Abandoned {
        reason: Reason::Stopped,
        grace,
        blocks: false,
    }
}

impl Call {
    /// [`conclude`](Self::conclude) for code with a result.
    pub(crate) fn concluded<T>(
        &self,
        result: crate::result::Result<T>,
        diagnostics: &mut Diagnostics,
    ) -> Option<T> {
        let mut value = None;
        self.conclude(result.map(|found| value = Some(found)), diagnostics);
        value
    }

    /// Hides the secrets of this call, and those of the provider's settings.
    fn hide(&self, diagnostics: &mut Diagnostics) {
        let settings = match &self.client {
            Client::Ready(client) => Some(&*client.masks),
            _ => None,
        };
        Masks::hide(std::iter::once(&*self.masks).chain(settings), diagnostics);
    }

    /// The same for one line.
    pub(crate) fn hidden(&self, text: &str) -> String {
        let mut told = Diagnostics::from(Diagnostic::warning(text));
        self.hide(&mut told);
        told.into_iter().map(|one| one.summary).collect()
    }

    /// Adds the warnings of provider code, its error, and the reason if it was interrupted.
    pub(crate) fn conclude(
        &self,
        result: crate::result::Result,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let mut warnings = std::mem::take(&mut *lock(&self.warnings));
        self.hide(&mut warnings);
        diagnostics.extend(warnings);
        let Err(mut errors) = result else {
            return true;
        };
        self.hide(&mut errors);
        let silent = !errors.has_errors();
        let reason = self.cancellation.reason();
        let reason = reason.map(|reason| self.interrupted(reason));
        let told = reason.as_ref().is_some_and(|reason| {
            // The provider developer's own error gets the reason too, so there is one error.
            let said = errors.iter().any(|error| error.is_kind(Call::INTERRUPTED));
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
                    .with_detail("The provider returned an error without a message."),
            ),
            _ => {}
        }
        false
    }
}

/// A call that `stop` reaches as long as this exists.
struct Registered {
    /// Code that continues does not keep the instance alive.
    instance: Weak<Inner>,
    number: u64,
}

impl Registered {
    fn new(instance: &Instance, call: &Arc<Call>) -> Self {
        let number = instance.inner.next.fetch_add(1, Ordering::Relaxed);
        let mut running = lock(&instance.inner.running);
        let entry = RunningCall {
            configuration: instance.configuration.number,
            call: Arc::clone(call),
        };
        running.insert(number, entry);
        Registered {
            instance: Arc::downgrade(&instance.inner),
            number,
        }
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        let Some(inner) = self.instance.upgrade() else {
            return;
        };
        let mut running = lock(&inner.running);
        running.remove(&self.number);
    }
}

/// Asks provider code to stop when its caller is gone, and abandons it some time later.
struct StopOnDrop {
    control: Option<Arc<Control>>,
    runtime: Handle,
    cancellation: Arc<Cancellation>,
    grace: Duration,
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        let Some(control) = self.control.take() else {
            return;
        };
        self.cancellation.cancel(Reason::Stopped);
        let grace = self.grace;
        // On the runtime of the code itself, which exists as long as the code runs.
        self.runtime.spawn(async move {
            sleep(grace).await;
            control.abandon();
        });
    }
}
