//! The threads on which a plugin's calls run: one of them leads, the others follow.
//!
//! Only the leader drives the connections. When a connection brings a call, the leader gives up the
//! lead, runs the call's steps itself, and leads again when nothing is left to do: the thread that
//! read the request also writes the answer, and no call waits for another thread to wake up.
//!
//! A step may take long: it is large, or provider code blocks in it. So a standby checks the lead
//! every millisecond while there are calls, and takes it if it was free for two checks in a row. At
//! most one step of provider code can cause such a delay: while a thread is behind, the others
//! start such code elsewhere.

#[cfg(test)]
mod tests;

use schema_panic::lock;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::task::coop::has_budget_remaining;

/// How often the standby checks the lead.
const TICK: Duration = Duration::from_millis(1);

/// After this many checks without a call, it sleeps until the next call.
const IDLE_TICKS: u32 = 20;

/// The maximum number of threads. Only one can be behind because of provider code; the others
/// compute.
const THREADS: usize = 16;

type BoxFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Short work for a thread of the calls. Its argument says whether that thread may be blocked.
pub type Work = Box<dyn FnOnce(bool) + Send>;

/// Passes work to the threads on which a plugin's calls run.
#[derive(Clone, Copy, Debug)]
pub struct CallThreads(pub(super) &'static Crew);

impl CallThreads {
    /// Runs this soon, on a thread that drives no connection at that time.
    pub fn run(self, work: Work) {
        self.0.run_soon(work);
    }
}

/// The threads, with the runtime that the leader drives.
pub(super) struct Crew {
    /// The runtime on which connections are served.
    pub(super) runtime: Runtime,
    /// Even while a thread leads, odd otherwise. Each change adds one.
    term: AtomicU64,
    /// How many threads lost the lead while working, and are still working.
    behind: AtomicUsize,
    /// Whether the standby is checking the lead.
    watched: AtomicBool,
    state: Mutex<State>,
    standby: Condvar,
}

#[derive(Default)]
struct State {
    /// Connections that can continue.
    connections: VecDeque<Arc<Job>>,
    /// Other work to do.
    steps: VecDeque<Step>,
    /// Wakes the leader if it waits.
    leader: Option<Waker>,
    threads: usize,
    has_standby: bool,
    ended: bool,
}

enum Step {
    Call(Arc<Job>),
    Work(Work),
}

impl Crew {
    /// Starts the first thread, which leads. The threads stay until the process ends.
    ///
    /// # Errors
    /// The system has no threads or files left.
    pub(super) fn start() -> io::Result<&'static Self> {
        let crew = Self {
            runtime: Builder::new_current_thread().enable_all().build()?,
            term: AtomicU64::new(0),
            behind: AtomicUsize::new(0),
            watched: AtomicBool::new(false),
            state: Mutex::default(),
            standby: Condvar::new(),
        };
        let crew: &'static Self = Box::leak(Box::new(crew));
        crew.spawn(lock(&crew.state), |crew| crew.lead(0))?;
        Ok(crew)
    }

    /// Runs the calls' steps as they come.
    pub(super) fn call(&'static self, future: BoxFuture) {
        self.begin(future, false);
    }

    /// Lets the leader drive a connection, which is dropped with the returned value.
    pub(super) fn connection(&'static self, future: BoxFuture) -> Connection {
        Connection(self.begin(future, true))
    }

    /// Each thread ends at its next check, and nothing is driven any more.
    pub(super) fn end(&self) {
        let mut state = lock(&self.state);
        state.ended = true;
        let steps = std::mem::take(&mut state.steps);
        self.wake(state);
        self.standby.notify_all();
        for step in steps {
            if let Step::Work(work) = step {
                work(false);
            }
        }
    }

    fn begin(&'static self, future: BoxFuture, is_connection: bool) -> Arc<Job> {
        let job = Arc::new(Job {
            crew: self,
            is_connection,
            phase: AtomicU8::new(QUEUED),
            aborted: AtomicBool::new(false),
            future: Mutex::new(Some(future)),
        });
        self.push(Arc::clone(&job));
        job
    }

    fn push(&self, job: Arc<Job>) {
        let mut state = lock(&self.state);
        if job.is_connection {
            state.connections.push_back(job);
        } else {
            state.steps.push_back(Step::Call(job));
        }
        self.wake(state);
    }

    fn run_soon(&self, work: Work) {
        let mut state = lock(&self.state);
        if state.ended {
            drop(state);
            return work(false);
        }
        state.steps.push_back(Step::Work(work));
        self.wake(state);
    }

    /// Wakes the leader; a working thread looks for more work before it leads again.
    fn wake(&self, mut state: MutexGuard<'_, State>) {
        let leader = state.leader.take();
        drop(state);
        if let Some(leader) = leader {
            leader.wake();
        }
    }

    fn spawn(
        &'static self,
        mut state: MutexGuard<'_, State>,
        main: impl FnOnce(&'static Self) + Send + 'static,
    ) -> io::Result<()> {
        let thread = std::thread::Builder::new().name("provider".to_owned());
        thread.spawn(move || main(self))?;
        state.threads += 1;
        Ok(())
    }

    /// A thread's life from the moment when it leads.
    fn lead(&'static self, mut term: u64) {
        loop {
            let Some(first) = self.runtime.block_on(self.next_step()) else {
                return;
            };
            term += 1;
            self.term.store(term, SeqCst);
            self.watch();
            // This thread still leads next, unless the standby found that it takes too long.
            let leads = self.work(first, term)
                && self
                    .term
                    .compare_exchange(term, term + 1, SeqCst, SeqCst)
                    .is_ok();
            if leads {
                term += 1;
                continue;
            }
            self.behind.fetch_sub(1, SeqCst);
            match self.stand_by() {
                Some(next) => term = next,
                None => return,
            }
        }
    }

    /// Drives connections until there is other work; `None` at the end.
    fn next_step(&self) -> impl Future<Output = Option<Step>> {
        let mut steps_are_due = false;
        poll_fn(move |context| {
            // One after the other, each once: one that has used up its budget is queued again at
            // once.
            let mut left = lock(&self.state).connections.len();
            loop {
                let mut state = lock(&self.state);
                if state.ended {
                    return Poll::Ready(None);
                }
                if left > 0
                    && !steps_are_due
                    && let Some(connection) = state.connections.pop_front()
                {
                    left -= 1;
                    drop(state);
                    connection.step();
                    if !has_budget_remaining() {
                        // The runtime wakes it when it waits, and would forget to if a step ended
                        // the wait now.
                        steps_are_due = true;
                        context.waker().wake_by_ref();
                        return Poll::Pending;
                    }
                    continue;
                }
                if let Some(step) = state.steps.pop_front() {
                    return Poll::Ready(Some(step));
                }
                if std::mem::take(&mut steps_are_due) {
                    continue;
                }
                if state.connections.is_empty() {
                    state.leader = Some(context.waker().clone());
                } else {
                    context.waker().wake_by_ref();
                }
                return Poll::Pending;
            }
        })
    }

    /// Runs steps until there are none, or another thread leads; returns which.
    fn work(&self, first: Step, term: u64) -> bool {
        let mut next = Some(first);
        while let Some(step) = next {
            match step {
                Step::Call(job) => {
                    // For the timers of calls. Other work may leave a different runtime entered.
                    let _runtime = self.runtime.enter();
                    job.step();
                }
                Step::Work(work) => {
                    let may_be_held_up = self.behind.load(SeqCst) == 0;
                    // The hook has reported it.
                    let _ = catch_unwind(AssertUnwindSafe(|| work(may_be_held_up)));
                }
            }
            if self.term.load(SeqCst) != term {
                return false;
            }
            next = lock(&self.state).steps.pop_front();
        }
        true
    }

    /// Makes a standby check the lead.
    fn watch(&'static self) {
        if self.watched.load(SeqCst) {
            return;
        }
        let state = lock(&self.state);
        self.watched.store(true, SeqCst);
        if state.has_standby {
            self.standby.notify_all();
            return;
        }
        let has_room = state.threads < THREADS;
        let standby = |crew: &'static Self| {
            if let Some(term) = crew.stand_by() {
                crew.lead(term);
            }
        };
        if !has_room || self.spawn(state, standby).is_err() {
            // The next call will try again.
            self.watched.store(false, SeqCst);
        }
    }

    /// Waits until the lead has been free for too long, and takes it; `None` if there are too many
    /// threads.
    fn stand_by(&self) -> Option<u64> {
        let mut state = lock(&self.state);
        if state.has_standby {
            state.threads -= 1;
            return None;
        }
        state.has_standby = true;
        let mut seen = self.term.load(SeqCst);
        let mut idle = 0;
        while !state.ended {
            let term = self.term.load(SeqCst);
            let is_free = term % 2 == 1;
            idle = if is_free || term != seen { 0 } else { idle + 1 };
            seen = term;
            if idle > IDLE_TICKS {
                self.watched.store(false, SeqCst);
                // A thread that gave up the lead before saw no need to wake this one.
                if self.term.load(SeqCst) == term {
                    let waited = self
                        .standby
                        .wait_while(state, |state| !state.ended && !self.watched.load(SeqCst));
                    state = waited.unwrap_or_else(std::sync::PoisonError::into_inner);
                }
                self.watched.store(true, SeqCst);
                idle = 0;
                continue;
            }
            let waited = self.standby.wait_timeout(state, TICK);
            state = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
            if is_free
                && self
                    .term
                    .compare_exchange(term, term + 1, SeqCst, SeqCst)
                    .is_ok()
            {
                self.behind.fetch_add(1, SeqCst);
                state.has_standby = false;
                self.watched.store(false, SeqCst);
                return Some(term + 1);
            }
        }
        state.has_standby = false;
        None
    }
}

__opaque_debug!(Crew);

/// A future that the threads drive, step by step.
struct Job {
    crew: &'static Crew,
    /// Whether the leader drives it, rather than the thread that has given up the lead.
    is_connection: bool,
    phase: AtomicU8,
    aborted: AtomicBool,
    future: Mutex<Option<BoxFuture>>,
}

// The phases of a job: waiting, queued, running a step, or running a step and woken meanwhile.
const WAITS: u8 = 0;
const QUEUED: u8 = 1;
const STEPS: u8 = 2;
const WOKEN: u8 = 3;

impl Job {
    /// Polls it once.
    fn step(self: Arc<Self>) {
        self.phase.swap(STEPS, SeqCst);
        let mut place = lock(&self.future);
        let waker = Waker::from(Arc::clone(&self));
        // As with the runtime's tasks, the hook reports a panic, and the job is dropped.
        let goes_on = !self.aborted.load(SeqCst)
            && place.as_mut().is_some_and(|future| {
                let mut context = Context::from_waker(&waker);
                let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(&mut context)));
                matches!(polled, Ok(Poll::Pending))
            });
        if !goes_on {
            // It stays in this phase, so nothing queues it.
            let ended = place.take();
            drop(place);
            let _ = catch_unwind(AssertUnwindSafe(|| drop(ended)));
            return;
        }
        drop(place);
        if self
            .phase
            .compare_exchange(STEPS, WAITS, SeqCst, SeqCst)
            .is_err()
        {
            self.phase.store(QUEUED, SeqCst);
            let crew = self.crew;
            crew.push(self);
        }
    }
}

impl Wake for Job {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // Written even if unchanged: then the next step sees what the waker did before.
        let before = self.phase.fetch_update(SeqCst, SeqCst, |phase| {
            Some(match phase {
                WAITS | QUEUED => QUEUED,
                _ => WOKEN,
            })
        });
        if before == Ok(WAITS) {
            self.crew.push(Arc::clone(self));
        }
    }
}

/// A connection that the leader drives as long as this exists.
pub(super) struct Connection(Arc<Job>);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.aborted.store(true, SeqCst);
        self.0.wake_by_ref();
    }
}
