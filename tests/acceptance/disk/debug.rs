//! `--debug`: Terraform uses a process that was started manually.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::DISK;
use sdk_tests::terraform::{Plugin, Workspace, address};
use serde_json::Value as Json;

/// Ends with the test, however that ends.
pub(crate) struct Debugged(Child);

impl Debugged {
    pub(crate) fn is_running(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }
}

impl Drop for Debugged {
    fn drop(&mut self) {
        // It may have ended, as it should.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const IMAGE: &str = "resource \"disk_image\" \"a\" {\n  name = \"a\"\n  size_mb = SIZE\n}\n";

/// Starts the provider in debug mode, for every later command of the workspace.
pub(super) fn debug(work: &Workspace) -> Debugged {
    started(
        work,
        DISK,
        ("DISK_DIRECTORY", &work.path().join("debugged")),
    )
}

/// The same for any provider, with these environment variables.
pub(crate) fn started(
    work: &Workspace,
    plugin: Plugin,
    (variable, directory): (&str, &std::path::Path),
) -> Debugged {
    let address = address(plugin.name);
    let mut debugged = Command::new(plugin.binary);
    debugged
        .args(["--debug", &address])
        .env(variable, directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut debugged = Debugged(debugged.spawn().expect("the provider starts"));
    let output = BufReader::new(debugged.0.stdout.take().expect("a pipe"));
    // The user copies a single assignment.
    let line = output
        .lines()
        .map_while(Result::ok)
        .find(|line| line.contains("TF_REATTACH_PROVIDERS="))
        .expect("it prints what to set");
    let (_, value) = line.split_once("TF_REATTACH_PROVIDERS=").unwrap();
    let value = value.trim().trim_matches('\'');
    let reattach: Json = serde_json::from_str(value).expect("the value is JSON");
    let entry = &reattach[address];
    assert_eq!(entry["Pid"], debugged.0.id());
    assert_eq!(entry["ProtocolVersion"], 6);
    work.set("TF_REATTACH_PROVIDERS", value);
    debugged
}

/// Terraform opens a connection with separate settings for each alias and for each test run, and
/// closes none of them before it ends.
#[test]
fn a_debugged_process_serves_many_aliases_and_test_runs() {
    let Some(work) = Workspace::new(&[DISK]) else {
        return;
    };
    let mut debugged = debug(&work);
    let directory = |number: usize| work.path().join(format!("disks-{number}"));
    let mut config = String::new();
    for number in 0..24 {
        config += &format!(
            "provider \"disk\" {{\n  alias = \"a{number}\"\n  directory = \"{}\"\n}}\n\
             resource \"disk_image\" \"a{number}\" {{\n  provider = disk.a{number}\n  \
             name = \"n{number}\"\n  size_mb = 2\n}}\n",
            directory(number).display()
        );
    }
    work.main(&config);
    work.apply();
    work.nothing_to_do();
    for number in 0..24 {
        let made = std::fs::read_dir(directory(number)).expect("its directory");
        let names: Vec<_> = made.map(|file| file.unwrap().file_name()).collect();
        let own = |name: &std::ffi::OsString| {
            let name = name.to_string_lossy();
            name.split('.').next() == Some(&*format!("n{number}"))
        };
        assert!(names.iter().any(own), "{number}: {names:?}");
    }
    work.destroy();

    work.main(
        "variable \"size\" {\n  type = number\n}\n\
         resource \"disk_image\" \"a\" {\n  name = \"a\"\n  size_mb = var.size\n}\n",
    );
    let mut test = String::new();
    for number in 0..30 {
        let command = ["apply", "plan"][number % 2];
        let size = 2 + number / 2;
        test += &format!(
            "run \"r{number}\" {{\n  command = {command}\n  variables {{\n    size = {size}\n  }}\n  assert {{\n    \
             condition = disk_image.a.size_mb == {size}\n    error_message = \"no\"\n  }}\n}}\n"
        );
    }
    work.write("tests/many.tftest.hcl", &test);
    work.terraform(&["test"])
        .succeeded()
        .says("30 passed, 0 failed");
    assert!(debugged.0.try_wait().unwrap().is_none());
    work.clean();
}

#[test]
fn terraform_uses_the_debugged_process() {
    let Some(work) = Workspace::new(&[DISK]) else {
        return;
    };
    let mut debugged = debug(&work);

    // Several commands use the one process: its directory is not the one Terraform would choose.
    work.main(&IMAGE.replace("SIZE", "3"));
    assert_eq!(work.plan().action("disk_image.a"), "create");
    work.apply();
    work.nothing_to_do();
    let made = || {
        std::fs::read_dir(work.path().join("debugged"))
            .unwrap()
            .count()
    };
    assert!(made() > 0, "nothing was made by the debugged process");
    assert!(!work.path().join("disks").exists());
    work.main(&IMAGE.replace("SIZE", "4"));
    work.apply();
    assert_eq!(work.state().object("disk_image.a").get("size_mb"), 4);
    work.destroy();
    assert!(
        debugged.0.try_wait().unwrap().is_none(),
        "it ended by itself"
    );

    // An interrupt ends it, in order.
    let id = debugged.0.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let start = Instant::now();
    let status = loop {
        if let Some(status) = debugged.0.try_wait().unwrap() {
            break status;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "it goes on");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
    // Afterwards Terraform finds no process.
    work.terraform(&["plan"]).failed();
    let said = work.outputs().to_lowercase();
    assert!(
        !work.complaints().is_empty()
            || said.contains("failed to")
            || said.contains("reattachment process not found")
    );
}
