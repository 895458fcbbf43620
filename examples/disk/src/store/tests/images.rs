//! Images: what is made is what is read.

use std::collections::BTreeMap;
use std::fs;

use super::*;
use crate::store::{overlay, partition_table};

#[test]
fn an_image_reads_back_as_created_with_both_sector_sizes() {
    for sector_size in [SectorSize::S512, SectorSize::S4096] {
        let (_guard, store) = store();
        let labels = BTreeMap::from([("env".to_owned(), "test \"1\"".to_owned())]);
        let wanted = NewImage {
            sector_size,
            labels: labels.clone(),
            ..new("a", 12, three())
        };
        let made = store.create(&wanted).unwrap();
        assert_eq!(store.read("a").unwrap().as_ref(), Some(&made));
        assert_eq!((made.size_mb, made.sector_size), (12, sector_size));
        assert_eq!(made.partitions, three());
        assert_eq!((made.labels, made.problems), (labels, vec![]));
        assert_eq!(made.path, store.path("a").unwrap());
        let stamp: jiff::Timestamp = made.created_at.parse().unwrap();
        assert_eq!((stamp.subsec_nanosecond(), made.created_at.len()), (0, 20));
        assert!(made.created_at.ends_with('Z'));
        assert_eq!(files(store.directory()), ["a.img", "a.json"]);
    }
}

#[test]
fn the_directory_is_created_when_first_needed() {
    let (_guard, store) = store();
    assert_eq!(store.list().unwrap(), [""; 0]);
    assert_eq!(store.read("a").unwrap(), None);
    store.delete("a").unwrap();
    store.delete_snapshot("a").unwrap();
    assert!(!store.directory().exists());
    store.create(&new("b", 2, vec![])).unwrap();
    store.create(&new("a", 2, vec![])).unwrap();
    fs::write(store.directory().join("Foreign.img"), "").unwrap();
    fs::create_dir(store.directory().join("c.img")).unwrap();
    assert_eq!(store.list().unwrap(), ["a", "b"]);
    assert!(matches!(store.read("c"), Err(Error::NotAFile(_))));
    assert!(matches!(store.delete("c"), Err(Error::NotAFile(_))));
    assert!(matches!(Store::open(""), Err(Error::NoDirectory)));
    assert!(matches!(
        Store::open(store.path("a").unwrap()),
        Err(Error::Io { .. })
    ));
}

#[test]
fn create_rejects_and_leaves_nothing() {
    let (_guard, store) = store();
    let refuse = |new: &NewImage| {
        let error = store.create(new).unwrap_err();
        assert_eq!(files(store.directory()), [""; 0]);
        error
    };
    assert!(matches!(refuse(&new("a", 1, vec![])), Error::Size(1)));
    assert!(matches!(
        refuse(&new("a", MAX_SIZE_MB + 1, vec![])),
        Error::Size(_)
    ));
    assert!(matches!(
        refuse(&new("a", u64::MAX, vec![])),
        Error::Size(_)
    ));
    assert!(matches!(
        refuse(&new("a", 11, three())),
        Error::DoesNotFit {
            needed: 12,
            size: 11
        }
    ));
    let long = "x".repeat(MAX_LABEL + 1);
    for label in [long.as_str(), "a\0b"] {
        let wanted = new("a", 8, vec![part(label, 1, Kind::Linux)]);
        assert!(matches!(refuse(&wanted), Error::PartitionLabel(_)));
    }
    let unused = new("a", 8, vec![part("x", 1, Kind::Other(Uuid::nil()))]);
    assert!(matches!(refuse(&unused), Error::Kind(_)));
    let lost = NewImage {
        from_snapshot: Some("s".into()),
        ..new("a", 8, vec![])
    };
    assert!(matches!(refuse(&lost), Error::NoSnapshot(_)));
}

#[test]
fn create_keeps_an_image_that_exists() {
    let (_guard, store) = store();
    let first = store.create(&new("a", 12, three())).unwrap();
    let error = store.create(&new("a", 4, vec![])).unwrap_err();
    assert!(matches!(error, Error::ImageExists { .. }));
    assert!(error.to_string().contains("import it"), "{error}");
    assert_eq!(store.read("a").unwrap(), Some(first));
}

#[test]
fn of_many_who_create_one_name_one_succeeds() {
    let (_guard, store) = store();
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (2..10)
            .map(|size| {
                let store = store.clone();
                scope.spawn(move || store.create(&new("a", size, vec![])))
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let (won, lost): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!(won.len(), 1);
    for error in lost {
        assert!(matches!(error, Err(Error::ImageExists { .. })), "{error:?}");
    }
    assert_eq!(files(store.directory()), ["a.img", "a.json"]);
    assert_eq!(
        store.read("a").unwrap(),
        won.into_iter().next().map(Result::unwrap)
    );
}

#[test]
fn names_cannot_leave_the_directory() {
    let (_guard, store) = store();
    let long = "a".repeat(65);
    for name in [
        "",
        "..",
        "../a",
        "a/b",
        "/etc/passwd",
        "A",
        "1a",
        "-a",
        "a_b",
        "a.b",
        "a\0",
        "ä",
        "a\n",
        &long,
    ] {
        assert!(
            matches!(store.create(&new(name, 2, vec![])), Err(Error::Name(_))),
            "{name:?}"
        );
        assert!(matches!(store.read(name), Err(Error::Name(_))));
        assert!(matches!(store.delete(name), Err(Error::Name(_))));
        assert!(matches!(store.exists(name), Err(Error::Name(_))));
        assert!(matches!(store.grow(name, 4), Err(Error::Name(_))));
        assert!(matches!(
            store.set_labels(name, BTreeMap::new()),
            Err(Error::Name(_))
        ));
        assert!(matches!(
            store.start_snapshot("a", name),
            Err(Error::Name(_))
        ));
        assert!(matches!(store.snapshot_status(name), Err(Error::Name(_))));
        assert!(matches!(store.delete_snapshot(name), Err(Error::Name(_))));
    }
    for name in ["a", "a-1", &"a".repeat(64)] {
        check_name(name).unwrap();
    }
}

#[test]
fn growing_keeps_partitions_content_and_guid() {
    for sector_size in [SectorSize::S512, SectorSize::S4096] {
        let (_guard, store) = store();
        let before = store
            .create(&NewImage {
                sector_size,
                ..new("a", 12, three())
            })
            .unwrap();
        overwrite(&before.path, MIB, b"content");
        let after = store.grow("a", 40).unwrap();
        assert_eq!((after.size_mb, &after.problems[..]), (40, &[][..]));
        assert_eq!(
            (&after.partitions, &after.uuid),
            (&before.partitions, &before.uuid)
        );
        assert_eq!(after.created_at, before.created_at);
        assert_ne!(after.sha256, before.sha256);
        assert_eq!(bytes_at(&before.path, MIB, 7), b"content");
        // The same again changes nothing at all.
        assert_eq!(store.grow("a", 40).unwrap(), after);
        assert!(matches!(
            store.grow("a", 39),
            Err(Error::Shrink { from: 40, to: 39 })
        ));
        assert!(matches!(store.grow("a", u64::MAX), Err(Error::Size(_))));
        assert!(matches!(store.grow("b", 40), Err(Error::NoImage(_))));
        assert_eq!(store.read("a").unwrap(), Some(after));
    }
}

#[test]
fn partitions_are_replaced_and_those_that_stay_keep_their_guid() {
    let (_guard, store) = store();
    let before = store.create(&new("a", 20, three())).unwrap();
    let guids = |store: &Store| -> Vec<_> {
        let file = File::open(store.path("a").unwrap()).unwrap();
        let table = partition_table::read(&file, 20 * MIB, SectorSize::S512)
            .unwrap()
            .unwrap();
        table
            .entries
            .into_iter()
            .map(|entry| entry.part_guid)
            .collect()
    };
    let old = guids(&store);
    let wanted = vec![
        part("boot", 3, Kind::Efi),
        part("data", 9, Kind::Home),
        part("end", 6, Kind::Linux),
    ];
    let after = store.set_partitions("a", &wanted).unwrap();
    assert_eq!((&after.partitions, &after.uuid), (&wanted, &before.uuid));
    assert_eq!(
        (&after.labels, &after.problems[..]),
        (&before.labels, &[][..])
    );
    assert_ne!(after.sha256, before.sha256);
    let new = guids(&store);
    assert_eq!(new[..2], old[..2]);
    assert!(!old.contains(&new[2]));
    let too_much = [part("x", 19, Kind::Linux)];
    assert!(matches!(
        store.set_partitions("a", &too_much),
        Err(Error::DoesNotFit { .. })
    ));
    assert_eq!(store.read("a").unwrap(), Some(after));
    assert_eq!(store.set_partitions("a", &[]).unwrap().partitions, []);
}

#[test]
fn labels_are_replaced_and_the_file_stays_unchanged() {
    let (_guard, store) = store();
    let before = store.create(&new("a", 12, three())).unwrap();
    let labels = BTreeMap::from([("k".to_owned(), "v".to_owned())]);
    let after = store.set_labels("a", labels.clone()).unwrap();
    assert_eq!(
        after,
        Image {
            labels,
            ..before.clone()
        }
    );
    assert_eq!(store.set_labels("a", BTreeMap::new()).unwrap(), before);
    assert!(matches!(
        store.set_labels("b", BTreeMap::new()),
        Err(Error::NoImage(_))
    ));
}

#[test]
fn delete_leaves_nothing_and_what_is_missing_is_fine() {
    let (_guard, store) = store();
    store.create(&new("a", 2, vec![])).unwrap();
    store.create(&new("ab", 2, vec![])).unwrap();
    // A killed process left these; that of another name stays.
    fs::write(store.directory().join(".a.1-x.part"), "half").unwrap();
    fs::write(store.directory().join(".ab.1-x.part"), "half").unwrap();
    store.delete("a").unwrap();
    assert_eq!(
        files(store.directory()),
        [".ab.1-x.part", "ab.img", "ab.json"]
    );
    assert!(!store.exists("a").unwrap());
    store.delete("a").unwrap();
}

#[test]
fn fits_knows_the_limits() {
    fits(2, &[]).unwrap();
    fits(12, &[5, 5]).unwrap();
    fits(MAX_SIZE_MB, &[MAX_SIZE_MB - 2]).unwrap();
    assert!(matches!(
        fits(11, &[5, 5]),
        Err(Error::DoesNotFit {
            needed: 12,
            size: 11
        })
    ));
    assert!(matches!(fits(64, &[1, 0]), Err(Error::EmptyPartition(2))));
    assert!(matches!(
        fits(64, &[u64::MAX, u64::MAX]),
        Err(Error::DoesNotFit { .. })
    ));
    assert!(matches!(
        fits(4096, &[1; 129]),
        Err(Error::TooManyPartitions(129))
    ));
}

#[test]
fn kinds_and_sector_sizes_are_read_as_written() {
    let other: Kind = "21686148-6449-6E6F-744E-656564454649".parse().unwrap();
    assert!(matches!(other, Kind::Other(_)));
    for kind in [Kind::Linux, Kind::Swap, Kind::Efi, Kind::Home, other] {
        assert_eq!(kind.to_string().parse::<Kind>().unwrap(), kind);
        assert_eq!(Kind::from(kind.guid()), kind);
        assert_eq!(kind.guid().to_string().parse::<Kind>().unwrap(), kind);
    }
    assert!("ext4".parse::<Kind>().is_err());
    assert!(Uuid::nil().to_string().parse::<Kind>().is_err());
    assert_eq!(SectorSize::try_from(4096).unwrap(), SectorSize::S4096);
    assert!(matches!(
        SectorSize::try_from(1024),
        Err(Error::SectorSize(1024))
    ));
}

#[test]
fn a_sparse_image_takes_no_space_and_its_digest_is_remembered() {
    let (_guard, store) = store();
    let image = store.create(&new("a", 1024, three())).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        assert!(fs::metadata(&image.path).unwrap().blocks() * 512 < MIB);
    }
    let cache = store.directory().join(".a.sha256");
    assert!(
        !cache.exists(),
        "a file that was just written must not be trusted"
    );
    std::thread::sleep(std::time::Duration::from_millis(3100));
    assert_eq!(store.read("a").unwrap(), Some(image.clone()));
    let cached = fs::read_to_string(&cache).unwrap();
    assert!(cached.contains(&image.sha256));
    // It is used: another digest in it is what a read tells.
    let forged = "0".repeat(64);
    fs::write(&cache, cached.replace(&image.sha256, &forged)).unwrap();
    assert_eq!(store.read("a").unwrap().unwrap().sha256, forged);
    // And not any more once the file changes.
    overwrite(&image.path, 100 * MIB, b"x");
    let changed = store.read("a").unwrap().unwrap().sha256;
    assert!(changed != forged && changed != image.sha256);
    store.delete("a").unwrap();
    assert_eq!(files(store.directory()), [""; 0]);
}

/// Stops the writing of a new table after every step and in the middle of each: the old or the new
/// table is there.
#[test]
fn a_table_is_readable_whenever_writing_it_stops() {
    for sector in [SectorSize::S512, SectorSize::S4096] {
        let sizes = [None, Some(sector.bytes()), Some(12 * MIB - sector.bytes())];
        for damaged in sizes {
            let (_guard, store) = store();
            let made = store
                .create(&NewImage {
                    sector_size: sector,
                    ..new("a", 12, three())
                })
                .unwrap();
            if let Some(at) = damaged {
                overwrite(&made.path, at, &[0; 92]);
            }
            let file = File::open(&made.path).unwrap();
            let old = partition_table::read(&file, 12 * MIB, sector)
                .unwrap()
                .unwrap();
            let first = old.side.other();
            let wanted = layout::entries(sector, &[part("new", 9, Kind::Home)], &[]).unwrap();
            let built = partition_table::build(&file, 12 * MIB, (old.guid, sector), wanted.clone())
                .unwrap();
            let before = fs::read(&made.path).unwrap();
            let mut states = vec![before.clone()];
            let mut now = before;
            for step in built.steps(first) {
                if let overlay::Step::Write(at, bytes) = step {
                    let at = at as usize;
                    for cut in [bytes.len() / 8, bytes.len() / 2, bytes.len()] {
                        now[at..at + cut].copy_from_slice(&bytes[..cut]);
                        states.push(now.clone());
                    }
                }
            }
            let (mut old_seen, mut new_seen) = (0, 0);
            for (number, state) in states.iter().enumerate() {
                let path = store.directory().join("state");
                fs::write(&path, state).unwrap();
                let found =
                    partition_table::read(&File::open(&path).unwrap(), 12 * MIB, sector).unwrap();
                let found = found.unwrap_or_else(|| panic!("state {number} has no table"));
                assert_eq!(found.guid, old.guid);
                let guids = |e: &[gpt::partition::Partition]| -> Vec<_> {
                    e.iter()
                        .map(|e| (e.part_guid, e.name.clone(), e.last_lba))
                        .collect()
                };
                if guids(&found.entries) == guids(&old.entries) {
                    old_seen += 1;
                } else {
                    assert_eq!(guids(&found.entries), guids(&wanted));
                    new_seen += 1;
                }
            }
            assert!(old_seen > 0 && new_seen > 0, "{old_seen} {new_seen}");
        }
    }
}
