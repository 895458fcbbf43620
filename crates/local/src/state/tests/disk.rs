//! Tests with a disk that fills up, and with counted writes.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Write as _};

use super::{address, files, open, stored};
use crate::address::{InstanceKey, ObjectAddress, ResourceAddress};
use crate::state::format;

thread_local! {
    /// How many writes succeed; the next one stops halfway.
    static ROOM: Cell<Option<u32>> = const { Cell::new(None) };
    static WRITTEN: Cell<u64> = const { Cell::new(0) };
}

/// Called before every write of a state.
pub(in crate::state) fn full_disk(file: &mut File, text: &str) -> io::Result<()> {
    WRITTEN.set(WRITTEN.get() + text.len() as u64);
    match ROOM.get() {
        Some(0) => {
            let half = text.as_bytes().get(..text.len() / 2).unwrap_or_default();
            file.write_all(half)?;
            Err(io::Error::new(io::ErrorKind::StorageFull, "no space left"))
        }
        Some(left) => {
            ROOM.set(Some(left - 1));
            Ok(())
        }
        None => Ok(()),
    }
}

/// How many bytes `work` writes.
pub(super) fn bytes_written(work: impl FnOnce()) -> u64 {
    let before = WRITTEN.get();
    work();
    WRITTEN.get() - before
}

/// Runs `work` with room for this many writes.
fn with_room<T>(writes: u32, work: impl FnOnce() -> T) -> T {
    ROOM.set(Some(writes));
    let done = work();
    ROOM.set(None);
    done
}

fn numbered(number: usize) -> ObjectAddress {
    let resource = ResourceAddress::managed("disk_image", format!("i{number}"));
    ObjectAddress::new(resource, InstanceKey::None)
}

#[test]
fn nothing_that_was_saved_is_lost_when_the_disk_fills_up() {
    // A small state, and one that is large enough for a changes file.
    for objects in [0, 300] {
        for writes in 0..12 {
            let directory = tempfile::tempdir().expect("temporary directory");
            let path = directory.path().join("s.json");
            let manager = open(&path).expect("opens");
            manager
                .change(|state| {
                    for number in 0..objects {
                        state.resources.insert(numbered(number), stored());
                    }
                })
                .expect("there is room");
            let mut saved = manager.state();
            with_room(writes, || {
                for number in 1000..1010 {
                    if manager.put(&numbered(number), stored()).is_err() {
                        break;
                    }
                    saved = manager.state();
                }
            });
            assert_eq!(manager.is_saved(), writes >= 10, "{writes}");
            // There is no room for the copy either, so the state itself is printed.
            let mut printed = None;
            let unsaved = manager.unsaved(|text| {
                printed = Some(format::read(text.as_bytes(), "disk").expect("a state"));
                Some("standard output")
            });
            assert_eq!(unsaved.is_some(), writes < 10);
            if let Some(message) = unsaved {
                assert!(
                    message.to_string().contains("on standard output"),
                    "{message}"
                );
                assert_eq!(printed, Some(manager.state()));
                // The message claims nothing that did not happen.
                let message = manager.unsaved(|_| None).expect("not saved").to_string();
                assert!(message.contains("recorded nowhere"), "{message}");
            }
            drop(manager);
            // As after a kill: everything reported as saved exists, and nothing blocks the next
            // command.
            let again = open(&path).expect("opens again");
            assert_eq!(again.state().resources, saved.resources);
            drop(again);
            let left = files(directory.path());
            assert!(
                left.is_empty() || left == ["s.json"],
                "{objects} {writes}: {left:?}"
            );
        }
    }
}

#[test]
fn a_full_disk_is_found_before_anything_is_begun() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = directory.path().join("s.json");
    let manager = open(&path).expect("opens");
    let error = with_room(0, || manager.prepare(|_| {}, true)).expect_err("full");
    assert!(error.to_string().contains("Nothing was started"), "{error}");
    // A command that only reads leaves no state behind.
    manager.prepare(|_| {}, true).expect("room");
    assert_eq!(files(directory.path()), ["s.json.lock"]);
    manager.put(&address(), stored()).expect("room");
    let before = manager.state();
    let error = with_room(0, || {
        manager.prepare(|state| state.resources.clear(), false)
    });
    error.expect_err("full");
    assert_eq!(manager.state(), before);
    assert!(manager.is_saved());
}

#[test]
fn what_cannot_be_saved_in_its_place_is_beside_it() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = directory.path().join("s.json");
    let manager = open(&path).expect("opens");
    // A file cannot replace a directory.
    std::fs::create_dir(&path).expect("directory");
    for number in 0..2 {
        manager.put(&numbered(number), stored()).expect_err("no");
        let left = files(directory.path());
        let copies: Vec<&String> = left
            .iter()
            .filter(|name| name.contains("unsaved"))
            .collect();
        let [copy] = copies[..] else {
            panic!("{left:?}");
        };
        let message = manager.unsaved(|_| unreachable!()).expect("not saved");
        assert!(message.to_string().contains(copy), "{message}");
        let text = std::fs::read(directory.path().join(copy)).expect("copy");
        let read = format::read(&text, "disk").expect("a state");
        assert_eq!(read, manager.state());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let metadata = directory.path().join(copy).metadata().expect("copy");
            assert_eq!(metadata.permissions().mode() & 0o077, 0);
        }
    }
    // Once the state can be saved, the copy is removed.
    std::fs::remove_dir(&path).expect("removed");
    manager.put(&numbered(2), stored()).expect("saved");
    assert!(manager.is_saved() && manager.unsaved(|_| None).is_none());
    assert_eq!(files(directory.path()), ["s.json", "s.json.lock"]);
}
