//! The cancellation of a call of provider code.

use std::sync::OnceLock;

use tokio::sync::Notify;

/// Why a call should end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The user interrupted, or the caller is gone.
    Stopped,
    /// The operation's timeout is over.
    TimedOut,
}

/// A call is cancelled once; the first reason counts.
#[derive(Debug, Default)]
pub(crate) struct Cancellation {
    reason: OnceLock<Reason>,
    notify: Notify,
}

impl Cancellation {
    pub(crate) fn cancel(&self, reason: Reason) {
        // A second reason changes nothing; the first wakes all that wait.
        let _ = self.reason.set(reason);
        self.notify.notify_waiters();
    }

    pub(crate) fn reason(&self) -> Option<Reason> {
        self.reason.get().copied()
    }

    pub(crate) async fn cancelled(&self) -> Reason {
        loop {
            // Registered before the check, so nothing is missed in between.
            let notified = self.notify.notified();
            tokio::pin!(notified);
            notified.as_mut().enable();
            if let Some(reason) = self.reason() {
                return reason;
            }
            notified.await;
        }
    }
}
