//! Many cases, on all processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::{Case, Tally};

/// With fewer cases chance decides what is covered, so that nothing is asked of the coverage.
const COVERING: u64 = 120_000;

/// So many cases of each combination of mode, type, state and depth.
const COVERED: usize = 100;

/// After so many failures the run ends.
const MOST: usize = 8;

/// Checks the case of a seed.
///
/// # Panics
/// A property does not hold.
pub fn run_one(seed: u64) {
    if let Err(failure) = Case::new(seed).check(&mut Tally::default()) {
        panic!("{}", failure.text);
    }
}

/// Checks the cases of so many seeds, and from 120,000 on that each combination occurs often.
///
/// # Panics
/// A property does not hold, or a combination is too rare.
pub fn run(cases: u64) {
    let (next, failed) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let work = || {
        let mut tally = Tally::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= cases || failed.lock().expect("nobody panics").len() >= MOST {
                return tally;
            }
            if let Err(failure) = Case::check_seed(seed, &mut tally) {
                failed.lock().expect("nobody panics").push((seed, failure));
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            tally.add(worker.join().expect("panics are caught"));
        }
    });
    crate::say!("{tally}");
    let rare = tally.coverage.below(COVERED);
    crate::say!("cells in fewer than {COVERED} cases: {}", rare.len());
    let mut failed = failed.into_inner().expect("nobody panics");
    failed.sort_by_key(|(seed, _)| *seed);
    for (seed, failure) in &failed {
        crate::say!("\nseed {seed}: {}", failure.text);
    }
    for (seed, failure) in &failed {
        crate::say!("FAILED seed {seed}: {}", failure.property);
    }
    assert!(
        failed.is_empty(),
        "{} cases failed, see above",
        failed.len()
    );
    assert_eq!(tally.coverage.impossible(), [], "cells that cannot occur");
    if cases >= COVERING {
        assert!(rare.is_empty(), "too rare: {rare:#?}");
    }
}
