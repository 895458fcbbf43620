//! Which methods of a trait a provider developer left to their default.
//!
//! A trait does not say whether a method is in the implementation or in the trait itself. Default
//! bodies here that do nothing mark themselves when they are called, with the type that they were
//! called for, and the next call need not go to a thread for provider code. A method that a
//! provider developer wrote may call the default of another type: that says nothing of its own.

use std::any::TypeId;
use std::cell::Cell;
use std::future::Future;
use std::marker::PhantomData;
use std::panic::UnwindSafe;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use crate::result::Result;

thread_local! {
    static CALLED: Cell<Option<TypeId>> = const { Cell::new(None) };
}

/// Says, from the default body of a method, that `T` left it to the trait.
pub(crate) fn mark_default<T: ?Sized + 'static>() {
    CALLED.with(|called| called.set(Some(TypeId::of::<T>())));
}

/// Whether the default body for the type `of` was called within `f`.
pub(crate) fn calls_default<T>(of: TypeId, f: impl FnOnce() -> T) -> (T, bool) {
    CALLED.with(|called| called.set(None));
    let result = f();
    (result, CALLED.with(Cell::take) == Some(of))
}

/// Of one method of one type: whether it is known to be the default. That never changes.
#[derive(Debug, Default)]
pub(crate) struct DefaultMethod(AtomicBool);

impl DefaultMethod {
    pub(crate) fn is_known(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn remember(&self, is_default: bool) {
        if is_default {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// What the default `upgrade` returns, so that the compiler sees whether a resource has one of its
/// own: this future is `Unpin` and not `Sync`, which that of an async function, or a ready one,
/// never is.
#[derive(Debug)]
pub(crate) struct NoUpgrade {
    result: Option<Result>,
    not_sync: PhantomData<Cell<()>>,
}

impl NoUpgrade {
    pub(crate) fn new(result: Result) -> Self {
        NoUpgrade {
            result: Some(result),
            not_sync: PhantomData,
        }
    }
}

/// What the default `import_identity` returns, for the same purpose: this future is not `Sync`, and
/// `UnwindSafe`, which one that holds the data, or a boxed one, never is.
pub(crate) struct NoImport<F> {
    future: Pin<Box<F>>,
    not_sync: PhantomData<Cell<()>>,
}

impl<F> NoImport<F> {
    pub(crate) fn new(future: F) -> Self {
        NoImport {
            future: Box::pin(future),
            not_sync: PhantomData,
        }
    }
}

impl<F> UnwindSafe for NoImport<F> {}

impl<F: Future<Output = Result>> Future for NoImport<F> {
    type Output = Result;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result> {
        self.future.as_mut().poll(context)
    }
}

impl Future for NoUpgrade {
    type Output = Result;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result> {
        match self.result.take() {
            Some(result) => Poll::Ready(result),
            // Asked again after its end, which no caller does.
            None => Poll::Pending,
        }
    }
}
