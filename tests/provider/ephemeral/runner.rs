//! The local runner's commands with ephemeral resources.

use std::time::{Duration, Instant};

use schema_provider::lifecycle::{Grace, Instance};
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;

use crate::lease::Leases;

fn instance() -> Instance {
    let instance = Instance::new::<Leases>(Environment::default()).unwrap();
    instance.with_grace(Grace {
        apply: Duration::from_secs(60),
        other: Duration::from_secs(60),
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_interrupt_still_closes() {
    // While something is open, and while it is being opened.
    for (mode, takes, expected) in [
        ("", 600_000, "create was interrupted"),
        ("waits", 0, "open was interrupted"),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let config = format!(
            "provider \"lease\" {{\n  log = {:?}\n}}\n\
             ephemeral \"lease_token\" \"a\" {{\n  name = \"a\"\n  mode = \"{mode}\"\n}}\n\
             resource \"lease_secret\" \"s\" {{\n  value = ephemeral.lease_token.a.token\n  takes = {takes}\n}}\n",
            log.display().to_string()
        );
        std::fs::write(directory.path().join("main.tf"), config).unwrap();
        let (io, captured) = Io::captured(directory.path(), "");
        let line: Vec<String> = ["apply", "-auto-approve"].map(str::to_owned).to_vec();
        let running = tokio::spawn(run(line, instance(), io));
        let started = Instant::now();
        let lines = || std::fs::read_to_string(&log).unwrap_or_default();
        let wanted = if mode.is_empty() {
            "Creating..."
        } else {
            "Opening..."
        };
        while !(captured.output().contains(wanted) && lines().contains("open a")) {
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "{}",
                captured.output()
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        if mode == "waits" {
            // Until it set what it opened, a moment after it is logged.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        captured.interrupt();
        assert_eq!(running.await.unwrap().code(), 1);
        let errors = captured.errors();
        assert!(errors.contains(expected), "{errors}");
        let lines = lines();
        let count = |word: &str| lines.lines().filter(|line| line.starts_with(word)).count();
        assert_eq!(count("open "), count("close "), "{lines}");
        assert!(
            !captured.output().contains("a-xxx"),
            "{}",
            captured.output()
        );
    }
}

/// Like Terraform 1.10 and later.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn json_output_has_opened_and_closed_resources() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let config = format!(
        "provider \"lease\" {{\n  log = {:?}\n}}\nephemeral \"lease_token\" \"a\" {{\n  name = \"a\"\n}}\n",
        log.display().to_string()
    );
    std::fs::write(directory.path().join("main.tf"), config).unwrap();
    let (io, captured) = Io::captured(directory.path(), "");
    let line = ["plan", "-json"].map(str::to_owned);
    assert_eq!(run(line, instance(), io).await.code(), 0);
    let told: Vec<String> = captured
        .output()
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .filter(|line| line["hook"]["resource"]["addr"] == "ephemeral.lease_token.a")
        .map(|line| format!("{} {}", line["type"], line["hook"]["action"]))
        .collect();
    let types = ["start", "complete"];
    let expected = ["open", "close"]
        .map(|action| types.map(|part| format!("\"ephemeral_op_{part}\" \"{action}\"")));
    assert_eq!(told, expected.concat());
}

/// Like Terraform, if there is nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_destroy_of_nothing_opens_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let config = format!(
        "provider \"lease\" {{\n  log = {:?}\n  echo = \"echo\"\n}}\nephemeral \"lease_token\" \"a\" {{\n  name = \"a\"\n}}\n",
        log.display().to_string()
    );
    std::fs::write(directory.path().join("main.tf"), config).unwrap();
    for (command, opens) in [("destroy", false), ("apply", true), ("destroy", false)] {
        let _ = std::fs::remove_file(&log);
        let (io, captured) = Io::captured(directory.path(), "");
        let line = [command, "-auto-approve"].map(str::to_owned);
        let status = run(line, instance(), io).await;
        assert_eq!(status.code(), 0, "{}", captured.errors());
        let said = std::fs::read_to_string(&log).unwrap_or_default();
        assert_eq!(said.contains("open a"), opens, "{command}: {said}");
        assert_eq!(said.contains("configure with"), opens, "{command}: {said}");
    }
}
