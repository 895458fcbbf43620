//! The local runner's commands with functions.

use schema_provider::lifecycle::{Grace, Instance};
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;

use std::time::{Duration, Instant};

use crate::calc::Calc;
use crate::calc_flaws::HANGING;

/// Runs a command line in a directory with this configuration: status, output, errors.
async fn runs(config: &str, line: &str, input: &str) -> (u8, String, String) {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("main.tf"), config).unwrap();
    let (io, captured) = Io::captured(directory.path(), input);
    let instance = Instance::new::<Calc>(Environment::default()).unwrap();
    let status = run(line.split(' '), instance, io).await;
    (status.code(), captured.output(), captured.errors())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_console_calls_functions() {
    let input = "provider::calc::size_mb(\"2GiB\")\nprovider::calc::kinds(1, \"a\")\n";
    let (code, output, errors) = runs("", "console", input).await;
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(output.contains("2048"), "{output}");
    assert!(output.contains("\"number\""), "{output}");
    let (code, _, errors) = runs("", "console", "provider::calc::size_kb(\"2GiB\")\n").await;
    assert_eq!(code, 1);
    assert!(errors.contains("Did you mean \"size_mb\"?"), "{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_argument_is_underlined() {
    let config = "output \"it\" {\n  value = provider::calc::join(\"-\", \"fine\", \"bad\")\n}\n";
    let (code, _, errors) = runs(config, "plan", "").await;
    assert_eq!(code, 1);
    assert!(errors.contains("main.tf"), "{errors}");
    assert!(errors.contains("this part is bad"), "{errors}");
    let lines: Vec<&str> = errors.lines().collect();
    let line = lines
        .iter()
        .position(|line| line.contains("value = provider"))
        .unwrap_or_else(|| panic!("{errors}"));
    let column = lines[line].find("\"bad\"").unwrap();
    let under = lines.get(line + 1).copied().unwrap_or_default();
    assert_eq!(under.find('^'), Some(column), "{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn validate_calls_functions_with_known_arguments() {
    let config =
        "variable \"size\" {}\noutput \"it\" {\n  value = provider::calc::size_mb(var.size)\n}\n";
    let (code, _, errors) = runs(config, "validate", "").await;
    assert_eq!((code, errors.as_str()), (0, ""));
    let config = "output \"it\" {\n  value = provider::calc::size_mb(\"x\")\n}\n";
    let (code, _, errors) = runs(config, "validate", "").await;
    assert_eq!(code, 1, "{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_schema_lists_functions() {
    let (code, output, _) = runs("", "schema", "").await;
    assert_eq!(code, 0);
    let schema: serde_json::Value = serde_json::from_str(&output).unwrap();
    let provider = schema["provider_schemas"]
        .as_object()
        .unwrap()
        .values()
        .next()
        .unwrap();
    let function = &provider["functions"]["size_mb"];
    assert_eq!(function["return_type"], "number");
    assert_eq!(function["parameters"][0]["name"], "text");
}

/// Interrupts a command this often while its function hangs, and returns the errors and the time
/// since the first interrupt.
async fn interrupted(line: &str, times: u32, grace: Duration) -> (String, Duration) {
    let directory = tempfile::tempdir().unwrap();
    let config = "output \"it\" {\n  value = provider::calc::hangs(300)\n}\n";
    std::fs::write(directory.path().join("main.tf"), config).unwrap();
    let (io, captured) = Io::captured(directory.path(), "provider::calc::hangs(300)\n");
    let instance = Instance::new::<Calc>(Environment::default()).unwrap();
    let instance = instance.with_grace(Grace {
        apply: grace,
        other: grace,
    });
    let before = HANGING.load(std::sync::atomic::Ordering::SeqCst);
    let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let running = tokio::spawn(run(line, instance, io));
    while HANGING.load(std::sync::atomic::Ordering::SeqCst) == before {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let started = Instant::now();
    for _ in 0..times {
        captured.interrupt();
        while !captured.output().contains("Interrupt received.") {
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "deaf to an interrupt"
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    assert_eq!(running.await.unwrap().code(), 1);
    assert_eq!(captured.output().matches("Interrupt received.").count(), 1);
    (captured.errors(), started.elapsed())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn interrupts_reach_a_function_that_hangs() {
    for line in ["validate", "plan", "apply -auto-approve", "console"] {
        // The first asks it to end, and waits for a while.
        let (errors, took) = interrupted(line, 1, Duration::from_millis(100)).await;
        assert!(took < Duration::from_secs(60), "{line}: {took:?}");
        assert!(errors.contains("hangs: call was interrupted"), "{errors}");
        // The second does not wait.
        let (errors, took) = interrupted(line, 2, Duration::from_secs(300)).await;
        assert!(took < Duration::from_secs(60), "{line}: {took:?}");
        assert!(errors.contains("the command was interrupted"), "{errors}");
    }
}
