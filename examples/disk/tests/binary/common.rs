//! What drives the binary: a directory with a configuration, and what a command did.

use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

/// Bytes in a MiB.
pub const MIB: u64 = 1 << 20;

/// An image of 8 MiB with one partition.
pub const ONE: &str = r#"
resource "disk_image" "a" {
  name    = "a"
  size_mb = 8
  labels  = { team = "storage" }
  partition {
    label   = "boot"
    size_mb = 2
    kind    = "efi"
  }
}
"#;

/// A working directory. The images are in `disks` below it, as the provider's default says.
pub struct Bench(tempfile::TempDir);

/// What a command did.
#[derive(Debug)]
pub struct Done {
    pub code: Option<i32>,
    pub output: String,
    pub errors: String,
}

impl Bench {
    /// With this configuration.
    pub fn new(config: &str) -> Self {
        let bench = Bench(tempfile::tempdir().unwrap());
        bench.config(config);
        bench
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn config(&self, text: &str) {
        fs::write(self.path("main.tf"), text).unwrap();
    }

    /// Replaces text that must be in the configuration.
    pub fn edit(&self, from: &str, to: &str) {
        let old = fs::read_to_string(self.path("main.tf")).unwrap();
        assert!(old.contains(from), "no {from:?} in {old}");
        self.config(&old.replace(from, to));
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_terraform-provider-disk"));
        command
            .args(line.split(' ').filter(|word| !word.is_empty()))
            .current_dir(&self.0)
            .env_remove("DISK_DIRECTORY")
            .env_remove("NO_COLOR")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs a command line to its end.
    pub fn run(&self, line: &str) -> Done {
        self.command(line).output().unwrap().into()
    }

    /// The same with a variable in the environment.
    pub fn run_env(&self, line: &str, name: &str, value: &str) -> Done {
        self.command(line).env(name, value).output().unwrap().into()
    }

    /// The same while the user types.
    pub fn run_typing(&self, line: &str, typed: &str) -> Done {
        let mut child = self.command(line).stdin(Stdio::piped()).spawn().unwrap();
        // A program that asks nothing may be gone already.
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        child.wait_with_output().unwrap().into()
    }

    /// Starts a command and does not wait for it.
    pub fn start(&self, line: &str) -> Running {
        Running(Some(self.command(line).spawn().unwrap()))
    }

    /// Applies; must succeed.
    #[track_caller]
    pub fn apply(&self) -> Done {
        self.run("apply -auto-approve").good()
    }

    /// Plans; must succeed.
    #[track_caller]
    pub fn plan(&self) -> Done {
        self.run("plan").good()
    }

    /// Applies what changes nothing.
    #[track_caller]
    pub fn settled(&self) {
        let before = self.files();
        self.apply()
            .says("No changes. Your infrastructure matches the configuration.")
            .says("0 added, 0 changed, 0 destroyed")
            .lacks("changed outside");
        assert_eq!(self.files(), before, "files were touched");
    }

    /// The names of the files below `disks`, without the caches of digests, with when each was
    /// changed last.
    pub fn files(&self) -> Vec<(String, std::time::SystemTime)> {
        let mut found = Vec::new();
        for directory in ["disks", "disks/snapshots"] {
            let Ok(files) = fs::read_dir(self.path(directory)) else {
                continue;
            };
            for file in files {
                let file = file.unwrap();
                let name = file.file_name().into_string().unwrap();
                if file.file_type().unwrap().is_file() && !name.ends_with(".sha256") {
                    let changed = file.metadata().unwrap().modified().unwrap();
                    found.push((format!("{directory}/{name}"), changed));
                }
            }
        }
        found.sort();
        found
    }

    /// The names alone.
    pub fn names(&self) -> Vec<String> {
        self.files().into_iter().map(|(name, _)| name).collect()
    }

    pub fn image(&self, name: &str) -> PathBuf {
        self.path(&format!("disks/{name}.img"))
    }

    pub fn state_path(&self) -> PathBuf {
        self.path("disk.state.json")
    }

    /// The state file's text; empty if there is none.
    pub fn state_text(&self) -> String {
        fs::read_to_string(self.state_path()).unwrap_or_default()
    }

    pub fn state(&self) -> Json {
        serde_json::from_str(&self.state_text()).unwrap()
    }

    /// What the state holds of an object; null if nothing.
    pub fn stored(&self, address: &str) -> Json {
        let (ty, name) = address.split_once('.').unwrap();
        self.state()["resources"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["type"] == ty && one["name"] == name)
            .cloned()
            .unwrap_or(Json::Null)
    }

    /// The attributes of an object that must be in the state.
    pub fn attributes(&self, address: &str) -> Json {
        let stored = self.stored(address);
        assert!(stored.is_object(), "{address} is not in the state");
        stored["attributes"].clone()
    }

    /// Edits an object in the state file by hand.
    pub fn edit_state(&self, address: &str, edit: impl FnOnce(&mut Json)) {
        let (ty, name) = address.split_once('.').unwrap();
        let mut state = self.state();
        let one = state["resources"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .find(|one| one["type"] == ty && one["name"] == name)
            .unwrap();
        edit(one);
        fs::write(self.state_path(), state.to_string()).unwrap();
    }

    /// Fills a part of an image with data, so that a copy with a rate takes its time.
    pub fn fill(&self, name: &str, from_mib: u64, mib: u64) {
        let noise: Vec<u8> = (0..mib * MIB).map(|at| (at % 251) as u8 + 1).collect();
        write_at(&self.image(name), from_mib * MIB, &noise);
    }
}

/// Writes into a file that exists.
pub fn write_at(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        Done {
            code: output.status.code(),
            output: String::from_utf8(output.stdout).unwrap(),
            errors: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Done {
    /// It succeeded and complained of nothing.
    #[track_caller]
    pub fn good(self) -> Self {
        assert_eq!(self.code, Some(0), "{}\n{}", self.output, self.errors);
        assert_eq!(self.errors, "");
        self
    }

    /// It succeeded, and told that the command before it was killed.
    #[track_caller]
    pub fn good_after_a_kill(self) -> Self {
        assert_eq!(self.code, Some(0), "{}\n{}", self.output, self.errors);
        self.warns("Warning: A command ended in the middle of its work")
    }

    /// It failed with exit status 1, by a diagnostic and not by a panic.
    #[track_caller]
    pub fn bad(self) -> Self {
        assert_eq!(self.code, Some(1), "{}\n{}", self.output, self.errors);
        assert!(self.errors.contains("Error: "), "{}", self.errors);
        assert!(!self.errors.contains("panicked"), "{}", self.errors);
        self
    }

    #[track_caller]
    pub fn says(self, part: &str) -> Self {
        let text = &self.output;
        assert!(text.contains(part), "no {part:?} in:\n{text}");
        self
    }

    #[track_caller]
    pub fn lacks(self, part: &str) -> Self {
        let text = &self.output;
        assert!(!text.contains(part), "{part:?} is in:\n{text}");
        self
    }

    #[track_caller]
    pub fn warns(self, part: &str) -> Self {
        let text = &self.errors;
        assert!(text.contains(part), "no {part:?} in:\n{text}");
        self
    }

    /// The parts are there in this order.
    #[track_caller]
    pub fn in_order(self, parts: &[&str]) -> Self {
        let mut rest = &self.output[..];
        for part in parts {
            match rest.split_once(part) {
                Some((_, after)) => rest = after,
                None => panic!("no {part:?} in its place in:\n{}", self.output),
            }
        }
        self
    }

    /// One error has its place, its summary and its path.
    #[track_caller]
    pub fn error(&self, place: &str, parts: &[&str]) {
        let found = self.errors.split('╷').any(|one| {
            one.contains(&format!("on main.tf {place}:")) && parts.iter().all(|p| one.contains(p))
        });
        assert!(found, "{place} {parts:?}:\n{}", self.errors);
    }
}

/// A command that was started; it is killed if its test ends before it.
pub struct Running(Option<Child>);

impl Running {
    fn child(&mut self) -> &mut Child {
        self.0.as_mut().unwrap()
    }

    /// Reads its output until it has said this. What was read is returned.
    pub fn until(&mut self, part: &str) -> String {
        let started = Instant::now();
        let mut seen = Vec::new();
        let output = self.child().stdout.as_mut().unwrap();
        let mut byte = [0];
        while !String::from_utf8_lossy(&seen).contains(part) {
            let read = output.read(&mut byte).unwrap();
            let text = String::from_utf8_lossy(&seen);
            assert!(read == 1, "it ended without {part:?}:\n{text}");
            assert!(started.elapsed() < Duration::from_secs(30), "{text}");
            seen.push(byte[0]);
        }
        String::from_utf8(seen).unwrap()
    }

    /// Sends what Ctrl-C sends.
    pub fn interrupt(&mut self) {
        let script = format!("kill -INT {}", self.child().id());
        let sent = Command::new("sh").args(["-c", &script]).status().unwrap();
        assert!(sent.success());
    }

    /// Kills it as `kill -9` does, and waits until it no longer exists.
    pub fn kill(&mut self) {
        self.child().kill().unwrap();
        self.child().wait().unwrap();
    }

    /// Waits until it ends by itself.
    pub fn done(mut self) -> Done {
        self.0.take().unwrap().wait_with_output().unwrap().into()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
