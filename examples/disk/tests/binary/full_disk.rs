//! A disk that is full, and a limit on the size of files.
#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value as Json;

use crate::common::{Bench, Done};

/// Images with labels that take room in the state.
fn images(count: usize) -> String {
    let label = "x".repeat(1500);
    (0..count)
        .map(|i| {
            format!(
                "resource \"disk_image\" \"i{i}\" {{\n  name    = \"i{i}\"\n  size_mb = 2\n  \
                 labels  = {{ team = \"{label}\" }}\n}}\n"
            )
        })
        .collect()
}

/// A file system of 16 KiB, for as long as this lives.
struct Small(PathBuf);

impl Small {
    fn mount(path: PathBuf) -> Option<Self> {
        fs::create_dir(&path).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=16k", "tmpfs"])
            .arg(&path)
            .output();
        mounted
            .is_ok_and(|done| done.status.success())
            .then_some(Small(path))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

fn names(state: &Json) -> Vec<&str> {
    let resources = state["resources"].as_array().unwrap();
    resources
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect()
}

/// The images that exist.
fn made(bench: &Bench) -> Vec<String> {
    let mut made: Vec<String> = bench
        .files()
        .into_iter()
        .filter_map(|(name, _)| {
            Some(
                name.strip_prefix("disks/")?
                    .strip_suffix(".img")?
                    .to_owned(),
            )
        })
        .collect();
    made.sort();
    made
}

#[track_caller]
fn told_last(done: &Done) {
    let last = done.errors.rsplit("Error: ").next().unwrap();
    assert!(
        last.starts_with("Failed to save the state"),
        "{}",
        done.errors
    );
}

#[test]
fn a_disk_that_fills_up_loses_no_object() {
    let bench = Bench::new(&images(8));
    let Some(small) = Small::mount(bench.path("small")) else {
        // Past the capture of the test's output.
        let _ = writeln!(
            std::io::stderr(),
            "a_disk_that_fills_up_loses_no_object is skipped: only root can mount a small disk"
        );
        return;
    };
    let temporary = bench.path("temporary");
    fs::create_dir(&temporary).unwrap();
    let line = "apply -auto-approve -state=small/s.json";
    let done = bench
        .run_env(line, "TMPDIR", temporary.to_str().unwrap())
        .bad();
    told_last(&done);
    let made = made(&bench);
    assert!(!made.is_empty() && made.len() < 8, "{made:?}");
    let copies: Vec<PathBuf> = fs::read_dir(&temporary)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let [copy] = &copies[..] else {
        panic!("{copies:?}");
    };
    assert!(
        done.errors.contains(copy.to_str().unwrap()),
        "{}",
        done.errors
    );
    let saved: Json = serde_json::from_slice(&fs::read(copy).unwrap()).unwrap();
    assert_eq!(names(&saved), made);
    // The state on the disk is the one before, and whole.
    let state: Json =
        serde_json::from_slice(&fs::read(bench.path("small/s.json")).unwrap()).unwrap();
    assert_eq!(names(&state), made[..made.len() - 1]);
    // The disk holds what was reported as complete.
    assert_eq!(
        done.output.matches("Creation complete").count(),
        made.len() - 1
    );
    // With the copy in its place all goes on.
    fs::rename(copy, bench.path("s.json")).unwrap();
    let count = 8 - made.len();
    bench
        .run("apply -auto-approve -state=s.json")
        .good()
        .says(&format!("{count} added, 0 changed, 0 destroyed"));
    drop(small);
}

#[test]
fn with_a_disk_that_is_full_nothing_is_begun() {
    let bench = Bench::new(&images(4));
    // No file may have any content: the state's no more than others.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" apply -auto-approve";
    let done: Done = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_terraform-provider-disk")])
        .current_dir(bench.path(""))
        .output()
        .unwrap()
        .into();
    let done = done.bad().warns("Nothing was started");
    told_last(&done);
    assert!(!done.output.contains("Creating..."), "{}", done.output);
    assert!(!bench.path("disks").exists());
    assert!(!bench.state_path().exists());
}
