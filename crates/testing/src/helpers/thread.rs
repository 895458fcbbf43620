//! Work in a thread and a runtime of its own: code that blocks must not keep a deadline from being
//! noticed, and a test needs no runtime, but may be called within one.

use std::any::Any;
use std::future::Future;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Work that goes on elsewhere.
pub(crate) struct WorkThread<T> {
    receive: mpsc::Receiver<T>,
    thread: Option<JoinHandle<()>>,
}

/// Why there is no result.
pub(crate) enum NoResult {
    /// The time is over; the work goes on.
    TooLate,
    /// The work panicked.
    Panicked(Box<dyn Any + Send>),
}

/// How much is left of this much time, for [`WorkThread::wait`].
pub(crate) fn remaining(time: Duration) -> impl Fn() -> Option<Duration> {
    let begun = Instant::now();
    move || time.checked_sub(begun.elapsed())
}

impl<T: Send + 'static> WorkThread<T> {
    /// Begins. The future of `work` is made and driven in the thread; `each_thread` is called at
    /// the start of every thread of the runtime.
    ///
    /// # Errors
    /// The system gives no thread or no runtime.
    pub(crate) fn start<F: Future<Output = T>>(
        each_thread: impl Fn() + Send + Sync + 'static,
        work: impl FnOnce() -> F + Send + 'static,
    ) -> Result<Self, String> {
        let each_thread = Arc::new(each_thread);
        let here = Arc::clone(&each_thread);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .on_thread_start(move || each_thread())
            .build()
            .map_err(|error| format!("there is no runtime: {error}"))?;
        let (send, receive) = mpsc::channel();
        // By this name panics and skipped parts are reported.
        let name = std::thread::current().name().unwrap_or("test").to_owned();
        let thread = std::thread::Builder::new()
            .name(name)
            .spawn(move || {
                here();
                let result = runtime.block_on(work());
                // Code that blocks must not hold up the end.
                runtime.shutdown_background();
                // Nobody listens any more where the time is long over.
                let _ = send.send(result);
            })
            .map_err(|error| format!("there is no thread: {error}"))?;
        Ok(WorkThread {
            receive,
            thread: Some(thread),
        })
    }

    /// Waits for the result as long as `left` says that there is time; it is asked again when that
    /// is over.
    pub(crate) fn wait(&mut self, left: impl Fn() -> Option<Duration>) -> Result<T, NoResult> {
        while let Some(time) = left() {
            match self.receive.recv_timeout(time) {
                Ok(result) => return Ok(result),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    let ended = self.thread.take().map(JoinHandle::join);
                    let panic = match ended {
                        Some(Err(panic)) => panic,
                        _ => Box::new("it ended without a result") as Box<dyn Any + Send>,
                    };
                    return Err(NoResult::Panicked(panic));
                }
            }
        }
        Err(NoResult::TooLate)
    }
}
