//! `cargo provider compare`: programs in Go against their ports, and programs that cannot be
//! compared.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value as Json;

#[allow(unreachable_pub)]
#[path = "../src/go_peer.rs"]
mod go_peer;
#[allow(unreachable_pub)]
#[path = "../src/our_program.rs"]
mod our_program;
#[allow(unreachable_pub)]
#[path = "../src/programs.rs"]
mod programs;

fn compare(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-provider"));
    command.args(["provider", "compare"]).args(arguments);
    command.output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn ours(name: &str) -> String {
    our_program::built(name).to_str().unwrap().to_owned()
}

/// A Go program.
fn go(package: &str) -> Option<String> {
    Some(go_peer::built(package)?.to_str().unwrap().to_owned())
}

fn json(output: &Output) -> Json {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)))
}

/// The class, path and cause of each difference.
fn causes(found: &Json) -> Vec<(String, String, String)> {
    let word = |one: &Json, name: &str| one[name].as_str().unwrap().to_owned();
    let all = found["differences"].as_array().unwrap().iter();
    all.map(|one| (word(one, "class"), word(one, "path"), word(one, "cause")))
        .collect()
}

#[test]
fn our_programs_have_no_difference_from_themselves() {
    for (name, cases) in [
        ("terraform-provider-disk", "10"),
        ("terraform-provider-postgresql", "1"),
        ("terraform-provider-peer", "100"),
    ] {
        let program = ours(name);
        let output = compare(&[&program, &program, "--cases", cases, "--no-learn"]);
        let said = text(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{said}{}",
            text(&output.stderr)
        );
        assert!(said.contains("no difference, 0 intended; "), "{said}");
    }
}

/// The book lists the differences between the port and the Go program, except for the import, which
/// the Go program lacks.
#[test]
fn programs_in_go_differ_from_their_ports_by_what_is_documented() {
    let port = ours("terraform-provider-peer");
    for folder in ["small/schema2", "small/framework"] {
        let Some(program) = go(folder) else { return };
        for seed in ["1", "2"] {
            let output = compare(&[&program, &port, "--json", "--seed", seed]);
            let found = json(&output);
            let import = ("import", "", "only the old program reports an error");
            let import = (
                import.0.to_owned(),
                import.1.to_owned(),
                import.2.to_owned(),
            );
            assert_eq!(causes(&found), [import], "{found:#}");
            assert_eq!(output.status.code(), Some(1));
            let intended = found["intended"].as_array().unwrap().len();
            // Only SDKv2 may differ.
            assert_eq!(intended > 0, folder == "small/schema2", "{found:#}");
        }
    }
}

/// Go reports errors in any order, and may end during a call: neither makes it differ from itself.
#[test]
fn programs_in_go_have_no_difference_from_themselves() {
    let Some(program) = go("learn/cmd/sdkv2") else {
        return;
    };
    for name in ["learn_crash", "learn_blocks", "learn_plans"] {
        let output = compare(&[
            &program,
            &program,
            "--json",
            "--no-learn",
            "--type",
            name,
            "--cases",
            "3",
        ]);
        let found = json(&output);
        assert_eq!(causes(&found), [], "{name}: {found:#}");
    }
}

/// The same seed prints the same output.
#[test]
fn a_comparison_is_repeated_by_its_seed() {
    let Some(program) = go("small/schema2") else {
        return;
    };
    let port = ours("terraform-provider-peer");
    let once = || {
        compare(&[
            &program,
            &port,
            "--json",
            "--seed",
            "9",
            "--cases",
            "10",
            "--no-learn",
        ])
    };
    assert_eq!(text(&once().stdout), text(&once().stdout));
}

#[test]
fn configurations_and_states_of_files_are_sent() {
    let port = ours("terraform-provider-peer");
    let Some(program) = go("small/framework") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "main.tf",
        "resource \"peer_thing\" \"a\" {\n  name = \"x\"\n  size = -7\n}\n",
    );
    write(
        "terraform.tfstate",
        r#"{"version": 4, "resources": [{"mode": "managed", "type": "peer_thing", "instances": [
            {"schema_version": 0, "attributes": {"id": "i", "name": "x", "size": 9, "disk": [], "rule": []}}]}]}"#,
    );
    let from = folder.path().to_str().unwrap();
    let arguments = [
        &program,
        &port,
        "--no-learn",
        "--cases",
        "0",
        "--from",
        from,
    ];
    let said = text(&compare(&arguments).stdout);
    assert!(said.contains("1 difference, 0 intended"), "{said}");
    write("terraform.tfstate", "[]");
    let output = compare(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("terraform.tfstate: a state file has version 4"));
    write("main.tf", "resource {");
    let output = compare(&arguments);
    assert!(
        text(&output.stderr).contains("main.tf: "),
        "{}",
        text(&output.stderr)
    );
}

/// One line with a remedy for each program that cannot be compared, and no process is left.
#[test]
#[cfg(target_os = "linux")]
fn programs_that_cannot_be_compared() {
    let folder = tempfile::tempdir().unwrap();
    let script = |name: &str, text: &str| {
        let path = folder.path().join(name);
        programs::write_program(&path, &format!("#!/bin/sh\n{text}\n"));
        path.to_str().unwrap().to_owned()
    };
    let port = folder.path().join("compared-port");
    std::os::unix::fs::symlink(ours("terraform-provider-peer"), &port).unwrap();
    let port = port.to_str().unwrap();
    let missing = folder.path().join("none").to_str().unwrap().to_owned();
    for (program, remedy) in [
        (missing, "Name the file of a provider's program"),
        (
            script("ends", "exit 3"),
            "something that it needs is missing",
        ),
        (
            script("talks", "echo hello; sleep 60"),
            "is not a Terraform provider",
        ),
        (
            script("old", "echo '1|4|tcp|127.0.0.1:1|grpc|'; sleep 60"),
            "versions 5 and 6 are understood",
        ),
        (
            script("nobody", "echo '1|6|tcp|127.0.0.1:1|grpc|'; sleep 60"),
            "cannot be reached",
        ),
    ] {
        for pair in [[&program, port], [port, &program]] {
            let output = compare(&[pair[0], pair[1]]);
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert_eq!(said.matches("error: ").count(), 1, "{said}");
            assert!(said.contains(remedy), "{said}");
        }
    }
    let unknown = compare(&[port, port, "--type", "peer_none"]);
    assert!(
        text(&unknown.stderr)
            .contains("only one of the programs, or neither, has the type peer_none")
    );
    let settings = compare(&[port, port, "--settings", r#"{"token": "x"}"#]);
    assert!(
        text(&settings.stderr).contains("has no setting token"),
        "{}",
        text(&settings.stderr)
    );
    // Everything that was started is gone.
    let own = folder.path().to_str().unwrap();
    let left = || -> Vec<String> {
        let lines = fs::read_dir("/proc").unwrap().filter_map(|entry| {
            fs::read(entry.ok()?.path().join("cmdline"))
                .ok()
                .map(|line| text(&line))
        });
        lines.filter(|line| line.contains(own)).collect()
    };
    // A process that was killed takes a moment to end.
    for _ in 0..1000 {
        if left().is_empty() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("{:?}", left());
}
