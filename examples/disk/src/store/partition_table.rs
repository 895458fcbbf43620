//! The partition table in a file, read without trust and written without a moment in which none
//! of its copies is whole.

use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use gpt::GptConfig;
use gpt::header::{Header, read_header_from_arbitrary_device};
use gpt::mbr::ProtectiveMBR;
use gpt::partition::{Partition as Entry, file_read_partitions};
use uuid::Uuid;

use super::error::{At, Error, Result};
use super::model::SectorSize;
use super::overlay::{Overlay, Side};

/// Bytes of one entry; the UEFI specification allows more, the crate `gpt` reads only these.
const ENTRY: u32 = 128;
/// More entries than any tool writes; a header that claims more is damage, and costs no memory.
const MAX_ENTRIES: u32 = 4096;

/// A readable partition table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) guid: Uuid,
    pub(super) sector: SectorSize,
    pub(super) entries: Vec<Entry>,
    /// The copy that was read: the primary one if it is whole.
    pub(super) side: Side,
    /// Whether the other copy is whole and says the same.
    pub(super) twin: bool,
}

impl Table {
    /// Whether both copies are whole and say the same.
    pub(super) fn is_sound(&self) -> bool {
        self.side == Side::Primary && self.twin
    }
}

/// Reads the table; first as one for the `likely` sector size, then for the other.
pub(super) fn read(file: &File, length: u64, likely: SectorSize) -> std::io::Result<Option<Table>> {
    for sector in [likely, likely.other()] {
        let last = (length / sector.bytes()).saturating_sub(1);
        let primary = copy_at(file, length, sector, 1)?;
        let backup = copy_at(file, length, sector, last)?;
        let (side, (header, entries), twin) = match (primary, backup) {
            (Some(primary), backup) => {
                let twin = backup.is_some_and(|(header, _)| {
                    header.disk_guid == primary.0.disk_guid
                        && header.crc32_parts == primary.0.crc32_parts
                });
                (Side::Primary, primary, twin)
            }
            (None, Some(backup)) => (Side::Backup, backup, false),
            (None, None) => continue,
        };
        return Ok(Some(Table {
            guid: header.disk_guid,
            sector,
            entries,
            side,
            twin,
        }));
    }
    Ok(None)
}

/// One copy of the table, if it is whole. The crate `gpt` trusts a header's sizes (it allocates and
/// asserts by them), so they are checked before it sees them.
fn copy_at(
    mut file: &File,
    length: u64,
    sector: SectorSize,
    lba: u64,
) -> std::io::Result<Option<(Header, Vec<Entry>)>> {
    let size = sector.bytes();
    if lba == 0 || lba.saturating_add(1).saturating_mul(size) > length {
        return Ok(None);
    }
    // `gpt` looks for a header in the second sector only; it gets a device that has it there.
    let mut device = vec![0; 2 * size as usize];
    file.seek(SeekFrom::Start(lba * size))?;
    file.read_exact(&mut device[size as usize..])?;
    let Ok(header) = read_header_from_arbitrary_device(&mut Cursor::new(device), sector.block())
    else {
        return Ok(None);
    };
    let table_length = u64::from(header.num_parts) * u64::from(ENTRY);
    let end = header
        .part_start
        .checked_mul(size)
        .and_then(|at| at.checked_add(table_length));
    if header.current_lba != lba
        || header.part_size != ENTRY
        || header.num_parts > MAX_ENTRIES
        || end.is_none_or(|end| end > length)
    {
        return Ok(None);
    }
    match file_read_partitions(&mut BufReader::new(file), &header, sector.block()) {
        Ok(entries) => Ok(Some((header, entries.into_values().collect()))),
        // What `gpt` finds out itself, a wrong checksum, has no code of the operating system.
        Err(damage) if damage.raw_os_error().is_none() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a table and its backup for a file of this length, the copy `first` before the other.
pub(super) fn write(
    (file, path): (&File, &Path),
    length: u64,
    disk: (Uuid, SectorSize),
    entries: Vec<Entry>,
    first: Side,
) -> Result<()> {
    let overlay = build(file, length, disk, entries)?;
    overlay
        .commit(first)
        .at("write the partition table of", path)
}

/// Both copies of a table, not yet written.
pub(super) fn build(
    file: &File,
    length: u64,
    (guid, sector): (Uuid, SectorSize),
    entries: Vec<Entry>,
) -> Result<Overlay<'_>> {
    let broken = |error: &dyn std::fmt::Display| Error::Table(error.to_string());
    let mut overlay = Overlay::new(file, length);
    let sectors = (length / sector.bytes()).saturating_sub(1);
    ProtectiveMBR::with_lb_size(u32::try_from(sectors).unwrap_or(u32::MAX))
        .update_conservative(&mut overlay)
        .map_err(|error| broken(&error))?;
    // Always from scratch: building upon an old header would keep the end it knew.
    let mut disk = GptConfig::new()
        .writable(true)
        .change_partition_count(true)
        .logical_block_size(sector.block())
        .create_from_device(overlay, Some(guid))
        .map_err(|error| broken(&error))?;
    disk.update_partitions((1..).zip(entries).collect())
        .map_err(|error| broken(&error))?;
    disk.write().map_err(|error| broken(&error))
}
