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

use schema_runtime::diagnostics::Diagnostics;

use crate::result::Result;

thread_local! {
    static CALLED: Cell<Option<TypeId>> = const { Cell::new(None) };
}

/// Records, from the default body of a method, that `T` left it to the trait.
pub(crate) fn mark_default<T: ?Sized + 'static>() {
    CALLED.with(|called| called.set(Some(TypeId::of::<T>())));
}

/// The default `validate` of `T`.
pub(crate) fn not_validated<T: ?Sized + 'static>(_config: impl Sized) -> Diagnostics {
    mark_default::<T>();
    Diagnostics::new()
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

/// The return value of the default `upgrade` and `import_identity`, by which the compiler sees
/// whether a resource has its own: this future is not `Sync`, but `Unpin`, unlike the future of any
/// async function, and `UnwindSafe`, unlike any future that holds the data or is boxed.
pub(crate) struct DefaultFuture<F> {
    future: Pin<Box<F>>,
    not_sync: PhantomData<Cell<()>>,
}

impl<F> DefaultFuture<F> {
    pub(crate) fn new(future: F) -> Self {
        DefaultFuture {
            future: Box::pin(future),
            not_sync: PhantomData,
        }
    }
}

impl<F> UnwindSafe for DefaultFuture<F> {}

impl<F: Future<Output = Result>> Future for DefaultFuture<F> {
    type Output = Result;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result> {
        self.future.as_mut().poll(context)
    }
}
