//! Work in its own thread and runtime: a deadline works even if code blocks, and a test needs no
//! runtime, but may be called within one.

use std::future::Future;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Work that runs in another thread.
pub(crate) struct WorkThread<T> {
    receive: mpsc::Receiver<T>,
    thread: Option<JoinHandle<()>>,
}

/// Returns how much of `time` is left, for [`WorkThread::wait`].
pub(crate) fn remaining(time: Duration) -> impl Fn() -> Option<Duration> {
    let begun = Instant::now();
    move || time.checked_sub(begun.elapsed())
}

impl<T: Send + 'static> WorkThread<T> {
    /// Starts the work. Its future is created and driven in the thread; every thread of the runtime
    /// calls `each_thread` at its start.
    ///
    /// # Errors
    /// The system cannot start a thread or a runtime.
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
        // Panics and skipped parts are reported with this name.
        let name = std::thread::current().name().unwrap_or("test").to_owned();
        let thread = std::thread::Builder::new()
            .name(name)
            // As a program's main thread has: a debug build keeps much of a call on the stack, and
            // a configuration may be nested deeply.
            .stack_size(8 << 20)
            .spawn(move || {
                here();
                let result = runtime.block_on(work());
                // Code that blocks must not delay the end.
                runtime.shutdown_background();
                // Long after the deadline, nobody listens any more.
                let _ = send.send(result);
            })
            .map_err(|error| format!("there is no thread: {error}"))?;
        Ok(WorkThread {
            receive,
            thread: Some(thread),
        })
    }

    /// Waits for the result for the time that `left` returns, and calls `left` again after that
    /// time. `None` means that the time is over and the work continues; an error is the work's
    /// panic.
    pub(crate) fn wait(
        &mut self,
        left: impl Fn() -> Option<Duration>,
    ) -> Option<std::thread::Result<T>> {
        while let Some(time) = left() {
            match self.receive.recv_timeout(time) {
                Ok(result) => return Some(Ok(result)),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    let thread = self.thread.take();
                    let panic = thread.and_then(|thread| thread.join().err());
                    return Some(Err(
                        panic.unwrap_or_else(|| Box::new("it ended without a result"))
                    ));
                }
            }
        }
        None
    }
}
