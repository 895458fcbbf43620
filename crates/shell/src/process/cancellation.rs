//! The cancellation of a call of provider code.

use std::sync::atomic::{AtomicU8, Ordering};

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
    reason: AtomicU8,
    notify: Notify,
}

impl Cancellation {
    pub(crate) fn cancel(&self, reason: Reason) {
        let code = match reason {
            Reason::Stopped => 1,
            Reason::TimedOut => 2,
        };
        // A second reason changes nothing; the first wakes all that wait.
        let _ = self
            .reason
            .compare_exchange(0, code, Ordering::AcqRel, Ordering::Acquire);
        self.notify.notify_waiters();
    }

    pub(crate) fn reason(&self) -> Option<Reason> {
        match self.reason.load(Ordering::Acquire) {
            0 => None,
            1 => Some(Reason::Stopped),
            _ => Some(Reason::TimedOut),
        }
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
