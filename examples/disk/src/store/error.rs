//! What can go wrong, in words that say what to do.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::model::{MAX_LABEL, MAX_PARTITIONS, MAX_SIZE_MB, MIN_SIZE_MB, SectorSize};

/// The result of everything in the [store](super).
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why the store rejected a request or failed. Every message says what to do about it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The directory's name is empty.
    NoDirectory,
    /// A name that could leave the directory or surprise a shell.
    Name(String),
    /// `create` found an image of this name.
    ImageExists {
        /// The image's name.
        name: String,
        /// Its file.
        path: PathBuf,
    },
    /// There is no image of this name.
    NoImage(String),
    /// There is a snapshot of this name already.
    SnapshotExists(String),
    /// There is no finished snapshot of this name.
    NoSnapshot(String),
    /// A snapshot of this name is being copied.
    SnapshotBusy(String),
    /// The size in MiB is outside the limits.
    Size(u64),
    /// An image cannot become smaller.
    Shrink {
        /// The size it has, in MiB.
        from: u64,
        /// The size asked for, in MiB.
        to: u64,
    },
    /// The partitions need a larger image.
    DoesNotFit {
        /// The smallest image that holds them, in MiB.
        needed: u64,
        /// The image's size in MiB.
        size: u64,
    },
    /// A partition of no size; counted from 1.
    EmptyPartition(usize),
    /// More partitions than the table holds.
    TooManyPartitions(usize),
    /// A partition label the table cannot hold.
    PartitionLabel(String),
    /// A partition type that is no GUID, or the one that means "unused".
    Kind(String),
    /// A sector size other than 512 and 4096.
    SectorSize(u64),
    /// The snapshot's partition table is made for another sector size.
    SectorSizeDiffers {
        /// The snapshot's name.
        snapshot: String,
        /// The sector size of its partition table.
        has: SectorSize,
    },
    /// Something that is not a regular file is at an image's path.
    NotAFile(PathBuf),
    /// The source changed while it was copied.
    Changed(PathBuf),
    /// The caller stopped a copy.
    Cancelled,
    /// The partition table could not be built.
    Table(String),
    /// The operating system reported an error.
    Io {
        /// What was being done, as a verb phrase without the path: "create".
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDirectory => f.write_str(
                "the directory's name is empty: name the directory that holds the images",
            ),
            Self::Name(name) => write!(
                f,
                "{name:?} cannot be the name of an image or snapshot: use a lower-case letter, then \
                 up to 63 lower-case letters, digits and hyphens"
            ),
            Self::ImageExists { name, path } => write!(
                f,
                "there is an image {name:?} already ({}): import it, delete it, or choose another \
                 name",
                path.display()
            ),
            Self::NoImage(name) => {
                write!(
                    f,
                    "there is no image {name:?}: create it first or correct the name"
                )
            }
            Self::SnapshotExists(name) => write!(
                f,
                "there is a snapshot {name:?} already: delete it or choose another name"
            ),
            Self::NoSnapshot(name) => write!(
                f,
                "there is no finished snapshot {name:?}: take it first or correct the name"
            ),
            Self::SnapshotBusy(name) => write!(
                f,
                "snapshot {name:?} is being copied: wait until it is ready or cancel it"
            ),
            Self::Size(size) => write!(
                f,
                "an image of {size} MiB is not possible: choose {MIN_SIZE_MB} to {MAX_SIZE_MB} MiB"
            ),
            Self::Shrink { from, to } => write!(
                f,
                "the image has {from} MiB and cannot shrink to {to} MiB, data would be lost: keep \
                 at least {from} MiB or create a new image"
            ),
            Self::DoesNotFit { needed, size } => write!(
                f,
                "the partitions and their table need an image of {needed} MiB, and it has {size} \
                 MiB: make the image larger or the partitions smaller"
            ),
            Self::EmptyPartition(number) => {
                write!(f, "partition {number} has no size: give it at least 1 MiB")
            }
            Self::TooManyPartitions(count) => write!(
                f,
                "{count} partitions are too many: the table holds {MAX_PARTITIONS}"
            ),
            Self::PartitionLabel(label) => write!(
                f,
                "the partition label {label:?} does not fit into the table: use at most \
                 {MAX_LABEL} characters (UTF-16 units) and no NUL"
            ),
            Self::Kind(kind) => write!(
                f,
                "{kind:?} is no partition kind: use linux, swap, efi, home or a type GUID"
            ),
            Self::SectorSize(size) => {
                write!(
                    f,
                    "a sector size of {size} bytes is not possible: use 512 or 4096"
                )
            }
            Self::SectorSizeDiffers { snapshot, has } => write!(
                f,
                "the partition table in snapshot {snapshot:?} is made for sectors of {has} bytes: \
                 use a sector size of {has}"
            ),
            Self::NotAFile(path) => write!(
                f,
                "{} is no regular file: move it away, an image belongs there",
                path.display()
            ),
            Self::Changed(path) => write!(
                f,
                "{} changed while it was copied: try again when nothing writes to it",
                path.display()
            ),
            Self::Cancelled => f.write_str("the copy was cancelled; nothing of it is left"),
            Self::Table(why) => write!(f, "the partition table cannot be built: {why}"),
            Self::Io {
                action,
                path,
                source,
            } => {
                write!(f, "cannot {action} {}: {source}", path.display())?;
                match source.kind() {
                    io::ErrorKind::PermissionDenied => {
                        f.write_str(" (check who owns the directory and the file)")
                    }
                    io::ErrorKind::StorageFull => f.write_str(" (free some space and try again)"),
                    _ => Ok(()),
                }
            }
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// Names the action and the path of an I/O error.
pub(super) trait At<T> {
    /// Turns an [`io::Error`] into an [`Error::Io`] that says what failed where.
    fn at(self, action: &'static str, path: &Path) -> Result<T>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, action: &'static str, path: &Path) -> Result<T> {
        self.map_err(|source| Error::Io {
            action,
            path: path.to_owned(),
            source,
        })
    }
}
