//! States that cannot be saved.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::{Bench, Done};

const FOUR: &str = "resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\nresource \"mem_box\" \"b\" {\n  name = \"b\"\n}\n\
     resource \"mem_box\" \"c\" {\n  name = \"c\"\n}\nresource \"mem_box\" \"d\" {\n  name = \"d\"\n}\n\
     output \"o\" {\n  value = mem_box.a.id\n}\n";

impl Bench {
    /// This happens during this call.
    fn meanwhile(&self, call: &'static str, happens: impl Fn() + Send + 'static) {
        *self.remote.meanwhile.lock().expect("meanwhile") = Some(Box::new(move |now| {
            if now == call {
                happens();
            }
        }));
    }

    fn names(&self, directory: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(directory)).expect("directory");
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("entry")
                    .file_name()
                    .into_string()
                    .expect("name")
            })
            .collect();
        names.sort();
        names
    }

    /// The one file with a state that could not be saved.
    fn copy(&self, directory: &str) -> PathBuf {
        let mut names = self.names(directory);
        names.retain(|name| name.contains(".unsaved-"));
        assert_eq!(names.len(), 1, "{names:?}");
        self.path(directory).join(&names[0])
    }
}

/// A directory in its place cannot be replaced by a file.
fn block(state: &Path) {
    let _ = fs::remove_file(state);
    fs::create_dir_all(state.join("x")).expect("directory");
}

fn boxes(state: &Json) -> Vec<&str> {
    let resources = state["resources"].as_array().expect("resources");
    resources
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect()
}

/// The error about the state is the last one.
#[track_caller]
fn last_error(done: &Done) -> &str {
    let last = done.errors.rsplit("Error: ").next().expect("an error");
    assert!(
        last.starts_with("Failed to save the state"),
        "{}",
        done.errors
    );
    last
}

#[tokio::test]
async fn a_save_that_fails_begins_nothing_more_and_is_reported_last() {
    let bench = Bench::new("unsaved-beside");
    bench.config(FOUR);
    let state = bench.path("mem.state.json");
    bench.meanwhile("create b", move || block(&state));
    let done = bench.run("apply -auto-approve").await.bad();
    assert_eq!(bench.calls(), ["configure", "create a", "create b"]);
    assert!(
        done.output.contains("mem_box.a: Creation complete"),
        "{}",
        done.output
    );
    assert!(
        !done.output.contains("mem_box.b: Creation complete"),
        "{}",
        done.output
    );
    assert!(
        !done.output.contains("mem_box.c: Creating"),
        "{}",
        done.output
    );
    let copy = bench.copy("");
    assert!(
        last_error(&done).contains(copy.to_str().expect("path")),
        "{}",
        done.errors
    );
    let saved: Json = serde_json::from_slice(&fs::read(&copy).expect("copy")).expect("JSON");
    assert_eq!(boxes(&saved), ["a", "b"]);
    // Following its remedy is enough.
    fs::remove_dir_all(bench.path("mem.state.json")).expect("removed");
    fs::rename(copy, bench.path("mem.state.json")).expect("moved");
    bench.apply().await.says("2 added, 0 changed, 0 destroyed");
    assert_eq!(bench.remote.boxes.lock().expect("boxes").len(), 4);
}

#[tokio::test]
async fn without_a_folder_it_goes_to_the_one_for_temporary_files() {
    let bench = Bench::new("unsaved-temporary");
    let temporary = bench.path("temporary");
    let bench = bench.env("TMPDIR", temporary.to_str().expect("path"));
    bench.config(FOUR);
    fs::create_dir(bench.path("temporary")).expect("directory");
    fs::create_dir(bench.path("states")).expect("directory");
    let (from, to) = (bench.path("states"), bench.path("away"));
    bench.meanwhile("create b", move || fs::rename(&from, &to).expect("moved"));
    let done = bench
        .run("apply -auto-approve -state=states/s.json")
        .await
        .bad();
    assert_eq!(bench.calls(), ["configure", "create a", "create b"]);
    let copy = bench.copy("temporary");
    assert!(
        last_error(&done).contains(copy.to_str().expect("path")),
        "{}",
        done.errors
    );
    let saved: Json = serde_json::from_slice(&fs::read(&copy).expect("copy")).expect("JSON");
    assert_eq!(boxes(&saved), ["a", "b"]);
}

#[tokio::test]
async fn without_any_folder_it_goes_to_standard_output() {
    for line in ["apply -auto-approve", "apply -auto-approve -json"] {
        let bench = Bench::new(line).env("TMPDIR", "/nowhere");
        bench.config(FOUR);
        fs::create_dir(bench.path("states")).expect("directory");
        let (from, to) = (bench.path("states"), bench.path("away"));
        bench.meanwhile("create b", move || fs::rename(&from, &to).expect("moved"));
        let done = bench.run(&format!("{line} -state=states/s.json")).await;
        assert_eq!(done.code, 1);
        assert_eq!(bench.calls(), ["configure", "create a", "create b"]);
        let saved = if line.ends_with("-json") {
            let lines: Vec<Json> = done
                .output
                .lines()
                .map(|line| serde_json::from_str(line).expect("JSON"))
                .collect();
            let last = lines.last().expect("a line");
            assert_eq!(last["diagnostic"]["summary"], "Failed to save the state");
            let unsaved = lines.iter().find(|line| line["type"] == "unsaved_state");
            unsaved.expect("the state")["state"].clone()
        } else {
            assert!(
                last_error(&done).contains("on standard output"),
                "{}",
                done.errors
            );
            let at = done.output.find("\n{\n").expect("a document");
            serde_json::from_str(&done.output[at..]).expect("JSON")
        };
        assert_eq!(boxes(&saved), ["a", "b"]);
        assert_eq!(saved["format"], "schema-provider local state");
    }
}

#[tokio::test]
async fn nothing_is_started_that_cannot_be_saved() {
    let bench = Bench::new("unsaved-before");
    bench.config(FOUR);
    fs::create_dir(bench.path("states")).expect("directory");
    let (from, to) = (bench.path("states"), bench.path("away"));
    bench.meanwhile("configure", move || fs::rename(&from, &to).expect("moved"));
    let done = bench
        .run("apply -auto-approve -state=states/s.json")
        .await
        .bad();
    assert!(
        last_error(&done).contains("Nothing was started"),
        "{}",
        done.errors
    );
    assert_eq!(bench.calls(), ["configure"]);
}

#[tokio::test]
async fn a_delete_that_cannot_be_saved_stops_the_rest() {
    let bench = Bench::new("unsaved-delete");
    bench.config(FOUR);
    bench.apply().await;
    bench.calls();
    let state = bench.path("mem.state.json");
    bench.meanwhile("delete d", move || block(&state));
    let done = bench.run("destroy -auto-approve").await.bad();
    last_error(&done);
    assert_eq!(bench.calls().last().map(String::as_str), Some("delete d"));
    let saved: Json =
        serde_json::from_slice(&fs::read(bench.copy("")).expect("copy")).expect("JSON");
    assert_eq!(boxes(&saved), ["a", "b", "c"]);
}
