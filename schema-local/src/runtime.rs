//! The tokio runtime of a command.

use tokio::runtime::{Builder, Runtime};

/// A runtime with two threads, as a plugin has: a provider's code that computes for long holds up
/// neither the other operations nor an interrupt.
pub(super) fn runtime() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
}
