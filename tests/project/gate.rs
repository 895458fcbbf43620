//! How `.ci/run` runs README's test command: its functions, with a command of these tests instead
//! of README's.

use std::fs;
use std::process::{Command, Output};

use crate::workspace;

/// The functions of the gate that run tests, with this command.
fn tests(command: &str) -> Output {
    let script = fs::read_to_string(workspace().join(".ci/run")).expect("the gate");
    let from = script.find("\ntests() {").expect("its function");
    let to = script[from..].find("\n}\n").expect("its end") + 3;
    let work = tempfile::tempdir().expect("a directory");
    let script = format!(
        "set -u\nwork={}\ntesting=\nreadme() {{ cat <<'END'\n{command}\nEND\n}}\n{}\ntests\n",
        work.path().display(),
        &script[from..from + to]
    );
    // It hangs where it waits for what a test left running.
    let output = Command::new("timeout")
        .args(["120", "bash", "-c", &script])
        .output();
    // The gate prints how long the tests were compiling.
    assert!(work.path().join("compiled").exists());
    output.expect("bash runs")
}

#[test]
fn what_tests_leave_running_does_not_hold_up_the_gate() {
    let left = "echo before\necho '     Running unittests src/lib.rs (target/debug/deps/a-1)'\nsleep 3600 &\necho after\nexit 3";
    let output = tests(left);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    for part in ["\nbefore\n", "\nafter\n", "left running were ended"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn all_that_the_tests_print_is_printed_and_their_status_is_the_gates() {
    for (status, code) in [("true", 0), ("echo wrong >&2; false", 1)] {
        let output = tests(&format!("printf 'one\\ntwo without an end'\n{status}"));
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert!(said.contains("one\ntwo without an end"), "{said}");
        assert_eq!(said.contains("wrong"), code == 1, "{said}");
        assert!(!said.contains("left running"), "{said}");
    }
}

#[test]
fn a_part_that_is_skipped_fails_the_gate() {
    let script = fs::read_to_string(workspace().join(".ci/run")).expect("the gate");
    let from = script.find("\npart() {").expect("its function");
    let to = from + script[from..].find("\n}\n").expect("its end") + 3;
    let work = tempfile::tempdir().expect("a directory");
    let script = format!(
        "work={}\nmay_skip='a comparison'\nhow=\nskipped() {{ return 77; }}\n{}\n\
         part 'a check' skipped\npart 'a comparison' skipped\npart 'another' true\n",
        work.path().display(),
        &script[from..to]
    );
    let status = Command::new("bash").args(["-c", &script]).status();
    assert!(status.expect("bash runs").success());
    let read = |name| fs::read_to_string(work.path().join(name)).expect(name);
    assert_eq!(read("failed"), "a check (skipped)\n");
    assert_eq!(read("times").matches("SKIPPED").count(), 2);
}
