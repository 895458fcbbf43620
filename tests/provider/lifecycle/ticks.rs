//! Shows that a thread stays free while provider code blocks another.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What shows that a thread is free while a call is waited for.
pub struct Ticks {
    count: AtomicUsize,
    none: AtomicBool,
}

/// The ticks of the test that calls provider code with a nap.
pub static TICKS: Ticks = Ticks::new();

impl Ticks {
    pub const fn new() -> Ticks {
        Ticks {
            count: AtomicUsize::new(0),
            none: AtomicBool::new(false),
        }
    }

    /// Blocks its thread until the waiting one has ticked a few times, but not for ever.
    pub fn nap(&self) {
        let (start, before) = (Instant::now(), self.count.load(Ordering::SeqCst));
        while self.count.load(Ordering::SeqCst) < before + 3 {
            if start.elapsed() > Duration::from_secs(20) {
                self.none.store(true, Ordering::SeqCst);
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits for a call, and fails unless the thread was free for others meanwhile.
    pub async fn beside<T>(&self, call: impl Future<Output = T>) -> T {
        let ticking = async {
            loop {
                tokio::time::sleep(Duration::from_millis(1)).await;
                self.count.fetch_add(1, Ordering::SeqCst);
            }
        };
        let result = tokio::select! {
            result = call => result,
            () = ticking => unreachable!("it ticks for ever"),
        };
        assert!(!self.none.load(Ordering::SeqCst), "the thread was blocked");
        result
    }
}
