//! Where partitions lie: one after the other, in whole MiB, from the first MiB on.

use gpt::partition::Partition as Entry;
use gpt::partition_types::{OperatingSystem, Type};
use uuid::Uuid;

use super::error::{Error, Result};
use super::model::{
    MAX_LABEL, MAX_PARTITIONS, MAX_SIZE_MB, MIB, MIN_SIZE_MB, Partition, SectorSize,
};

/// Checks that partitions of these sizes (in MiB) fit into an image of this size.
///
/// The table takes the first MiB and its backup the last one, whatever the sector size (partitions
/// are whole MiB); partitions lie between them.
///
/// # Errors
/// [`Error::Size`], [`Error::TooManyPartitions`], [`Error::EmptyPartition`] or
/// [`Error::DoesNotFit`].
pub fn fits(size_mb: u64, partitions: &[u64]) -> Result<()> {
    if !(MIN_SIZE_MB..=MAX_SIZE_MB).contains(&size_mb) {
        return Err(Error::Size(size_mb));
    }
    if partitions.len() > MAX_PARTITIONS {
        return Err(Error::TooManyPartitions(partitions.len()));
    }
    if let Some(empty) = partitions.iter().position(|size| *size == 0) {
        return Err(Error::EmptyPartition(empty + 1));
    }
    let needed = partitions
        .iter()
        .fold(MIN_SIZE_MB, |sum, size| sum.saturating_add(*size));
    if needed > size_mb {
        return Err(Error::DoesNotFit {
            needed,
            size: size_mb,
        });
    }
    Ok(())
}

/// The table's entries for these partitions. One that begins where an old one began keeps its GUID
/// and its flags, since the content there stays.
pub(super) fn entries(
    sector: SectorSize,
    partitions: &[Partition],
    old: &[Entry],
) -> Result<Vec<Entry>> {
    let per_mib = MIB / sector.bytes();
    let mut start = per_mib;
    let mut entries = Vec::with_capacity(partitions.len());
    for partition in partitions {
        let label = &partition.label;
        if label.encode_utf16().count() > MAX_LABEL || label.contains('\0') {
            return Err(Error::PartitionLabel(label.clone()));
        }
        let guid = partition.kind.guid();
        if guid.is_nil() {
            return Err(Error::Kind(guid.to_string()));
        }
        let length = partition.size_mb.saturating_mul(per_mib);
        let same = old.iter().find(|entry| entry.first_lba == start);
        entries.push(Entry {
            part_type_guid: Type {
                guid,
                os: OperatingSystem::None,
            },
            part_guid: same.map_or_else(Uuid::new_v4, |entry| entry.part_guid),
            first_lba: start,
            last_lba: start.saturating_add(length).saturating_sub(1),
            flags: same.map_or(0, |entry| entry.flags),
            name: label.clone(),
        });
        start = start.saturating_add(length);
    }
    Ok(entries)
}

/// What [`describe`] found out about a table's entries.
pub(super) struct Described {
    pub(super) partitions: Vec<Partition>,
    /// Labels of those that do not lie where [`entries`] would put them.
    pub(super) elsewhere: Vec<String>,
    /// Labels of those that reach beyond the end of the file.
    pub(super) cut_off: Vec<String>,
}

/// The partitions a table describes. It never fails: a manually edited table can contain anything.
pub(super) fn describe(sector: SectorSize, table: &[Entry], file_length: u64) -> Described {
    let per_mib = MIB / sector.bytes();
    let mut next = per_mib;
    let mut found = Described {
        partitions: Vec::new(),
        elsewhere: Vec::new(),
        cut_off: Vec::new(),
    };
    for entry in table.iter().filter(|entry| entry.is_used()) {
        let length = entry.sectors_len().unwrap_or(0);
        if entry.first_lba != next || length == 0 || length % per_mib != 0 {
            found.elsewhere.push(entry.name.clone());
        }
        if entry.last_lba >= file_length / sector.bytes() {
            found.cut_off.push(entry.name.clone());
        }
        next = entry.last_lba.saturating_add(1);
        found.partitions.push(Partition {
            label: entry.name.clone(),
            size_mb: length / per_mib,
            kind: entry.part_type_guid.guid.into(),
        });
    }
    found
}
