//! Programs that are no providers, or bad ones: one diagnostic each, nothing written, no process left.

use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use super::*;

/// A script called as a provider is, which notes the number of its process.
fn script(place: &Path, text: &str) {
    let path = place.join("terraform-provider-cloud");
    let pid = place.join("pid");
    fs::write(&pid, "").expect("written");
    let text = format!("#!/bin/sh\necho $$ >> '{}'\n{text}\n", pid.display());
    fs::write(&path, text).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
}

/// Whoever has run runs no longer.
#[track_caller]
fn nobody_is_left(place: &Path) {
    let processes = fs::read_to_string(place.join("pid")).expect("numbers");
    assert!(!processes.is_empty(), "it ran");
    for process in processes.lines() {
        // Who is waited for by nobody is there no longer, or has ended.
        let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        assert!(status.is_empty() || status.contains(") Z "), "{status}");
    }
}

fn of_script(place: &Path, text: &str) -> String {
    script(place, text);
    let error = refused(place, &["port", "./terraform-provider-cloud", "x"]);
    nobody_is_left(place);
    error
}

#[test]
fn programs_that_are_no_providers() {
    let place = place();
    let of = |text: &str| of_script(place.path(), text);
    assert!(of("echo 'no licence' >&2; exit 3").contains("no licence"));
    assert!(
        of("echo hello; sleep 60")
            .contains("is no Terraform provider, or prints to its standard output")
    );
    assert!(of("echo '1|4|unix|/nowhere|grpc|'; sleep 60").contains("speaks version 4"));
    assert!(of("echo '1|6|unix|/nowhere|grpc|'; sleep 60").contains("cannot be reached"));
    assert!(of("kill -9 $$").contains("signal: 9"));
    fs::write(place.path().join("file"), "\u{7f}no program").expect("written");
    let error = refused(place.path(), &["port", "./file", "x"]);
    assert!(error.contains("executable"), "{error}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-provider"));
    command
        .args(["provider", "port", "./nowhere"])
        .current_dir(place.path())
        .stdout(Stdio::null());
    let output = command.output().expect("it runs");
    assert!(
        !output.status.success()
            && String::from_utf8_lossy(&output.stderr).contains("error: ./nowhere: ")
    );
}

/// The provider of the tests that breaks rules, with a flaw.
fn flawed(flaw: &str) -> String {
    let program = super::our_program::built("test-provider-bad");
    format!("BAD_FLAW={flaw} exec '{}'", program.display())
}

#[test]
fn answers_that_do_not_come() {
    let place = place();
    let of = |flaw: &str| of_script(place.path(), &flawed(flaw));
    let ended = of("schema-ends");
    assert!(ended.contains("ended"), "{ended}");
    let huge = of("schema-huge");
    assert!(huge.contains("bytes, and 268435456 are the most"), "{huge}");
}

#[test]
fn probes_that_a_program_does_not_survive() {
    let place = place();
    for (flaw, said) in [
        ("validate-crash", "was left out: the program crashes"),
        ("plan-crash", "`note` was left out: the program crashes"),
        ("plan-garbage", "No plan without a change was found"),
        ("validate-prints", "has the"),
    ] {
        script(place.path(), &flawed(flaw));
        let start = Instant::now();
        let ported = provider(place.path(), &["port", "./terraform-provider-cloud", flaw]);
        done(&ported);
        assert!(start.elapsed() < Duration::from_secs(60), "{flaw}");
        nobody_is_left(place.path());
        let report = fs::read_to_string(place.path().join(flaw).join("PORTING.md"));
        let report = report.expect("a report");
        assert!(
            report.contains(said) || said == "has the",
            "{flaw}: {report}"
        );
    }
}

#[test]
fn settings_that_a_program_does_not_take() {
    let place = place();
    script(place.path(), &flawed(""));
    for (settings, said) in [
        ("x", "--settings is not valid JSON"),
        ("[]", "the settings are not a JSON object"),
        (r#"{"region": 1}"#, "the provider has no setting region"),
    ] {
        let arguments = [
            "port",
            "./terraform-provider-cloud",
            "x",
            "--settings",
            settings,
        ];
        let error = refused(place.path(), &arguments);
        assert!(error.contains(said), "{error}");
    }
    nobody_is_left(place.path());
}
