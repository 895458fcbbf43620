//! Which functions an author did not write.
//!
//! A trait does not say whether its function stands in the implementation or in the trait itself.
//! Those in the traits here that do nothing say so when they are called, and the next call need not
//! go to a thread for author code.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static CALLED: Cell<bool> = const { Cell::new(false) };
}

/// Says, from a function of a trait, that the author wrote none.
pub(crate) fn unwritten() {
    CALLED.with(|called| called.set(true));
}

/// Whether [`unwritten`] was called within `f`.
pub(crate) fn noticed<T>(f: impl FnOnce() -> T) -> (T, bool) {
    CALLED.with(|called| called.set(false));
    let result = f();
    (result, CALLED.with(|called| called.replace(false)))
}

/// Of one function of one type: whether it is known not to be written. That never changes.
#[derive(Debug, Default)]
pub(crate) struct Unwritten(AtomicBool);

impl Unwritten {
    pub(crate) fn is_known(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn learn(&self, unwritten: bool) {
        if unwritten {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
