//! The signals that request the end of a plugin.

use super::error::ServeError;
use tokio::sync::oneshot;

/// The signals that request the end.
pub(super) struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
    debug: bool,
}

impl Signals {
    /// Handlers are installed when this returns.
    #[cfg(unix)]
    pub(super) fn new(debug: bool) -> Result<Self, ServeError> {
        use tokio::signal::unix::{SignalKind, signal};
        let signal = |kind| signal(kind).map_err(ServeError::io("Setting up signals"));
        // SIGXFSZ: with a handler, exceeding `ulimit -f` is a failed write.
        let _ = signal(SignalKind::from_raw(25))?;
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            debug,
        })
    }

    /// Handlers are installed when this returns.
    #[cfg(windows)]
    pub(super) fn new(debug: bool) -> Result<Self, ServeError> {
        let interrupt = tokio::signal::windows::ctrl_c();
        Ok(Self {
            interrupt: interrupt.map_err(ServeError::io("Setting up signals"))?,
            debug,
        })
    }

    /// Ready when one of them was received.
    #[cfg(unix)]
    async fn next(&mut self) {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return,
                // Otherwise Terraform decides what stops.
                _ = self.interrupt.recv() => if self.debug {
                    return;
                },
            }
        }
    }

    /// Ready when one of them was received.
    #[cfg(windows)]
    async fn next(&mut self) {
        loop {
            // A stream of signals that has ended will never request the end.
            if self.interrupt.recv().await.is_none() {
                std::future::pending::<()>().await;
            }
            if self.debug {
                return;
            }
        }
    }

    /// Passes on the first signal, and is ready at the second.
    pub(super) async fn twice(&mut self, stop: oneshot::Sender<()>) {
        self.next().await;
        // It has ended already if nobody receives this.
        let _ = stop.send(());
        self.next().await;
    }
}
