//! The real Terraform with the provider in memory; only with `TF_ACC=1`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory in which the program terraform runs.
struct Workspace(tempfile::TempDir, PathBuf);

/// `None`, and a notice, unless acceptance tests are enabled.
fn workspace() -> Option<Workspace> {
    let terraform = schema_provider::testing::terraform_program()?;
    let work = Workspace(tempfile::tempdir().unwrap(), terraform);
    let bin = work.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(program(), bin.join("terraform-provider-mem")).unwrap();
    let overrides = format!("\"example/mem\" = \"{}\"", bin.display());
    let text = format!("provider_installation {{\n  dev_overrides {{ {overrides} }}\n}}\n");
    std::fs::write(work.path().join("terraform.rc"), text).unwrap();
    Some(work)
}

/// The example `mem`. Cargo builds it before all tests, but not before this one alone; for the
/// whole workspace, since for one package alone its dependencies would have other features.
fn program() -> PathBuf {
    let build = ["build", "--quiet", "--workspace", "--example", "mem"];
    let built = Command::new(env!("CARGO")).args(build).status();
    assert!(built.unwrap().success());
    let tests = std::env::current_exe().unwrap();
    let target = tests.parent().and_then(Path::parent).unwrap();
    target.join("examples/mem")
}

impl Workspace {
    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes the configuration: one thing with these arguments.
    fn thing(&self, arguments: &str) {
        let remote = self.path().join("remote.json");
        let text = format!(
            "terraform {{\n  required_providers {{\n    mem = {{ source = \"example/mem\" }}\n  }}\n}}\n\
             provider \"mem\" {{\n  remote = \"{}\"\n}}\n\
             resource \"mem_thing\" \"t\" {{\n{arguments}\n}}\n",
            remote.display()
        );
        std::fs::write(self.path().join("main.tf"), text).unwrap();
    }

    fn terraform(&self, arguments: &[&str]) -> Output {
        Command::new(&self.1)
            .args(arguments)
            .current_dir(self.path())
            .env("TF_CLI_CONFIG_FILE", self.path().join("terraform.rc"))
            .env("TF_LOG_PATH", self.path().join("log"))
            .env("TF_LOG", "TRACE")
            .env("CHECKPOINT_DISABLE", "1")
            .output()
            .expect("terraform runs")
    }

    fn apply(&self) -> (bool, String) {
        let output = self.terraform(&["apply", "-auto-approve", "-no-color"]);
        (output.status.success(), text(&output))
    }

    /// The one object in the state, and its status.
    fn state(&self) -> Option<serde_json::Value> {
        let text = std::fs::read(self.path().join("terraform.tfstate")).ok()?;
        let state: serde_json::Value = serde_json::from_slice(&text).unwrap();
        state["resources"][0]["instances"].get(0).cloned()
    }

    /// Terraform's messages about a provider that breaks its rules.
    fn complaints(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.path().join("log")).unwrap_or_default();
        let words = [
            "invalid plan",
            "inconsistent result",
            "inconsistent final plan",
            "legacy plugin SDK",
            "plugin crashed",
        ];
        log.lines()
            .filter(|line| words.iter().any(|word| line.contains(word)))
            .map(str::to_owned)
            .collect()
    }
}

/// The output, without the frame and the line breaks of messages.
fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    let all = format!(
        "{}\n{}",
        String::from_utf8_lossy(out),
        String::from_utf8_lossy(err)
    );
    let words = all
        .split_whitespace()
        .filter(|word| !["│", "╷", "╵"].contains(word));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_life() {
    let Some(work) = workspace() else {
        return;
    };
    work.thing("  name = \"a\"\n  secret = \"canary-7\"\n  disk {\n    size = 1\n  }");
    let (done, text) = work.apply();
    assert!(done, "{text}");
    let plan = work.terraform(&["plan", "-detailed-exitcode", "-no-color"]);
    assert_eq!(plan.status.code(), Some(0), "{}", self::text(&plan));
    // A timeout alone is a change without a call to the provider.
    work.thing(
        "  name = \"a\"\n  timeouts {\n    delete = \"9s\"\n  }\n  disk {\n    size = 1\n  }",
    );
    let (done, text) = work.apply();
    assert!(done && text.contains("1 changed"), "{text}");
    work.thing("  name = \"a\"\n  size = 9\n  note = \"x\"");
    let (done, text) = work.apply();
    assert!(done && text.contains("1 changed"), "{text}");
    work.thing("  name = \"b\"");
    let (done, text) = work.apply();
    assert!(
        done && text.contains("1 added") && text.contains("1 destroyed"),
        "{text}"
    );
    let destroyed = work.terraform(&["destroy", "-auto-approve", "-no-color"]);
    assert!(self::text(&destroyed).contains("1 destroyed"));
    assert_eq!(work.complaints(), [""; 0]);
    let kept = std::fs::read_to_string(work.path().join("terraform.tfstate.backup")).unwrap();
    assert!(!kept.contains("canary-7"));
}

#[test]
fn what_is_saved() {
    let Some(work) = workspace() else {
        return;
    };
    // (a) A panic after the id: tainted, and replaced next time, when delete finds everything.
    work.thing("  name = \"a\"\n  size = 4\n  flaw = \"create.after=panic\"");
    let (done, text) = work.apply();
    assert!(
        !done && text.contains("the provider panicked in create"),
        "{text}"
    );
    assert!(text.contains("a panic in create.after"), "{text}");
    let state = work.state().expect("an object");
    assert_eq!(state["status"], "tainted");
    assert_eq!(state["attributes"]["id"], "id-a");
    assert_eq!(state["attributes"]["size"], 4);
    work.thing("  name = \"a\"\n  size = 4");
    let (done, text) = work.apply();
    assert!(
        done && text.contains("1 added") && text.contains("1 destroyed"),
        "{text}"
    );

    // (b) An update that fails: as before.
    work.thing("  name = \"a\"\n  size = 5\n  flaw = \"update=panic\"");
    let (done, text) = work.apply();
    assert!(
        !done && text.contains("the provider panicked in update"),
        "{text}"
    );
    let state = work.state().expect("an object");
    assert_eq!(state["attributes"]["size"], 4);
    assert!(state.get("status").is_none());

    // (c) A result that contradicts the plan: saved, with our text instead of Terraform's.
    work.thing("  name = \"a\"\n  size = 6\n  flaw = \"update.uuid\"");
    let (done, text) = work.apply();
    assert!(
        !done && text.contains("the result contradicts the plan"),
        "{text}"
    );
    assert!(text.contains("when_changed"), "{text}");
    let state = work.state().expect("an object");
    assert_eq!(state["attributes"]["uuid"], "another");
    assert_eq!(state["attributes"]["size"], 6);

    // (d) Partial mode.
    work.thing(
        "  name = \"a\"\n  size = 7\n  labels = { x = \"y\" }\n  flaw = \"update.partial=error\"",
    );
    let (done, text) = work.apply();
    assert!(
        !done && text.contains("update.partial went wrong"),
        "{text}"
    );
    let state = work.state().expect("an object");
    assert_eq!(state["attributes"]["size"], 7);
    assert_eq!(state["attributes"]["labels"], serde_json::Value::Null);

    // (e) A delete that fails.
    work.thing("  name = \"b\"\n  size = 7\n  flaw = \"delete=error\"");
    let (done, text) = work.apply();
    assert!(done, "{text}");
    let destroyed = work.terraform(&["destroy", "-auto-approve", "-no-color"]);
    assert!(!destroyed.status.success());
    assert!(work.state().is_some());
    assert_eq!(work.complaints(), [""; 0]);
}
