//! A program for a platform.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::platforms::Platform;
use crate::Result;
use crate::package::Package;
use crate::write::cargo;

/// What builds for other platforms than this one: `cargo zigbuild`, whose C compiler and linker know them all.
pub(crate) struct Tools {
    /// The search path for programs, with what was installed for this.
    path: OsString,
}

/// The versions that this was tried with.
const WHEELS: [&str; 2] = ["cargo-zigbuild==0.24.0", "ziglang==0.15.2"];

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
        if !tools.works(tools.command("cargo-zigbuild").arg("--version")) {
            match install {
                true => tools.install_zig(&own, &programs)?,
                false => missing.push(format!(
                    "cargo-zigbuild and zig (`pip install {}`)",
                    WHEELS.join(" ")
                )),
            }
        }
        let there = tools.output(
            tools
                .command("rustup")
                .args(["target", "list", "--installed"]),
        );
        if let Ok(there) = there {
            let wanted = platforms.iter().map(|platform| platform.triple);
            let absent: Vec<_> = wanted
                .filter(|triple| !there.lines().any(|line| line == *triple))
                .collect();
            if !absent.is_empty() {
                match install {
                    true => {
                        tools.output(
                            tools
                                .command("rustup")
                                .args(["target", "add"])
                                .args(&absent),
                        )?;
                    }
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

    /// Into a Python environment below the target directory, which disturbs nobody.
    fn install_zig(&self, own: &Path, programs: &Path) -> Result {
        println!("installing {} in {}", WHEELS.join(" and "), own.display());
        self.output(self.command("python3").args(["-m", "venv"]).arg(own))?;
        let mut pip = Command::new(programs.join("pip"));
        self.output(
            pip.args(["install", "--quiet", "--disable-pip-version-check"])
                .args(WHEELS),
        )?;
        Ok(())
    }

    /// The program's path.
    pub(crate) fn build(
        &self,
        package: &Package,
        platform: &Platform,
        profile: &str,
    ) -> Result<PathBuf> {
        let bin = format!("terraform-provider-{}", package.name.plain());
        let mut build = self.command("cargo-zigbuild");
        build
            .arg("zigbuild")
            .args([
                "--bin",
                &bin,
                "--target",
                platform.triple,
                "--profile",
                profile,
            ])
            .current_dir(&package.directory)
            .env("CARGO", cargo())
            .stdin(Stdio::null());
        // A lock file says what was tested; without one this is the first build of all.
        if package.directory.join("Cargo.lock").exists() {
            build.arg("--locked");
        }
        // The directories of this machine are no part of a program: another one builds the same bytes.
        let home = std::env::var("CARGO_HOME")
            .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
        let mut flags = vec![format!(
            "--remap-path-prefix={}=.",
            package.directory.display()
        )];
        flags.extend(
            home.ok()
                .map(|home| format!("--remap-path-prefix={home}=cargo")),
        );
        let flags: Vec<String> = flags.iter().map(|flag| format!("{flag:?}")).collect();
        build.arg("--config").arg(format!(
            "target.{}.rustflags=[{}]",
            platform.triple,
            flags.join(",")
        ));
        let status = build
            .status()
            .map_err(|error| format!("cargo zigbuild cannot be run: {error}"))?;
        if !status.success() {
            return Err(format!("{}: the provider does not build", platform.name));
        }
        let folder = match profile {
            "dev" => "debug",
            profile => profile,
        };
        Ok(package
            .target
            .join(platform.triple)
            .join(folder)
            .join(format!("{bin}{}", platform.suffix)))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(found(program, &self.path));
        command.env("PATH", &self.path);
        command
    }

    fn works(&self, command: &mut Command) -> bool {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    fn output(&self, command: &mut Command) -> Result<String> {
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
