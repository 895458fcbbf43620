//! How a call ends early: the user interrupts, or the timeout is over.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use schema_runtime::diagnostics::DiagnosticsError;

use super::cx::Cx;
use crate::result::Result;

/// Interrupts and the deadline.
impl<R> Cx<R> {
    /// Ready as soon as the call should end: the user interrupted, or the operation's timeout is
    /// over. Race it against a long operation, and return; values set until then are
    /// saved. Provider code that continues is abandoned some time later.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, interrupt| {
    /// # use std::time::Duration;
    /// # let mut copied = 0;
    /// # interrupt();
    /// tokio::select! {
    ///     () = cx.cancelled() => println!("stopped"),
    ///     () = tokio::time::sleep(Duration::from_secs(30)) => copied += 1,
    /// }
    /// # assert_eq!(copied, 0);
    /// # });
    /// ```
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + use<R> {
        let call = Arc::clone(&self.call);
        async move {
            call.cancellation.cancelled().await;
        }
    }

    /// Whether the call should end.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, interrupt| {
    /// assert!(!cx.is_cancelled());
    /// # interrupt();
    /// // The user presses Ctrl-C.
    /// assert!(cx.is_cancelled());
    /// # });
    /// ```
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.call.cancellation.reason().is_some()
    }

    /// Returns an error with the reason if the call should end; for loops.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, interrupt| {
    /// assert!(cx.check().is_ok());
    /// # interrupt();
    /// // The user presses Ctrl-C.
    /// let errors = cx.check().unwrap_err();
    /// assert!(errors.to_string().starts_with("test_thing: create was interrupted"));
    /// # });
    /// ```
    ///
    /// # Errors
    /// The user interrupted, or the operation's timeout is over.
    pub fn check(&self) -> Result<(), DiagnosticsError> {
        match self.call.cancellation.reason() {
            None => Ok(()),
            Some(reason) => Err(self.call.interrupted(reason).into()),
        }
    }

    /// Runs a future until it ends or the call should end, whichever is first.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| -> Result {
    /// # async fn answer() -> std::io::Result<u8> { Ok(7) }
    /// // The first `?` is for the call, the second for the answer.
    /// assert_eq!(cx.race(answer()).await??, 7);
    /// # Ok(())
    /// # })
    /// # .unwrap();
    /// ```
    ///
    /// # Errors
    /// The user interrupted, or the operation's timeout is over; the future is dropped then.
    pub async fn race<T>(&self, future: impl Future<Output = T>) -> Result<T, DiagnosticsError> {
        tokio::select! {
            biased;
            output = future => Ok(output),
            reason = self.call.cancellation.cancelled() => Err(self.call.interrupted(reason).into()),
        }
    }

    /// The time at which the operation's timeout is over.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// assert!(cx.deadline() > std::time::Instant::now());
    /// # });
    /// ```
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.call.deadline.into_std()
    }

    /// The operation's timeout: from the resource's `timeouts` block, its `default` there, or 20
    /// minutes.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// assert_eq!(cx.timeout().as_secs(), 60);
    /// assert!(cx.remaining() <= cx.timeout());
    /// # });
    /// ```
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.call.timeout
    }

    /// The time until the deadline.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        self.call
            .deadline
            .saturating_duration_since(tokio::time::Instant::now())
    }
}
