//! Plans of random schemas, states and configurations are strict.
//!
//! `STRICT_CASES` says how many cases are run (12,000 by default; `.ci/run` asks for 120,000, from
//! which on each combination must occur often), `STRICT_SEED` runs a single one again.

use std::env;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use sdk_tests::strict::{Case, Tally};

/// What an ordinary run does.
const CASES: u64 = 12_000;

/// With fewer cases chance decides what is covered, so that nothing is asked of the coverage.
const COVERING: u64 = 120_000;

/// So many cases of each combination of mode, type, state and depth.
const COVERED: usize = 100;

/// After so many failures the run ends.
const MOST: usize = 8;

fn number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(text.parse().expect("a number"))
}

#[test]
fn random_plans_are_strict() {
    if let Some(seed) = number("STRICT_SEED") {
        if let Err(failure) = Case::new(seed).check(&mut Tally::default()) {
            panic!("{}", failure.text);
        }
        return;
    }
    let cases = number("STRICT_CASES").unwrap_or(CASES);
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
    sdk_tests::say!("{tally}");
    let rare = tally.coverage.below(COVERED);
    sdk_tests::say!("cells in fewer than {COVERED} cases: {}", rare.len());
    let mut failed = failed.into_inner().expect("nobody panics");
    failed.sort_by_key(|(seed, _)| *seed);
    for (seed, failure) in &failed {
        sdk_tests::say!("\nseed {seed}: {}", failure.text);
    }
    for (seed, failure) in &failed {
        sdk_tests::say!("FAILED seed {seed}: {}", failure.property);
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

/// The faults that show that the test above can fail (`tests/faults/run`) still fit the code.
#[test]
fn faults_still_apply() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let git = |arguments: &[&str], path: &std::path::Path| {
        let mut command = std::process::Command::new("git");
        command
            .current_dir(here.join(".."))
            .args(arguments)
            .arg(path);
        command.output()
    };
    if git(&["--version"], here).is_err() {
        sdk_tests::say!("SKIPPED: no git here");
        return;
    }
    let faults = std::fs::read_dir(here.join("faults")).expect("the faults are there");
    let mut count = 0;
    for fault in faults.map(|entry| entry.expect("an entry").path()) {
        if fault
            .extension()
            .is_some_and(|extension| extension == "patch")
        {
            let output = git(&["apply", "--check"], &fault).expect("git runs");
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {error}", fault.display());
            count += 1;
        }
    }
    assert!(count >= 10, "{count} faults");
}
