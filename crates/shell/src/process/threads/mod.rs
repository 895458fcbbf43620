//! Where provider code runs: on its own runtime, with a thread for each call that waits or blocks.
//!
//! A provider developer's function may do with its thread what it likes: block in a library without
//! async, or compute for minutes. So each call has a thread that it does not share, on which its
//! future is driven to its end, destructors included. Its caller waits elsewhere, and can continue
//! without it.
//!
//! Most calls neither wait nor block, and a thread switch costs more than they do. If a plugin's
//! calls have threads that may be blocked ([`LazyThreads::begin_on`]), the first step of the future
//! runs there, outside any runtime, as on its own thread; a future that then waits continues on its
//! own thread.
//!
//! The runtime serves what such code spawns and waits for: timers, sockets, the tasks of a
//! library's client. All calls share one runtime, because a client stays bound to the runtime in
//! which it was made; it lives as long as any call.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::Duration;

use schema_panic::{caught, lock};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::oneshot;

/// Threads for calls, and for what provider code moves into `spawn_blocking` by itself. They start
/// when needed and end after some idle time. Four times the calls that one connection of the plugin
/// server admits; further calls wait for a thread, up to their deadline.
pub(crate) const THREADS: usize = 4096;

/// Threads for tasks that provider code spawns: two, so that a blocking task does not hold up the
/// timers and sockets of others.
const WORKERS: usize = 2;

/// Called at the start of a thread.
pub(crate) type EachThread = Arc<dyn Fn() + Send + Sync>;

/// Runs work soon on a thread that drives nothing else; the argument tells the work whether it may
/// block that thread.
pub(crate) type FirstSteps = Box<dyn Fn(Box<dyn FnOnce(bool) + Send>) + Send + Sync>;

/// The threads of one instance: made with the first call.
#[derive(Default)]
pub(crate) struct LazyThreads {
    threads: OnceLock<Arc<Threads>>,
    each_thread: OnceLock<EachThread>,
    first_steps: Arc<OnceLock<FirstSteps>>,
}

impl LazyThreads {
    /// Calls this at the start of every thread; no effect once threads exist.
    pub(crate) fn on_each(&self, each_thread: EachThread) {
        // The first one counts.
        let _ = self.each_thread.set(each_thread);
    }

    /// Runs the first steps of futures there.
    pub(crate) fn begin_on(&self, first_steps: FirstSteps) {
        // The first one counts.
        let _ = self.first_steps.set(first_steps);
    }

    /// The threads, if they exist.
    pub(crate) fn made(&self) -> Option<&Arc<Threads>> {
        self.threads.get()
    }

    /// The threads, created if they do not exist.
    ///
    /// # Errors
    /// The system has no threads or files left.
    pub(crate) fn get(&self) -> io::Result<Arc<Threads>> {
        if let Some(threads) = self.threads.get() {
            return Ok(Arc::clone(threads));
        }
        // If two calls are first, one of them creates threads in vain.
        let each_thread = self.each_thread.get().cloned();
        let made = Arc::new(Threads::new(each_thread, Arc::clone(&self.first_steps))?);
        Ok(Arc::clone(self.threads.get_or_init(|| made)))
    }
}

/// A runtime for provider code. Tasks that run on it keep it alive.
pub(crate) struct Threads {
    runtime: Option<Runtime>,
    /// For our own timers and tasks that belong to provider code.
    pub(crate) handle: Handle,
    drops: Arc<RunningDrops>,
    first_steps: Arc<OnceLock<FirstSteps>>,
}

/// How many destructors of the provider developer's are running.
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

/// One destructor of the provider developer's, running as long as this exists.
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
    fn new(
        each_thread: Option<EachThread>,
        first_steps: Arc<OnceLock<FirstSteps>>,
    ) -> io::Result<Self> {
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
            first_steps,
        })
    }

    /// Drives a future on its own thread; its first step may run on a thread of the calls.
    pub(crate) fn start(self: &Arc<Self>, future: BoxFuture) -> Task {
        let (driven, task) = Driven::new(self, future);
        match self.first_steps.get() {
            Some(first_steps) => first_steps(Box::new(|may_hold_up| driven.begin(may_hold_up))),
            None => driven.on_own_thread(),
        }
        task
    }

    /// Drops the provider developer's data on a thread for provider code: destructors may block
    /// too.
    pub(crate) fn drop_on_thread(self: &Arc<Self>, value: Box<dyn Send>) {
        let running = RunningDrop::begin(&self.drops);
        let (driven, _) = Driven::new(
            self,
            Box::pin(async move {
                // Nobody can receive its panic.
                let _ = caught(|| drop(value));
                drop(running);
            }),
        );
        // Without a thread, it is dropped here.
        driven.on_own_thread();
    }

    /// Waits until all of these are done, at most this long.
    pub(crate) fn wait_for_drops(&self, patience: Duration) {
        let count = lock(&self.drops.count);
        // Both outcomes end the wait.
        let _ = self
            .drops
            .changed
            .wait_timeout_while(count, patience, |count| *count > 0);
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Without waiting: this may be one of its own threads, or one that must not block.
            runtime.shutdown_background();
        }
    }
}

/// The form of provider code for its threads; its result is left elsewhere.
pub(crate) type BoxFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A future that is driven elsewhere.
pub(crate) struct Task {
    /// Ready at its end, with the system's reason if it never began; an error if it was abandoned.
    pub(crate) output: oneshot::Receiver<Result<(), String>>,
    /// Used to abandon it.
    pub(crate) control: Arc<Control>,
}

/// The other side of a task.
struct Driven {
    /// Declared first, so it is dropped before its runtime.
    future: BoxFuture,
    control: Arc<Control>,
    threads: Arc<Threads>,
    output: oneshot::Sender<Result<(), String>>,
}

impl Driven {
    fn new(threads: &Arc<Threads>, future: BoxFuture) -> (Self, Task) {
        let control = Arc::new(Control::default());
        let (send, output) = oneshot::channel();
        let driven = Driven {
            future,
            control: Arc::clone(&control),
            threads: Arc::clone(threads),
            output: send,
        };
        (driven, Task { output, control })
    }

    /// Takes the first step here, if this thread may be blocked.
    fn begin(mut self, may_hold_up: bool) {
        if !may_hold_up {
            return self.on_own_thread();
        }
        let handle = self.threads.handle.clone();
        let _runtime = handle.enter();
        match self.control.step_of(&mut self.future) {
            Some(Poll::Pending) => self.on_own_thread(),
            Some(Poll::Ready(())) => self.end(),
            // Destructors are provider code too.
            None => drop(self),
        }
    }

    fn on_own_thread(self) {
        let threads = Arc::clone(&self.threads);
        let place = Arc::new(Mutex::new(Some(self)));
        let driven = Arc::clone(&place);
        let work = move || {
            let driven = lock(&driven).take();
            if let Some(driven) = driven {
                driven.drive();
            }
        };
        let Err(panic) = caught(|| threads.handle.spawn_blocking(work)) else {
            return;
        };
        // There is no thread for it. It may still be in the queue, but can no longer be taken from
        // there.
        let Some(driven) = lock(&place).take() else {
            return;
        };
        if driven.control.has_begun() {
            // Its work is not lost: it continues as a task, sharing a thread with others.
            threads.handle.spawn(async move {
                let Driven { future, output, .. } = driven;
                future.await;
                let _ = output.send(Ok(()));
            });
        } else {
            drop(driven.future);
            let _ = driven.output.send(Err(panic.message));
        }
    }

    /// Not tokio's `block_on`, which forbids what blocking clients do inside: a runtime of their
    /// own.
    fn drive(mut self) {
        // Nothing else sets it.
        let _ = self.control.thread.set(std::thread::current());
        loop {
            match self.control.step_of(&mut self.future) {
                Some(Poll::Ready(())) => return self.end(),
                Some(Poll::Pending) => {}
                None => return,
            }
            // Provider code that parks its thread may have consumed a wake-up, but not this flag.
            while !self.control.woken.swap(false, Ordering::AcqRel) {
                std::thread::park();
            }
        }
    }

    fn end(self) {
        drop(self.future);
        drop(self.threads);
        // Perhaps nobody waits for it any more.
        let _ = self.output.send(Ok(()));
    }
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
    /// Drops the future as soon as it waits; code that blocks continues until it returns.
    pub(crate) fn abandon(self: &Arc<Self>) {
        self.abandoned.store(true, Ordering::Release);
        self.wake_by_ref();
    }

    /// Takes a step of the future; `None` if it is abandoned.
    fn step_of(self: &Arc<Self>, future: &mut BoxFuture) -> Option<Poll<()>> {
        if self.abandoned.load(Ordering::Acquire) {
            return None;
        }
        let waker = Waker::from(Arc::clone(self));
        self.steps.fetch_add(1, Ordering::AcqRel);
        let polled = future.as_mut().poll(&mut Context::from_waker(&waker));
        self.steps.fetch_add(1, Ordering::AcqRel);
        Some(polled)
    }

    fn has_begun(&self) -> bool {
        self.steps.load(Ordering::Acquire) > 0
    }

    /// The step of the future that its thread is taking, if any.
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

#[cfg(test)]
mod tests;
