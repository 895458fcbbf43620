//! What changes images: create, grow, partitions, labels, delete.

use std::collections::BTreeMap;
use std::fs::File;
use std::ops::ControlFlow;

use uuid::Uuid;

use super::Store;
use super::error::{At, Error, Result};
use super::files::{Place, Sidecar, creation_time, now};
use super::layout::{entries, fits};
use super::model::{DEFAULT_SIZE_MB, Image, MIB, NewImage, Partition};
use super::overlay::Side;
use super::passphrase::Passphrase;
use super::{partition_table, sparse};

impl Store {
    /// Creates an image. It is made under a temporary name and gets its own when it is complete
    /// and on disk, so that there is never half of one.
    ///
    /// # Errors
    /// A bad name, size, partition or label; partitions that do not fit; an image of that name; a
    /// snapshot that is missing or of another sector size; I/O. After an error no file is left.
    pub fn create(&self, new: &NewImage) -> Result<Image> {
        self.create_watched(new, &mut |_, _| ControlFlow::Continue(()))
    }

    /// As [`create`](Self::create); while a snapshot is copied, `watch` hears how many bytes of how
    /// many are done, and a break ends it.
    ///
    /// # Errors
    /// As [`create`](Self::create), and [`Error::Cancelled`] after a break.
    pub fn create_watched(
        &self,
        new: &NewImage,
        watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Image> {
        let place = self.image_place(&new.name)?;
        self.check_free(&new.name)?;
        // Everything that can be rejected is rejected before the disk is touched.
        let sizes: Vec<u64> = new.partitions.iter().flatten().map(|p| p.size_mb).collect();
        let source = new
            .from_snapshot
            .as_deref()
            .map(|name| self.open_snapshot(name))
            .transpose()?;
        let mut length = source.as_ref().map_or(0, |(_, length, _)| *length);
        if let Some(size) = new.size_mb.or(source.is_none().then_some(DEFAULT_SIZE_MB)) {
            let wanted = size.saturating_mul(MIB);
            if wanted < length {
                return Err(Error::Shrink {
                    from: length.div_ceil(MIB),
                    to: size,
                });
            }
            length = wanted;
        }
        fits(length / MIB, &sizes)?;
        let old = match &source {
            Some((file, length, sidecar)) => partition_table::read(file, *length, sidecar.sector())
                .at("read", &place.content())?,
            None => None,
        };
        if let Some(old) = &old
            && old.sector != new.sector_size
        {
            let snapshot = new.from_snapshot.clone().unwrap_or_default();
            return Err(Error::SectorSizeDiffers {
                snapshot,
                has: old.sector,
            });
        }
        let kept = old.as_ref().map_or(&[][..], |old| &old.entries);
        let mut table = match &new.partitions {
            Some(partitions) => entries(new.sector_size, partitions, kept)?,
            None => kept.to_vec(),
        };
        for entry in &mut table {
            // The snapshot's partitions keep theirs; two with one GUID confuse what mounts by it.
            entry.part_guid = Uuid::new_v4();
        }

        place.sweep();
        let file = place.temporary()?;
        let path = file.path().to_owned();
        if let Some((from, length, _)) = &source {
            let watch = &mut |done| watch(done, *length);
            if !sparse::copy(from, file.as_file(), *length, self.rate, watch).at("write", &path)? {
                return Err(Error::Cancelled);
            }
        }
        file.as_file().set_len(length).at("write", &path)?;
        let uuid = Uuid::new_v4();
        // A snapshot of an image whose table was lost is copied as it is, unless told otherwise.
        let blank = source.is_some() && old.is_none() && new.partitions.is_none();
        if !blank {
            let disk = (uuid, new.sector_size);
            partition_table::write((file.as_file(), &path), length, disk, table, Side::Backup)?;
        }
        let sidecar = Sidecar {
            created_at: Some(now()),
            sector_size: Some(new.sector_size.bytes()),
            uuid: Some(uuid),
            source: None,
            labels: new.labels.clone(),
            passphrase: new.passphrase.clone(),
        };
        if !place.publish(file, &sidecar)? {
            return Err(Error::ImageExists {
                name: new.name.clone(),
                path: place.content(),
            });
        }
        self.read_existing(&place)
    }

    /// Makes an image larger; its partitions stay and the backup of the table moves to the new end.
    /// With the size it has, a damaged table is repaired from its backup and one that is lost is
    /// made again, empty, with the disk's old GUID.
    ///
    /// # Errors
    /// [`Error::Shrink`], [`Error::Size`], [`Error::NoImage`], I/O. The image is readable as it was
    /// or as it should be, whenever it fails.
    pub fn grow(&self, name: &str, size_mb: u64) -> Result<Image> {
        let place = self.image_place(name)?;
        fits(size_mb, &[])?;
        self.edit(&place, |file, length| {
            let wanted = size_mb * MIB;
            if wanted < length {
                return Err(Error::Shrink {
                    from: length.div_ceil(MIB),
                    to: size_mb,
                });
            }
            let sidecar = place.read_sidecar()?.0;
            let path = place.content();
            // Read before the end moves: the backup is found there.
            let old = partition_table::read(file, length, sidecar.sector()).at("read", &path)?;
            if wanted == length && old.as_ref().is_some_and(partition_table::Table::is_sound) {
                return Ok(());
            }
            let read_from = old.as_ref().map(|old| old.side);
            let (disk, entries) = match old {
                Some(old) => ((old.guid, old.sector), old.entries),
                None => (disk_removed(&sidecar), Vec::new()),
            };
            if read_from == Some(Side::Backup) {
                // When the end moves, this backup can no longer be found: write the other copy
                // first.
                partition_table::write(
                    (file, &path),
                    length,
                    disk,
                    entries.clone(),
                    Side::Primary,
                )?;
            }
            file.set_len(wanted).at("grow", &path)?;
            partition_table::write((file, &path), wanted, disk, entries, Side::Backup)
        })
    }

    /// Replaces the partition table. What the partitions hold is not moved; one that begins where
    /// one began before keeps its GUID. A table that is lost is made again with the disk's old
    /// GUID.
    ///
    /// # Errors
    /// As [`fits`], a bad label or kind, [`Error::NoImage`], I/O. The old or the new table is
    /// readable, whenever it fails.
    pub fn set_partitions(&self, name: &str, partitions: &[Partition]) -> Result<Image> {
        let place = self.image_place(name)?;
        let sizes: Vec<u64> = partitions.iter().map(|p| p.size_mb).collect();
        self.edit(&place, |file, length| {
            fits(length / MIB, &sizes)?;
            let sidecar = place.read_sidecar()?.0;
            let path = place.content();
            let old = partition_table::read(file, length, sidecar.sector()).at("read", &path)?;
            let (disk, kept, first) = match &old {
                // First the copy that the image does not depend on.
                Some(old) => ((old.guid, old.sector), &old.entries[..], old.side.other()),
                None => (disk_removed(&sidecar), &[][..], Side::Backup),
            };
            let table = entries(disk.1, partitions, kept)?;
            partition_table::write((file, &path), length, disk, table, first)
        })
    }

    /// Replaces the labels kept beside an image.
    ///
    /// # Errors
    /// [`Error::NoImage`], I/O. The old labels stay then.
    pub fn set_labels(&self, name: &str, labels: BTreeMap<String, String>) -> Result<Image> {
        self.edit_sidecar(name, |sidecar| sidecar.labels = labels)
    }

    /// Replaces the pass phrase of an image; none takes it away.
    ///
    /// # Errors
    /// [`Error::NoImage`], I/O. The old one stays then.
    pub fn set_passphrase(&self, name: &str, passphrase: Option<Passphrase>) -> Result<Image> {
        self.edit_sidecar(name, |sidecar| sidecar.passphrase = passphrase)
    }

    /// Changes what is kept beside an image.
    fn edit_sidecar(&self, name: &str, change: impl FnOnce(&mut Sidecar)) -> Result<Image> {
        let place = self.image_place(name)?;
        {
            let _turn = self.turn();
            let Some(file) = place.open(false)? else {
                return Err(Error::NoImage(name.to_owned()));
            };
            let found = file.metadata().at("look at", &place.content())?;
            let mut sidecar = place.read_sidecar()?.0;
            let table = partition_table::read(&file, found.len(), sidecar.sector());
            if let Some(table) = table.at("read", &place.content())? {
                sidecar.uuid = Some(table.guid);
                sidecar.sector_size = Some(table.sector.bytes());
            }
            sidecar
                .created_at
                .get_or_insert_with(|| creation_time(&found));
            change(&mut sidecar);
            place.write_sidecar(&sidecar)?;
        }
        self.read_existing(&place)
    }

    /// Deletes an image and what is kept beside it. One that is not there is fine.
    ///
    /// # Errors
    /// A bad name, something that is not a regular file, I/O.
    pub fn delete(&self, name: &str) -> Result<()> {
        let place = self.image_place(name)?;
        let _turn = self.turn();
        place.remove()
    }

    /// Changes a file in place, one at a time, and reads the outcome.
    fn edit(&self, place: &Place, change: impl FnOnce(&File, u64) -> Result<()>) -> Result<Image> {
        {
            let _turn = self.turn();
            let Some(file) = place.open(true)? else {
                return Err(Error::NoImage(place.name.clone()));
            };
            let length = file.metadata().at("look at", &place.content())?.len();
            change(&file, length)?;
        }
        self.read_existing(place)
    }
}

/// What a disk without a readable table becomes.
fn disk_removed(sidecar: &Sidecar) -> (Uuid, super::SectorSize) {
    (sidecar.uuid.unwrap_or_else(Uuid::new_v4), sidecar.sector())
}
