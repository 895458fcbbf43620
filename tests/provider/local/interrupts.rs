//! Interrupts of a process whose threads all block.
#![cfg(unix)]

use std::io::Read as _;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::Bench;

/// The arguments of a command, for the process that runs it.
const ARGUMENTS: &str = "LOCAL_RUNNER_ARGUMENTS";

/// The command itself, in a separate process; does nothing in an ordinary run.
#[test]
fn command() -> ExitCode {
    let Ok(arguments) = std::env::var(ARGUMENTS) else {
        return ExitCode::SUCCESS;
    };
    let bench = Bench::new("interrupts");
    schema_provider::local::run_process(arguments.split(' '), bench.instance())
}

/// Waits until a process handles interrupts: before, one would kill it.
fn listens(process: u32) {
    let Ok(mut status) = std::fs::read_to_string(format!("/proc/{process}/status")) else {
        // Another system: it has had time enough.
        return std::thread::sleep(Duration::from_secs(3));
    };
    const INTERRUPT: u64 = 1 << 1;
    for _ in 0..6000 {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        if mask.is_some_and(|mask| mask & INTERRUPT != 0) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
        status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    }
    panic!("it handles no interrupt");
}

#[test]
fn the_third_interrupt_ends_blocking_code() {
    // A validator that does not return, once for each thread and more.
    let blocking: String = (0..4)
        .map(|i| {
            format!("resource \"mem_tag\" \"t{i}\" {{\n  on = \"x\"\n  text = \"never\"\n}}\n")
        })
        .collect();
    let pipe = |bench: &Bench| {
        let made = Command::new("mkfifo").arg(bench.path("main.tf")).status();
        assert!(made.expect("mkfifo").success());
    };
    for signal in ["INT", "TERM"] {
        for blocks_in_pipe in [false, true] {
            let bench = Bench::new("interrupts");
            if blocks_in_pipe {
                pipe(&bench);
            } else {
                bench.config(&blocking);
            }
            let directory = bench.path("");
            let mut child = Command::new(std::env::current_exe().expect("this program"))
                .args(["--exact", "--nocapture", "interrupts::command"])
                .env(ARGUMENTS, "plan")
                .current_dir(directory)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("started");
            listens(child.id());
            // Until its code blocks.
            std::thread::sleep(Duration::from_secs(2));
            let started = Instant::now();
            let mut sent = 0;
            let status = loop {
                if let Some(status) = child.try_wait().expect("status") {
                    break status;
                }
                if sent < 3 {
                    let id = child.id().to_string();
                    let done = Command::new("kill").args(["-s", signal, &id]).status();
                    assert!(done.expect("kill").success());
                    sent += 1;
                }
                if started.elapsed() > Duration::from_secs(60) {
                    child.kill().expect("killed");
                    panic!("{signal} {blocks_in_pipe}: the third interrupt did not end it");
                }
                // Two at the same moment are one.
                std::thread::sleep(Duration::from_secs(1));
            };
            let mut errors = String::new();
            let mut stderr = child.stderr.take().expect("piped");
            stderr.read_to_string(&mut errors).expect("text");
            assert_eq!((sent, status.code()), (3, Some(1)), "{errors}");
            assert!(
                errors.contains("Interrupted for the third time"),
                "{errors}"
            );
        }
    }
}
