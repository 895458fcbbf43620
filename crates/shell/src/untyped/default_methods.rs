//! Which methods of a trait a provider developer left at their default.
//!
//! A trait does not show whether a method is in the implementation or in the trait itself. Default
//! bodies that do nothing record here that they were called, and for which type, so the next call
//! needs no thread for provider code. A provider developer's method may call the default of another
//! type: that says nothing about its own.

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

/// Records, from the default body of a method, that `T` left it to the trait.
pub(crate) fn mark_default<T: ?Sized + 'static>() {
    CALLED.with(|called| called.set(Some(TypeId::of::<T>())));
}

/// Whether the default body for the type `of` was called within `f`.
pub(crate) fn calls_default<T>(of: TypeId, f: impl FnOnce() -> T) -> (T, bool) {
    CALLED.with(|called| called.set(None));
    let result = f();
    (result, CALLED.with(Cell::take) == Some(of))
}

/// For one method of one type: whether it is known to be the default. That never changes.
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

/// The return value of the default `upgrade`, by which the compiler sees whether a resource has its
/// own: this future is `Unpin` and not `Sync`, unlike the future of any async function, or a ready
/// one.
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

/// The return value of the default `import_identity`, for the same purpose: this future is not
/// `Sync`, but `UnwindSafe`, unlike any future that holds the data or is boxed.
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
            // Polled again after its end, which no caller does.
            None => Poll::Pending,
        }
    }
}
