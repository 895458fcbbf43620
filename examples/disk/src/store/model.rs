//! The plain types of the store: what an image, a partition and a snapshot are.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use gpt::disk::LogicalBlockSize;
use gpt::partition_types as types;
use uuid::Uuid;

use super::error::{Error, Result};
use super::passphrase::Passphrase;

/// Bytes in a MiB.
pub(super) const MIB: u64 = 1 << 20;
/// The smallest image in MiB: one for the table and one for its backup.
pub const MIN_SIZE_MB: u64 = 2;
/// The largest image in MiB: 1 TiB.
pub const MAX_SIZE_MB: u64 = 1 << 20;
/// The size in MiB of an image for which nobody chose one.
pub const DEFAULT_SIZE_MB: u64 = 64;
/// As many partitions as a GUID partition table of the usual size holds.
pub const MAX_PARTITIONS: usize = 128;
/// As many UTF-16 units as the label of a partition may have.
pub const MAX_LABEL: usize = 36;

/// The size of a sector, which decides where a partition table lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SectorSize {
    /// 512 bytes.
    #[default]
    S512,
    /// 4096 bytes.
    S4096,
}

impl SectorSize {
    /// The size in bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            Self::S512 => 512,
            Self::S4096 => 4096,
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::S512 => Self::S4096,
            Self::S4096 => Self::S512,
        }
    }

    pub(super) const fn block(self) -> LogicalBlockSize {
        match self {
            Self::S512 => LogicalBlockSize::Lb512,
            Self::S4096 => LogicalBlockSize::Lb4096,
        }
    }
}

impl TryFrom<u64> for SectorSize {
    type Error = Error;

    fn try_from(bytes: u64) -> Result<Self> {
        match bytes {
            512 => Ok(Self::S512),
            4096 => Ok(Self::S4096),
            _ => Err(Error::SectorSize(bytes)),
        }
    }
}

impl From<SectorSize> for u64 {
    fn from(size: SectorSize) -> Self {
        size.bytes()
    }
}

impl fmt::Display for SectorSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes().fmt(f)
    }
}

/// What a partition is for: its type GUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A Linux file system.
    Linux,
    /// Linux swap space.
    Swap,
    /// The EFI system partition.
    Efi,
    /// Linux home directories.
    Home,
    /// Any other type GUID, so that an image edited by hand stays readable.
    Other(Uuid),
}

impl Kind {
    const NAMED: [(Self, &'static str, Uuid); 4] = [
        (Self::Linux, "linux", types::LINUX_FS.guid),
        (Self::Swap, "swap", types::LINUX_SWAP.guid),
        (Self::Efi, "efi", types::EFI.guid),
        (Self::Home, "home", types::LINUX_HOME.guid),
    ];

    /// The type GUID in the partition table.
    pub fn guid(self) -> Uuid {
        match self {
            Self::Other(guid) => guid,
            named => Self::NAMED
                .iter()
                .find(|n| n.0 == named)
                .map_or(Uuid::nil(), |n| n.2),
        }
    }
}

impl From<Uuid> for Kind {
    fn from(guid: Uuid) -> Self {
        Self::NAMED
            .iter()
            .find(|n| n.2 == guid)
            .map_or(Self::Other(guid), |n| n.0)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Self::NAMED.iter().find(|n| n.0 == *self) {
            Some(named) => f.write_str(named.1),
            None => self.guid().fmt(f),
        }
    }
}

impl FromStr for Kind {
    type Err = Error;

    /// Reads what [`Display`](fmt::Display) writes: a name or a GUID.
    fn from_str(text: &str) -> Result<Self> {
        if let Some(named) = Self::NAMED.iter().find(|n| n.1 == text) {
            return Ok(named.0);
        }
        match Uuid::parse_str(text) {
            Ok(guid) if !guid.is_nil() => Ok(guid.into()),
            _ => Err(Error::Kind(text.to_owned())),
        }
    }
}

/// One partition; where it lies follows from its place in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The label in the partition table, at most [`MAX_LABEL`] UTF-16 units.
    pub label: String,
    /// The size in MiB; of a partition made by hand, rounded down.
    pub size_mb: u64,
    /// What it is for.
    pub kind: Kind,
}

/// What [`Store::create`](super::Store::create) makes.
#[derive(Clone, Debug, Default)]
pub struct NewImage {
    /// The name, and that of the file without `.img`.
    pub name: String,
    /// The size in MiB. None: the snapshot's, or [`DEFAULT_SIZE_MB`]. Larger than the snapshot is
    /// possible, smaller is not.
    pub size_mb: Option<u64>,
    /// The sector size the partition table is made for; that of the snapshot's table if it has one.
    pub sector_size: SectorSize,
    /// The partitions, in order. None: the snapshot's, or no partitions.
    pub partitions: Option<Vec<Partition>>,
    /// Labels kept beside the image.
    pub labels: BTreeMap<String, String>,
    /// The pass phrase of the image, if it has one.
    pub passphrase: Option<Passphrase>,
    /// The snapshot whose content is copied. The disk and its partitions get GUIDs of their own.
    pub from_snapshot: Option<String>,
}

/// An image as its file says it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The name.
    pub name: String,
    /// The size of the file in MiB, rounded down.
    pub size_mb: u64,
    /// The sector size of the partition table; without a table the one it was created for.
    pub sector_size: SectorSize,
    /// The partitions in the order of the table; none without a table.
    pub partitions: Vec<Partition>,
    /// The labels kept beside the image.
    pub labels: BTreeMap<String, String>,
    /// What is kept of its pass phrase beside the image.
    pub passphrase: Option<Passphrase>,
    /// The file.
    pub path: PathBuf,
    /// The disk's GUID; None without a readable partition table.
    pub uuid: Option<String>,
    /// When it was created, RFC 3339 in UTC. For a file from another program: when the file was
    /// created.
    pub created_at: String,
    /// SHA-256 of the whole file in hex, as `sha256sum` prints it.
    pub sha256: String,
    /// What is wrong with the files, for a warning; empty for an image as the store leaves it.
    pub problems: Vec<Problem>,
}

/// Something wrong with an image's files that does not keep it from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Neither the partition table nor its backup is readable.
    NoTable,
    /// The table at the start is damaged; the backup was read.
    PrimaryDamaged,
    /// The backup at the end is damaged, missing, or not that of the table at the start.
    BackupDamaged,
    /// A partition does not lie where the store would put it, or not in whole MiB.
    Elsewhere(String),
    /// A partition reaches beyond the end of the file.
    CutOff(String),
    /// The file beside the image that holds its labels is not readable.
    Sidecar(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable => f.write_str("there is no readable partition table in the file"),
            Self::PrimaryDamaged => {
                f.write_str("the partition table is damaged; its backup at the end was read")
            }
            Self::BackupDamaged => {
                f.write_str("the backup of the partition table is damaged or missing")
            }
            Self::Elsewhere(label) => write!(
                f,
                "partition {label:?} was moved or resized by hand; its size is rounded down to MiB"
            ),
            Self::CutOff(label) => {
                write!(f, "partition {label:?} reaches beyond the end of the file")
            }
            Self::Sidecar(why) => write!(f, "the labels beside the image are not readable: {why}"),
        }
    }
}

/// A finished copy of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The snapshot's name, which is also its id.
    pub name: String,
    /// The image it is a copy of; None if the file beside it is lost.
    pub source: Option<String>,
    /// The size of the file in MiB, rounded down.
    pub size_mb: u64,
    /// The sector size of the partition table.
    pub sector_size: SectorSize,
    /// The file.
    pub path: PathBuf,
    /// When the copy was finished, RFC 3339 in UTC.
    pub created_at: String,
    /// SHA-256 of the whole file in hex.
    pub sha256: String,
}

/// How far a snapshot is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is being copied.
    Copying {
        /// Bytes of the image that are done.
        done: u64,
        /// Bytes of the image.
        total: u64,
    },
    /// It is complete and on disk.
    Ready(Snapshot),
    /// The copy failed, for this reason; nothing of it is left.
    Failed(String),
    /// It does not exist: never taken, cancelled, or deleted.
    Missing,
}

/// Checks a name: a lower-case letter, then up to 63 lower-case letters, digits and hyphens.
///
/// # Errors
/// [`Error::Name`] for any other, so that a name never leads out of the directory.
pub fn check_name(name: &str) -> Result<()> {
    let mut bytes = name.bytes();
    let good = bytes.next().is_some_and(|b| b.is_ascii_lowercase())
        && name.len() <= 64
        && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if good {
        Ok(())
    } else {
        Err(Error::Name(name.to_owned()))
    }
}
