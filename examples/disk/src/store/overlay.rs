//! A device that keeps writes in memory, so that they reach the file in an order that is safe.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::model::MIB;

const PAGE: u64 = 4096;

/// Which copy of the partition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The one at the start.
    Primary,
    /// The one at the end.
    Backup,
}

impl Side {
    /// The copy that is not this one.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Primary => Self::Backup,
            Self::Backup => Self::Primary,
        }
    }
}

/// One step of [`Overlay::commit`].
pub(super) enum Step<'a> {
    /// Write these bytes at this offset.
    Write(u64, &'a [u8]),
    /// Wait until everything is on disk.
    Sync,
}

/// A file with writes that are not yet made. The crate `gpt` writes both copies of a table in turns
/// and without a barrier; here its writes wait until [`commit`](Self::commit) makes them in order.
#[derive(Debug)]
pub(super) struct Overlay<'a> {
    file: &'a File,
    length: u64,
    position: u64,
    pages: BTreeMap<u64, Vec<u8>>,
}

impl<'a> Overlay<'a> {
    /// A view of the file as if it had this length.
    pub(super) fn new(file: &'a File, length: u64) -> Self {
        Self {
            file,
            length,
            position: 0,
            pages: BTreeMap::new(),
        }
    }

    /// Writes one copy of the table and waits for the disk, then the other: at any moment one of
    /// them is whole. Written first must be the copy that nobody relies on.
    pub(super) fn commit(self, first: Side) -> io::Result<()> {
        let mut file = self.file;
        for step in self.steps(first) {
            match step {
                Step::Write(at, bytes) => {
                    file.seek(SeekFrom::Start(at))?;
                    file.write_all(bytes)?;
                }
                Step::Sync => file.sync_all()?,
            }
        }
        Ok(())
    }

    /// What [`commit`](Self::commit) does, in order.
    pub(super) fn steps(&self, first: Side) -> Vec<Step<'_>> {
        // The table at the start ends long before 1 MiB, and an image has at least two.
        let (front, back): (Vec<_>, Vec<_>) =
            self.pages.iter().partition(|(page, _)| **page * PAGE < MIB);
        let order = match first {
            Side::Primary => [front, back],
            Side::Backup => [back, front],
        };
        let mut steps = Vec::new();
        for side in order {
            for (page, bytes) in side {
                let at = page * PAGE;
                let inside = usize::try_from(self.length.saturating_sub(at)).unwrap_or(usize::MAX);
                steps.push(Step::Write(at, &bytes[..bytes.len().min(inside)]));
            }
            steps.push(Step::Sync);
        }
        steps
    }

    /// The page as it is in the file, filled up with zeros.
    fn load(&self, page: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(PAGE as usize);
        let mut file = self.file;
        file.seek(SeekFrom::Start(page * PAGE))?;
        file.take(PAGE).read_to_end(&mut bytes)?;
        bytes.resize(PAGE as usize, 0);
        Ok(bytes)
    }

    /// Where the position lies: the page, the offset in it, and how many of `wanted` bytes follow
    /// in it before the page or the file ends.
    fn span(&self, wanted: usize) -> (u64, usize, usize) {
        let offset = (self.position % PAGE) as usize;
        let inside =
            usize::try_from(self.length.saturating_sub(self.position)).unwrap_or(usize::MAX);
        (
            self.position / PAGE,
            offset,
            wanted.min(PAGE as usize - offset).min(inside),
        )
    }
}

impl Read for Overlay<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (page, offset, length) = self.span(buffer.len());
        let loaded;
        let bytes = match self.pages.get(&page) {
            Some(bytes) => bytes,
            None => {
                loaded = self.load(page)?;
                &loaded
            }
        };
        buffer[..length].copy_from_slice(&bytes[offset..offset + length]);
        self.position += length as u64;
        Ok(length)
    }
}

impl Write for Overlay<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let (page, offset, length) = self.span(buffer.len());
        if !self.pages.contains_key(&page) {
            let loaded = self.load(page)?;
            self.pages.insert(page, loaded);
        }
        if let Some(bytes) = self.pages.get_mut(&page) {
            bytes[offset..offset + length].copy_from_slice(&buffer[..length]);
        }
        self.position += length as u64;
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Overlay<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        self.position = target.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}
