//! The location of a program in a mirror, with a receipt beside it that says who put it there.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::package::Package;
use crate::release::hex;
use crate::result::Result;

/// Where a mirror holds a version of a provider for this machine.
#[derive(Debug)]
pub(crate) struct Place {
    mirror: PathBuf,
    /// The directory of the program in a mirror, which Terraform takes as a whole:
    /// `HOST/NAMESPACE/TYPE/VERSION/PLATFORM`.
    inside: PathBuf,
    /// The program's own name.
    file: String,
    /// A packed program of the same version in a mirror.
    packed: PathBuf,
    /// The directory of the provider's sources.
    sources: PathBuf,
}

impl Place {
    pub(crate) fn new(mirror: &Path, source: &str, version: &str, package: &Package) -> Self {
        let name = package.program();
        let platform = schema_old_program::platform();
        Self {
            mirror: mirror.to_owned(),
            packed: Path::new(source).join(format!("{name}_{version}_{platform}.zip")),
            inside: Path::new(source).join(version).join(platform),
            file: format!("{name}_v{version}{}", std::env::consts::EXE_SUFFIX),
            sources: package.directory.clone(),
        }
    }

    fn folder(&self) -> PathBuf {
        self.mirror.join(&self.inside)
    }

    pub(crate) fn program(&self) -> PathBuf {
        self.folder().join(&self.file)
    }

    /// Beside the program's directory, since that directory's checksum covers everything in it.
    fn receipt(&self) -> PathBuf {
        self.folder().with_extension("cargo-provider.json")
    }

    /// Whether the location is free, or holds what this command put there.
    ///
    /// # Errors
    /// Somebody else put something there, or one of these other mirrors has the same version.
    pub(crate) fn check<'m>(&self, others: impl Iterator<Item = &'m Path>) -> Result {
        let folder = self.folder();
        let failed =
            |error: std::io::Error| format!("{} cannot be read: {error}", folder.display());
        let foreign = |path: &Path, what: &str| {
            Err(format!(
                "{} {what}, and this command did not put it there; nothing was touched. Delete it, or choose another \
                 `--version` or `--dir`",
                path.display()
            ))
        };
        let packed = self.mirror.join(&self.packed);
        if packed.exists() {
            return foreign(&packed, "is there");
        }
        let mut same =
            others.flat_map(|other| [other.join(&self.inside), other.join(&self.packed)]);
        if let Some(path) = same.find(|path| path.exists()) {
            return Err(format!(
                "{} has the same version, and Terraform searches it too: delete it, or choose another `--version`",
                path.display()
            ));
        }
        for above in folder.ancestors().take_while(|above| *above != self.mirror) {
            match fs::symlink_metadata(above) {
                Ok(there) if !there.is_dir() => return foreign(above, "is not a directory"),
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
                _ => {}
            }
        }
        if !folder.exists() {
            return Ok(());
        }
        let receipt: Json = fs::read(self.receipt())
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        let ours = |path: &Path| {
            let sums = receipt["sha256"].as_array();
            sums.is_some_and(|sums| sum_of(path).is_some_and(|sum| sums.contains(&sum)))
        };
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path != self.program() || path.is_symlink() || !ours(&path) {
                return foreign(&path, "is there");
            }
            let from = Path::new(receipt["sources"].as_str().unwrap_or_default());
            if from != self.sources && from.exists() {
                return Err(format!(
                    "{} was installed from {}: two programs cannot have one address and version. Run `cargo provider install \
                     --uninstall` there, or choose another `--version`",
                    path.display(),
                    from.display()
                ));
            }
        }
        Ok(())
    }

    /// Creates the program's directory, and checks that it is writable.
    pub(crate) fn make(&self) -> Result {
        fs::create_dir_all(self.folder())
            .and_then(|()| tempfile::tempfile_in(self.folder()).map(|_| ()))
            .map_err(|error| self.not_written(&error))
            .inspect_err(|_| self.prune())
    }

    fn not_written(&self, error: &std::io::Error) -> String {
        format!(
            "{} cannot be written: {error}; `--dir DIRECTORY` names another mirror",
            self.folder().display()
        )
    }

    /// Installs a program completely or not at all; returns whether it replaced another one.
    pub(crate) fn put(&self, program: &Path) -> Result<bool> {
        // Somebody may have put something there while it was built.
        self.check(std::iter::empty())?;
        let bytes = fs::read(program)
            .map_err(|error| format!("{} cannot be read: {error}", program.display()))?;
        let (before, new) = (sum_of(&self.program()), sum(&bytes));
        if before.as_ref() == Some(&new) {
            return Ok(false);
        }
        // If this stops halfway, whichever of the two exists was put there by this command.
        let sums: Vec<&Json> = std::iter::once(&new).chain(&before).collect();
        let receipt = json!({ "sources": self.sources.display().to_string(), "sha256": sums });
        self.write(&self.receipt(), format!("{receipt:#}\n").as_bytes(), 0o644)
            .and_then(|()| self.write(&self.program(), &bytes, 0o755))
            .map_err(|error| self.not_written(&error))?;
        Ok(before.is_some())
    }

    fn write(&self, path: &Path, bytes: &[u8], mode: u32) -> std::io::Result<()> {
        // Not in the program's directory: Terraform may look into it meanwhile.
        let beside = self.folder().with_file_name("");
        let mut new = tempfile::NamedTempFile::new_in(beside)?;
        new.write_all(bytes)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            new.as_file()
                .set_permissions(fs::Permissions::from_mode(mode))?;
        }
        #[cfg(not(unix))]
        let _ = mode;
        new.persist(path).map(|_| ()).map_err(|error| error.error)
    }

    /// Removes the program, and the directories that this leaves empty.
    ///
    /// # Errors
    /// It does not exist, or is somebody else's.
    pub(crate) fn remove(&self) -> Result {
        self.check(std::iter::empty())?;
        let failed = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => format!("{} is not installed", self.program().display()),
            _ => format!("{} cannot be deleted: {error}", self.program().display()),
        };
        fs::remove_file(self.program())
            .and_then(|()| fs::remove_file(self.receipt()))
            .map_err(failed)?;
        self.prune();
        Ok(())
    }

    /// Removes empty directories, up to the mirror's own.
    pub(crate) fn prune(&self) {
        let folder = self.folder();
        let mut inside = folder.ancestors().take_while(|above| *above != self.mirror);
        let is_left = |error: std::io::Error| error.kind() != ErrorKind::NotFound;
        inside.find(|above| fs::remove_dir(above).is_err_and(is_left));
    }
}

/// In the form that receipts use.
fn sum(bytes: &[u8]) -> Json {
    Json::from(hex(&Sha256::digest(bytes)))
}

fn sum_of(path: &Path) -> Option<Json> {
    fs::read(path).ok().map(|bytes| sum(&bytes))
}
