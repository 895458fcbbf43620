//! Files changed by hand: a read tells, and an update repairs.

use std::collections::BTreeMap;
use std::fs;

use super::*;

fn image() -> (TempDir, Store, Image) {
    let (guard, store) = store();
    let image = store.create(&new("a", 16, three())).unwrap();
    (guard, store, image)
}

fn truncate(image: &Image, length: u64) {
    OpenOptions::new()
        .write(true)
        .open(&image.path)
        .unwrap()
        .set_len(length)
        .unwrap();
}

#[test]
fn a_deleted_file_is_missing_and_can_be_created_again() {
    let (_guard, store, image) = image();
    fs::remove_file(&image.path).unwrap();
    assert_eq!(store.read("a").unwrap(), None);
    assert!(matches!(store.grow("a", 20), Err(Error::NoImage(_))));
    let again = store.create(&new("a", 16, vec![])).unwrap();
    assert_ne!(again.uuid, image.uuid);
}

#[test]
fn a_truncated_file_is_smaller_and_grows_back() {
    let (_guard, store, image) = image();
    truncate(&image, 6 * MIB + 100);
    let cut = store.read("a").unwrap().unwrap();
    assert_eq!(
        (cut.size_mb, &cut.partitions, &cut.uuid),
        (6, &image.partitions, &image.uuid)
    );
    assert_eq!(
        cut.problems,
        [
            Problem::BackupDamaged,
            Problem::CutOff("root".into()),
            Problem::CutOff("swäp".into())
        ]
    );
    // It held nothing but the table, so growing makes it what it was, to the byte.
    assert_eq!(store.grow("a", 16).unwrap(), image);
}

#[test]
fn an_emptied_file_has_no_table_and_is_made_again_with_its_guid() {
    let (_guard, store, image) = image();
    truncate(&image, 0);
    let empty = store.read("a").unwrap().unwrap();
    assert_eq!(
        (empty.size_mb, &empty.partitions[..], &empty.uuid),
        (0, &[][..], &None)
    );
    assert_eq!(empty.problems, [Problem::NoTable]);
    assert!(matches!(
        store.set_partitions("a", &three()),
        Err(Error::Size(0))
    ));
    assert_eq!(store.grow("a", 16).unwrap().partitions, []);
    let repaired = store.set_partitions("a", &three()).unwrap();
    assert_eq!(
        (&repaired.uuid, &repaired.partitions),
        (&image.uuid, &image.partitions)
    );
    assert_eq!(
        (&repaired.created_at, repaired.size_mb),
        (&image.created_at, 16)
    );
}

#[test]
fn a_zeroed_table_is_missing_and_is_made_again_with_its_guid_and_sector_size() {
    for sector_size in [SectorSize::S512, SectorSize::S4096] {
        let (_guard, store) = store();
        let image = store
            .create(&NewImage {
                sector_size,
                ..new("a", 16, three())
            })
            .unwrap();
        overwrite(&image.path, 0, &vec![0; MIB as usize]);
        overwrite(&image.path, 15 * MIB, &vec![0; MIB as usize]);
        let zeroed = store.read("a").unwrap().unwrap();
        assert_eq!((&zeroed.partitions[..], &zeroed.uuid), (&[][..], &None));
        assert_eq!((zeroed.size_mb, zeroed.sector_size), (16, sector_size));
        assert_eq!(zeroed.problems, [Problem::NoTable]);
        let repaired = store.set_partitions("a", &three()).unwrap();
        assert_eq!(
            (&repaired.uuid, &repaired.partitions),
            (&image.uuid, &image.partitions)
        );
        assert_eq!(
            (repaired.sector_size, &repaired.problems[..]),
            (sector_size, &[][..])
        );
    }
}

#[test]
fn a_damaged_primary_table_is_read_from_the_backup_and_repaired() {
    for sector_size in [SectorSize::S512, SectorSize::S4096] {
        // The header's signature; the header's checksummed part; one entry of the table.
        for at in [
            sector_size.bytes(),
            sector_size.bytes() + 60,
            2 * sector_size.bytes() + 130,
        ] {
            for size in [16, 17] {
                let (_guard, store) = store();
                let image = store
                    .create(&NewImage {
                        sector_size,
                        ..new("a", 16, three())
                    })
                    .unwrap();
                overwrite(&image.path, at, b"\xff\xff");
                let read = store.read("a").unwrap().unwrap();
                assert_eq!(
                    (&read.partitions, &read.uuid),
                    (&image.partitions, &image.uuid)
                );
                assert_eq!(read.problems, [Problem::PrimaryDamaged]);
                let repaired = store.grow("a", size).unwrap();
                assert_eq!((repaired.problems, repaired.partitions), (vec![], three()));
                assert_eq!(repaired.sha256 == image.sha256, size == 16);
            }
        }
    }
}

#[test]
fn a_damaged_backup_is_reported_and_repaired() {
    let (_guard, store, image) = image();
    overwrite(&image.path, 16 * MIB - 512, &[0; 512]);
    let read = store.read("a").unwrap().unwrap();
    assert_eq!(
        (&read.partitions, &read.problems),
        (&image.partitions, &vec![Problem::BackupDamaged])
    );
    assert_eq!(store.set_partitions("a", &three()).unwrap(), image);
}

/// The crate `gpt` asserts and allocates by what a header says; with a right checksum nothing but
/// our own check is between.
#[test]
fn headers_that_lie_are_damage_not_a_crash() {
    let lies: [(usize, &[u8]); 6] = [
        (84, &256_u32.to_le_bytes()), // size of an entry
        (84, &0_u32.to_le_bytes()),
        (80, &u32::MAX.to_le_bytes()), // number of entries
        (72, &u64::MAX.to_le_bytes()), // where they are
        (72, &(1_u64 << 55).to_le_bytes()),
        (24, &7_u64.to_le_bytes()), // where the header is
    ];
    for (at, lie) in lies {
        let (_guard, store, image) = image();
        let mut header = bytes_at(&image.path, 512, 92);
        let real = header[16..20].to_vec();
        header[16..20].fill(0);
        assert_eq!(
            crc(&header).to_le_bytes(),
            real[..],
            "the test's own checksum"
        );
        header[at..at + lie.len()].copy_from_slice(lie);
        let sum = crc(&header);
        header[16..20].copy_from_slice(&sum.to_le_bytes());
        overwrite(&image.path, 512, &header);
        let read = store.read("a").unwrap().unwrap();
        assert_eq!(read.problems, [Problem::PrimaryDamaged], "{at}");
        assert_eq!(read.partitions, image.partitions);
    }
}

#[test]
fn any_bytes_are_read_without_a_crash() {
    let (_guard, store, image) = image();
    let mut seed = 1_u64;
    for _ in 0..64 {
        let noise: Vec<u8> = (0..40)
            .map(|_| {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33) as u8
            })
            .collect();
        overwrite(&image.path, 512 + seed % 2048, &noise);
        overwrite(&image.path, 16 * MIB - 1 - seed % 2048, &noise[..1]);
        store.read("a").unwrap().unwrap();
    }
    for length in [1, 511, 512, 513, 1024, 1536, 4096, 8192, 12288, 20000, MIB] {
        truncate(&image, length);
        let read = store.read("a").unwrap().unwrap();
        assert_eq!(read.size_mb, length / MIB);
    }
}

#[test]
fn a_sidecar_that_is_lost_or_damaged_costs_only_the_labels() {
    for damage in [None, Some("{\"labels\": 1}"), Some("")] {
        let (_guard, store) = store();
        let labels = BTreeMap::from([("k".to_owned(), "v".to_owned())]);
        let wanted = NewImage {
            labels: labels.clone(),
            sector_size: SectorSize::S4096,
            ..new("a", 16, three())
        };
        let image = store.create(&wanted).unwrap();
        let sidecar = store.directory().join("a.json");
        match damage {
            None => fs::remove_file(&sidecar).unwrap(),
            Some(text) => fs::write(&sidecar, text).unwrap(),
        }
        let read = store.read("a").unwrap().unwrap();
        assert_eq!(read.labels, BTreeMap::new());
        assert_eq!(
            (&read.uuid, &read.partitions, read.sector_size),
            (&image.uuid, &image.partitions, SectorSize::S4096)
        );
        assert_eq!(read.problems.len(), usize::from(damage.is_some()));
        read.created_at.parse::<jiff::Timestamp>().unwrap();
        let repaired = store.set_labels("a", labels.clone()).unwrap();
        assert_eq!((repaired.labels, repaired.problems), (labels, vec![]));
        // From now on it is fixed, also if the table is lost.
        assert_eq!(repaired.created_at, read.created_at);
        overwrite(&image.path, 0, &vec![0; MIB as usize]);
        overwrite(&image.path, 15 * MIB, &vec![0; MIB as usize]);
        let again = store.set_partitions("a", &three()).unwrap();
        assert_eq!(
            (again.uuid, again.sector_size),
            (image.uuid, SectorSize::S4096)
        );
    }
}

#[test]
fn an_image_of_another_program_can_be_read() {
    let (_guard, store, image) = image();
    fs::copy(&image.path, store.directory().join("b.img")).unwrap();
    let read = store.read("b").unwrap().unwrap();
    assert_eq!(
        (read.uuid, read.partitions, read.labels),
        (image.uuid, three(), BTreeMap::new())
    );
}

/// In a sparse file of 1 TiB the largest table a header can claim has room.
#[test]
fn a_header_cannot_claim_memory() {
    let (_guard, _store, image) = image();
    truncate(&image, 1 << 40);
    let mut header = bytes_at(&image.path, 512, 92);
    header[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    header[16..20].fill(0);
    let sum = crc(&header);
    header[16..20].copy_from_slice(&sum.to_le_bytes());
    overwrite(&image.path, 512, &header);
    let file = File::open(&image.path).unwrap();
    let read = crate::store::partition_table::read(&file, 1 << 40, SectorSize::S512).unwrap();
    assert!(read.is_none());
}

/// The checksum of a header: CRC-32, as in the UEFI specification.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xEDB8_8320 & (crc & 1_u32).wrapping_neg())
        })
    })
}
