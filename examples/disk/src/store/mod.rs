//! Disk image files in a directory: what the provider manages, without a word about Terraform.
//!
//! An image `NAME` is the sparse file `NAME.img` with a GUID partition table, and `NAME.json`
//! beside it with what the table has no place for (labels, when it was created). Snapshots are
//! copies of images in `snapshots/` below; copies for a while are in `copies/`. The file is the
//! truth: everything is read from it, so that a change made by hand is seen.
//!
//! Every function blocks; call it where blocking is allowed (`tokio::task::spawn_blocking`).
//!
//! ```
//! use terraform_provider_disk::store::{Kind, NewImage, Partition, Store};
//!
//! # let directory = tempfile::tempdir()?;
//! # let directory = directory.path();
//! let store = Store::open(directory)?;
//! let image = store.create(&NewImage {
//!     name: "root".into(),
//!     size_mb: Some(64),
//!     partitions: Some(vec![Partition { label: "data".into(), size_mb: 32, kind: Kind::Linux }]),
//!     ..NewImage::default()
//! })?;
//! assert_eq!(store.grow("root", 128)?.uuid, image.uuid);
//! store.delete("root")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod copies;
mod digest;
mod edit;
mod error;
mod files;
mod layout;
mod model;
mod overlay;
mod partition_table;
mod passphrase;
mod snapshot;
mod sparse;
mod states;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fs;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use error::{Error, Result};
pub use layout::fits;
pub use model::{
    DEFAULT_SIZE_MB, Image, Kind, MAX_LABEL, MAX_PARTITIONS, MAX_SIZE_MB, MIN_SIZE_MB, NewImage,
    Partition, Problem, SectorSize, Snapshot, Status, check_name,
};
pub use passphrase::Passphrase;
pub use snapshot::SnapshotCopy;
pub use states::StateFiles;
/// A type GUID in [`Kind::Other`].
pub use uuid::Uuid;

use error::At;
use files::{Place, creation_time, is_absent};
use model::MIB;
use overlay::Side;

/// A directory with images. Cheap to clone; clones share what is under way.
#[derive(Clone, Debug)]
pub struct Store {
    directory: Arc<Path>,
    rate: Option<NonZeroU64>,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Taken while an image is changed in place: two changes must not mix.
    turn: Mutex<()>,
    /// The copies under way, and those that ended in this process.
    jobs: Mutex<HashMap<String, Arc<snapshot::Job>>>,
}

impl Store {
    /// A store in this directory, which need not exist: it is created when something is stored.
    ///
    /// # Errors
    /// [`Error::NoDirectory`] for an empty name; I/O if something that is not a directory is there.
    pub fn open(directory: impl Into<PathBuf>) -> Result<Self> {
        let directory = directory.into();
        if directory.as_os_str().is_empty() {
            return Err(Error::NoDirectory);
        }
        match fs::read_dir(&directory) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).at("open the directory", &directory);
            }
            _ => {}
        }
        Ok(Self {
            directory: directory.into(),
            rate: None,
            shared: Arc::default(),
        })
    }

    /// Lets copies read at most so many bytes of data per second, to leave the disk to others.
    #[must_use]
    pub fn with_copy_rate(mut self, bytes_per_second: Option<NonZeroU64>) -> Self {
        self.rate = bytes_per_second;
        self
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where an image of this name is or would be, for a plan.
    ///
    /// # Errors
    /// [`Error::Name`].
    pub fn path(&self, name: &str) -> Result<PathBuf> {
        Ok(self.image_place(name)?.content())
    }

    /// Whether there is an image of this name.
    ///
    /// # Errors
    /// A bad name, something that is not a regular file, I/O.
    pub fn exists(&self, name: &str) -> Result<bool> {
        Ok(self.image_place(name)?.look()?.is_some())
    }

    /// Rejects a name that an image has already.
    ///
    /// # Errors
    /// [`Error::ImageExists`], a bad name, something that is not a regular file, I/O.
    pub fn check_free(&self, name: &str) -> Result<()> {
        let place = self.image_place(name)?;
        match place.look()? {
            None => Ok(()),
            Some(_) => Err(Error::ImageExists {
                name: name.to_owned(),
                path: place.content(),
            }),
        }
    }

    /// Reads an image from its file; None if there is none. Damage is not an error: an unreadable
    /// part is absent in the [`Image`] and named in its `problems`, so that a plan shows and
    /// repairs it.
    ///
    /// # Errors
    /// A bad name, something that is not a regular file, I/O.
    pub fn read(&self, name: &str) -> Result<Option<Image>> {
        self.read_place(&self.image_place(name)?)
    }

    /// The SHA-256 of an image's file, which is always read in full; None if there is no such
    /// image, or if `watch`, which receives how many bytes are done and of how many, stopped it.
    ///
    /// # Errors
    /// A bad name, something that is not a regular file, I/O.
    pub fn checksum_watched(
        &self,
        name: &str,
        watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Option<String>> {
        let place = self.image_place(name)?;
        match place.open(false)? {
            None => Ok(None),
            Some(file) => place.sha256_watched(&file, watch),
        }
    }

    /// The names of the images, sorted.
    ///
    /// # Errors
    /// I/O.
    pub fn list(&self) -> Result<Vec<String>> {
        names_in(&self.directory)
    }

    /// The names of the snapshots, sorted; those that are being copied are not among them.
    ///
    /// # Errors
    /// I/O.
    pub fn list_snapshots(&self) -> Result<Vec<String>> {
        let mut names = names_in(&self.directory.join("snapshots"))?;
        names.retain(|name| matches!(self.snapshot_status(name), Ok(Status::Ready(_))));
        Ok(names)
    }

    fn read_existing(&self, place: &Place) -> Result<Image> {
        self.read_place(place)?
            .ok_or_else(|| Error::NoImage(place.name.clone()))
    }

    fn read_place(&self, place: &Place) -> Result<Option<Image>> {
        let path = place.content();
        let Some(file) = place.open(false)? else {
            return Ok(None);
        };
        let found = file.metadata().at("look at", &path)?;
        let turn = self.turn();
        let (sidecar, damage) = place.read_sidecar()?;
        let mut problems: Vec<_> = damage.map(Problem::Sidecar).into_iter().collect();
        let table =
            partition_table::read(&file, found.len(), sidecar.sector()).at("read", &path)?;
        // Not while hashing: that takes long, and others may want to change other images.
        drop(turn);
        let (mut partitions, mut sector_size) = (Vec::new(), sidecar.sector());
        match &table {
            None => problems.push(Problem::NoTable),
            Some(table) => {
                if table.side == Side::Backup {
                    problems.push(Problem::PrimaryDamaged);
                } else if !table.twin {
                    problems.push(Problem::BackupDamaged);
                }
                let described = layout::describe(table.sector, &table.entries, found.len());
                problems.extend(described.elsewhere.into_iter().map(Problem::Elsewhere));
                problems.extend(described.cut_off.into_iter().map(Problem::CutOff));
                (partitions, sector_size) = (described.partitions, table.sector);
            }
        }
        Ok(Some(Image {
            name: place.name.clone(),
            size_mb: found.len() / MIB,
            sector_size,
            partitions,
            uuid: table.map(|table| table.guid.to_string()),
            created_at: sidecar.created_at.unwrap_or_else(|| creation_time(&found)),
            labels: sidecar.labels,
            passphrase: sidecar.passphrase,
            sha256: place.sha256(&file)?,
            path,
            problems,
        }))
    }

    fn image_place(&self, name: &str) -> Result<Place> {
        Place::new(self.directory.to_path_buf(), name)
    }

    fn snapshot_place(&self, name: &str) -> Result<Place> {
        Place::new(self.directory.join("snapshots"), name)
    }

    fn turn(&self) -> MutexGuard<'_, ()> {
        self.shared
            .turn
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<String, Arc<snapshot::Job>>> {
        self.shared
            .jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The names of the images in a directory, sorted.
fn names_in(directory: &Path) -> Result<Vec<String>> {
    let files = match fs::read_dir(directory) {
        Ok(files) => files,
        Err(error) if is_absent(&error) => return Ok(Vec::new()),
        Err(error) => return Err(error).at("open the directory", directory),
    };
    let mut names = Vec::new();
    for file in files {
        let file = file.at("read the directory", directory)?;
        let is_file = file.file_type().at("look at", &file.path())?.is_file();
        let name = file.file_name();
        if let Some(name) = name.to_str().and_then(|name| name.strip_suffix(".img"))
            && is_file
            && check_name(name).is_ok()
        {
            names.push(name.to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}
