//! A program with tokio's `main`: `run` starts its own runtimes, which tokio rejects inside
//! another.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::mem::Mem;

/// Which of tokio's runtimes, for the process that runs in it.
const FLAVOR: &str = "UNDER_TOKIO";

/// The program itself, in a separate process; does nothing in an ordinary run. Its name is also its
/// first argument, which both the test harness and the program read.
#[test]
fn help() -> ExitCode {
    let runtime = match std::env::var(FLAVOR).as_deref() {
        Ok("multi_thread") => tokio::runtime::Builder::new_multi_thread().build(),
        Ok(_) => tokio::runtime::Builder::new_current_thread().build(),
        Err(_) => return ExitCode::SUCCESS,
    };
    let runtime = runtime.expect("a runtime");
    runtime.block_on(async { schema_provider::run::<Mem>() })
}

/// The time limit for anything to happen.
const LIMIT: Duration = Duration::from_secs(60);

fn started(flavor: &str, by_terraform: bool) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command
        .arg("help")
        .env(FLAVOR, flavor)
        .env("RUST_TEST_NOCAPTURE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if by_terraform {
        let cookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
        command
            .env("TF_PLUGIN_MAGIC_COOKIE", cookie)
            .env("PLUGIN_PROTOCOL_VERSIONS", "5,6");
    }
    command.spawn().expect("started")
}

#[test]
fn the_runner_works_under_tokio_main() {
    for flavor in ["multi_thread", "current_thread"] {
        let mut child = started(flavor, false);
        let began = Instant::now();
        // Its output fits into the pipe.
        while child.try_wait().expect("a process").is_none() {
            if began.elapsed() > LIMIT {
                child.kill().expect("killed");
                panic!("{flavor}: it does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let done = child.wait_with_output().expect("output");
        let text = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success(), "{flavor}: {text}");
        for word in ["plan", "apply", "validate"] {
            assert!(text.contains(&format!("  {word}")), "{flavor}: {text}");
        }
    }
}

#[test]
fn terraform_is_served_under_tokio_main() {
    for flavor in ["multi_thread", "current_thread"] {
        let mut child = started(flavor, true);
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            // It follows the output of the test harness.
            let mut lines = output.lines().map_while(Result::ok);
            let line = lines.find(|line| line.contains("|tcp|") || line.contains("|unix|"));
            // Nobody waits any more after the limit.
            let _ = tell.send(line);
        });
        let line = told.recv_timeout(LIMIT);
        child.kill().expect("killed");
        child.wait().expect("ended");
        let line = line.ok().flatten();
        let line = line.unwrap_or_else(|| panic!("{flavor}: it tells no address"));
        assert!(line.contains("1|6|") || line.contains("1|5|"), "{line}");
    }
}
