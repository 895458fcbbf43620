//! The record of objects that were in flight when a process died.

use std::path::PathBuf;

use super::failures::{kill, sign};
use super::workspace;
use sdk_tests::terraform::{Kind, Workspace};

const WARNING: &str = "a process of the provider ended before its work was recorded";

fn logs(work: &Workspace) -> Vec<PathBuf> {
    let files = std::fs::read_dir(work.path().join("crashes"));
    let files = files.into_iter().flatten();
    files.map(|file| file.unwrap().path()).collect()
}

#[test]
fn objects_in_flight_when_the_provider_died_are_reported_until_the_file_is_removed() {
    let Some(work) = workspace() else {
        return;
    };
    work.set("SCHEMA_CRASH_LOG", work.path().join("crashes").as_os_str());
    work.main(
        "resource \"kitchen_trouble\" \"a\" {\n  name = \"a\"\n  note = \"n0t-for-the-log\"\n  \
         flaw = \"create=abort\"\n}\n",
    );
    work.terraform(&["apply", "-auto-approve"])
        .failed()
        .does_not_mention(WARNING);
    assert!(work.state().find("kitchen_trouble.a").is_none());
    // The object exists, and this is its only record.
    let made = std::fs::read_dir(work.path().join("kitchen"))
        .unwrap()
        .count();
    assert_eq!(made, 1);
    let [log] = &logs(&work)[..] else {
        panic!("{:?}", logs(&work));
    };
    use std::os::unix::fs::PermissionsExt as _;
    let mode = log.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let text = std::fs::read_to_string(log).unwrap();
    assert!(!text.contains("n0t-for-the-log"), "{text}");

    work.main("resource \"kitchen_trouble\" \"b\" {\n  name = \"b\"\n}\n");
    for _ in 0..2 {
        let plan = work.terraform(&["plan"]).succeeded();
        let words = plan.words();
        assert!(words.contains(WARNING), "{words}");
        assert!(
            words.contains("create of kitchen_trouble, id a, begun 2"),
            "{words}"
        );
        assert!(
            words.contains(&*log.file_name().unwrap().to_string_lossy()),
            "{words}"
        );
    }
    // Operations that ended normally leave nothing: the crash file is the only one.
    work.terraform(&["apply", "-auto-approve"])
        .succeeded()
        .says(WARNING);
    assert_eq!(logs(&work).len(), 1);
    std::fs::remove_file(log).unwrap();
    work.terraform(&["plan"])
        .succeeded()
        .does_not_mention(WARNING);
    work.terraform(&["destroy", "-auto-approve"]).succeeded();
    assert_eq!(logs(&work), Vec::<PathBuf>::new());
    work.clean_but(&[Kind::Crash]);
}

#[test]
fn objects_in_flight_when_terraform_was_killed_are_reported() {
    let Some(work) = workspace() else {
        return;
    };
    work.set("SCHEMA_CRASH_LOG", work.path().join("crashes").as_os_str());
    work.main("resource \"kitchen_slow\" \"a\" {\n  name = \"a\"\n  create_seconds = 60\n}\n");
    let path = work.path().join("kitchen/a.create");
    work.during(&["apply", "-auto-approve"], |terraform| {
        let provider = sign(&path);
        kill("-9", terraform.id());
        // Its file is locked until it ends.
        super::blocking::ends(provider, std::time::Duration::from_secs(120));
    });
    work.main("resource \"kitchen_trouble\" \"b\" {\n  name = \"b\"\n}\n");
    let plan = work.terraform(&["plan", "-lock=false"]).succeeded();
    let words = plan.words();
    assert!(words.contains("create of kitchen_slow"), "{words}");
    work.clean();
}

#[test]
fn without_the_variable_nothing_is_written() {
    let Some(work) = workspace() else {
        return;
    };
    work.main(
        "resource \"kitchen_trouble\" \"a\" {\n  name = \"a\"\n  flaw = \"create=abort\"\n}\n",
    );
    work.terraform(&["apply", "-auto-approve"]).failed();
    work.main("");
    work.terraform(&["plan"])
        .succeeded()
        .does_not_mention(WARNING);
    work.clean_but(&[Kind::Crash]);
}
