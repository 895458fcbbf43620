//! The end of everything that runs.

use std::sync::PoisonError;

use super::instance::Instance;
use crate::signal::Reason;

impl Instance {
    /// Tells everything that runs to end. Later calls are accepted again.
    pub fn stop(&self) {
        let running: Vec<_> = {
            let running = self.inner.running.lock();
            let running = running.unwrap_or_else(PoisonError::into_inner);
            running.values().cloned().collect()
        };
        for call in running {
            call.signal.fire(Reason::Stopped);
        }
    }
}
