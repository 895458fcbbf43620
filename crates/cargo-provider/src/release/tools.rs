//! The tools that build for other platforms: checks for them, and installs them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::platforms::Platform;
use crate::package::Package;
use crate::result::Result;

/// `cargo zigbuild`, whose C compiler and linker support all platforms, and rustup's standard
/// libraries.
pub(crate) struct Tools {
    /// The search path for programs, including those installed for this.
    path: OsString,
}

/// The versions that this was tried with.
const WHEELS: [&str; 2] = ["cargo-zigbuild==0.24.0", "ziglang==0.16.0"];

/// The beginning of each failure of `--install-tools`.
const NOT_INSTALLED: &str = "what builds for these platforms cannot be installed";

impl Tools {
    /// # Errors
    /// Something is missing and is not to be installed, or cannot be.
    pub(crate) fn find(package: &Package, platforms: &[&Platform], install: bool) -> Result<Self> {
        let own = package.target.join("release-tools");
        let programs = own.join(if cfg!(windows) { "Scripts" } else { "bin" });
        let path = std::env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(programs.clone()).chain(std::env::split_paths(&path));
        let path = std::env::join_paths(all)
            .map_err(|error| format!("PATH cannot be extended: {error}"))?;
        let tools = Self { path };
        let mut missing = Vec::new();
        if !tools.has_zig() {
            match install {
                true => tools.install_zig(&own, &programs)?,
                false => missing.push(format!(
                    "cargo-zigbuild and zig (`pip install {}`)",
                    WHEELS.join(" ")
                )),
            }
        }
        let mut rustup = tools.command("rustup");
        let list = rustup.args(["target", "list", "--installed"]);
        if let Ok(there) = tools.output(list) {
            let wanted = platforms.iter().map(|platform| platform.triple);
            let absent: Vec<_> = wanted
                .filter(|triple| !there.lines().any(|line| line == *triple))
                .collect();
            if !absent.is_empty() {
                match install {
                    true => tools.install_libraries(&absent)?,
                    false => missing.push(format!(
                        "the standard library of {} (`rustup target add {}`)",
                        absent.join(", "),
                        absent.join(" ")
                    )),
                }
            }
        }
        match missing.is_empty() {
            true => Ok(tools),
            false => Err(format!(
                "to build for these platforms there is missing:\n  {}\n`--install-tools` installs all of it",
                missing.join("\n  ")
            )),
        }
    }

    /// They are separate packages, and one may be installed without the other.
    fn has_zig(&self) -> bool {
        let mut zig = self.command("cargo-zigbuild");
        self.works(zig.args(["zig", "ar", "--", "--version"]))
    }

    /// Into a Python environment below the target directory, which affects nothing else.
    fn install_zig(&self, own: &Path, programs: &Path) -> Result {
        let wheels = WHEELS.join(" and ");
        println!("installing {wheels} in {}", own.display());
        // A failed attempt may have left a broken Python: use `--clear`, with the machine's own
        // Python.
        let mut environment = Command::new("python3");
        environment.args(["-m", "venv", "--clear"]).arg(own);
        self.run(&mut environment, |said| {
            format!(
                "{NOT_INSTALLED}: it takes Python 3 with its module venv, as `python3` on the PATH (Debian's packages \
                 python3 and python3-venv)\n{said}"
            )
        })?;
        let mut pip = Command::new(programs.join("pip"));
        pip.args(["install", "--quiet", "--disable-pip-version-check"])
            // A missing network does not return after a minute and a half.
            .args(["--retries", "1", "--timeout", "20"])
            .args(WHEELS);
        self.run(&mut pip, |said| {
            let why = match said.contains("connection broken") || said.contains("Retrying (") {
                true => {
                    "PyPI cannot be reached. It needs the network, or an index of Python packages in pip's settings"
                }
                false => "pip does not install it",
            };
            format!("{NOT_INSTALLED}: {why} ({wheels})\n{said}")
        })
    }

    fn install_libraries(&self, triples: &[&str]) -> Result {
        let mut rustup = self.command("rustup");
        self.run(rustup.args(["target", "add"]).args(triples), |said| {
            format!(
                "{NOT_INSTALLED}: rustup does not get the standard library of {}, for which it needs the network\n{said}",
                triples.join(", ")
            )
        })
    }

    /// Runs an installer; a failure is reported with its last output.
    fn run(&self, command: &mut Command, failure: impl Fn(&str) -> String) -> Result {
        let name = command.get_program().to_string_lossy().into_owned();
        let output = command.stdin(Stdio::null()).output();
        let output =
            output.map_err(|error| failure(&format!("  {name} cannot be run: {error}")))?;
        if output.status.success() {
            return Ok(());
        }
        // Python's venv reports what it lacks on standard output.
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        let lines = said.lines().filter(|line| !line.trim().is_empty());
        let lines: Vec<_> = lines.collect();
        let last = &lines[lines.len().saturating_sub(8)..];
        let last: Vec<_> = last.iter().map(|line| format!("  {line}")).collect();
        Err(failure(&last.join("\n")))
    }

    pub(super) fn command(&self, program: &str) -> Command {
        self.command_at(&found(program, &self.path))
    }

    pub(super) fn command_at(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env("PATH", &self.path);
        command
    }

    fn works(&self, command: &mut Command) -> bool {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    pub(super) fn output(&self, command: &mut Command) -> Result<String> {
        let name = command.get_program().to_string_lossy().into_owned();
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{name} cannot be run: {error}"))?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(format!(
                "{name}: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            )),
        }
    }
}

/// A program on a search path that is not this process's own.
fn found(program: &str, path: &OsString) -> PathBuf {
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(path)
        .map(|folder| folder.join(&file))
        .find(|file| file.is_file())
        .unwrap_or_else(|| program.into())
}
