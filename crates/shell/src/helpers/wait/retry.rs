//! Trying again what may work later.

use std::future::Future;
use std::time::Duration;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use super::attempt::{Attempt, Pause, TimeLimit};
use super::backoff::Backoff;
use crate::context::Cx;
use crate::context::call_timeout::text;
use crate::helpers::api_error::ApiError;
use crate::result::Result;

/// Whether what failed may work later.
///
/// ```
/// use schema_provider::wait::RetryError;
/// use std::io::{Error, ErrorKind};
///
/// // An `ApiError` says itself whether it may work later.
/// let busy = RetryError::classify(Error::from(ErrorKind::ConnectionReset));
/// assert!(matches!(busy, RetryError::Transient(_)));
/// let denied = RetryError::classify(Error::from(ErrorKind::PermissionDenied));
/// assert!(matches!(denied, RetryError::Permanent(_)));
///
/// assert!(matches!(RetryError::transient(Error::other("soon")), RetryError::Transient(_)));
/// assert!(matches!(RetryError::permanent(Error::other("no")), RetryError::Permanent(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryError {
    /// It may: it is tried again.
    Transient(Diagnostics),
    /// It may, but not before so much time is over.
    RetryableAfter(Diagnostics, Duration),
    /// It will not: the retry ends with this.
    Permanent(Diagnostics),
}

impl RetryError {
    /// An error after which it is tried again.
    pub fn transient(error: impl Into<Diagnostics>) -> Self {
        RetryError::Transient(error.into())
    }

    /// An error after which it is tried again, but not before `pause` is over: the `Retry-After` of an answer.
    ///
    /// ```
    /// use schema_provider::wait::RetryError;
    /// use std::io::{Error, ErrorKind};
    /// use std::time::Duration;
    ///
    /// let busy = Error::from(ErrorKind::ResourceBusy);
    /// let error = RetryError::transient_after(busy, Duration::from_secs(3));
    /// assert!(matches!(error, RetryError::RetryableAfter(_, pause) if pause.as_secs() == 3));
    /// ```
    pub fn transient_after(error: impl Into<Diagnostics>, pause: Duration) -> Self {
        RetryError::RetryableAfter(error.into(), pause)
    }

    /// An error that ends the retry.
    pub fn permanent(error: impl Into<Diagnostics>) -> Self {
        RetryError::Permanent(error.into())
    }

    /// An error that says itself whether it may work later, and when.
    pub fn classify(error: impl ApiError) -> Self {
        match error.retry_after() {
            _ if !error.is_retryable() => RetryError::permanent(error),
            Some(pause) => RetryError::transient_after(error, pause),
            None => RetryError::transient(error),
        }
    }
}

/// `?` on any other error ends the retry.
impl<E: Into<Diagnostics>> From<E> for RetryError {
    fn from(error: E) -> Self {
        RetryError::permanent(error)
    }
}

/// Tries until it works, it says that it never will, or the operation's timeout is over: at once,
/// then after 0.5, 1, 2, 4, 8 and from then on 10 seconds, or later where the error
/// [says so](ApiError::retry_after).
///
/// ```
/// use schema_provider::prelude::*;
/// use schema_provider::wait::{self, RetryError};
///
/// # #[derive(Debug)]
/// # struct Busy;
/// # impl std::fmt::Display for Busy {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("busy") }
/// # }
/// # impl std::error::Error for Busy {}
/// # async fn attach() -> Result<String, Busy> { Err(Busy) }
/// # async fn f<R>(cx: &Cx<R>) -> Result {
/// let device = wait::retry(cx, |_| async {
///     attach().await.map_err(RetryError::transient)
/// })
/// .await?;
/// # drop(device);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The last error of what was tried, with how often that was; or that the user interrupted.
///
/// # Panics
/// Where `f` does.
pub async fn retry<R, T, F, Fut>(cx: &Cx<R>, f: F) -> Result<T>
where
    T: Send + 'static,
    F: FnMut(Cx<R>) -> Fut,
    Fut: Future<Output = Result<T, RetryError>> + Send + 'static,
{
    Retry::new().run(cx, f).await
}

/// A [`retry`] with other times.
///
/// ```
/// # use schema_provider::prelude::*;
/// # use schema_provider::wait;
/// # use std::time::Duration;
/// # Cx::<()>::__example((), async |cx, _| -> Result {
/// # use schema_provider::wait::{Retry, RetryError};
/// # let mut left = 2;
/// let tries = Retry::new()
///     .timeout(Duration::from_secs(30))
///     .poll_every(Duration::from_millis(1))
///     .run(cx, |_| {
///         left -= 1;
///         async move {
///             match left {
///                 0 => Ok("done"),
///                 _ => Err(RetryError::transient(std::io::Error::other("busy"))),
///             }
///         }
///     })
///     .await?;
/// assert_eq!(tries, "done");
/// # Ok(())
/// # })
/// # .unwrap();
/// ```
#[must_use = "nothing is tried before `run`"]
#[derive(Clone, Copy, Debug)]
pub struct Retry {
    timeout: Option<Duration>,
    least: Duration,
    every: Option<Duration>,
}

impl Default for Retry {
    fn default() -> Self {
        Retry {
            timeout: None,
            least: Duration::from_millis(500),
            every: None,
        }
    }
}

impl Retry {
    /// With the usual times.
    pub fn new() -> Self {
        Retry::default()
    }

    /// Ends after this time. Without it, and at the latest, the retry ends with the operation's
    /// own timeout.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Waits at least this long between two tries (500 ms); may be more than the usual 10 s at
    /// most.
    pub fn at_least_every(mut self, least: Duration) -> Self {
        self.least = least;
        self
    }

    /// Waits exactly this long between two tries, if it is less than three minutes; longer where an error
    /// [asks for that](ApiError::retry_after).
    pub fn poll_every(mut self, interval: Duration) -> Self {
        self.every = Some(interval);
        self
    }

    /// Tries, each time in a task of its own.
    ///
    /// # Errors
    /// The last error of what was tried, with how often that was; or that the user interrupted.
    ///
    /// # Panics
    /// Where `f` does.
    pub async fn run<R, T, F, Fut>(self, cx: &Cx<R>, mut f: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnMut(Cx<R>) -> Fut,
        Fut: Future<Output = Result<T, RetryError>> + Send + 'static,
    {
        let time = TimeLimit::new(cx, self.timeout);
        let mut backoff = Backoff::new(self.least, self.every);
        let mut tries = 0_u64;
        let mut last: Option<Diagnostics> = None;
        loop {
            tries += 1;
            let (result, late) = match time.attempt(f(cx.clone())).await {
                Attempt::Done(result) => (result, false),
                Attempt::Late(result) => (result, true),
                Attempt::Abandoned(grace) => {
                    let hung = format!(
                        "Try {tries} was still running {} after the timeout of {} and was given up \
                         on.",
                        text(grace),
                        text(time.timeout)
                    );
                    return Err(match last {
                        Some(errors) => with_note(errors, &hung),
                        None => {
                            Diagnostic::error(format!("Timed out after {}", text(time.timeout)))
                                .with_detail(hung)
                                .into()
                        }
                    });
                }
                Attempt::Interrupted(diagnostic) => return Err(interrupted(diagnostic, last)),
            };
            let (errors, pause) = match result {
                Ok(value) => return Ok(value),
                Err(RetryError::Permanent(errors)) => return Err(with_an_error(errors)),
                Err(RetryError::Transient(errors)) => (errors, Duration::ZERO),
                Err(RetryError::RetryableAfter(errors, pause)) => (errors, pause),
            };
            if !errors.has_errors() {
                return Err(with_an_error(errors));
            }
            // Where the service takes nothing before the end, waiting for that helps nobody.
            let is_too_far = pause > time.left();
            let given_up = |errors| {
                let times = if tries == 1 {
                    "once"
                } else {
                    &format!("{tries} times")
                };
                let note = match is_too_far && !late {
                    true => format!(
                        "It was tried {times}, and then given up on: the next try may come in {}, and the time for all of \
                         them is {}.",
                        text(pause),
                        text(time.timeout)
                    ),
                    false => format!(
                        "It was tried {times} in {}, and then given up on.",
                        text(time.timeout)
                    ),
                };
                Err(with_note(errors, &note))
            };
            if late || is_too_far {
                return given_up(errors);
            }
            let wait = backoff.wait(false).max(pause);
            tracing::debug!(
                tries,
                next_try_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
                error = errors
                    .iter()
                    .next()
                    .map_or("", |error| error.summary.as_str()),
                "trying again later"
            );
            match time.pause(wait).await {
                Pause::Over => last = Some(errors),
                Pause::TimedOut => return given_up(errors),
                Pause::Interrupted(diagnostic) => {
                    return Err(interrupted(diagnostic, Some(errors)));
                }
            }
        }
    }
}

/// An error without an error in it is a mistake of the author's that would end in silence.
fn with_an_error(mut errors: Diagnostics) -> Diagnostics {
    if !errors.has_errors() {
        errors.push(
            Diagnostic::error("A try failed without saying why").with_detail(
                "The provider gave back a `RetryError` that holds no error. This is a bug in the \
                 provider.",
            ),
        );
    }
    errors
}

fn with_note(mut errors: Diagnostics, note: &str) -> Diagnostics {
    if let Some(first) = errors.iter_mut().find(|diagnostic| diagnostic.is_error()) {
        if !first.detail.is_empty() {
            first.detail.push('\n');
        }
        first.detail.push_str(note);
    }
    errors
}

fn interrupted(diagnostic: Diagnostic, last: Option<Diagnostics>) -> Diagnostics {
    let mut all = Diagnostics::from(diagnostic);
    if let Some(errors) = last {
        all.extend(with_note(errors, "It was to be tried again."));
    }
    all
}
