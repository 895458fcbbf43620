//! Tests with states that are too large to be written in full after every change.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk::bytes_written;
use super::{files, open, stored};
use crate::address::{InstanceKey, ObjectAddress, ResourceAddress};
use crate::state::{State, StateManager};

fn numbered(number: usize) -> ObjectAddress {
    let resource = ResourceAddress::managed("disk_image", format!("i{number}"));
    ObjectAddress::new(resource, InstanceKey::None)
}

/// A large state with a changes file, and its content before the last change.
fn with_changes(directory: &Path) -> (PathBuf, Arc<StateManager>, State) {
    let path = directory.join("s.json");
    let manager = open(&path).expect("opens");
    manager
        .change(|state| {
            for number in 0..400 {
                state.resources.insert(numbered(number), stored());
            }
        })
        .expect("saved");
    manager.put(&numbered(1000), stored()).expect("saved");
    manager.remove(&numbered(7)).expect("saved");
    let before = manager.state();
    manager
        .update(&numbered(8), |stored| stored.metadata.tainted = false)
        .expect("saved");
    (path, manager, before)
}

/// The result of a kill: the files remain, without a held lock.
fn killed(from: &Path, to: &Path) -> PathBuf {
    for name in files(from) {
        if !name.ends_with(".lock") {
            fs::copy(from.join(&name), to.join(&name)).expect("copied");
        }
    }
    to.join("s.json")
}

#[test]
fn the_cost_of_a_state_is_linear() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = directory.path().join("s.json");
    let manager = open(&path).expect("opens");
    let add = |numbers: std::ops::Range<usize>| {
        bytes_written(|| {
            for number in numbers {
                // Saved once with its id, and once when it is done.
                manager.put(&numbered(number), stored()).expect("saved");
                let done =
                    manager.update(&numbered(number), |stored| stored.metadata.tainted = false);
                done.expect("saved");
            }
        })
    };
    let (first, rest) = (add(0..100), add(100..1000));
    manager.finish().expect("folded");
    let size = fs::metadata(&path).expect("state").len();
    // 1,800 full writes would be 900 times the state.
    assert!(rest < 8 * size, "{rest} for {size}");
    assert!(first < 20 * size, "{first} for {size}");
    assert_eq!(files(directory.path()), ["s.json", "s.json.lock"]);
}

#[test]
fn changes_are_folded_in_at_the_end() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (path, manager, _) = with_changes(directory.path());
    assert_eq!(
        files(directory.path()),
        ["s.json", "s.json.changes", "s.json.lock"]
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let metadata = directory.path().join("s.json.changes").metadata();
        assert_eq!(metadata.expect("changes").permissions().mode() & 0o077, 0);
    }
    manager.finish().expect("folded");
    let state = manager.state();
    drop(manager);
    assert_eq!(files(directory.path()), ["s.json"]);
    // The file is the same as with only full writes.
    let text = fs::read_to_string(&path).expect("state");
    assert_eq!(text, crate::state::format::write(&state, "disk"));
    assert_eq!(open(&path).expect("opens").state(), state);
}

#[test]
fn a_kill_at_any_byte_loses_at_most_what_was_being_written() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (_, manager, before) = with_changes(directory.path());
    let state = manager.state();
    let changes = fs::read(directory.path().join("s.json.changes")).expect("changes");
    let ends: Vec<usize> = (0..changes.len())
        .filter(|at| changes[*at] == b'\n')
        .map(|at| at + 1)
        .collect();
    // Cuts around line ends, and in the middle of lines.
    let cuts = ends.iter().flat_map(|end| [end - 1, *end, end + 20]);
    for cut in cuts.chain([0, 1, 20]).filter(|cut| *cut <= changes.len()) {
        let other = tempfile::tempdir().expect("temporary directory");
        let path = killed(directory.path(), other.path());
        fs::write(other.path().join("s.json.changes"), &changes[..cut]).expect("cut");
        let again = open(&path).expect("opens").state();
        let whole = ends.iter().filter(|end| **end <= cut).count() as u64;
        assert_eq!(
            again.serial,
            state.serial - 3 + whole.saturating_sub(1),
            "{cut}"
        );
        match whole {
            3 => assert_eq!(again, before),
            4 => assert_eq!(again, state),
            _ => {}
        }
        // The next command merged the changes.
        assert_eq!(files(other.path()), ["s.json"], "{cut}");
        assert_eq!(open(&path).expect("opens").state(), again);
    }
}

#[test]
fn a_kill_between_state_and_changes_does_not_apply_them_twice() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (path, manager, _) = with_changes(directory.path());
    let changes = fs::read(directory.path().join("s.json.changes")).expect("changes");
    manager.remove(&numbered(1000)).expect("saved");
    manager.finish().expect("folded");
    let state = manager.state();
    drop(manager);
    fs::write(directory.path().join("s.json.changes"), changes).expect("back again");
    assert_eq!(open(&path).expect("opens").state(), state);
    assert_eq!(files(directory.path()), ["s.json"]);
}

#[test]
fn changes_that_do_not_fit_are_left_alone() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (_, manager, _) = with_changes(directory.path());
    let changes = fs::read_to_string(directory.path().join("s.json.changes")).expect("changes");
    let lineage = manager.state().lineage;
    let lines: Vec<&str> = changes.lines().collect();
    let torn = changes.replacen("\"put\"", "\"put", 1);
    let gap = format!("{}\n{}\n", lines[0], lines[2]);
    for (text, part) in [
        (torn.clone(), "line 2 is not JSON"),
        (changes.replace(&lineage, "another"), "another state"),
        (changes.replace("local state changes", "x"), "not marked"),
        (changes.replacen("\"put\"", "\"set\"", 1), "is not a change"),
        (gap, "does not follow"),
    ] {
        let other = tempfile::tempdir().expect("temporary directory");
        let path = killed(directory.path(), other.path());
        let before = fs::read(&path).expect("state");
        fs::write(other.path().join("s.json.changes"), &text).expect("written");
        let error = open(&path).err().expect(part).to_string();
        assert!(error.contains(part), "{part}: {error}");
        assert_eq!(fs::read(&path).expect("state"), before);
        let left = fs::read_to_string(other.path().join("s.json.changes"));
        assert_eq!(left.expect("changes"), text);
    }
    // At the new path there is a new state, to which the changes do not belong.
    let other = tempfile::tempdir().expect("temporary directory");
    let path = killed(directory.path(), other.path());
    fs::remove_file(&path).expect("moved away");
    let error = open(&path).err().expect("missing").to_string();
    assert!(error.contains("the state is missing"), "{error}");
}
