//! Provider code that blocks its thread, and that prints on standard output.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::failures::{kill, sign};
use super::workspace;
use sdk_tests::terraform::{Kind, Workspace};

/// Longer than any test waits.
const FOREVER: &str = "create_seconds = 600\n  blocks = true";

fn slow(work: &Workspace, count: usize, fields: &str) {
    work.main(&format!(
        "resource \"kitchen_slow\" \"a\" {{\n  count = {count}\n  name = \"a${{count.index}}\"\n  \
         {fields}\n}}\n"
    ));
}

/// Fails the test unless a process ends within a time.
pub(crate) fn ends(process: u32, time: Duration) {
    let start = Instant::now();
    // Signal 0 only checks for existence; a zombie counts as ended.
    let lives = || {
        let process = process.to_string();
        let shown = Command::new("ps")
            .args(["-o", "stat=", "-p", &process])
            .output();
        let state = shown.expect("ps runs").stdout;
        !state.is_empty() && !state.starts_with(b"Z")
    };
    while lives() {
        if start.elapsed() > time {
            kill("-9", process);
            panic!("the provider lives on");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_provider_ends_with_a_killed_terraform_although_creates_block() {
    let Some(work) = workspace() else {
        return;
    };
    slow(&work, 4, FOREVER);
    let signs: Vec<_> = (0..4)
        .map(|i| work.path().join(format!("kitchen/a{i}.create")))
        .collect();
    let mut provider = 0;
    let run = work.during(&["apply", "-auto-approve"], |terraform| {
        provider = signs.iter().map(|path| sign(path)).max().unwrap();
        kill("-9", terraform.id());
        // It waits some seconds for another connection, and for calls in flight.
        ends(provider, Duration::from_secs(120));
    });
    assert_eq!(run.status, None);
    work.clean();
}

#[test]
fn a_sigterm_ends_a_provider_although_creates_block() {
    let Some(work) = workspace() else {
        return;
    };
    slow(&work, 4, FOREVER);
    let path = work.path().join("kitchen/a0.create");
    work.during(&["apply", "-auto-approve"], |_| {
        let provider = sign(&path);
        // By itself it is not a request to end: Ctrl-C reaches the whole group.
        kill("-INT", provider);
        kill("-TERM", provider);
        ends(provider, Duration::from_secs(60));
    })
    .failed();
    work.clean_but(&[Kind::Crash]);
}

#[test]
fn a_timeout_is_reported_although_the_create_blocks() {
    let Some(work) = workspace() else {
        return;
    };
    slow(
        &work,
        1,
        &format!("{FOREVER}\n  timeouts {{ create = \"3s\" }}"),
    );
    let start = Instant::now();
    // After the timeout the code has half a minute to end by itself.
    let run = work.apply_fails();
    assert!(
        start.elapsed() < Duration::from_secs(400),
        "{:?}",
        start.elapsed()
    );
    run.says("kitchen_slow: create took longer than 3s")
        .says("Its code blocks its thread, so it could not be stopped and is still running.");
    // It had set its id.
    assert!(work.state().object("kitchen_slow.a[0]").is_tainted());
    work.clean();
}

#[test]
fn blocking_creates_run_in_parallel() {
    let Some(work) = workspace() else {
        return;
    };
    slow(&work, 10, "create_seconds = 12\n  blocks = true");
    let start = Instant::now();
    work.apply();
    // Ten run at a time, not one after the other.
    assert!(
        start.elapsed() < Duration::from_secs(100),
        "{:?}",
        start.elapsed()
    );
    slow(&work, 10, "");
    work.apply();
    work.destroy();
    work.clean();
}

#[test]
fn what_is_printed_goes_to_the_log() {
    let Some(work) = workspace() else {
        return;
    };
    work.trace();
    work.set("KITCHEN_PRINTS", "1");
    slow(&work, 1, "prints = 8388608");
    let run = work.apply();
    assert!(run.log().contains("the kitchen opens"));
    assert!(run.log().contains(&"x".repeat(1000)));
    // Terraform does not shorten the text, but wraps it.
    assert!(size(work.path()) > 8 << 20);
    work.destroy();
    work.clean();
}

#[test]
fn a_blocking_destructor_of_the_client_delays_the_end_by_half_a_second() {
    let Some(work) = workspace() else {
        return;
    };
    slow(&work, 1, "");
    let file = |name: &str| work.path().join("kitchen").join(name);
    // A short operation is waited for.
    work.set("KITCHEN_CLOSES", "0.2");
    work.apply();
    assert!(file("closing").exists() && file("closed").exists());
    for name in ["closing", "closed"] {
        std::fs::remove_file(file(name)).unwrap();
    }
    // An operation that never ends is not waited for, and Terraform need not kill the process,
    // which its log would report.
    work.trace();
    work.set("KITCHEN_CLOSES", "600");
    let run = work.apply();
    ends(sign(&file("closing")), Duration::from_secs(60));
    assert!(!file("closed").exists());
    assert!(run.log().contains("plugin process exited"));
    assert!(!run.log().contains("plugin failed to exit gracefully"));
    work.unset("KITCHEN_CLOSES");
    work.destroy();
    work.clean();
}

/// All logs together.
fn size(work: &Path) -> u64 {
    let logs = std::fs::read_dir(work.join("logs")).unwrap();
    logs.map(|log| log.unwrap().metadata().unwrap().len()).sum()
}
