//! Snapshots: a copy is complete or it is not there.

use std::fs;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use super::*;

/// A store whose copies take about a second, and an image with data in it.
fn slow() -> (TempDir, Store, Image) {
    let (guard, store) = store();
    let image = store.create(&new("a", 16, three())).unwrap();
    overwrite(&image.path, MIB, &vec![7; 4 * MIB as usize]);
    let image = store.read("a").unwrap().unwrap();
    (guard, store.with_copy_rate(NonZeroU64::new(4 * MIB)), image)
}

fn snapshots(store: &Store) -> Vec<String> {
    files(&store.directory().join("snapshots"))
}

fn until(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(
            started.elapsed() < Duration::from_secs(30),
            "{what} did not happen"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn take(store: &Store, image: &str, name: &str) -> Snapshot {
    store.start_snapshot(image, name).unwrap().wait();
    match store.snapshot_status(name).unwrap() {
        Status::Ready(snapshot) => snapshot,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_snapshot_shows_progress_and_becomes_a_copy() {
    let (_guard, store, image) = slow();
    assert_eq!(store.snapshot_status("s").unwrap(), Status::Missing);
    let name = store.start_snapshot("a", "s").unwrap().keep();
    let mut seen = Vec::new();
    until("the copy", || match store.snapshot_status(&name).unwrap() {
        Status::Copying { done, total } => {
            assert_eq!(total, 16 * MIB);
            seen.push(done);
            false
        }
        Status::Ready(_) => true,
        other => panic!("{other:?}"),
    });
    assert!(
        seen.is_sorted() && seen.iter().any(|d| 0 < *d && *d < 16 * MIB),
        "{seen:?}"
    );
    let Status::Ready(snapshot) = store.snapshot_status("s").unwrap() else {
        panic!()
    };
    assert_eq!(
        (snapshot.source.as_deref(), snapshot.size_mb),
        (Some("a"), 16)
    );
    assert_eq!(snapshot.sha256, image.sha256);
    assert_eq!(
        fs::read(&snapshot.path).unwrap(),
        fs::read(&image.path).unwrap()
    );
    assert_eq!(snapshots(&store), ["s.img", "s.json"]);
    assert!(matches!(
        store.start_snapshot("a", "s"),
        Err(Error::SnapshotExists(_))
    ));
    // Another process sees it, too; and the image's end is not the snapshot's.
    let other = Store::open(store.directory()).unwrap();
    store.delete("a").unwrap();
    assert_eq!(other.snapshot_status("s").unwrap(), Status::Ready(snapshot));
    store.delete_snapshot("s").unwrap();
    assert_eq!(store.snapshot_status("s").unwrap(), Status::Missing);
    assert_eq!(snapshots(&store), [""; 0]);
    store.delete_snapshot("s").unwrap();
}

#[test]
fn a_cancelled_copy_leaves_nothing_and_can_be_started_again() {
    let (_guard, store, _) = slow();
    let copy = store.start_snapshot("a", "s").unwrap();
    until("the start", || copy.progress().0 > 0);
    assert!(matches!(
        store.start_snapshot("a", "s"),
        Err(Error::SnapshotBusy(_))
    ));
    let now = snapshots(&store);
    assert!(now.len() == 1 && now[0].ends_with(".part"), "{now:?}");
    store.cancel_snapshot("s").unwrap();
    assert_eq!(snapshots(&store), [""; 0]);
    assert_eq!(store.snapshot_status("s").unwrap(), Status::Missing);
    drop(copy);
    take(&store, "a", "s");
    // A finished one stays.
    store.cancel_snapshot("s").unwrap();
    assert!(matches!(
        store.snapshot_status("s").unwrap(),
        Status::Ready(_)
    ));
}

/// Whoever was told that a copy has started finds its file, so that a process killed at once leaves
/// what the next one sweeps.
#[test]
fn a_copy_that_has_started_has_its_file() {
    for _ in 0..20 {
        let (_guard, store, _) = slow();
        let copy = store.start_snapshot("a", "s").unwrap();
        let now = snapshots(&store);
        assert!(now.len() == 1 && now[0].ends_with(".part"), "{now:?}");
        drop(copy);
    }
}

/// However late the thread is that copies.
#[test]
fn a_change_right_after_the_start_is_seen() {
    for _ in 0..3 {
        let (_guard, store, image) = slow();
        let copy = store.start_snapshot("a", "s").unwrap();
        let file = fs::File::options().write(true).open(&image.path).unwrap();
        file.set_len(17 * MIB).unwrap();
        copy.wait();
        let status = store.snapshot_status("s").unwrap();
        assert!(matches!(status, Status::Failed(_)), "{status:?}");
    }
}

#[test]
fn dropping_the_guard_stops_the_copy() {
    let (_guard, store, _) = slow();
    let copy = store.start_snapshot("a", "s").unwrap();
    until("the start", || copy.progress().0 > 0);
    drop(copy);
    until("the end", || {
        store.snapshot_status("s").unwrap() == Status::Missing
    });
    assert_eq!(snapshots(&store), [""; 0]);
}

#[test]
fn deleting_stops_a_copy() {
    let (_guard, store, _) = slow();
    store.start_snapshot("a", "s").unwrap().keep();
    store.delete_snapshot("s").unwrap();
    assert_eq!(store.snapshot_status("s").unwrap(), Status::Missing);
    assert_eq!(snapshots(&store), [""; 0]);
}

#[test]
fn half_a_copy_of_a_killed_process_never_counts() {
    let (_guard, store, _) = slow();
    let directory = store.directory().join("snapshots");
    fs::create_dir(&directory).unwrap();
    fs::write(directory.join(".s.1-abc.part"), "half").unwrap();
    assert_eq!(store.snapshot_status("s").unwrap(), Status::Missing);
    let wanted = NewImage {
        from_snapshot: Some("s".into()),
        ..new("b", 16, vec![])
    };
    assert!(matches!(store.create(&wanted), Err(Error::NoSnapshot(_))));
    take(&store, "a", "s");
    assert_eq!(snapshots(&store), ["s.img", "s.json"]);
}

#[test]
fn an_image_that_changes_while_copied_is_no_snapshot() {
    let (_guard, store, image) = slow();
    let copy = store.start_snapshot("a", "s").unwrap();
    until("the start", || copy.progress().0 > 0);
    overwrite(&image.path, 14 * MIB, b"late");
    copy.wait();
    let Status::Failed(why) = store.snapshot_status("s").unwrap() else {
        panic!()
    };
    assert!(why.contains("changed while it was copied"), "{why}");
    assert_eq!(snapshots(&store), [""; 0]);
    // It is told until someone starts again.
    assert!(matches!(
        store.snapshot_status("s").unwrap(),
        Status::Failed(_)
    ));
    take(&store, "a", "s");
}

#[test]
fn a_snapshot_needs_an_image() {
    let (_guard, store) = store();
    assert!(matches!(
        store.start_snapshot("a", "s"),
        Err(Error::NoImage(_))
    ));
    assert_eq!(store.snapshot_status("s").unwrap(), Status::Missing);
}

#[test]
fn an_image_is_created_from_a_snapshot() {
    for sector_size in [SectorSize::S512, SectorSize::S4096] {
        let (_guard, store) = store();
        let image = store
            .create(&NewImage {
                sector_size,
                ..new("a", 16, three())
            })
            .unwrap();
        overwrite(&image.path, 2 * MIB, b"content");
        assert_eq!(take(&store, "a", "s").sector_size, sector_size);
        let wanted = NewImage {
            name: "b".into(),
            sector_size,
            from_snapshot: Some("s".into()),
            ..NewImage::default()
        };
        let copy = store.create(&wanted).unwrap();
        assert_eq!((copy.size_mb, &copy.partitions), (16, &image.partitions));
        assert_eq!(
            (copy.sector_size, &copy.problems[..]),
            (sector_size, &[][..])
        );
        assert_ne!(copy.uuid, image.uuid);
        let guids = |image: &Image| {
            let file = File::open(&image.path).unwrap();
            let table = partition_table::read(&file, 16 * MIB, sector_size)
                .unwrap()
                .unwrap();
            table
                .entries
                .into_iter()
                .map(|entry| entry.part_guid)
                .collect::<Vec<_>>()
        };
        assert!(
            guids(&copy)
                .iter()
                .all(|guid| !guids(&image).contains(guid))
        );
        assert_eq!(bytes_at(&copy.path, 2 * MIB, 7), b"content");

        let wrong = NewImage {
            name: "c".into(),
            sector_size: sector_size.other(),
            ..wanted.clone()
        };
        let error = store.create(&wrong).unwrap_err();
        assert!(matches!(error, Error::SectorSizeDiffers { has, .. } if has == sector_size));
        let small = NewImage {
            name: "c".into(),
            size_mb: Some(15),
            ..wanted.clone()
        };
        assert!(matches!(
            store.create(&small),
            Err(Error::Shrink { from: 16, to: 15 })
        ));
        let large = NewImage {
            name: "c".into(),
            size_mb: Some(20),
            partitions: Some(vec![part("all", 18, Kind::Home)]),
            ..wanted
        };
        let large = store.create(&large).unwrap();
        assert_eq!((large.size_mb, &large.problems[..]), (20, &[][..]));
        assert_eq!(large.partitions, [part("all", 18, Kind::Home)]);
    }
}

#[test]
fn creating_from_a_snapshot_can_be_stopped() {
    let (_guard, store, _) = slow();
    take(&store, "a", "s");
    let wanted = NewImage {
        name: "b".into(),
        from_snapshot: Some("s".into()),
        ..NewImage::default()
    };
    let mut last = 0;
    let error = store
        .create_watched(&wanted, &mut |done, total| {
            assert!(last <= done && total == 16 * MIB);
            last = done;
            if done > MIB {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        })
        .unwrap_err();
    assert!(matches!(error, Error::Cancelled) && last < 16 * MIB);
    assert!(!store.exists("b").unwrap());
    assert!(
        !files(store.directory())
            .iter()
            .any(|name| name.starts_with(".b"))
    );
}
