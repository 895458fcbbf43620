//! Shared code of the test suites.

#[cfg(feature = "providers")]
pub mod any;
pub mod chapters;
pub mod config_json;
#[cfg(doctest)]
pub mod derive_examples;
pub mod file_store;
pub mod fuzz;
pub mod go_peer;
pub mod go_sdk;
#[cfg(feature = "providers")]
#[path = "../providers/kinds/mod.rs"]
pub mod kinds;
#[cfg(feature = "providers")]
#[path = "../providers/kitchen/mod.rs"]
pub mod kitchen;
pub mod our_program;
mod page_macros;
#[cfg(feature = "providers")]
pub mod pages;
pub mod programs;
pub mod queue_service;
pub mod reference;
#[cfg(feature = "providers")]
pub mod started_build;
pub mod strict;
#[cfg(feature = "providers")]
pub mod terraform;
pub mod vectors;

/// Says something past the capture of test output: how much was compared is part of the result.
pub fn say(words: std::fmt::Arguments<'_>) {
    use std::io::Write as _;
    // If standard error is closed, nobody can be told.
    let _ = writeln!(std::io::stderr(), "{words}");
}

/// [`say`](fn@say) with the arguments of `println!`.
#[macro_export]
macro_rules! say {
    ($($words:tt)*) => {
        $crate::say(format_args!($($words)*))
    };
}

/// Does the same with each of many things, on all processors; the results are in their order.
///
/// # Panics
///
/// Where the work panics.
pub fn in_parallel<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(index) else {
                return done;
            };
            done.push((index, work(thing)));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let mut done = Vec::new();
        for worker in workers {
            match worker.join() {
                Ok(part) => done.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
