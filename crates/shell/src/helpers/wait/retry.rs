//! Retries of requests that may work later.

use std::fmt;
use std::future::Future;
use std::time::Duration;

use schema_runtime::__private::Sealed;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics, DiagnosticsError};

use super::attempt::{Ending, TimeLimit};
use super::backoff::Backoff;
use super::error::add_line;
use crate::context::Cx;
use crate::context::call_timeout::text;
use crate::helpers::api_error::ApiError;
use crate::result::Result;

/// Whether a failed request may work later.
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
    /// It may work later: it is tried again.
    Transient(Diagnostics),
    /// It may work later, but not before this time has passed.
    TransientAfter(Diagnostics, Duration),
    /// It will not work later: the retry ends with this error.
    Permanent(Diagnostics),
}

impl RetryError {
    /// An error after which to try again.
    pub fn transient(error: impl Into<Diagnostics>) -> Self {
        RetryError::Transient(error.into())
    }

    /// An error after which to try again, but not before `pause` has passed: the `Retry-After` of a
    /// response.
    ///
    /// ```
    /// use schema_provider::wait::RetryError;
    /// use std::io::{Error, ErrorKind};
    /// use std::time::Duration;
    ///
    /// let busy = Error::from(ErrorKind::ResourceBusy);
    /// let error = RetryError::transient_after(busy, Duration::from_secs(3));
    /// assert!(matches!(error, RetryError::TransientAfter(_, pause) if pause.as_secs() == 3));
    /// ```
    pub fn transient_after(error: impl Into<Diagnostics>, pause: Duration) -> Self {
        RetryError::TransientAfter(error.into(), pause)
    }

    /// An error that ends the retry.
    pub fn permanent(error: impl Into<Diagnostics>) -> Self {
        RetryError::Permanent(error.into())
    }

    /// The message for the user.
    pub fn diagnostics(&self) -> &Diagnostics {
        match self {
            RetryError::Transient(errors)
            | RetryError::TransientAfter(errors, _)
            | RetryError::Permanent(errors) => errors,
        }
    }

    /// An error that knows whether a later try may work, and when.
    pub fn classify(error: impl ApiError) -> Self {
        match error.retry_after() {
            _ if !error.is_retryable() => RetryError::permanent(error),
            Some(pause) => RetryError::transient_after(error, pause),
            None => RetryError::transient(error),
        }
    }
}

/// Converts an error that knows whether a later try may work; `?` in a try does this too.
impl<E: ApiError> From<E> for RetryError {
    fn from(error: E) -> Self {
        RetryError::classify(error)
    }
}

/// An error that does not come from an API ends the retry.
impl From<Diagnostics> for RetryError {
    fn from(errors: Diagnostics) -> Self {
        RetryError::Permanent(errors)
    }
}

impl From<Diagnostic> for RetryError {
    fn from(error: Diagnostic) -> Self {
        RetryError::permanent(error)
    }
}

impl From<DiagnosticsError> for RetryError {
    fn from(errors: DiagnosticsError) -> Self {
        RetryError::permanent(errors)
    }
}

impl fmt::Display for RetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostics().fmt(f)
    }
}

impl std::error::Error for RetryError {}

/// An error that knows whether a later try may work.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whether a later try may work",
    label = "an error that a retry cannot judge",
    note = "help: implement `ApiError` for it; of an error of another crate use `retry_if(cx, attempt, |error| …)`, or make a `RetryError` of it"
)]
pub trait SaysWhetherToRetry: Into<RetryError> {
    #[doc(hidden)]
    const __SEALED: Sealed;
}

#[diagnostic::do_not_recommend]
impl<E: Into<RetryError>> SaysWhetherToRetry for E {
    const __SEALED: Sealed = Sealed;
}

/// Tries until it succeeds, the error is permanent, or the operation's timeout is over: at once,
/// then after 0.5, 1, 2, 4, 8 and from then on 10 seconds, or later if the error [says
/// so](ApiError::retry_after). [`ApiError::is_retryable`] decides what may work later; for an error
/// of another crate use [`retry_if`], or let a try fail with a [`RetryError`].
///
/// ```
/// use schema_provider::prelude::*;
///
/// #[derive(Debug)]
/// struct Refused(u16);
/// # impl std::fmt::Display for Refused {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{}", self.0) }
/// # }
/// # impl std::error::Error for Refused {}
///
/// impl ApiError for Refused {
///     fn is_not_found(&self) -> bool {
///         self.0 == 404
///     }
///     fn is_retryable(&self) -> bool {
///         self.0 == 429
///     }
/// }
///
/// # #[derive(Default)]
/// # struct Client(std::cell::Cell<u8>);
/// # impl Client {
/// #     async fn create(&self, name: &str) -> Result<String, Refused> {
/// #         self.0.set(self.0.get() + 1);
/// #         if self.0.get() < 2 { Err(Refused(429)) } else { Ok(format!("{name}-1")) }
/// #     }
/// # }
/// # Cx::<()>::__example((), async |cx, _| -> Result {
/// # let (client, name) = (Client::default(), "disk".to_owned());
/// let id = wait::retry(cx, || client.create(&name)).await?;
/// # assert_eq!(id, "disk-1");
/// # Ok(())
/// # })
/// # .unwrap();
/// ```
///
/// A try runs where the retry is awaited, so it may borrow. **An interrupt does not drop it**: it
/// has the grace period to finish, and if it succeeds the retry returns its value, so an object
/// that the service has just created is not lost. There is no further try then. A try that blocks
/// its thread is abandoned with the call, after its deadline and grace period.
///
/// # Errors
/// The last error with the number of tries; or that the user interrupted.
pub async fn retry<R, T, E, Fut>(
    cx: &Cx<R>,
    attempt: impl FnMut() -> Fut,
) -> Result<T, DiagnosticsError>
where
    E: SaysWhetherToRetry,
    Fut: Future<Output = Result<T, E>>,
{
    Retry::new().run(cx, attempt).await
}

/// A [`retry`] for errors of another crate: the function decides whether a later
/// try may work.
///
/// ```
/// # use schema_provider::prelude::*;
/// # use schema_provider::wait;
/// # Cx::<()>::__example((), async |cx, _| -> Result {
/// # use std::num::ParseIntError;
/// # let mut left = vec!["8", ""];
/// let size = wait::retry_if(
///     cx,
///     || {
///         let text = left.pop().unwrap_or_default();
///         async move { text.parse::<u8>() }
///     },
///     |error: &ParseIntError| *error.kind() == std::num::IntErrorKind::Empty,
/// )
/// .await?;
/// assert_eq!(size, 8);
/// # Ok(())
/// # })
/// # .unwrap();
/// ```
///
/// # Errors
/// The last error with the number of tries; or that the user interrupted.
pub async fn retry_if<R, T, E, Fut>(
    cx: &Cx<R>,
    attempt: impl FnMut() -> Fut,
    may_work_later: impl FnMut(&E) -> bool,
) -> Result<T, DiagnosticsError>
where
    E: Into<Diagnostics>,
    Fut: Future<Output = Result<T, E>>,
{
    Retry::new().run_if(cx, attempt, may_work_later).await
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
///     .run(cx, || {
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
#[must_use = "nothing is tried without `run`"]
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

    /// Waits at least this long between two tries (500 ms); may be more than the usual maximum of
    /// 10 s.
    pub fn at_least_every(mut self, least: Duration) -> Self {
        self.least = least;
        self
    }

    /// Waits exactly this long between two tries, if it is less than three minutes; longer if an
    /// error [requires that](ApiError::retry_after).
    pub fn poll_every(mut self, interval: Duration) -> Self {
        self.every = Some(interval);
        self
    }

    /// Tries, as [`retry`] does.
    ///
    /// # Errors
    /// The last error with the number of tries; or that the user interrupted.
    pub async fn run<R, T, E, Fut>(
        self,
        cx: &Cx<R>,
        attempt: impl FnMut() -> Fut,
    ) -> Result<T, DiagnosticsError>
    where
        E: SaysWhetherToRetry,
        Fut: Future<Output = Result<T, E>>,
    {
        Ok(self.attempts(cx, attempt, |error: E| error.into()).await?)
    }

    /// Tries, as [`retry_if`] does.
    ///
    /// # Errors
    /// The last error with the number of tries; or that the user interrupted.
    pub async fn run_if<R, T, E, Fut>(
        self,
        cx: &Cx<R>,
        attempt: impl FnMut() -> Fut,
        mut may_work_later: impl FnMut(&E) -> bool,
    ) -> Result<T, DiagnosticsError>
    where
        E: Into<Diagnostics>,
        Fut: Future<Output = Result<T, E>>,
    {
        let judge = |error: E| match may_work_later(&error) {
            true => RetryError::transient(error),
            false => RetryError::permanent(error),
        };
        Ok(self.attempts(cx, attempt, judge).await?)
    }

    async fn attempts<R, T, E, Fut>(
        self,
        cx: &Cx<R>,
        mut attempt: impl FnMut() -> Fut,
        mut judge: impl FnMut(E) -> RetryError,
    ) -> Result<T>
    where
        Fut: Future<Output = Result<T, E>>,
    {
        let time = TimeLimit::new(cx, self.timeout);
        let mut backoff = Backoff::new(self.least, self.every);
        let mut tries = 0_u64;
        let mut last: Option<Diagnostics> = None;
        loop {
            if let Some(diagnostic) = time.interrupted() {
                return Err(interrupted(diagnostic, last));
            }
            tries += 1;
            let (result, late) = match time.to_its_end(attempt()).await {
                Ok(ended) => ended,
                Err(Ending::TimedOut(grace)) => {
                    let hung = format!(
                        "Try {tries} was still running {} after the timeout of {} and was \
                         abandoned.",
                        text(grace.unwrap_or_default()),
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
                Err(Ending::Interrupted(diagnostic)) => return Err(interrupted(diagnostic, last)),
            };
            let (errors, pause) = match result.map_err(&mut judge) {
                Ok(value) => return Ok(value),
                Err(RetryError::Permanent(errors)) => return Err(with_an_error(errors)),
                Err(RetryError::Transient(errors)) => (errors, Duration::ZERO),
                Err(RetryError::TransientAfter(errors, pause)) => (errors, pause),
            };
            if !errors.has_errors() {
                return Err(with_an_error(errors));
            }
            // If the service accepts nothing before the end, waiting is useless.
            let is_too_far = pause > time.left();
            let given_up = |errors| {
                let times = match tries {
                    1 => "once",
                    _ => &format!("{tries} times"),
                };
                let (all, pause) = (text(time.timeout), text(pause));
                let note = match is_too_far && !late {
                    true => format!(
                        "It was tried {times}, and then abandoned: the next try may come in \
                         {pause}, and the time for all of them is {all}."
                    ),
                    false => format!("It was tried {times} in {all}, and then abandoned."),
                };
                Err(with_note(errors, &note))
            };
            if let Some(diagnostic) = time.interrupted() {
                return Err(interrupted(diagnostic, Some(errors)));
            }
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
                Ok(()) => last = Some(errors),
                Err(Ending::TimedOut(_)) => return given_up(errors),
                Err(Ending::Interrupted(diagnostic)) => {
                    return Err(interrupted(diagnostic, Some(errors)));
                }
            }
        }
    }
}

/// An error without an error diagnostic is the provider developer's mistake, and would otherwise
/// end silently.
fn with_an_error(mut errors: Diagnostics) -> Diagnostics {
    if !errors.has_errors() {
        errors.push(
            Diagnostic::error("A try failed without saying why").with_detail(
                "The provider returned a `RetryError` that holds no error. This is a bug in the \
                 provider.",
            ),
        );
    }
    errors
}

fn with_note(mut errors: Diagnostics, note: &str) -> Diagnostics {
    if let Some(first) = errors.iter_mut().find(|diagnostic| diagnostic.is_error()) {
        add_line(first, note);
    }
    errors
}

fn interrupted(diagnostic: Diagnostic, last: Option<Diagnostics>) -> Diagnostics {
    let mut all = Diagnostics::from(diagnostic);
    let last = last.map(|errors| with_note(errors, "Another try was due."));
    all.extend(last.into_iter().flatten());
    all
}
