//! Runs the tool on the stub provider: it measures, whatever the figures.

#![cfg(target_os = "linux")]

#[allow(unreachable_pub)]
#[path = "../../src/programs.rs"]
mod programs;

use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn stub() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_stub-provider"))
}

fn here(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

fn measure(call: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plugin-load"))
        .arg(stub())
        .arg(call)
        .args(["--plans", "50", "--in-flight", "1,8", "--starts", "2"])
        .args(options)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn positive(json: &Json) {
    assert!(json.as_f64().is_some_and(|number| number > 0.0), "{json}");
}

#[test]
fn figures_in_both_protocols() {
    for protocol in ["5", "6"] {
        let output = measure(&here("stub-plan.json"), &["--json", "--protocol", protocol]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["protocol"].to_string(), protocol);
        assert_eq!(report["mutual_tls"], true);
        assert_eq!(report["resources"], 1);
        assert_eq!(report["network"], "unix");
        assert_eq!(report["ended_when_asked"], 2);
        for name in ["handshake_ms", "schema_ms", "schema_call_ms"] {
            positive(&report[name]["median"]);
            positive(&report[name]["best"]);
        }
        let (line, schema) = (&report["handshake_ms"], &report["schema_ms"]);
        assert!(
            line["best"].as_f64() < schema["best"].as_f64(),
            "{report:#}"
        );
        for name in ["binary_bytes", "schema_bytes", "schema_again_ms"] {
            positive(&report[name]);
        }
        assert_eq!(report["plan"]["action"], "create");
        assert_eq!(report["plan"]["problems"], serde_json::json!([]));
        let calls = report["calls"].as_array().unwrap();
        let rows: Vec<_> = calls
            .iter()
            .map(|row| (row["call"].as_str().unwrap(), row["in_flight"].as_u64()))
            .collect();
        let expected = [("plan", 1), ("plan", 8), ("validate", 1), ("validate", 8)];
        assert_eq!(rows, expected.map(|(name, n)| (name, Some(n))));
        for row in calls {
            assert_eq!(row["count"], 50);
            positive(&row["p50_us"]);
            positive(&row["per_second"]);
            assert!(row["p50_us"].as_f64() <= row["p99_us"].as_f64(), "{row}");
        }
        let memory = report["memory"].as_array().unwrap();
        assert_eq!(memory.len(), 7, "{memory:?}");
        for row in memory {
            positive(&row["resident_bytes"]);
        }
    }
}

/// Terraform would kill it silently.
#[test]
fn a_program_that_does_not_end_when_asked_is_reported() {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("lingers");
    let script = format!("#!/bin/sh\n'{}'\nexec sleep 10\n", stub().display());
    programs::write_program(&program, &script);
    let output = Command::new(env!("CARGO_BIN_EXE_plugin-load"))
        .arg(&program)
        .args(["--json", "--starts", "1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["ended_when_asked"], 0);
    let warning = report["warnings"][0].as_str().unwrap();
    assert!(
        warning.contains("1 of 1 processes did not end"),
        "{warning}"
    );
}

#[test]
fn a_table() {
    let output = measure(&here("stub-plan.json"), &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    for words in [
        "protocol 6, mutual TLS",
        "start → handshake line",
        "plan: create",
        "provider CPU",
        "after the first plan",
        "growth",
    ] {
        assert!(table.contains(words), "{words}:\n{table}");
    }
}

/// Both forms of the floor, in both protocols: its answers pass the same checks as the provider's
/// own.
#[test]
fn beside_the_floor() {
    for (protocol, floor) in [("6", "direct"), ("5", "hop")] {
        let options = [
            "--json",
            "--protocol",
            protocol,
            "--floor",
            floor,
            "--rounds",
            "2",
        ];
        let output = measure(&here("stub-plan.json"), &options);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["floor"], floor);
        let rows = report["rows"].as_array().unwrap();
        for name in [
            "start → schema response",
            "resident after the schemas",
            "plan, 8 in flight: processor",
            "validate, 1 in flight: p50",
        ] {
            let row = rows.iter().find(|row| row["name"] == name);
            let row = row.unwrap_or_else(|| panic!("{name}: {report:#}"));
            for who in ["provider", "floor"] {
                positive(&row[who]["median"]);
                positive(&row[who]["least"]);
                assert!(row[who]["least"].as_f64() <= row[who]["greatest"].as_f64());
            }
        }
        let warnings = report["warnings"].as_array().unwrap();
        assert!(
            text_of(warnings).contains("50 calls are too few"),
            "{warnings:?}"
        );
        assert!(text_of(warnings).contains("2 rounds"), "{warnings:?}");
    }
}

/// The first call of a list is measured, and the memory is read after all of them.
#[test]
fn a_list_of_calls() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("calls.json");
    let call = |name: &str| format!(r#"{{"type": "stub_thing", "config": {{"name": "{name}"}}}}"#);
    std::fs::write(&file, format!("[{}, {}]", call("a"), call("b"))).unwrap();
    let output = measure(&file, &["--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Json = serde_json::from_slice(&output.stdout).unwrap();
    let memory = report["memory"].as_array().unwrap();
    assert_eq!(memory.last().unwrap()["when"], "after 50 plans of 2 types");
    // All of them are called.
    std::fs::write(&file, format!("[{}, {}]", call("a"), call("panic"))).unwrap();
    let output = measure(&file, &[]);
    assert!(text(&output.stderr).contains("the name begins with panic"));
}

fn text_of(warnings: &[Json]) -> String {
    let warnings: Vec<&str> = warnings.iter().filter_map(Json::as_str).collect();
    warnings.join("\n")
}

#[test]
fn a_failed_call_is_an_error_not_a_figure() {
    let directory = tempfile::tempdir().unwrap();
    for (call, expected) in [
        (
            r#"{"type": "stub_thing", "config": {"name": "panic"}}"#,
            "the name begins with panic",
        ),
        (
            r#"{"type": "stub_other", "config": {}}"#,
            "no resource stub_other",
        ),
        (
            r#"{"type": "stub_thing", "config": {"name": 1}}"#,
            "config: name: string is required",
        ),
    ] {
        let file = directory.path().join("call.json");
        std::fs::write(&file, call).unwrap();
        let output = measure(&file, &[]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stdout), "");
        assert!(text(&output.stderr).contains(expected), "{output:?}");
    }
}

#[test]
fn what_is_not_a_provider_is_an_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_plugin-load"))
        .arg("/bin/echo")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("is not a Terraform provider"),
        "{output:?}"
    );
}

/// `terraform plan` itself; only with `TF_ACC=1`.
#[test]
fn terraform_plan() {
    if schema_testing::terraform_program().is_none() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let configuration = directory.path().join("main.tf");
    std::fs::write(
        &configuration,
        "resource \"stub_thing\" \"one\" {\n  name = \"a\"\n}\n",
    )
    .unwrap();
    let run = |source: &str| {
        Command::new(here("terraform-plan.sh"))
            .arg(stub())
            .arg(source)
            .arg(&configuration)
            .arg("2")
            .output()
            .unwrap()
    };
    let output = run("example/stub");
    assert!(output.status.success(), "{output:?}");
    let table = text(&output.stdout);
    let is_time = |line: &&str| line.contains(" ms") && !line.starts_with("aim: ");
    let times: Vec<&str> = table.lines().filter(is_time).collect();
    assert_eq!(times.len(), 3, "{table}");
    // A failed plan is not a figure: no provider has a resource of that name.
    assert!(!run("example/other").status.success());
}
