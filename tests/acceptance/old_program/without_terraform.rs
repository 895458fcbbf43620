//! The harness and the local runner start the old program too.

#[path = "../../providers/moving/front.rs"]
mod front;
#[path = "../../providers/moving/kept.rs"]
mod kept;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use schema_provider::testing::{ComplaintKind, ProviderTest, Step, creates, updates};

use super::{MOVING, thing};

/// The old program in Rust and, if Go is installed, the one in Go.
fn old_programs(directory: &Path) -> Vec<PathBuf> {
    let ours = directory.join("terraform-provider-moving-old");
    std::os::unix::fs::symlink(MOVING.binary, &ours).unwrap();
    std::iter::once(ours)
        .chain(sdk_tests::go_peer::built("old"))
        .collect()
}

const EXTRA: &str = "resource \"old_extra\" \"a\" {\n  name = \"a\"\n}\n";

#[test]
fn the_harness_applies_unported_and_unknown_types_of_the_old_program() {
    let directory = tempfile::tempdir().unwrap();
    for program in old_programs(directory.path()) {
        let all = |plain| format!("{}{EXTRA}", thing(plain));
        let mut test = ProviderTest::new::<front::Moving>()
            .env("MOVING_OLD_PROGRAM", program.display().to_string());
        if !program.starts_with(directory.path()) {
            // A default of SDKv2 breaks Terraform's rules.
            test = test.expects(ComplaintKind::Tolerated);
        }
        test.step(
            Step::apply(all("small"))
                .plans(creates("old_thing.a"))
                .plans(creates("old_extra.a"))
                .plans(creates("old_own.b")),
        )
        .step(Step::apply(all("large")).plans(updates("old_thing.a")))
        .step(Step::plan(all("medium")).fails("plain"))
        .run();
    }
}

struct Local {
    directory: tempfile::TempDir,
    program: PathBuf,
}

impl Local {
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(MOVING.binary);
        command
            .args(arguments)
            .current_dir(self.directory.path())
            .env("MOVING_OLD_PROGRAM", &self.program);
        command.output().unwrap()
    }

    #[track_caller]
    fn succeeds(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}{errors}");
        text
    }

    fn main(&self, text: &str) {
        std::fs::write(self.directory.path().join("main.tf"), text).unwrap();
    }
}

#[test]
fn the_local_runner_applies_types_of_the_old_program() {
    let programs = tempfile::tempdir().unwrap();
    for program in old_programs(programs.path()) {
        let here = Local {
            directory: tempfile::tempdir().unwrap(),
            program,
        };
        here.main(&format!("{}{EXTRA}", thing("small")));
        here.succeeds(&["validate"]);
        let text = here.succeeds(&["apply", "-auto-approve"]);
        assert!(text.contains("3 added"), "{text}");
        here.succeeds(&["plan", "-detailed-exitcode"]);
        let state = std::fs::read_to_string(here.directory.path().join("old.state.json"));
        assert!(state.unwrap().contains("\"made\""));
        here.main(&format!("{}{EXTRA}", thing("large")));
        let text = here.succeeds(&["apply", "-auto-approve"]);
        assert!(text.contains("1 changed"), "{text}");
        let text = here.succeeds(&["destroy", "-auto-approve"]);
        assert!(text.contains("3 destroyed"), "{text}");
    }
}

/// One diagnostic with the remedy, and no command without the old program.
#[test]
fn the_local_runner_reports_a_missing_old_program() {
    let here = Local {
        directory: tempfile::tempdir().unwrap(),
        program: "/nowhere/terraform-provider-old".into(),
    };
    here.main(EXTRA);
    let output = here.run(&["plan"]);
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr);
    for words in [
        "The old program terraform-provider-old cannot be used",
        "name its file in the environment variable MOVING_OLD_PROGRAM",
    ] {
        assert!(text.contains(words), "{text}");
    }
}
