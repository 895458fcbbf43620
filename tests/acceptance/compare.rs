//! Comparisons of the tree's providers with themselves, in a provider developer's words.

use std::panic::{AssertUnwindSafe, catch_unwind};

use schema_provider::testing::compare;
use sdk_tests::programs::write_program;

#[test]
fn a_provider_has_no_difference_from_itself() {
    // `cargo provider compare` is tried with the examples.
    for program in [
        env!("CARGO_BIN_EXE_test-provider-kitchen"),
        env!("CARGO_BIN_EXE_test-provider-bad"),
    ] {
        compare(program, program).cases(1).run();
    }
    // The program's name selects the provider.
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "arch", "calc", "hub", "keep", "lab", "lease", "lib", "pair", "stack", "studio",
    ] {
        let program = folder.path().join(format!("terraform-provider-{name}"));
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_test-provider-kinds"), &program).unwrap();
        compare(&program, &program).cases(3).run();
    }
}

#[test]
#[should_panic(expected = "this difference is expected and is not there any more")]
fn a_missing_expected_difference_fails() {
    let program = env!("CARGO_BIN_EXE_test-provider-disk");
    compare(program, program)
        .cases(0)
        .except("disk_image", "plan", "size_gb")
        .run();
}

/// Also within a runtime, as in an asynchronous test.
#[tokio::test]
#[should_panic(expected = "Name the file of a provider's program")]
async fn a_missing_program_fails() {
    compare("/nowhere/provider", "/nowhere/provider").run();
}

/// One difference, with the smallest input that shows it; the other calls are still compared.
#[test]
fn a_program_that_fails() {
    let program = env!("CARGO_BIN_EXE_test-provider-bad");
    let folder = tempfile::tempdir().unwrap();
    for (flaw, words) in [
        (
            "plan-crash-at-note",
            &[
                "only the new program fails",
                "ended in the middle",
                "note = ",
            ][..],
        ),
        (
            "plan-garbage",
            &["only the new program fails", "byte 0xc1 starts no value"],
        ),
        ("plan-hangs", &["only the new program fails", "within 20s"]),
        ("schema-huge", &["268435456"]),
    ] {
        let new = folder.path().join(flaw);
        write_program(
            &new,
            &format!("#!/bin/sh\nBAD_FLAW={flaw} exec '{program}'\n"),
        );
        let comparison = compare(program, &new).cases(1);
        let told = catch_unwind(AssertUnwindSafe(|| comparison.run())).unwrap_err();
        let told = told.downcast_ref::<String>().unwrap();
        for word in words {
            assert!(told.contains(word), "{flaw}: {told}");
        }
    }
}
