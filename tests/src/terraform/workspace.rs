//! [`Workspace`]: a directory in which Terraform runs.

use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value as Json;

use super::plan::Plan;
use super::run::Run;
use super::state::State;
use super::{Complaint, Kind};

/// How much is logged.
const LOG: &str = "TF_LOG";
const TRACE: &str = "TRACE";

/// A provider's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// The provider's name.
    pub name: &'static str,
    /// The program.
    pub binary: &'static str,
}

/// The source address of a provider in these tests.
#[must_use]
pub fn address(name: &str) -> String {
    format!("example.com/sdk/{name}")
}

/// A directory with a configuration and with providers that Terraform finds.
#[derive(Debug)]
pub struct Workspace {
    directory: tempfile::TempDir,
    terraform: PathBuf,
    variables: RefCell<Vec<(String, OsString)>>,
    runs: RefCell<Vec<Run>>,
    judged: Cell<bool>,
}

impl Workspace {
    /// A workspace in which Terraform finds these providers through a development override;
    /// nothing where acceptance tests are not asked for.
    ///
    /// # Panics
    /// The directory cannot be made, or Terraform is missing in CI.
    #[must_use]
    #[track_caller]
    pub fn new(plugins: &[Plugin]) -> Option<Self> {
        let terraform = schema_provider::testing::terraform_program()?;
        Some(Self::overriding(terraform, plugins))
    }

    /// The same for what only a Terraform from this version on can do, and why; nothing where the
    /// one that is there is older.
    ///
    /// # Panics
    /// The directory cannot be made, or Terraform is missing in CI.
    #[must_use]
    #[track_caller]
    pub fn since(version: &str, reason: &str, plugins: &[Plugin]) -> Option<Self> {
        let terraform = schema_provider::testing::terraform_program_since(version, reason)?;
        Some(Self::overriding(terraform, plugins))
    }

    fn overriding(terraform: PathBuf, plugins: &[Plugin]) -> Self {
        let work = Self::empty(terraform);
        let mut overrides = String::new();
        for plugin in plugins {
            let directory = work.path().join("bin").join(plugin.name);
            let file = directory.join(format!("terraform-provider-{}", plugin.name));
            link(plugin, &file);
            let source = address(plugin.name);
            overrides += &format!("    \"{source}\" = \"{}\"\n", directory.display());
        }
        work.write(
            "terraform.rc",
            &format!("provider_installation {{\n  dev_overrides {{\n{overrides}  }}\n}}\n"),
        );
        work.require(plugins, "");
        work
    }

    /// The same with a filesystem mirror, as installed providers are found: `terraform init` is
    /// needed, and writes a lock file.
    ///
    /// # Panics
    /// The directory cannot be made, or Terraform is missing in CI.
    #[must_use]
    #[track_caller]
    pub fn with_mirror(plugins: &[Plugin], version: &str) -> Option<Self> {
        let work = Self::empty(schema_provider::testing::terraform_program()?);
        let mirror = work.path().join("mirror");
        for plugin in plugins {
            let (name, source) = (plugin.name, address(plugin.name));
            let file = format!(
                "{source}/{version}/{}/terraform-provider-{name}_v{version}",
                platform()
            );
            link(plugin, &mirror.join(file));
        }
        work.write(
            "terraform.rc",
            &format!(
                "provider_installation {{\n  filesystem_mirror {{\n    path = \"{}\"\n  }}\n}}\n",
                mirror.display()
            ),
        );
        work.require(plugins, &format!(", version = \"{version}\""));
        Some(work)
    }

    fn empty(terraform: PathBuf) -> Self {
        let directory = tempfile::tempdir().expect("there is room for a directory");
        std::fs::create_dir(directory.path().join("logs")).expect("it can be written");
        Workspace {
            directory,
            terraform,
            variables: RefCell::default(),
            runs: RefCell::default(),
            judged: Cell::new(false),
        }
    }

    fn require(&self, plugins: &[Plugin], version: &str) {
        let required: String = plugins
            .iter()
            .map(|plugin| {
                let source = address(plugin.name);
                format!(
                    "    {} = {{ source = \"{source}\"{version} }}\n",
                    plugin.name
                )
            })
            .collect();
        self.write(
            "providers.tf",
            &format!("terraform {{\n  required_providers {{\n{required}  }}\n}}\n"),
        );
    }

    /// The directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Writes a file, with its directories.
    ///
    /// # Panics
    /// It cannot be written.
    pub fn write(&self, file: &str, text: &str) {
        let path = self.path().join(file);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).expect("the directory can be made");
        }
        std::fs::write(path, text).expect("the file can be written");
    }

    /// Writes `main.tf`.
    ///
    /// # Panics
    /// It cannot be written.
    pub fn main(&self, text: &str) {
        self.write("main.tf", text);
    }

    /// Sets an environment variable for Terraform and the providers.
    pub fn set(&self, name: &str, value: impl Into<OsString>) {
        let mut variables = self.variables.borrow_mut();
        variables.retain(|(known, _)| known != name);
        variables.push((name.to_owned(), value.into()));
    }

    /// Has Terraform and the providers log everything from now on, for tests that look for
    /// something in the log. It costs them time where there are hundreds of objects.
    pub fn trace(&self) {
        self.set(LOG, TRACE);
    }

    /// Takes back an environment variable that was set.
    pub fn unset(&self, name: &str) {
        self.variables
            .borrow_mut()
            .retain(|(known, _)| known != name);
    }

    fn command(&self, arguments: &[&str]) -> (Command, PathBuf) {
        let number = self.runs.borrow().len();
        let word = arguments.first().copied().unwrap_or("nothing");
        let log = self.path().join(format!("logs/{number:02}-{word}.log"));
        let mut command = Command::new(&self.terraform);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("TF_") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .current_dir(self.path())
            .env("TF_CLI_CONFIG_FILE", self.path().join("terraform.rc"))
            .env("TF_CLI_ARGS", "-no-color")
            .env("TF_INPUT", "0")
            // Terraform's complaints are warnings and errors.
            .env(LOG, "WARN")
            .env("TF_LOG_PATH", &log)
            .env("CHECKPOINT_DISABLE", "1")
            .envs(
                self.variables
                    .borrow()
                    .iter()
                    .map(|(name, value)| (name, value)),
            )
            .stdin(Stdio::null());
        (command, log)
    }

    /// Runs `terraform` to its end.
    ///
    /// # Panics
    /// It cannot be started.
    pub fn terraform(&self, arguments: &[&str]) -> Run {
        let (mut command, log) = self.command(arguments);
        let output = command.output().expect("terraform runs");
        self.keep(Run::new(arguments.join(" "), &output, log, self.traces()))
    }

    fn traces(&self) -> bool {
        let variables = self.variables.borrow();
        variables
            .iter()
            .any(|(name, value)| name == LOG && value == TRACE)
    }

    fn keep(&self, run: Run) -> Run {
        self.runs.borrow_mut().push(run.clone());
        run
    }

    /// Starts `terraform`; `during` may look at it and end it, and gets what it wrote afterwards.
    ///
    /// # Panics
    /// It cannot be started.
    pub fn during(&self, arguments: &[&str], during: impl FnOnce(&mut Child)) -> Run {
        let (mut command, log) = self.command(arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("terraform runs");
        during(&mut child);
        let output = child.wait_with_output().expect("terraform ends");
        self.keep(Run::new(arguments.join(" "), &output, log, self.traces()))
    }

    /// `terraform apply -auto-approve`, which must succeed.
    ///
    /// # Panics
    /// It does not.
    #[track_caller]
    pub fn apply(&self) -> Run {
        self.terraform(&["apply", "-auto-approve"]).succeeded()
    }

    /// `terraform apply -auto-approve`, which must fail.
    ///
    /// # Panics
    /// It does not.
    #[track_caller]
    pub fn apply_fails(&self) -> Run {
        self.terraform(&["apply", "-auto-approve"]).failed()
    }

    /// `terraform destroy -auto-approve`, which must succeed and leave nothing.
    ///
    /// # Panics
    /// It does not.
    #[track_caller]
    pub fn destroy(&self) -> Run {
        let run = self.terraform(&["destroy", "-auto-approve"]).succeeded();
        assert_eq!(self.state().count(), 0, "{}", self.state().json());
        run
    }

    /// `terraform plan`, which must succeed, as `terraform show -json` prints it.
    ///
    /// # Panics
    /// It does not succeed.
    #[track_caller]
    pub fn plan(&self) -> Plan {
        self.plan_with(&[])
    }

    /// The same with more arguments.
    ///
    /// # Panics
    /// It does not succeed.
    #[track_caller]
    pub fn plan_with(&self, arguments: &[&str]) -> Plan {
        let all = [&["plan", "-out=plan.bin"], arguments].concat();
        self.terraform(&all).succeeded();
        self.show()
    }

    /// Fails the test unless a plan, with a refresh, finds everything as the state says and
    /// nothing to do.
    ///
    /// # Panics
    /// It does not.
    #[track_caller]
    pub fn nothing_to_do(&self) {
        let run = self.terraform(&["plan", "-detailed-exitcode", "-json"]);
        assert_eq!(run.status, Some(0), "{}", run.text());
        let drift = run.stdout.lines().find(|line| {
            let line: Json = serde_json::from_str(line).expect("a line of JSON");
            line["type"] == "resource_drift"
        });
        assert_eq!(drift, None, "the refresh found something else");
    }

    #[track_caller]
    fn show(&self) -> Plan {
        let shown = self.terraform(&["show", "-json", "plan.bin"]).succeeded();
        Plan::new(serde_json::from_str(&shown.stdout).expect("the plan is JSON"))
    }

    /// The state file.
    ///
    /// # Panics
    /// There is none.
    #[must_use]
    pub fn state(&self) -> State {
        State::read(&self.path().join("terraform.tfstate"))
    }

    /// Everything that Terraform wrote into its logs so far.
    ///
    /// # Panics
    /// Not everything was logged: see [`trace`](Self::trace).
    #[must_use]
    #[track_caller]
    pub fn logs(&self) -> String {
        self.runs.borrow().iter().map(Run::log).collect()
    }

    /// Everything that Terraform printed so far.
    #[must_use]
    pub fn outputs(&self) -> String {
        self.runs.borrow().iter().map(Run::text).collect()
    }

    /// Terraform's warnings and errors so far.
    #[must_use]
    pub fn complaints(&self) -> Vec<Complaint> {
        self.judged.set(true);
        self.runs
            .borrow()
            .iter()
            .flat_map(Run::complaints)
            .collect()
    }

    /// Fails the test if Terraform complained of anything. Each test ends with this, or with
    /// [`clean_but`](Self::clean_but).
    ///
    /// # Panics
    /// It complained.
    #[track_caller]
    pub fn clean(&self) {
        self.clean_but(&[]);
    }

    /// Fails the test if Terraform complained of anything else than this, or not of this.
    ///
    /// # Panics
    /// It did.
    #[track_caller]
    pub fn clean_but(&self, expected: &[Kind]) {
        assert!(!self.runs.borrow().is_empty(), "terraform never ran");
        let found = self.complaints();
        let others: Vec<_> = found
            .iter()
            .filter(|c| !expected.contains(&c.kind))
            .collect();
        assert!(others.is_empty(), "{others:#?}");
        for kind in expected {
            assert!(found.iter().any(|c| c.kind == *kind), "no {kind:?}");
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        if !self.judged.get() && !std::thread::panicking() {
            panic!("the test ends without a look at what Terraform complained of");
        }
    }
}

fn link(plugin: &Plugin, file: &Path) {
    let parent = file.parent().expect("it is in a directory");
    std::fs::create_dir_all(parent).expect("the directory can be made");
    // A copy would be as good, and takes tens of megabytes for each test.
    #[cfg(unix)]
    std::os::unix::fs::symlink(plugin.binary, file).expect("a link can be made");
    #[cfg(not(unix))]
    std::fs::copy(plugin.binary, file.with_extension("exe")).expect("a copy can be made");
}

/// Terraform's name of this platform.
fn platform() -> String {
    let architecture = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    format!("{system}_{architecture}")
}
