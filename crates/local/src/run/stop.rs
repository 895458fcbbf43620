//! [`Stop`]: the user's request to stop.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::watch;

use crate::message::Message;
use crate::run::events::{Event, Events};
use schema_runtime::value::Value;
use schema_shell::lifecycle::{FunctionFailure, Instance};

/// How often the user has asked to stop: once means stop gracefully, twice means stop now.
#[derive(Clone, Debug)]
pub struct Stop {
    count: watch::Receiver<u32>,
    /// Whether the provider was asked to stop; several operations may watch at the same time.
    told: Arc<AtomicBool>,
}

impl Stop {
    /// Watches this counter.
    pub fn new(count: watch::Receiver<u32>) -> Self {
        Stop {
            count,
            told: Arc::default(),
        }
    }

    /// Whether the user has asked to stop.
    pub(crate) fn is_requested(&self) -> bool {
        *self.count.borrow() > 0
    }

    /// Completes when the user has asked to stop.
    pub(crate) async fn requested(&self) {
        more_than(&mut self.count.clone(), 0).await;
    }

    /// Runs an operation; the first request to stop is passed on to the provider once, and the
    /// second abandons the operation: then there is no result.
    pub(crate) async fn watch<T>(
        &self,
        instance: &Instance,
        events: &dyn Events,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        let mut count = self.count.clone();
        let mut seen = *count.borrow_and_update();
        // A request since the last look at it, which nobody has passed on.
        if seen == 1 && !self.told.load(Ordering::Relaxed) {
            seen = 0;
        }
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return Some(done),
                () = more_than(&mut count, seen) => {
                    let now = *count.borrow_and_update();
                    if seen == 0 && !self.told.swap(true, Ordering::Relaxed) {
                        events.event(Event::Interrupted);
                        instance.stop();
                    }
                    if now > 1 {
                        return None;
                    }
                    seen = now;
                }
            }
        }
    }

    /// How expressions call functions. Evaluation is synchronous and blocks the thread that would
    /// otherwise handle interrupts, so each call watches for them itself.
    pub(crate) fn function_calls(
        &self,
        instance: Instance,
        events: Arc<dyn Events>,
    ) -> impl Fn(&str, Vec<Value>) -> Result<(Value, Vec<u8>), FunctionFailure> + Send + Sync + use<>
    {
        let stop = self.clone();
        move |name, arguments| {
            if *stop.count.borrow() > 1 {
                return Err(FunctionFailure::abandoned());
            }
            let call = instance.call_function_encoded(name, arguments);
            let watched = stop.watch(&instance, &*events, call);
            let abandoned = || Err(FunctionFailure::abandoned());
            instance.call_blocking(async { watched.await.unwrap_or_else(abandoned) })
        }
    }
}

async fn more_than(count: &mut watch::Receiver<u32>, seen: u32) {
    if count.wait_for(|count| *count > seen).await.is_err() {
        // No user can send further requests.
        std::future::pending::<()>().await;
    }
}

/// The message for a command that ended at the user's request.
pub(crate) fn interrupted() -> Message {
    Message::error("Interrupted").detail("The command was asked to end before it was done.")
}
