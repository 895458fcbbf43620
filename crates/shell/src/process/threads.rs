//! Where author code runs: on a runtime of its own, with a thread for each call.
//!
//! What an author's function does with its thread is the author's business: it may block in a
//! library without async, or compute for minutes. So each call has a thread that it does not share,
//! on which its future is driven from the first poll to its end, destructors included. Who waits
//! for it is elsewhere, and can go on without it.
//!
//! The runtime is there for what such code spawns and waits for: timers, sockets, the tasks of a
//! library's client. It is one for all calls, since a client keeps to the runtime in which it was
//! made, and lives as long as any of them.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::Duration;

use schema_panic::{caught, lock};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinHandle;

/// Threads for calls, and for what author code moves into `spawn_blocking` by itself. They are made
/// when they are needed and end when they are idle for a while. Four times the calls that one
/// connection of the plugin server lets in; a call beyond them waits for a thread, and for its
/// deadline.
pub(crate) const THREADS: usize = 4096;

/// Threads for tasks that author code spawns: two, so that one that blocks does not hold up the
/// others' timers and sockets.
const WORKERS: usize = 2;

/// Called at the start of a thread.
pub(crate) type EachThread = Arc<dyn Fn() + Send + Sync>;

/// The threads of one instance: made with the first call.
#[derive(Default)]
pub(crate) struct LazyThreads {
    threads: OnceLock<Arc<Threads>>,
    each_thread: OnceLock<EachThread>,
}

impl LazyThreads {
    /// Has this called at the start of every thread; too late once there are any.
    pub(crate) fn on_each(&self, each_thread: EachThread) {
        // The first one stays.
        let _ = self.each_thread.set(each_thread);
    }

    /// The threads, if there are any.
    pub(crate) fn made(&self) -> Option<&Arc<Threads>> {
        self.threads.get()
    }

    /// The threads, which are made if there are none.
    ///
    /// # Errors
    /// The system has no threads or files left.
    pub(crate) fn get(&self) -> io::Result<Arc<Threads>> {
        if let Some(threads) = self.threads.get() {
            return Ok(Arc::clone(threads));
        }
        // Of two calls that are first, one makes them in vain.
        let made = Arc::new(Threads::new(self.each_thread.get().cloned())?);
        Ok(Arc::clone(self.threads.get_or_init(|| made)))
    }
}

/// A runtime for author code. What runs on it keeps it alive, whoever else has gone.
pub(crate) struct Threads {
    runtime: Option<Runtime>,
    handle: Handle,
    drops: Arc<RunningDrops>,
}

/// How many destructors of the author's are running.
#[derive(Default)]
struct RunningDrops {
    count: Mutex<usize>,
    changed: Condvar,
}

impl RunningDrops {
    fn change(&self, change: impl FnOnce(&mut usize)) {
        change(&mut lock(&self.count));
        self.changed.notify_all();
    }
}

/// One destructor of the author's, for as long as this lives.
struct RunningDrop(Arc<RunningDrops>);

impl RunningDrop {
    fn begin(drops: &Arc<RunningDrops>) -> Self {
        drops.change(|count| *count += 1);
        RunningDrop(Arc::clone(drops))
    }
}

impl Drop for RunningDrop {
    fn drop(&mut self) {
        self.0.change(|count| *count = count.saturating_sub(1));
    }
}

impl Threads {
    fn new(each_thread: Option<EachThread>) -> io::Result<Self> {
        let mut builder = Builder::new_multi_thread();
        builder
            .worker_threads(WORKERS)
            .max_blocking_threads(THREADS)
            .thread_name("provider")
            .enable_all();
        if let Some(each_thread) = each_thread {
            builder.on_thread_start(move || each_thread());
        }
        let runtime = builder.build()?;
        let handle = runtime.handle().clone();
        Ok(Threads {
            runtime: Some(runtime),
            handle,
            drops: Arc::default(),
        })
    }

    /// For timers and tasks of ours that belong to author code.
    pub(crate) fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Drives a future on a thread that is only its own.
    ///
    /// # Errors
    /// The system gives no thread; the future is dropped, now or later, without having begun.
    pub(crate) fn start<F>(self: &Arc<Self>, future: F) -> Result<Task<F::Output>, String>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let control = Arc::new(Control::default());
        let (threads, driven) = (Arc::clone(self), Arc::clone(&control));
        let work = move || {
            let output = drive(future, &driven);
            drop(threads);
            output
        };
        match caught(|| self.handle.spawn_blocking(work)) {
            Ok(output) => Ok(Task { output, control }),
            Err(panic) => {
                // It may still stand in the queue.
                control.abandon();
                Err(panic.message)
            }
        }
    }

    /// Drops what is an author's on a thread of the author's: destructors may block too.
    pub(crate) fn drop_on_thread<T: Send + 'static>(self: &Arc<Self>, value: T) {
        self.drop_boxed(Box::new(value));
    }

    fn drop_boxed(self: &Arc<Self>, value: Box<dyn Send>) {
        let running = RunningDrop::begin(&self.drops);
        // Without a thread it is dropped by the panic; its task is of no interest either way.
        let _ = self.start(async move {
            // One that panics has nobody to tell.
            let _ = caught(|| drop(value));
            drop(running);
        });
    }

    /// Waits until all of these are done, at most so long.
    pub(crate) fn wait_for_drops(&self, patience: Duration) {
        let count = lock(&self.drops.count);
        // Both are an end.
        let _ = self
            .drops
            .changed
            .wait_timeout_while(count, patience, |count| *count > 0);
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Without waiting: this may be one of its own threads, or one where nothing may block.
            runtime.shutdown_background();
        }
    }
}

/// A future on a thread of its own.
pub(crate) struct Task<T> {
    /// Ready at its end; nothing where it was abandoned.
    pub(crate) output: JoinHandle<Option<T>>,
    /// How it is given up on.
    pub(crate) control: Arc<Control>,
}

/// The future's thread, seen from elsewhere.
#[derive(Default)]
pub(crate) struct Control {
    thread: OnceLock<Thread>,
    woken: AtomicBool,
    abandoned: AtomicBool,
    /// Odd within a poll.
    steps: AtomicU64,
}

impl Control {
    /// Has the future dropped as soon as it waits; code that blocks goes on until it comes back.
    pub(crate) fn abandon(self: &Arc<Self>) {
        self.abandoned.store(true, Ordering::Release);
        self.wake_by_ref();
    }

    /// Which step of the future its thread is in, if it is in one.
    pub(crate) fn step(&self) -> Option<u64> {
        let steps = self.steps.load(Ordering::Acquire);
        (steps % 2 == 1).then_some(steps)
    }
}

impl Wake for Control {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.woken.swap(true, Ordering::AcqRel)
            && let Some(thread) = self.thread.get()
        {
            thread.unpark();
        }
    }
}

/// Not tokio's `block_on`, which forbids what blocking clients do inside: a runtime of their own.
fn drive<F: Future>(future: F, control: &Arc<Control>) -> Option<F::Output> {
    // Nobody else sets it.
    let _ = control.thread.set(std::thread::current());
    let mut future = pin!(future);
    let waker = Waker::from(Arc::clone(control));
    let mut context = Context::from_waker(&waker);
    loop {
        if control.abandoned.load(Ordering::Acquire) {
            return None;
        }
        control.steps.fetch_add(1, Ordering::AcqRel);
        let polled = future.as_mut().poll(&mut context);
        control.steps.fetch_add(1, Ordering::AcqRel);
        if let Poll::Ready(output) = polled {
            return Some(output);
        }
        // Author code that parks its thread may have used up a wake-up, but not this mark.
        while !control.woken.swap(false, Ordering::AcqRel) {
            std::thread::park();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn threads() -> Arc<Threads> {
        LazyThreads::default().get().expect("there are threads")
    }

    #[tokio::test]
    async fn a_future_that_waits_for_timers_and_tasks_of_its_runtime() {
        let task = threads().start(async {
            tokio::time::sleep(Duration::from_millis(5)).await;
            tokio::task::yield_now().await;
            let spawned = tokio::spawn(async { 3 }).await.unwrap();
            let blocking = tokio::task::spawn_blocking(|| 4).await.unwrap();
            spawned + blocking
        });
        // Nothing but the task itself keeps the runtime.
        assert_eq!(task.unwrap().output.await.unwrap(), Some(7));
    }

    #[tokio::test]
    async fn a_runtime_within() {
        let task = threads().start(async {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { tokio::time::sleep(Duration::from_millis(1)).await });
            1
        });
        assert_eq!(task.unwrap().output.await.unwrap(), Some(1));
    }

    #[tokio::test]
    async fn what_is_abandoned_is_dropped_where_it_waits() {
        struct Dropped(Option<tokio::sync::oneshot::Sender<()>>);
        impl Drop for Dropped {
            fn drop(&mut self) {
                self.0.take().unwrap().send(()).unwrap();
            }
        }
        let (dropped, hears) = tokio::sync::oneshot::channel();
        let dropped = Dropped(Some(dropped));
        let task = threads().start(async move {
            let _dropped = dropped;
            std::future::pending::<()>().await;
        });
        let task = task.unwrap();
        assert!(!task.output.is_finished());
        task.control.abandon();
        hears.await.unwrap();
        assert_eq!(task.output.await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_step_that_blocks_is_seen() {
        let (end, wait) = std::sync::mpsc::channel::<()>();
        let task = threads()
            .start(async move { wait.recv().is_err() })
            .unwrap();
        let mut seen = None;
        for _ in 0..2000 {
            seen = task.control.step();
            if seen.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(seen, Some(1));
        assert_eq!(task.control.step(), seen);
        drop(end);
        assert_eq!(task.output.await.unwrap(), Some(true));
        assert_eq!(task.control.step(), None);
    }
}
