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

/// How an attempt ended.
pub(super) enum Attempt<T> {
    /// It ended in time.
    Done(T),
    /// It ended after the timeout, within the grace.
    Late(T),
    /// It did not end within this time after the timeout.
    Abandoned(Duration),
    /// The user interrupted.
    Interrupted(Diagnostic),
}

/// The part of a call's grace period that an attempt may use. After the grace period the call is
/// abandoned, and our message with it: a third is left for returning.
fn kept<R>(cx: &Cx<R>) -> Duration {
    cx.grace() / 3 * 2
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

/// How a pause ended.
pub(super) enum Pause {
    /// It is over.
    Over,
    /// The timeout came first.
    TimedOut,
    /// The user interrupted.
    Interrupted(Diagnostic),
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
    pub(super) async fn pause(&self, wait: Duration) -> Pause {
        tokio::select! {
            biased;
            interrupted = self.stopped() => Pause::Interrupted(interrupted),
            () = sleep_until(self.end) => Pause::TimedOut,
            () = sleep(wait) => Pause::Over,
        }
    }

    /// Runs an attempt.
    ///
    /// # Panics
    /// If the attempt panics.
    pub(super) async fn attempt<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> Attempt<T> {
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
            value = &mut ended => return Attempt::Done(value),
            interrupted = self.stopped() => return Attempt::Interrupted(interrupted),
            () = sleep_until(self.end) => {}
        }
        tokio::select! {
            biased;
            value = &mut ended => Attempt::Late(value),
            interrupted = self.stopped() => Attempt::Interrupted(interrupted),
            () = sleep(self.grace) => Attempt::Abandoned(self.grace),
        }
    }

    /// Whether the user interrupted.
    pub(super) fn interrupted(&self) -> Option<Diagnostic> {
        self.cx
            .is_stopped()
            .then(|| self.cx.interrupted(Reason::Stopped))
    }

    /// Runs an attempt in place. Its work must not be lost: after an interrupt it has the call's
    /// grace period to end.
    pub(super) async fn to_its_end<F: Future>(&self, future: F) -> Attempt<F::Output> {
        tokio::pin!(future);
        let interrupted = tokio::select! {
            biased;
            value = &mut future => return Attempt::Done(value),
            interrupted = self.stopped() => Some(interrupted),
            () = sleep_until(self.end) => None,
        };
        let grace = match interrupted {
            Some(_) => kept(self.cx),
            None => self.grace,
        };
        match (timeout(grace, future).await, interrupted) {
            (Ok(value), _) => Attempt::Late(value),
            (Err(_), Some(diagnostic)) => Attempt::Interrupted(diagnostic),
            (Err(_), None) => Attempt::Abandoned(grace),
        }
    }

    /// Ready when the user interrupts; the wait handles the operation's timeout itself.
    async fn stopped(&self) -> Diagnostic {
        match self.cx.cancelled_with_reason().await {
            Reason::Stopped => self.cx.interrupted(Reason::Stopped),
            Reason::TimedOut => std::future::pending().await,
        }
    }
}
