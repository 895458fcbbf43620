//! The store against real files in temporary directories.

mod drift;
mod images;
mod other_program;
mod snapshots;

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use tempfile::TempDir;

use super::*;

pub(super) fn store() -> (TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("disks")).unwrap();
    (directory, store)
}

pub(super) fn part(label: &str, size_mb: u64, kind: Kind) -> Partition {
    Partition {
        label: label.to_owned(),
        size_mb,
        kind,
    }
}

pub(super) fn three() -> Vec<Partition> {
    vec![
        part("boot", 3, Kind::Efi),
        part("root", 5, Kind::Linux),
        part("swäp", 2, Kind::Swap),
    ]
}

pub(super) fn new(name: &str, size_mb: u64, partitions: Vec<Partition>) -> NewImage {
    NewImage {
        name: name.to_owned(),
        size_mb: Some(size_mb),
        partitions: Some(partitions),
        ..NewImage::default()
    }
}

pub(super) fn overwrite(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
}

pub(super) fn bytes_at(path: &Path, at: u64, length: usize) -> Vec<u8> {
    let mut file = File::open(path).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    let mut bytes = vec![0; length];
    file.read_exact(&mut bytes).unwrap();
    bytes
}

/// Every name in the directory, sorted.
pub(super) fn files(directory: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return Vec::new();
    };
    let mut names: Vec<_> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
