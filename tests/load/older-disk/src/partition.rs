//! The `partition` block of an image.

use schema_provider::prelude::*;

use crate::store;

/// A partition of an image. They lie one after the other in the order of the blocks.
#[derive(Schema)]
#[schema(block)]
pub struct Partition {
    /// The label in the partition table.
    #[field(required, validate = length(1..=36))]
    pub(crate) label: String,
    /// The size in MiB.
    #[field(required, validate = range(1..=1_048_574))]
    pub(crate) size_mb: i64,
    /// What the partition is for.
    #[field(optional, default = PartitionKind::Linux)]
    pub(crate) kind: PartitionKind,
}

/// What a partition is for: its type in the partition table.
#[derive(Clone, Debug, PartialEq, Eq, SchemaEnum)]
pub enum PartitionKind {
    /// A Linux file system.
    Linux,
    /// Linux swap space.
    Swap,
    /// The EFI system partition.
    Efi,
    /// Linux home directories.
    Home,
    /// Any other type, by its GUID: an image that was partitioned by hand stays readable.
    #[schema(other)]
    Other(String),
}

impl From<store::Kind> for PartitionKind {
    fn from(kind: store::Kind) -> Self {
        match kind {
            store::Kind::Linux => Self::Linux,
            store::Kind::Swap => Self::Swap,
            store::Kind::Efi => Self::Efi,
            store::Kind::Home => Self::Home,
            store::Kind::Other(guid) => Self::Other(guid.to_string()),
        }
    }
}

impl TryFrom<&PartitionKind> for store::Kind {
    type Error = store::Error;

    fn try_from(kind: &PartitionKind) -> Result<Self, store::Error> {
        match kind {
            PartitionKind::Linux => Ok(Self::Linux),
            PartitionKind::Swap => Ok(Self::Swap),
            PartitionKind::Efi => Ok(Self::Efi),
            PartitionKind::Home => Ok(Self::Home),
            PartitionKind::Other(guid) => guid.parse(),
        }
    }
}

impl From<store::Partition> for Partition {
    fn from(partition: store::Partition) -> Self {
        Partition {
            label: partition.label,
            size_mb: i64::try_from(partition.size_mb).unwrap_or(i64::MAX),
            kind: partition.kind.into(),
        }
    }
}

/// The partitions as the store wants them.
pub(crate) fn for_store(partitions: &[Partition]) -> Result<Vec<store::Partition>> {
    partitions
        .iter()
        .map(|partition| {
            Ok(store::Partition {
                label: partition.label.clone(),
                size_mb: u64::try_from(partition.size_mb)?,
                kind: (&partition.kind).try_into()?,
            })
        })
        .collect()
}
