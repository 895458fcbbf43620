//! Waiting for a state.

use std::fmt::Display;
use std::future::Future;
use std::marker::PhantomData;
use std::time::Duration;

use schema_runtime::__private::Sealed;
use schema_runtime::diagnostics::Diagnostics;

use super::attempt::{Ending, TimeLimit};
use super::backoff::Backoff;
use super::{WaitError, WaitFailure};
use crate::context::Cx;

/// A list of states: an array, a `Vec` or anything else that can be iterated.
#[diagnostic::on_unimplemented(
    message = "states are a list, but `{Self}` is not one",
    label = "not a list of states",
    note = "help: write even a single one in brackets: `wait::until([\"active\"])`"
)]
pub trait ListOfStates<S> {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The states.
    fn into_states(self) -> Vec<S>;
}

#[diagnostic::do_not_recommend]
impl<S, I: IntoIterator<Item = S>> ListOfStates<S> for I {
    const __SEALED: Sealed = Sealed;

    fn into_states(self) -> Vec<S> {
        self.into_iter().collect()
    }
}

/// Waits until an object is in one of these states.
///
/// States are whatever the API calls them: strings, or your own enum that can be
/// compared and displayed.
///
/// ```
/// # use schema_provider::prelude::*;
/// # use schema_provider::wait;
/// # use std::time::Duration;
/// # Cx::<()>::__example((), async |cx, _| -> Result {
/// # async fn state_of(_: String) -> std::io::Result<Option<String>> { Ok(Some("running".into())) }
/// # let id = String::new();
/// wait::until(["running", "stopped"])
///     .run(cx, |_| {
///         let state = state_of(id.clone());
///         async move { Ok::<_, std::io::Error>(state.await?.map(|state| ((), state))) }
///     })
///     .await?;
/// # Ok(())
/// # })
/// # .unwrap();
/// ```
pub fn until<S>(targets: impl ListOfStates<S>) -> Wait<S, States> {
    Wait::new(targets.into_states())
}

/// Waits until an object no longer exists.
///
/// ```
/// # use schema_provider::prelude::*;
/// # async fn state_of(_: String) -> std::io::Result<Option<String>> { Ok(None) }
/// # async fn f<R>(cx: &Cx<R>, id: String) -> Result {
/// schema_provider::wait::until_gone(["stopping", "deleting"])
///     .run(cx, |_| {
///         let state = state_of(id.clone());
///         async move { Ok::<_, std::io::Error>(state.await?.map(|state| ((), state))) }
///     })
///     .await?;
/// # Ok(())
/// # }
/// ```
///
/// Until then it may be in these states, or in any if there are none.
pub fn until_gone<S>(pending: impl ListOfStates<S>) -> Wait<S, UntilGone> {
    Wait::new(Vec::new()).pending(pending)
}

/// Marks a [`Wait`] as waiting for states.
#[derive(Debug)]
pub enum States {}

/// Marks a [`Wait`] as waiting until an object no longer exists.
#[derive(Debug)]
pub enum UntilGone {}

/// The options of a wait; [`run`](Wait::run) waits.
///
/// ```
/// # use schema_provider::prelude::*;
/// # use schema_provider::wait;
/// # use std::time::Duration;
/// # Cx::<()>::__example((), async |cx, _| -> Result {
/// # let mut states = vec!["running", "starting", "starting"];
/// let machine = wait::until(["running"])
///     .pending(["requested", "starting"])
///     .delay(Duration::from_millis(2))
///     .poll_every(Duration::from_millis(1))
///     .timeout(Duration::from_secs(30))
///     .not_found_checks(3)
///     .consecutive(1)
///     .run(cx, |_| {
///         let state = states.pop();
///         async move { Ok::<_, std::io::Error>(state.map(|state| ("the machine", state))) }
///     })
///     .await?;
/// assert_eq!(machine, "the machine");
/// # Ok(())
/// # })
/// # .unwrap();
/// ```
#[must_use = "nothing waits without `run`"]
#[derive(Clone, Debug)]
pub struct Wait<S, For> {
    targets: Vec<S>,
    pending: Vec<S>,
    delay: Duration,
    least: Duration,
    every: Option<Duration>,
    timeout: Option<Duration>,
    not_found_checks: u32,
    consecutive: u32,
    marker: PhantomData<fn() -> For>,
}

impl<S, For> Wait<S, For> {
    fn new(targets: Vec<S>) -> Self {
        Wait {
            targets,
            pending: Vec::new(),
            delay: Duration::ZERO,
            least: Duration::ZERO,
            every: None,
            timeout: None,
            not_found_checks: 20,
            consecutive: 1,
            marker: PhantomData,
        }
    }

    /// The states that mean "continue to wait". Any other state is then an error at once. Without
    /// this, every state that is not a target means that.
    pub fn pending(mut self, states: impl ListOfStates<S>) -> Self {
        self.pending.extend(states.into_states());
        self
    }

    /// Waits this long before the first check.
    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Waits at least this long between two checks; may be more than the usual maximum of 10 s.
    pub fn at_least_every(mut self, least: Duration) -> Self {
        self.least = least;
        self
    }

    /// Waits exactly this long between two checks, if it is less than three minutes.
    pub fn poll_every(mut self, interval: Duration) -> Self {
        self.every = Some(interval);
        self
    }

    /// Ends after this total time. Without it, and at the latest, the wait ends with the
    /// operation's own timeout.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How many times in a row the object may be missing (20): an API may need a while
    /// to show a new object. No effect in [`until_gone`].
    pub fn not_found_checks(mut self, checks: u32) -> Self {
        self.not_found_checks = checks;
        self
    }

    /// How many times in a row the end must be seen (1): an API that is only eventually
    /// consistent may answer "running" and then "starting" again.
    pub fn consecutive(mut self, times: u32) -> Self {
        self.consecutive = times.max(1);
        self
    }
}

impl<S: Display> Wait<S, States> {
    /// Waits. `refresh` returns the object and its state, or `None` if it does not
    /// exist. It gets its own context; the calls run one after the other, each in its own task.
    ///
    /// # Errors
    /// See [`WaitError`].
    ///
    /// # Panics
    /// If `refresh` panics.
    pub async fn run<R, T, Q, E, F, Fut>(
        self,
        cx: &Cx<R>,
        refresh: F,
    ) -> std::result::Result<T, WaitError>
    where
        S: PartialEq<Q>,
        Q: Display + Send + 'static,
        T: Send + 'static,
        E: Into<Diagnostics> + Send + 'static,
        F: FnMut(Cx<R>) -> Fut,
        Fut: Future<Output = std::result::Result<Option<(T, Q)>, E>> + Send + 'static,
    {
        match self.wait_for(cx, refresh).await? {
            Some(value) => Ok(value),
            // Without a target only the object's absence ends the wait.
            None => Err(WaitFailure::NotFound {
                checks: 1,
                expected: Vec::new(),
            }
            .into()),
        }
    }
}

impl<S: Display> Wait<S, UntilGone> {
    /// Waits, as [`run`](Wait::run) for states does.
    ///
    /// # Errors
    /// See [`WaitError`].
    ///
    /// # Panics
    /// If `refresh` panics.
    pub async fn run<R, T, Q, E, F, Fut>(
        self,
        cx: &Cx<R>,
        refresh: F,
    ) -> std::result::Result<(), WaitError>
    where
        S: PartialEq<Q>,
        Q: Display + Send + 'static,
        T: Send + 'static,
        E: Into<Diagnostics> + Send + 'static,
        F: FnMut(Cx<R>) -> Fut,
        Fut: Future<Output = std::result::Result<Option<(T, Q)>, E>> + Send + 'static,
    {
        Ok(self.wait_for(cx, refresh).await.map(drop)?)
    }
}

impl<S: Display, For> Wait<S, For> {
    async fn wait_for<R, T, Q, E, F, Fut>(
        self,
        cx: &Cx<R>,
        mut refresh: F,
    ) -> std::result::Result<Option<T>, WaitFailure>
    where
        S: PartialEq<Q>,
        Q: Display + Send + 'static,
        T: Send + 'static,
        E: Into<Diagnostics> + Send + 'static,
        F: FnMut(Cx<R>) -> Fut,
        Fut: Future<Output = std::result::Result<Option<(T, Q)>, E>> + Send + 'static,
    {
        let time = TimeLimit::new(cx, self.timeout);
        let mut backoff = Backoff::new(self.least, self.every);
        let mut last_state = None;
        let (mut hits, mut misses) = (0, 0);
        let timed_out = |last_state, last_error, abandoned| WaitFailure::TimedOut {
            timeout: time.timeout,
            expected: self.expected(),
            last_state,
            last_error,
            abandoned,
        };
        let ended = |ending, last_state| match ending {
            Ending::TimedOut(abandoned) => timed_out(last_state, None, abandoned),
            Ending::Interrupted(diagnostic) => WaitFailure::Interrupted {
                diagnostic,
                last_state,
            },
        };
        let mut wait = self.delay;
        loop {
            if !wait.is_zero()
                && let Err(ending) = time.pause(wait).await
            {
                return Err(ended(ending, last_state));
            }
            let (seen, late) = match time.attempt(refresh(cx.clone())).await {
                Ok(seen) => seen,
                Err(ending) => return Err(ended(ending, last_state)),
            };
            let found = match seen {
                Ok(found) => found,
                Err(error) if late => {
                    return Err(timed_out(last_state, Some(error.into()), None));
                }
                Err(error) => {
                    return Err(WaitFailure::Refresh {
                        errors: error.into(),
                        last_state,
                    });
                }
            };
            let state = found.as_ref().map(|(_, state)| state);
            let reached = self.compare(state, &mut hits, &mut misses)?;
            last_state = state.map(ToString::to_string);
            if reached && hits >= self.consecutive {
                return Ok(found.map(|(value, _)| value));
            }
            if late {
                return Err(timed_out(last_state, None, None));
            }
            // Once it is reached, it must be seen so again.
            wait = backoff.wait(reached);
            tracing::debug!(
                state = last_state.as_deref().unwrap_or("(not found)"),
                next_check_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
                "waiting"
            );
        }
    }

    /// Whether the object is in the awaited state; an error if it will never be.
    fn compare<Q>(
        &self,
        state: Option<&Q>,
        hits: &mut u32,
        misses: &mut u32,
    ) -> std::result::Result<bool, WaitFailure>
    where
        S: PartialEq<Q>,
        Q: Display,
    {
        let reached = match state {
            None => self.targets.is_empty(),
            Some(state) => self.targets.iter().any(|target| target == state),
        };
        if reached {
            *misses = 0;
            *hits += 1;
            return Ok(true);
        }
        *hits = 0;
        match state {
            None => {
                *misses += 1;
                if *misses > self.not_found_checks {
                    return Err(WaitFailure::NotFound {
                        checks: *misses,
                        expected: self.expected(),
                    });
                }
            }
            Some(state) => {
                *misses = 0;
                if !self.pending.is_empty() && !self.pending.iter().any(|other| other == state) {
                    return Err(WaitFailure::Unexpected {
                        state: state.to_string(),
                        expected: self.expected(),
                    });
                }
            }
        }
        Ok(false)
    }

    fn expected(&self) -> Vec<String> {
        self.targets.iter().map(ToString::to_string).collect()
    }
}
