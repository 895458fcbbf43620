//! Plans of random schemas, states and configurations are strict.
//!
//! `STRICT_CASES` sets the number of cases (12,000 by default; `.ci/random-plans` runs 120,000,
//! optimised), `STRICT_SEED` repeats a single one.

use std::env;

use sdk_tests::strict;

/// The number of cases in an ordinary run.
const CASES: u64 = 12_000;

fn number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(text.parse().expect("a number"))
}

#[test]
fn random_plans_are_strict() {
    match number("STRICT_SEED") {
        Some(seed) => strict::run_one(seed),
        None => strict::run(number("STRICT_CASES").unwrap_or(CASES)),
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
