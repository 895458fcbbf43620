//! The client of plugins: programs that are not plugins or misbehave, and what is left of them.

#![cfg(unix)]

mod bad_programs;
mod calls;
mod left_behind;
#[allow(unreachable_pub)]
#[path = "../../../src/programs.rs"]
mod programs;

use schema_client::Program;
use std::path::{Path, PathBuf};

/// The stub's program.
fn stub() -> Program {
    Program::new(env!("CARGO_BIN_EXE_stub-provider"))
}

/// A program that is this shell script.
fn script(directory: &Path, text: &str) -> PathBuf {
    let path = directory.join("program");
    programs::write_program(&path, &format!("#!/bin/sh\n{text}\n"));
    path
}

/// Whether the process exists.
fn lives(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat"));
    // A zombie does not count.
    status.is_ok_and(|status| !status.contains(") Z "))
}

/// Waits until the process no longer exists.
fn ended(process: u32) -> bool {
    (0..500).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        !lives(process)
    })
}
