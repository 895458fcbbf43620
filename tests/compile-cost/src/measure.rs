//! Cargo, and the processor time that it takes.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::children::children;
use crate::generate::{FIELDS, Kind, STRUCTS, source};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Processor seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) check: f64,
    pub(crate) again: f64,
    pub(crate) build: f64,
}

impl Default for Times {
    fn default() -> Self {
        Times {
            check: f64::INFINITY,
            again: f64::INFINITY,
            build: f64::INFINITY,
        }
    }
}

impl Times {
    pub(crate) fn less(&self, other: &Times) -> Times {
        Times {
            check: self.check - other.check,
            again: self.again - other.again,
            build: self.build - other.build,
        }
    }
}

/// A generated package.
pub(crate) struct Project {
    kind: Kind,
    directory: PathBuf,
    target: PathBuf,
}

impl Project {
    pub(crate) fn new(kind: Kind, workspace: &Path, target: &Path) -> Result<Self> {
        let directory = target.join(kind.package());
        fs::create_dir_all(directory.join("src"))?;
        let dependency = match kind {
            Kind::Bare => String::new(),
            Kind::Ours => format!(
                "schema-runtime = {{ path = {:?} }}",
                workspace.join("schema-runtime")
            ),
            Kind::Serde => "serde = { version = \"1\", features = [\"derive\"] }".to_owned(),
            Kind::Clap => "clap = { version = \"4\", features = [\"derive\"] }".to_owned(),
        };
        let manifest = format!(
            "[package]\nname = {:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             {dependency}\n\n[workspace]\n",
            kind.package()
        );
        fs::write(directory.join("Cargo.toml"), manifest)?;
        // The versions that the workspace has, so that nothing newer is compared.
        if let (Kind::Ours, Ok(lock)) = (kind, fs::read(workspace.join("Cargo.lock"))) {
            fs::write(directory.join("Cargo.lock"), lock)?;
        }
        Ok(Project {
            kind,
            directory,
            target: target.join("target"),
        })
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// Builds the dependencies.
    pub(crate) fn prepare(&self) -> Result {
        self.write(&source(self.kind, 1, 0))?;
        self.cargo(&["check", "--quiet"], false)?;
        self.cargo(&["build", "--quiet"], false)?;
        Ok(())
    }

    /// One round; keeps what is less than before.
    pub(crate) fn measure(&self, round: usize, times: &mut Times) -> Result {
        // Each string is another one than all before, so that nothing is fresh.
        self.write(&source(self.kind, STRUCTS, round * 10))?;
        times.check = times.check.min(self.cargo(&["check", "--quiet"], false)?);
        self.cargo(&["check", "--quiet"], true)?;
        self.write(&source(self.kind, STRUCTS, round * 10 + 1))?;
        times.again = times.again.min(self.cargo(&["check", "--quiet"], true)?);
        self.write(&source(self.kind, STRUCTS, round * 10 + 2))?;
        times.build = times.build.min(self.cargo(&["build", "--quiet"], false)?);
        Ok(())
    }

    /// How many lines a field becomes, its own included.
    pub(crate) fn lines_a_field(&self) -> Result<f64> {
        #[allow(clippy::cast_precision_loss)]
        Ok((self.expanded(10)? - self.expanded(0)?) as f64 / (10 * FIELDS) as f64)
    }

    fn expanded(&self, structs: usize) -> Result<usize> {
        self.write(&source(self.kind, structs, 0))?;
        let output = self
            .command(false)
            .args([
                "rustc",
                "--quiet",
                "--profile",
                "check",
                "--",
                "-Zunpretty=expanded",
            ])
            // Only the printing is unstable.
            .env("RUSTC_BOOTSTRAP", "1")
            .stderr(Stdio::inherit())
            .output()?;
        if !output.status.success() {
            return Err(format!("{} does not expand", self.kind.package()).into());
        }
        Ok(String::from_utf8(output.stdout)?.lines().count())
    }

    fn write(&self, text: &str) -> Result {
        Ok(fs::write(self.directory.join("src/lib.rs"), text)?)
    }

    fn command(&self, incremental: bool) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        command
            .current_dir(&self.directory)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" })
            .env_remove("RUSTFLAGS");
        command
    }

    /// Runs cargo; how many processor seconds it took with all its children.
    fn cargo(&self, arguments: &[&str], incremental: bool) -> Result<f64> {
        let before = children()?;
        let status = self.command(incremental).args(arguments).status()?;
        if !status.success() {
            return Err(format!(
                "cargo {} failed in {}",
                arguments.join(" "),
                self.kind.package()
            )
            .into());
        }
        Ok(children()? - before)
    }
}
