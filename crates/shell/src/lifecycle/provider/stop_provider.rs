//! Stopping everything that runs.

use std::sync::Arc;

use schema_panic::lock;

use crate::lifecycle::instance::{Instance, RunningCall};
use crate::process::cancellation::Reason;

impl Instance {
    /// Asks everything that runs to stop, in all configurations: the process is asked to end. Later
    /// calls are accepted again.
    pub fn stop(&self) {
        self.stop_behind(true);
        self.stop_where(|_| true);
    }

    /// Asks what runs with this configuration to stop: its own client asked for it, and
    /// [others](Self::another_configuration) did not. Later calls are accepted again.
    pub fn stop_configuration(&self) {
        self.stop_behind(false);
        let number = self.configuration.number;
        self.stop_where(|running| running.configuration == number);
    }

    fn stop_where(&self, meant: impl Fn(&RunningCall) -> bool) {
        let calls: Vec<_> = {
            let running = lock(&self.inner.running);
            let ends = |running: &&RunningCall| {
                !running.call.operation.ignores_interrupts() && meant(running)
            };
            let meant = running.values().filter(ends);
            meant.map(|running| Arc::clone(&running.call)).collect()
        };
        for call in calls {
            call.cancellation.cancel(Reason::Stopped);
        }
    }
}
