//! Runs Terraform directly, for commands that the harness has no step for.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::cluster::TestDatabase;
use super::programs::say;

/// A folder with a configuration and the provider's program.
pub struct Folder {
    place: tempfile::TempDir,
    program: PathBuf,
    version: (u32, u32),
}

/// The outcome of a command.
pub struct Done {
    line: String,
    succeeded: bool,
    text: String,
}

impl Folder {
    /// A folder whose provider is superuser in this database; without `TF_ACC=1`, `None` and a
    /// notice. `TF_ACC_TERRAFORM_PATH` names the program.
    pub fn new(db: &TestDatabase<'_>) -> Option<Folder> {
        let wanted = std::env::var("TF_ACC").is_ok_and(|value| !["", "0"].contains(&&*value));
        let test = std::thread::current();
        let test = test.name().unwrap_or("a test");
        if !wanted {
            say(&format!(
                "SKIPPED: {test}: set TF_ACC=1 to run it with terraform"
            ));
            return None;
        }
        let named = std::env::var_os("TF_ACC_TERRAFORM_PATH").filter(|named| !named.is_empty());
        let mut folder = Folder {
            place: tempfile::tempdir().expect("a folder"),
            program: named.unwrap_or_else(|| "terraform".into()).into(),
            version: (0, 0),
        };
        let provider = PathBuf::from(env!("CARGO_BIN_EXE_terraform-provider-postgresql"));
        folder.write(
            "terraform.rc",
            &format!(
                "provider_installation {{\n  dev_overrides {{\n    \"cyrilgdn/postgresql\" = {:?}\n  }}\n  direct {{}}\n}}\n",
                provider.parent().expect("its folder")
            ),
        );
        folder.write(
            "provider.tf",
            &format!(
                "terraform {{\n  required_providers {{\n    postgresql = {{\n      source = \"cyrilgdn/postgresql\"\n    }}\n  }}\n}}\n{}",
                db.provider_block()
            ),
        );
        let said = folder.terraform(&["version", "-json"]).succeeded();
        let said: serde_json::Value = serde_json::from_str(&said.text).expect("JSON");
        let version = said["terraform_version"].as_str().expect("a version");
        let mut numbers = version
            .split('.')
            .map(|number| number.parse().expect("a number"));
        folder.version = (numbers.next().expect("one"), numbers.next().expect("two"));
        Some(folder)
    }

    /// Whether Terraform has at least this version; otherwise reports that the test is skipped.
    pub fn is_at_least(&self, version: (u32, u32), reason: &str) -> bool {
        let is = self.version >= version;
        if !is {
            let test = std::thread::current();
            let test = test.name().unwrap_or("a test");
            say(&format!(
                "SKIPPED: {test}: this terraform is too old: {reason}"
            ));
        }
        is
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.place.path().join(name), text).expect("a file");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.place.path().join(name)).expect("a file")
    }

    pub fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.place.path().join(name));
    }

    pub fn terraform(&self, line: &[&str]) -> Done {
        self.run(line, &[])
    }

    /// A command whose log, including the provider's, is appended to the file `trace.log`.
    pub fn traced(&self, line: &[&str]) -> Done {
        let log = self.place.path().join("trace.log").display().to_string();
        self.run(line, &[("TF_LOG", "TRACE"), ("TF_LOG_PATH", &log)])
    }

    fn run(&self, line: &[&str], environment: &[(&str, &str)]) -> Done {
        let mut command = Command::new(&self.program);
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("TF_") || name.starts_with("PG") {
                command.env_remove(&*name);
            }
        }
        let output = command
            .args(line)
            .current_dir(self.place.path())
            .env("TF_CLI_CONFIG_FILE", self.place.path().join("terraform.rc"))
            .env("TF_INPUT", "0")
            .env("TF_CLI_ARGS", "-no-color")
            .env("CHECKPOINT_DISABLE", "1")
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .output()
            .expect("terraform");
        // Terraform wraps messages into lines that begin with a bar.
        let text = [output.stdout, output.stderr].concat();
        Done {
            line: line.join(" "),
            succeeded: output.status.success(),
            text: String::from_utf8_lossy(&text).into_owned(),
        }
    }

    /// Asserts that a plan finds nothing to do.
    #[track_caller]
    pub fn nothing_to_do(&self) {
        self.terraform(&["plan", "-detailed-exitcode"]).succeeded();
    }
}

impl Done {
    #[track_caller]
    pub fn succeeded(self) -> Done {
        assert!(self.succeeded, "terraform {}:\n{}", self.line, self.text);
        self
    }

    /// Compares without regard to line breaks.
    #[track_caller]
    pub fn says(self, what: &str) -> Done {
        let words = self.text.replace(['│', '╷', '╵'], " ");
        let words: Vec<&str> = words.split_whitespace().collect();
        assert!(
            words.join(" ").contains(what),
            "{what:?} is not what terraform {} says:\n{}",
            self.line,
            self.text
        );
        self
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}
