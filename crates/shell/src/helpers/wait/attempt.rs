//! One check or try, in its own task, so that a blocking attempt holds up nothing else.

use std::future::Future;
use std::time::Duration;

use schema_runtime::diagnostics::Diagnostic;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tracing::Instrument as _;

use crate::context::Cx;
use crate::process::cancellation::Reason;
use schema_panic::caught_future;

/// How long a check may continue after the timeout, as in the Go SDK; less if its call is abandoned
/// earlier.
const GRACE: Duration = Duration::from_secs(30);

/// Why an attempt, or a pause before the next one, did not come to its end.
pub(super) enum Ending {
    /// The timeout came first. An attempt did not end within this time after it either.
    TimedOut(Option<Duration>),
    /// The user interrupted.
    Interrupted(Diagnostic),
}

/// The part of a call's grace period that an attempt may use. After the grace period the call is
/// abandoned, and our message with it: a third is left for returning.
fn kept<R>(cx: &Cx<R>) -> Duration {
    cx.call.grace / 3 * 2
}

/// The rest of a call's timeout is never a whole number of seconds.
fn rounded(timeout: Duration) -> Duration {
    let second = Duration::from_secs(1);
    if timeout < second {
        timeout
    } else {
        Duration::from_secs((timeout + second / 2).as_secs())
    }
}

/// The time that a wait has, within the call that it belongs to.
pub(super) struct TimeLimit<'a, R> {
    cx: &'a Cx<R>,
    /// The total time, as the user sees it.
    pub(super) timeout: Duration,
    end: Instant,
    grace: Duration,
}

impl<'a, R> TimeLimit<'a, R> {
    /// Starts now. Without its own timeout it has the time that the call has left, and never more.
    pub(super) fn new(cx: &'a Cx<R>, timeout: Option<Duration>) -> Self {
        let left = cx.remaining();
        let timeout = timeout.map_or(left, |timeout| timeout.min(left));
        TimeLimit {
            cx,
            timeout: rounded(timeout),
            end: Instant::now() + timeout,
            grace: GRACE.min((left - timeout).saturating_add(kept(cx))),
        }
    }

    /// The time until the end.
    pub(super) fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// Waits between two attempts.
    pub(super) async fn pause(&self, wait: Duration) -> Result<(), Ending> {
        tokio::select! {
            biased;
            interrupted = self.stopped() => Err(Ending::Interrupted(interrupted)),
            () = sleep_until(self.end) => Err(Ending::TimedOut(None)),
            () = sleep(wait) => Ok(()),
        }
    }

    /// Runs an attempt; returns its value, and whether it came after the timeout.
    ///
    /// # Panics
    /// If the attempt panics.
    pub(super) async fn attempt<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> Result<(T, bool), Ending> {
        // Ends the task when this future is dropped.
        let mut tasks = JoinSet::new();
        tasks.spawn(caught_future(future).in_current_span());
        let ended = async {
            match tasks.join_next().await {
                Some(Ok(Ok(value))) => value,
                Some(Ok(Err(panic))) => std::panic::resume_unwind(Box::new(panic)),
                // The runtime is shutting down, and this task with it.
                Some(Err(_)) | None => std::future::pending().await,
            }
        };
        tokio::pin!(ended);
        tokio::select! {
            biased;
            value = &mut ended => return Ok((value, false)),
            interrupted = self.stopped() => return Err(Ending::Interrupted(interrupted)),
            () = sleep_until(self.end) => {}
        }
        tokio::select! {
            biased;
            value = &mut ended => Ok((value, true)),
            interrupted = self.stopped() => Err(Ending::Interrupted(interrupted)),
            () = sleep(self.grace) => Err(Ending::TimedOut(Some(self.grace))),
        }
    }

    /// Whether the user interrupted.
    pub(super) fn interrupted(&self) -> Option<Diagnostic> {
        let call = &self.cx.call;
        let is_stopped = call.cancellation.reason() == Some(Reason::Stopped);
        is_stopped.then(|| call.interrupted(Reason::Stopped))
    }

    /// Runs an attempt in place. Its work must not be lost: after an interrupt it has the call's
    /// grace period to end.
    pub(super) async fn to_its_end<F: Future>(
        &self,
        future: F,
    ) -> Result<(F::Output, bool), Ending> {
        tokio::pin!(future);
        let interrupted = tokio::select! {
            biased;
            value = &mut future => return Ok((value, false)),
            interrupted = self.stopped() => Some(interrupted),
            () = sleep_until(self.end) => None,
        };
        let grace = match interrupted {
            Some(_) => kept(self.cx),
            None => self.grace,
        };
        match (timeout(grace, future).await, interrupted) {
            (Ok(value), _) => Ok((value, true)),
            (Err(_), Some(diagnostic)) => Err(Ending::Interrupted(diagnostic)),
            (Err(_), None) => Err(Ending::TimedOut(Some(grace))),
        }
    }

    /// Ready when the user interrupts; the wait handles the operation's timeout itself.
    async fn stopped(&self) -> Diagnostic {
        let call = &self.cx.call;
        match call.cancellation.cancelled().await {
            reason @ Reason::Stopped => call.interrupted(reason),
            Reason::TimedOut => std::future::pending().await,
        }
    }
}
