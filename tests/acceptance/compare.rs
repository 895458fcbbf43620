//! Comparisons of the tree's providers with themselves, in a provider developer's words.

use schema_provider::testing::compare;

#[test]
fn a_provider_has_no_difference_from_itself() {
    for program in [
        env!("CARGO_BIN_EXE_test-provider-kitchen"),
        env!("CARGO_BIN_EXE_test-provider-disk"),
        env!("CARGO_BIN_EXE_test-provider-bad"),
    ] {
        compare(program, program).cases(3).run();
    }
    // The program's name selects the provider.
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "arch", "calc", "hub", "keep", "lab", "lease", "lib", "pair", "stack", "studio",
    ] {
        let program = folder.path().join(format!("terraform-provider-{name}"));
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_test-provider-kinds"), &program).unwrap();
        compare(&program, &program).cases(10).run();
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
