//! The end of everything that runs.

use std::sync::{Arc, PoisonError};

use super::call::CLOSE;
use super::instance::{Instance, RunningCall};
use crate::signal::Reason;

impl Instance {
    /// Tells everything that runs to end, whatever configuration it belongs to: the process is asked
    /// to end. Later calls are accepted again.
    pub fn stop(&self) {
        self.stop_where(|_| true);
    }

    /// Tells what runs with this configuration to end: its own client asked for it, and
    /// [others](Self::another_configuration) did not. Later calls are accepted again.
    pub fn stop_configuration(&self) {
        let number = self.configuration.number;
        self.stop_where(|running| running.configuration == number);
    }

    fn stop_where(&self, meant: impl Fn(&RunningCall) -> bool) {
        let calls: Vec<_> = {
            let running = self.inner.running.lock();
            let running = running.unwrap_or_else(PoisonError::into_inner);
            // A state is written and unlocked because things come to their end, and what was opened is closed in any
            // case.
            let ends = |running: &&RunningCall| {
                !matches!(running.call.operation, CLOSE | "write" | "unlock") && meant(running)
            };
            let meant = running.values().filter(ends);
            meant.map(|running| Arc::clone(&running.call)).collect()
        };
        for call in calls {
            call.signal.fire(Reason::Stopped);
        }
    }
}
