//! What cargo knows about the current provider.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

use crate::names::ProviderName;
use crate::result::Result;
use crate::write::cargo;

/// The package of the provider in this directory.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: ProviderName,
    pub(crate) version: String,
    /// Where Terraform finds it.
    pub(crate) source: Option<String>,
    pub(crate) directory: PathBuf,
    /// The directory of its workspace, which holds the lock file; its own if it is not in a
    /// workspace.
    pub(crate) workspace: PathBuf,
    /// Where cargo puts what it builds.
    pub(crate) target: PathBuf,
}

impl Package {
    /// For the working directory.
    pub(crate) fn here() -> Result<Self> {
        Self::of(Path::new("."))
    }

    /// The program's name.
    pub(crate) fn program(&self) -> String {
        format!("terraform-provider-{}", self.name.plain())
    }

    /// Whether the lock file, if any, matches the manifest: a release obeys it, and it includes the
    /// package's own version.
    ///
    /// # Errors
    /// It does not match, for example after the version was raised.
    pub(crate) fn check_lock(&self) -> Result {
        let lock = self.workspace.join("Cargo.lock");
        if !lock.exists() {
            return Ok(());
        }
        let mut fetch = Command::new(cargo());
        fetch.args(["fetch", "--locked", "--offline", "--quiet"]);
        let Ok(output) = fetch.current_dir(&self.directory).output() else {
            return Ok(());
        };
        let said = String::from_utf8_lossy(&output.stderr);
        // The build reports any other failure, such as a crate that is not on this machine yet.
        match !output.status.success() && said.contains("lock file") && said.contains("--locked") {
            true => Err(format!(
                "{} is not up to date with Cargo.toml, as after a new version: `cargo update --workspace` brings it up to \
                 date and leaves all other versions as they are",
                lock.display()
            )),
            false => Ok(()),
        }
    }

    pub(crate) fn of(directory: &Path) -> Result<Self> {
        let output = Command::new(cargo())
            .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
            .current_dir(directory)
            .output()
            .map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => {
                    "cargo is not on the PATH: https://rustup.rs installs it with Rust".to_owned()
                }
                _ => format!("cargo cannot be run: {error}"),
            })?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr)
                .trim_start_matches("error: ")
                .trim()
                .to_owned());
        }
        let json: Json = serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("cargo metadata: {error}"))?;
        let manifest = std::fs::canonicalize(directory.join("Cargo.toml"))
            .map_err(|_| "there is no Cargo.toml in this directory".to_owned())?;
        let mut packages = json["packages"].as_array().into_iter().flatten();
        let package = packages.find(|package| {
            let path = package["manifest_path"].as_str().unwrap_or_default();
            std::fs::canonicalize(path).is_ok_and(|path| path == manifest)
        });
        let package = package.ok_or(
            "this directory holds a workspace and no package: go to the provider's directory",
        )?;
        let text = |value: &Json| value.as_str().map(str::to_owned);
        let name = text(&package["name"]).unwrap_or_default();
        if !name.starts_with("terraform-provider-") {
            return Err(format!(
                "the package here is called {name:?}: a provider's is `terraform-provider-` and its name"
            ));
        }
        let directory = manifest.parent().unwrap_or(Path::new(".")).to_owned();
        Ok(Self {
            name: ProviderName::of(&name)?,
            version: text(&package["version"]).unwrap_or_default(),
            source: text(&package["metadata"]["terraform"]["source"]),
            workspace: text(&json["workspace_root"])
                .map_or_else(|| directory.clone(), PathBuf::from),
            directory,
            target: PathBuf::from(
                text(&json["target_directory"]).unwrap_or_else(|| "target".to_owned()),
            ),
        })
    }
}
