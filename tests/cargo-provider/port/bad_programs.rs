//! Programs that are not providers, or bad ones: one diagnostic each, nothing written, no process
//! left.

use super::*;

/// A script named like a provider, which records its process id.
fn script(place: &Path, text: &str) {
    let path = place.join("terraform-provider-cloud");
    let pid = place.join("pid");
    fs::write(&pid, "").expect("written");
    let text = format!("#!/bin/sh\necho $$ >> '{}'\n{text}\n", pid.display());
    programs::write_program(&path, &text);
}

/// Every process that was started has ended.
#[track_caller]
fn nobody_is_left(place: &Path) {
    let processes = fs::read_to_string(place.join("pid")).expect("numbers");
    assert!(!processes.is_empty(), "it ran");
    for process in processes.lines() {
        // A process without a waiting parent no longer exists, or has ended.
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
fn programs_that_are_not_providers() {
    let place = place();
    let of = |text: &str| of_script(place.path(), text);
    assert!(of("echo 'no licence' >&2; exit 3").contains("no licence"));
    assert!(
        of("echo hello; sleep 60")
            .contains("is not a Terraform provider, or prints to its standard output")
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
fn missing_answers_are_reported() {
    let place = place();
    let of = |flaw: &str| of_script(place.path(), &flawed(flaw));
    let ended = of("schema-ends");
    assert!(ended.contains("ended"), "{ended}");
    let huge = of("schema-huge");
    assert!(huge.contains("bytes, and 268435456 are the most"), "{huge}");
}

#[test]
fn probes_may_crash_a_program() {
    let place = place();
    for (flaw, said) in [
        (
            "validate-crash",
            "A call crashes whatever is set: ./terraform-provider-cloud ended in the middle",
        ),
        (
            "plan-crash",
            "A call crashes whatever is set: ./terraform-provider-cloud ended in the middle",
        ),
        (
            "validate-killed",
            "terraform-provider-cloud was killed by a user, or because memory ran out, in the middle of the call (signal: 9",
        ),
        (
            "plan-crash-at-note",
            "`note` was omitted: the program crashes when it is probed (",
        ),
        (
            "plan-garbage",
            "A call failed: the planned state cannot be read: it has a byte that msgpack does not have",
        ),
        (
            "plan-more",
            "A call failed: the planned state cannot be read: bytes are left after it",
        ),
        (
            "plan-text",
            "the plan of a creation has no object as its planned state",
        ),
    ] {
        let report = report_of(place.path(), flaw);
        assert_eq!(report.matches(said).count(), 1, "{flaw}: {report}");
        // Nobody else is blamed.
        let blamed = usize::from(said.contains("omitted"));
        let all = report.matches("was omitted").count();
        assert_eq!(all, blamed, "{flaw}: {report}");
    }
}

/// The report of a port of the flawed program, after which no process is left.
#[track_caller]
fn report_of(place: &Path, flaw: &str) -> String {
    script(place, &flawed(flaw));
    done(&provider(
        place,
        &["port", "./terraform-provider-cloud", flaw],
    ));
    nobody_is_left(place);
    fs::read_to_string(place.join(flaw).join("PORTING.md")).expect("a report")
}

#[test]
fn a_program_that_prints_is_learned_from() {
    let place = place();
    // On a busy machine, the time may end before everything is tried.
    let of = |flaw: &str| -> String {
        let report = report_of(place.path(), flaw);
        let lines = report.lines();
        let told = lines.filter(|line| !line.contains("Not everything was tried"));
        told.map(|line| format!("{line}\n")).collect()
    };
    let (prints, good) = (of("validate-prints"), of("none"));
    assert!(
        good.contains("learned: `made` keeps its value") && !good.contains("failed"),
        "{good}"
    );
    assert_eq!(prints, good);
}

#[test]
fn invalid_settings_are_reported() {
    let place = place();
    script(place.path(), &flawed(""));
    // The directory would be the program.
    let error = refused(place.path(), &["port", "./terraform-provider-cloud"]);
    let said = "terraform-provider-cloud is a file: name the directory to create after the program, such as cloud";
    assert!(error.contains(said), "{error}");
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

#[test]
fn programs_that_hang() {
    let place = place();
    // All at a time, since each waits until its deadline.
    std::thread::scope(|scope| {
        for flaw in ["validate-hangs", "plan-hangs"] {
            let place = place.path().join(format!("of-{flaw}"));
            fs::create_dir(&place).expect("created");
            scope.spawn(move || {
                let report = report_of(&place, flaw);
                let said = "terraform-provider-cloud: no answer came within 20s. This type was not examined further: run the command again for it alone (`--only`)";
                assert_eq!(report.matches(said).count(), 1, "{flaw}: {report}");
                for other in ["crash", "omitted", "Not everything", "not learned"] {
                    assert!(!report.contains(other), "{flaw}: {report}");
                }
            });
        }
        let place = place.path().join("of-nothing");
        fs::create_dir(&place).expect("created");
        scope.spawn(move || {
            let error = of_script(&place, "echo 'waits for a licence' >&2; exec sleep 600");
            assert!(
                error.contains("60s") && error.contains("waits for a licence"),
                "{error}"
            );
        });
    });
}
