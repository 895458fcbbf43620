//! Panics: caught ones become values, all others are reported the way Terraform recognises.
//!
//! This is an inner crate of `schema-provider`: it promises no semver, and nothing else should
//! depend on it. It is separate because both the transport and the code that runs provider code
//! need it, and neither may depend on the other.
//!
//! ```
//! let sizes: [u64; 0] = [];
//! let result = schema_panic::caught(|| sizes.iter().max().copied().unwrap());
//! assert!(result.unwrap_err().message.contains("`None`"));
//! ```

#[cfg(not(panic = "unwind"))]
compile_error!(
    "a provider needs `panic = \"unwind\"`: a panic in a resource's code must become an error of that \
     resource, and not end the process in the middle of an apply; remove `panic = \"abort\"` from the \
     profile"
);

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::future::Future;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::task::{Context, Poll};

thread_local! {
    /// How many [`caught`] scopes this thread is in.
    static SCOPES: Cell<usize> = const { Cell::new(0) };
    /// The latest panic in such a scope, stored by the hook because only the hook learns its
    /// location.
    static LATEST: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// A panic that was caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The panic's message.
    pub message: String,
    /// File, line and column, if [`install_panic_hook`] was called.
    pub location: Option<String>,
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.location {
            Some(location) => write!(f, " (at {location})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Panic {}

/// Locks a mutex, even if its holder panicked: caught panics are values here, and data under our
/// mutexes is consistent after each statement.
///
/// ```
/// let count = std::sync::Mutex::new(1);
/// let panicked = schema_panic::caught(|| {
///     let _held = schema_panic::lock(&count);
///     panic!("while it is locked");
/// });
/// assert!(panicked.is_err());
/// assert_eq!(*schema_panic::lock(&count), 1);
/// ```
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// [`lock`] of an `RwLock`, for one of many readers.
pub fn read<T: ?Sized>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

/// [`lock`] of an `RwLock`, for its only writer.
pub fn write<T: ?Sized>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

/// Counts a scope while it lives, also during unwinding.
struct Scope;

impl Scope {
    fn enter() -> Self {
        let outer = SCOPES.with(|scopes| scopes.replace(scopes.get() + 1));
        if outer == 0 {
            // Discards a panic that the code of an earlier scope caught itself.
            LATEST.with(|latest| latest.borrow_mut().take());
        }
        Self
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        SCOPES.with(|scopes| scopes.set(scopes.get().saturating_sub(1)));
    }
}

/// Runs `f`; a panic in it is an error and not reported as a crash.
///
/// Data that `f` was changing when it panicked may be half changed: afterwards, read only data that
/// is designed for that.
///
/// # Errors
/// The panic.
///
/// ```
/// use schema_panic::caught;
///
/// assert_eq!(caught(|| 1 + 1), Ok(2));
/// assert_eq!(caught(|| panic!("no {}", "disk")).unwrap_err().message, "no disk");
/// ```
pub fn caught<T>(f: impl FnOnce() -> T) -> Result<T, Panic> {
    let scope = Scope::enter();
    let result = catch_unwind(AssertUnwindSafe(f));
    drop(scope);
    result.map_err(|payload| {
        let latest = LATEST.with(|latest| latest.borrow_mut().take());
        // A panic that was caught on another thread resumes here without the hook.
        match payload.downcast::<Panic>() {
            Ok(panic) => *panic,
            Err(payload) => {
                let panic = latest.unwrap_or_else(|| Panic {
                    message: text(&*payload),
                    location: None,
                });
                drop_payload(payload);
                panic
            }
        }
    })
}

/// Drops a panic payload, whose destructor may be foreign code too.
fn drop_payload(payload: Box<dyn Any + Send>) {
    let scope = Scope::enter();
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        // Dropping this one too could go on forever.
        std::mem::forget(another);
    }
    drop(scope);
    LATEST.with(|latest| latest.borrow_mut().take());
}

/// [`caught`] for a future, at every poll; a future that panics is dropped.
pub fn caught_future<F: Future>(future: F) -> Caught<F> {
    Caught {
        future: Some(Box::pin(future)),
    }
}

/// The future of [`caught_future`].
#[derive(Debug)]
pub struct Caught<F> {
    future: Option<Pin<Box<F>>>,
}

impl<F: Future> Future for Caught<F> {
    type Output = Result<F::Output, Panic>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = self.future.as_mut() else {
            return Poll::Pending; // Polled after completion: nothing follows.
        };
        let result = match caught(|| future.as_mut().poll(cx)) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(output)) => Ok(output),
            Err(panic) => Err(panic),
        };
        // Destructors of a future that panicked may panic too.
        let future = self.future.take();
        let dropped = caught(|| drop(future));
        Poll::Ready(result.and_then(|output| dropped.map(|()| output)))
    }
}

impl<F> Drop for Caught<F> {
    fn drop(&mut self) {
        let future = self.future.take();
        // The caller gave up: nobody is left to receive the panic.
        let _ = caught(|| drop(future));
    }
}

/// Makes the process report panics outside [`caught`] as plain text that begins with `panic: `,
/// which Terraform recognises and shows as a plugin crash. Panics inside are kept for the catcher
/// and print nothing.
///
/// `shown` returns the part of a message that may be shown: provider code may panic with a secret
/// in it.
///
/// Call it at the program's entry point; it replaces the previous hook.
pub fn install_panic_hook(shown: impl Fn(&str) -> String + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |info| hook(info, &shown)));
}

fn hook(info: &PanicHookInfo<'_>, shown: &dyn Fn(&str) -> String) {
    let location = info.location().map(ToString::to_string);
    let mut panic = Panic {
        message: text(info.payload()),
        location,
    };
    // The standard library's two messages for panics that no catcher will see: the process
    // aborts next.
    let aborts = panic.message.starts_with("panic in a ");
    if SCOPES.with(Cell::get) > 0 {
        let earlier = LATEST.with(|latest| latest.borrow_mut().replace(panic.clone()));
        if !aborts {
            return;
        }
        if let Some(earlier) = earlier {
            panic.message = format!("{earlier}; then: {}", panic.message);
        }
    }
    panic.message = shown(&panic.message);
    let backtrace = std::backtrace::Backtrace::capture();
    let thread = std::thread::current();
    // A single write, so that lines of other threads do not come in between; no panic if stderr is
    // closed.
    let report = report(&panic, thread.name().unwrap_or("unnamed"), &backtrace);
    let _ = std::io::stderr().lock().write_all(report.as_bytes());
}

fn report(panic: &Panic, thread: &str, backtrace: &std::backtrace::Backtrace) -> String {
    let location = panic.location.as_deref().unwrap_or("an unknown place");
    let mut report = format!(
        "panic: {}\n\nthread {thread}, at {location}\n",
        panic.message
    );
    if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
        report.push_str(&backtrace.to_string());
    } else {
        report.push_str("run with RUST_BACKTRACE=1 for a backtrace\n");
    }
    report
}

fn text(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&'static str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "a panic without a message".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Panics with another of its kind when dropped.
    struct Again(u32);

    impl Drop for Again {
        fn drop(&mut self) {
            if self.0 > 0 {
                std::panic::panic_any(Again(self.0 - 1));
            }
        }
    }

    #[test]
    fn a_payload_that_panics_is_the_panic_that_it_was() {
        for more in 0..4 {
            let result: Result<(), _> = caught(|| std::panic::panic_any(Again(more)));
            assert_eq!(result.unwrap_err().message, "a panic without a message");
            let outer: Result<(), _> = caught(|| {
                let inner: Result<(), _> = caught(|| std::panic::panic_any(Again(more)));
                assert!(inner.is_err());
                panic!("outer");
            });
            assert_eq!(outer.unwrap_err().message, "outer");
            assert_eq!(SCOPES.with(Cell::get), 0);
        }
    }

    #[test]
    fn nested_scopes_catch_their_own() {
        let outer = caught(|| {
            let inner = caught(|| panic!("inner")).map(|()| 0);
            assert_eq!(inner.unwrap_err().message, "inner");
            panic!("outer");
        });
        let outer: Result<(), _> = outer;
        assert_eq!(outer.unwrap_err().message, "outer");
        assert_eq!(SCOPES.with(Cell::get), 0);
    }

    #[test]
    fn a_payload_that_is_no_text() {
        let result = caught(|| std::panic::panic_any(7));
        let result: Result<(), _> = result;
        assert_eq!(result.unwrap_err().message, "a panic without a message");
    }

    #[test]
    fn a_panic_goes_on_on_another_thread() {
        let thread = std::thread::spawn(|| caught(|| panic!("there")));
        let panic = thread.join().expect("caught").map(|()| 0).unwrap_err();
        let result = caught(|| std::panic::resume_unwind(Box::new(panic)));
        let result: Result<(), _> = result;
        assert_eq!(result.unwrap_err().message, "there");
    }

    #[tokio::test]
    async fn a_future_that_panics_after_a_wait() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                if !std::thread::panicking() {
                    panic!("again, in the destructor");
                }
            }
        }
        let result = caught_future(async {
            tokio::task::yield_now().await;
            panic!("late");
        });
        let result: Result<(), _> = result.await;
        assert_eq!(result.unwrap_err().message, "late");
        // Dropped before completion: the destructor's panic is ignored.
        let mut future = Box::pin(caught_future(async {
            let _bomb = Bomb;
            std::future::pending::<()>().await;
        }));
        let waker = std::task::Waker::noop();
        assert!(
            future
                .as_mut()
                .poll(&mut Context::from_waker(waker))
                .is_pending()
        );
        drop(future);
    }

    /// Runs in a separate process, since the hook is global to the process.
    #[test]
    fn a_report_leaves_out_what_may_not_be_shown() {
        const CHILD: &str = "SCHEMA_PANIC_TEST_CHILD";
        if std::env::var_os(CHILD).is_some() {
            install_panic_hook(|text| text.replace("s3cret", "(sensitive value)"));
            let _ = std::thread::spawn(|| panic!("bad token s3cret")).join();
            return;
        }
        let name = "tests::a_report_leaves_out_what_may_not_be_shown";
        let program = std::env::current_exe().unwrap();
        let mut child = std::process::Command::new(program);
        let child = child.args([name, "--exact", "--nocapture"]).env(CHILD, "1");
        let said = String::from_utf8(child.output().unwrap().stderr).unwrap();
        assert!(
            said.contains("panic: bad token (sensitive value)\n"),
            "{said}"
        );
        assert!(!said.contains("s3cret"), "{said}");
    }

    #[test]
    fn reports_begin_as_terraform_expects() {
        let panic = Panic {
            message: "boom".into(),
            location: Some("src/a.rs:1:2".into()),
        };
        let backtrace = std::backtrace::Backtrace::disabled();
        let report = report(&panic, "main", &backtrace);
        assert!(
            report.starts_with("panic: boom\n\nthread main, at src/a.rs:1:2\n"),
            "{report}"
        );
    }
}
