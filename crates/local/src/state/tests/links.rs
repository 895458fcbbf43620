//! Tests with states behind links, and with other files at or beside a state's path.

use std::fs;

use super::{address, files, open, stored};

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_its_target_is_locked() {
    use std::os::unix::fs::symlink;
    let directory = tempfile::tempdir().expect("temporary directory");
    let at = |name: &str| directory.path().join(name);
    fs::create_dir(at("real")).expect("directory");
    // A chain of relative and absolute links to a missing file.
    symlink("../second", at("real/first")).expect("link");
    symlink(at("real/s.json"), at("second")).expect("link");
    symlink("real/first", at("state")).expect("link");
    for round in 0..2 {
        let manager = open(&at("state")).expect("opens");
        for name in ["state", "second", "real/first", "real/s.json"] {
            let error = open(&at(name)).err().expect(name).to_string();
            assert!(error.contains("The state is locked"), "{name}: {error}");
        }
        let mut object = stored();
        object.schema_version = round;
        manager.put(&address(), object).expect("saved");
        drop(manager);
        for name in ["state", "second", "real/first"] {
            assert!(at(name).is_symlink(), "{name}");
        }
        assert!(at("real/s.json").is_file() && !at("real/s.json").is_symlink());
        assert_eq!(files(&at("real")), ["first", "s.json"]);
        assert_eq!(files(directory.path()), ["real", "second", "state"]);
        let state = open(&at("real/s.json")).expect("opens").state();
        assert_eq!(state.resources[&address()].schema_version, round);
    }
    symlink("b", at("a")).expect("link");
    symlink("a", at("b")).expect("link");
    let error = open(&at("a")).err().expect("circle").to_string();
    assert!(error.contains("leads in a circle"), "{error}");
}

#[test]
fn what_a_kill_left_is_swept_under_the_lock() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let at = |name: &str| directory.path().join(name);
    let drawn = "0123456789abcdef0123456789abcdef";
    let left = format!("s.json.{drawn}.tmp");
    let others = [
        format!("other.json.{drawn}.tmp"),
        "s.json.notes.tmp".to_owned(),
        format!("s.json.{drawn}"),
        format!("s.json.unsaved-{drawn}.json"),
    ];
    for name in others.iter().chain([&left]) {
        fs::write(at(name), "x").expect("written");
    }
    let manager = open(&at("s.json")).expect("opens");
    assert!(!at(&left).exists());
    for name in &others {
        assert!(at(name).exists(), "{name}");
    }
    // Without the lock nothing is removed: it may be in use.
    fs::write(at(&left), "x").expect("written");
    assert!(open(&at("s.json")).is_err());
    assert!(at(&left).exists());
    drop(manager);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_state() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = directory.path().join("s.json");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo").success());
    let error = open(&path).err().expect("no state").to_string();
    assert!(error.contains("not a regular file"), "{error}");
}

#[cfg(unix)]
#[test]
fn files_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().expect("temporary directory");
    let manager = open(&directory.path().join("s.json")).expect("opens");
    manager.put(&address(), stored()).expect("saved");
    let names = files(directory.path());
    assert_eq!(names, ["s.json", "s.json.lock"]);
    for name in names {
        let metadata = directory.path().join(&name).metadata().expect("a file");
        assert_eq!(metadata.permissions().mode() & 0o077, 0, "{name}");
    }
}
