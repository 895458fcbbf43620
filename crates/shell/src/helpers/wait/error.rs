//! Why a wait ended without success.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics, DiagnosticsError};

use crate::context::call_timeout::text;

/// Why a wait failed. `?` turns it into diagnostics with all details.
///
/// ```
/// # use schema_provider::prelude::*;
/// # use schema_provider::wait;
/// # use std::time::Duration;
/// # Cx::<()>::__example((), async |cx, _| {
/// # use schema_provider::wait::WaitFailure;
/// let error = wait::until(["running"])
///     .pending(["starting"])
///     .run(cx, |_| async { Ok::<_, std::io::Error>(Some(((), "failed"))) })
///     .await
///     .unwrap_err();
/// assert!(matches!(error.failure(), WaitFailure::Unexpected { .. }));
/// assert_eq!(error.to_string(), "Unexpected state failed, waiting for running");
/// assert_eq!(error.last_state(), Some("failed"));
/// assert!(!error.is_not_found());
/// # });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitError {
    failure: WaitFailure,
    error: DiagnosticsError,
}

impl WaitError {
    /// The reason.
    #[must_use]
    pub fn failure(&self) -> &WaitFailure {
        &self.failure
    }

    /// Whether the object was not found, which in a `read` means that it no longer exists.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        matches!(self.failure, WaitFailure::NotFound { .. })
    }

    /// The state at the last check, if there was one and something was found.
    #[must_use]
    pub fn last_state(&self) -> Option<&str> {
        match &self.failure {
            WaitFailure::Refresh { last_state, .. }
            | WaitFailure::TimedOut { last_state, .. }
            | WaitFailure::Interrupted { last_state, .. } => last_state.as_deref(),
            WaitFailure::Unexpected { state, .. } => Some(state),
            WaitFailure::NotFound { .. } => None,
        }
    }
}

impl From<WaitFailure> for WaitError {
    fn from(failure: WaitFailure) -> Self {
        let error = failure.diagnostics().into();
        WaitError { failure, error }
    }
}

impl fmt::Display for WaitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

/// Its source carries the message for the user, as the source of a [`DiagnosticsError`] does.
impl Error for WaitError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

/// The reason why a wait failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WaitFailure {
    /// A check failed.
    Refresh {
        /// The error of the check.
        errors: Diagnostics,
        /// The state before, if there was a check before.
        last_state: Option<String>,
    },
    /// The object was not found too many times in a row.
    NotFound {
        /// How many times.
        checks: u32,
        /// The states waited for.
        expected: Vec<String>,
    },
    /// The object reached a state from which it cannot reach an expected one.
    Unexpected {
        /// The state that it reached.
        state: String,
        /// The states waited for; empty if the object should no longer exist.
        expected: Vec<String>,
    },
    /// The time is over.
    TimedOut {
        /// The total time.
        timeout: Duration,
        /// The states waited for; empty if the object should no longer exist.
        expected: Vec<String>,
        /// The state at the last check; `None` if there was no check, or nothing was found.
        last_state: Option<String>,
        /// The error of the last check, after the timeout.
        last_error: Option<Diagnostics>,
        /// The last check did not end within this time after the timeout and was abandoned.
        abandoned: Option<Duration>,
    },
    /// The user interrupted.
    Interrupted {
        /// The message for the user.
        diagnostic: Diagnostic,
        /// The state at the last check; `None` if there was no check, or nothing was found.
        last_state: Option<String>,
    },
}

fn wanted(expected: &[String]) -> String {
    if expected.is_empty() {
        "waiting for it to no longer exist".to_owned()
    } else {
        format!("waiting for {}", expected.join(" or "))
    }
}

fn seen(state: Option<&str>) -> String {
    match state {
        Some(state) => format!("The last state was {state}."),
        None => "No state was seen.".to_owned(),
    }
}

/// Adds a line to the detail.
pub(super) fn add_line(diagnostic: &mut Diagnostic, line: &str) {
    if !diagnostic.detail.is_empty() {
        diagnostic.detail.push('\n');
    }
    diagnostic.detail.push_str(line);
}

impl WaitFailure {
    /// The message for the user.
    fn diagnostics(&self) -> Diagnostics {
        match self.clone() {
            WaitFailure::Refresh {
                mut errors,
                last_state,
            } => {
                if let (Some(state), Some(first)) = (last_state, errors.iter_mut().next()) {
                    add_line(first, &format!("The state before was {state}."));
                }
                errors
            }
            WaitFailure::NotFound { checks, expected } => {
                let detail = match checks {
                    1 => "It did not exist.".to_owned(),
                    times => format!("It did not exist {times} times in a row."),
                };
                let error = Diagnostic::error(format!("Not found, {}", wanted(&expected)));
                error.with_detail(detail).into()
            }
            WaitFailure::Unexpected { state, expected } => {
                Diagnostic::error(format!("Unexpected state {state}, {}", wanted(&expected))).into()
            }
            WaitFailure::TimedOut {
                timeout,
                expected,
                last_state,
                last_error,
                abandoned,
            } => {
                let mut detail = seen(last_state.as_deref());
                if let Some(grace) = abandoned {
                    detail.push_str(&format!(
                        " The last check was still running {} later and was abandoned.",
                        text(grace)
                    ));
                }
                let error = format!("Timed out after {}, {}", text(timeout), wanted(&expected));
                let mut all = Diagnostics::from(Diagnostic::error(error).with_detail(detail));
                all.extend(last_error.into_iter().flatten());
                all
            }
            WaitFailure::Interrupted {
                mut diagnostic,
                last_state,
            } => {
                diagnostic.detail.push(' ');
                diagnostic.detail.push_str(&seen(last_state.as_deref()));
                diagnostic.into()
            }
        }
    }
}
