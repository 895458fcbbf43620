mod disk;
mod large;
mod links;
mod terraform_3;
mod versions;

use std::fs;

use schema_runtime::codec::document::Document as Json;
use schema_runtime::codec::document::json;
use schema_runtime::path::Path;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

pub(super) use disk::full_disk;

use super::*;
use crate::address::{InstanceKey, ObjectAddress, ResourceAddress};

fn stored() -> StoredResource {
    StoredResource {
        schema_version: 2,
        attributes: json!({"id": "x", "size": Json::Number("1.00000000000000000000001".to_owned())}),
        flat: false,
        private: vec![0, 255],
        identity: None,
        metadata: Metadata {
            tainted: true,
            dependencies: [ResourceAddress::managed("disk_image", "b")].into(),
            sensitive: vec![
                Path::new("part").index(1).attribute("key"),
                Path::new("labels").key("a"),
            ],
            ..Metadata::default()
        },
    }
}

fn open(path: &std::path::Path) -> Result<std::sync::Arc<StateManager>, crate::message::Message> {
    // Without a folder for temporary files there is no second place for a spare copy.
    StateManager::open(
        path.to_owned(),
        "disk",
        std::path::Path::new("/nowhere"),
        true,
    )
}

fn address() -> ObjectAddress {
    ObjectAddress::new(
        ResourceAddress::managed("disk_image", "a"),
        InstanceKey::None,
    )
}

fn files(directory: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(directory)
        .expect("directory")
        .map(|e| e.expect("entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_state_comes_back_as_it_was_written() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = directory.path().join("s.json");
    let state_manager = open(&path).expect("opens");
    state_manager
        .change(|state| {
            state.resources.insert(address(), stored());
            let output = StoredOutput {
                ty: Type::list(Type::String),
                value: Value::List(vec!["a".into()]),
                sensitive: true,
            };
            state.outputs.insert("o".into(), output);
        })
        .expect("written");
    let before = state_manager.state();
    assert_eq!(before.serial, 1);
    // No change, so nothing is written.
    state_manager.change(|_| {}).expect("nothing to do");
    assert_eq!(state_manager.state().serial, 1);
    drop(state_manager);
    assert_eq!(files(directory.path()), ["s.json"]);
    let state_manager = open(&path).expect("opens again");
    assert_eq!(state_manager.state(), before);
}

#[test]
fn one_command_at_a_time() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = directory.path().join("s.json");
    let first = open(&path).expect("opens");
    let second = open(&path).err().expect("locked");
    assert!(
        second.to_string().contains("The state is locked"),
        "{second}"
    );
    drop(first);
    open(&path).expect("free again");
}

#[test]
fn what_is_not_a_state_is_left_alone() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = directory.path().join("s.json");
    let good = format::write(&State::empty(), "disk");
    let other = format::write(&State::empty(), "cloud");
    let long = good.replace("\"resources\": []", "\"resources\": [{\"type\": \"a\"}]");
    for (text, part) in [
        ("", "not JSON"),
        (
            "{\"version\": 4, \"terraform_version\": \"1.11.4\"}",
            "state of Terraform",
        ),
        ("[]", "not marked"),
        (&good[..good.len() / 2], "not JSON"),
        (
            &good.replace("\"version\": 2", "\"version\": 3"),
            "version 3",
        ),
        (&good.replace("\"serial\": 0", "\"serial\": -1"), "serial"),
        (&other, "provider cloud"),
        (&long, "resources[0]"),
    ] {
        fs::write(&path, text).expect("written");
        let error = open(&path).err().expect(part);
        assert!(error.to_string().contains(part), "{part}: {error}");
        assert_eq!(fs::read_to_string(&path).expect("still there"), text);
        assert_eq!(files(directory.path()), ["s.json"]);
    }
}

#[test]
fn a_failed_write_keeps_the_old_file() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let path = directory.path().join("s.json");
    let state_manager = open(&path).expect("opens");
    // A file cannot replace a directory.
    fs::create_dir(&path).expect("directory");
    fs::write(path.join("x"), "").expect("not empty");
    let error = state_manager
        .change(|state| {
            state.resources.insert(address(), stored());
        })
        .expect_err("cannot be written");
    assert!(
        error.to_string().contains("Failed to save the state"),
        "{error}"
    );
    assert!(state_manager.state().resources.contains_key(&address()));
    fs::remove_dir_all(&path).expect("removed");
    // It is not lost: the next change writes both.
    state_manager.change(|_| {}).expect("written now");
    assert!(
        fs::read_to_string(&path)
            .expect("there")
            .contains("disk_image")
    );
    assert_eq!(files(directory.path()), ["s.json", "s.json.lock"]);
}

#[test]
fn a_command_that_ended_without_a_word_is_reported_once() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (path, lock) = (
        directory.path().join("s.json"),
        directory.path().join("s.json.lock"),
    );
    let manager = open(&path).expect("opens");
    assert_eq!(manager.interrupted(), None);
    manager.note(Some("creating disk_image.a"));
    // The file as it is if the process ends now, for any reason.
    let left = fs::read(&lock).expect("a lock");
    manager.note(None);
    assert_eq!(fs::read(&lock).expect("a lock"), b"");
    drop(manager);
    fs::write(&lock, left).expect("written");
    let message = open(&path)
        .expect("opens")
        .interrupted()
        .expect("told")
        .to_string();
    assert!(
        message.contains("ended while it was creating disk_image.a:"),
        "{message}"
    );
    assert_eq!(open(&path).expect("opens").interrupted(), None);
}

#[test]
fn json_of_any_depth_that_is_written_is_read() {
    let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    for levels in [1, 127, 128, 129, 600] {
        Json::read(nested(levels).as_bytes()).expect("JSON");
    }
    for text in [
        &*nested(601),
        &nested(1_000_000),
        "",
        "1 2",
        "{\"a\": \"[[\\\"\"",
        "[1,",
    ] {
        Json::read(text.as_bytes()).expect_err("not JSON");
    }
    Json::read(format!("[\"{}\\\"\"]", "[".repeat(1000)).as_bytes()).expect("a string");
}
