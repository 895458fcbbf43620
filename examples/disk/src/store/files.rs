//! The files of one image or snapshot: the content, what is kept beside it, and how both come to
//! be at once or not at all.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use jiff::{Timestamp, Unit};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use uuid::Uuid;

use super::digest;
use super::error::{At, Error, Result};
use super::model::{SectorSize, check_name};
use super::passphrase::Passphrase;

/// What is kept beside an image or snapshot, as JSON.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Sidecar {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) created_at: Option<String>,
    /// Where to look for the table first, and what to make when it no longer exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sector_size: Option<u64>,
    /// The disk's GUID, so that a table wiped by hand can be made again with the same one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uuid: Option<Uuid>,
    /// The image a snapshot is a copy of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) labels: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) passphrase: Option<Passphrase>,
}

impl Sidecar {
    pub(super) fn sector(&self) -> SectorSize {
        self.sector_size
            .and_then(|size| size.try_into().ok())
            .unwrap_or_default()
    }
}

/// Where the files of one name are. The name was checked.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) directory: PathBuf,
    pub(super) name: String,
}

impl Place {
    pub(super) fn new(directory: PathBuf, name: &str) -> Result<Self> {
        check_name(name)?;
        Ok(Self {
            directory,
            name: name.to_owned(),
        })
    }

    pub(super) fn content(&self) -> PathBuf {
        self.directory.join(format!("{}.img", self.name))
    }

    pub(super) fn sidecar(&self) -> PathBuf {
        self.directory.join(format!("{}.json", self.name))
    }

    fn digest_cache(&self) -> PathBuf {
        self.directory.join(format!(".{}.sha256", self.name))
    }

    /// Temporary files of this name begin so; no other name's do, since a name has no dot.
    fn temporary_prefix(&self) -> String {
        format!(".{}.", self.name)
    }

    /// The content's metadata; None if there is none, an error if it is not a regular file.
    pub(super) fn look(&self) -> Result<Option<Metadata>> {
        let path = self.content();
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_file() => Ok(Some(found)),
            Ok(_) => Err(Error::NotAFile(path)),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(error).at("look at", &path),
        }
    }

    /// Opens the content; None if there is none.
    pub(super) fn open(&self, write: bool) -> Result<Option<File>> {
        if self.look()?.is_none() {
            return Ok(None);
        }
        let path = self.content();
        match OpenOptions::new().read(true).write(write).open(&path) {
            Ok(file) => Ok(Some(file)),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(error).at("open", &path),
        }
    }

    pub(super) fn sha256(&self, file: &File) -> Result<String> {
        digest::of(file, &self.digest_cache()).at("read", &self.content())
    }

    /// The same of the file as it is, told on the way; nothing where that ended it.
    pub(super) fn sha256_watched(
        &self,
        file: &File,
        watch: digest::Watch<'_>,
    ) -> Result<Option<String>> {
        digest::watched(file, watch).at("read", &self.content())
    }

    /// Reads what is kept beside the content. If absent, it is empty; if damaged, it is empty and
    /// the reason is returned: a manual edit must not prevent the image from being read and
    /// repaired.
    pub(super) fn read_sidecar(&self) -> Result<(Sidecar, Option<String>)> {
        let path = self.sidecar();
        match fs::read(&path) {
            Ok(text) => Ok(match serde_json::from_slice(&text) {
                Ok(sidecar) => (sidecar, None),
                Err(error) => (
                    Sidecar::default(),
                    Some(format!("{}: {error}", path.display())),
                ),
            }),
            Err(error) if is_absent(&error) => Ok((Sidecar::default(), None)),
            Err(error) => Err(error).at("read", &path),
        }
    }

    pub(super) fn write_sidecar(&self, sidecar: &Sidecar) -> Result<()> {
        let path = self.sidecar();
        let mut text = serde_json::to_vec_pretty(sidecar)
            .map_err(io::Error::from)
            .at("write", &path)?;
        text.push(b'\n');
        let mut file = self.temporary()?;
        file.write_all(&text).at("write", &path)?;
        file.as_file().sync_all().at("write", &path)?;
        file.persist(&path)
            .map_err(|error| error.error)
            .at("write", &path)?;
        sync_directory(&self.directory)
    }

    /// A temporary file in the directory, which is made when needed; it is removed when dropped.
    pub(super) fn temporary(&self) -> Result<NamedTempFile> {
        fs::create_dir_all(&self.directory).at("create the directory", &self.directory)?;
        let prefix = self.temporary_prefix() + &own_mark();
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".part");
        #[cfg(unix)]
        let readable = {
            use std::os::unix::fs::PermissionsExt;
            // As for any new file, the process's umask applies.
            fs::Permissions::from_mode(0o666)
        };
        #[cfg(unix)]
        builder.permissions(readable);
        builder
            .tempfile_in(&self.directory)
            .at("create a file in", &self.directory)
    }

    /// Gives a finished temporary file its name, unless something has that name: then false.
    pub(super) fn publish(&self, file: NamedTempFile, sidecar: &Sidecar) -> Result<bool> {
        let path = self.content();
        file.as_file().sync_all().at("write", &path)?;
        match file.persist_noclobber(&path) {
            Ok(_) => {}
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
            Err(error) => return Err(error.error).at("create", &path),
        }
        if let Err(error) = self.write_sidecar(sidecar) {
            // All or nothing: without what belongs to it, it must not stay.
            let _ = fs::remove_file(&path);
            return Err(error);
        }
        Ok(true)
    }

    /// Removes everything of this name, the content first; what is missing is fine.
    pub(super) fn remove(&self) -> Result<()> {
        self.look()?;
        for path in [self.content(), self.sidecar(), self.digest_cache()] {
            match fs::remove_file(&path) {
                Ok(()) => {}
                Err(error) if is_absent(&error) => {}
                Err(error) => return Err(error).at("delete", &path),
            }
        }
        self.sweep();
        if self.directory.is_dir() {
            sync_directory(&self.directory)
        } else {
            Ok(())
        }
    }

    /// Removes temporary files that a killed process left behind, not those of this process.
    /// Nothing depends on it, so what cannot be removed stays.
    pub(super) fn sweep(&self) {
        let Ok(files) = fs::read_dir(&self.directory) else {
            return;
        };
        let prefix = self.temporary_prefix();
        let own = prefix.clone() + &own_mark();
        for file in files.flatten() {
            let name = file.file_name();
            if name.to_str().is_some_and(|name| {
                name.starts_with(&prefix) && name.ends_with(".part") && !name.starts_with(&own)
            }) {
                let _ = fs::remove_file(file.path());
            }
        }
    }
}

/// What marks the temporary files of this process.
fn own_mark() -> String {
    format!("{}-", std::process::id())
}

/// Whether the error says that there is no such file: also if a directory on its path is missing.
pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Makes renames in a directory durable, where the system can.
pub(super) fn sync_directory(directory: &Path) -> Result<()> {
    if cfg!(unix) {
        File::open(directory)
            .and_then(|d| d.sync_all())
            .at("write the directory", directory)?;
    }
    Ok(())
}

/// Now, in RFC 3339 and UTC with whole seconds.
pub(super) fn now() -> String {
    seconds(Timestamp::now())
}

/// When a file came to be: its birth, or where that is unknown its last change.
pub(super) fn creation_time(file: &Metadata) -> String {
    let time = file.created().or_else(|_| file.modified()).ok();
    seconds(
        time.and_then(|t| Timestamp::try_from(t).ok())
            .unwrap_or(Timestamp::UNIX_EPOCH),
    )
}

fn seconds(time: Timestamp) -> String {
    let mode = jiff::TimestampRound::new()
        .smallest(Unit::Second)
        .mode(jiff::RoundMode::Floor);
    time.round(mode).unwrap_or(time).to_string()
}
