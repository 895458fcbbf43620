//! The scripts of a release, with a `cargo` that writes down what it is asked for; and of the other
//! platforms.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use sdk_tests::programs::write_program;

use crate::workspace;

/// A tree of two crates, of which one is released, in a repository of its own; with the scripts of
/// this one.
struct Tree(tempfile::TempDir);

const CARGO: &str = "#!/bin/sh
echo \"$*\" >> \"$ASKED\"
case \"$1\" in
info) [ -n \"$TAKEN\" ] ;;
semver-checks) [ -n \"$SEMVER\" ] ;;
esac
";

impl Tree {
    fn new(repository: &str) -> Self {
        let tree = Self(tempfile::tempdir().expect("a directory"));
        let root = "[workspace]\nmembers = [\n    \"b\",\n    \"a\",\n    \"tests\",\n]\n\n[workspace.package]\n\
            version = \"0.3.0\"\nrust-version = \"1.88\"\nrepository = REPOSITORY\n";
        tree.write(
            "Cargo.toml",
            &root.replace("REPOSITORY", &format!("{repository:?}")),
        );
        for (folder, more) in [
            ("b", "include.workspace = true\n"),
            ("a", "include.workspace = true\n"),
            ("tests", "publish.workspace = true\n"),
        ] {
            let manifest = format!("[package]\nname = \"the-{folder}\"\n{more}");
            tree.write(&format!("{folder}/Cargo.toml"), &manifest);
        }
        tree.write("CHANGELOG.md", "# Changelog\n\n## 0.3.0 (2026-11-23)\n");
        let tools = tree.0.path().join("tools");
        fs::create_dir(&tools).expect("a folder");
        for (tool, text) in [("cargo", CARGO), ("rustc", "#!/bin/sh\nexit 1\n")] {
            write_program(&tools.join(tool), text);
        }
        tree.write(".gitignore", "/asked\n");
        for script in ["publish", "released", "semver", "msrv"] {
            fs::create_dir_all(tree.0.path().join(".ci")).expect("a directory");
            let from = workspace().join(".ci").join(script);
            // Another process writes it, as in `write_program`.
            let to = tree.0.path().join(".ci").join(script);
            let copied = Command::new("cp").arg("-p").args([&from, &to]).status();
            assert!(copied.expect("cp").success());
        }
        tree.git(&["init", "--quiet"]);
        tree.commit("All");
        tree
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=A", "-c", "user.email=a@example.com"])
            .args(arguments)
            .current_dir(self.0.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null");
        let output = git.output().expect("git runs");
        assert!(output.status.success(), "{output:?}");
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", message]);
    }

    /// Whether it succeeded, what it said, and what cargo was asked for.
    fn run(&self, script: &str, arguments: &[&str], set: &str) -> (bool, String, String) {
        let (status, said, asked) = self.status(script, arguments, set);
        (status == Some(0), said, asked)
    }

    /// The same with the exit status.
    fn status(&self, script: &str, arguments: &[&str], set: &str) -> (Option<i32>, String, String) {
        let asked = self.0.path().join("asked");
        let _ = fs::remove_file(&asked);
        let tools = self.0.path().join("tools");
        let path = std::env::var("PATH").expect("a path");
        let mut command = Command::new(self.0.path().join(script));
        command
            .args(arguments)
            .current_dir(Path::new("/"))
            .env("PATH", format!("{}:{path}", tools.display()))
            .env("ASKED", &asked)
            .env("GIT_CONFIG_GLOBAL", "/dev/null");
        for name in ["TAKEN", "SEMVER"] {
            command.env(name, if name == set { "1" } else { "" });
        }
        let output = command.output().expect("it runs");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        let asked = fs::read_to_string(asked).unwrap_or_default();
        (output.status.code(), said, asked)
    }
}

const PUBLIC: &str = "https://git.example.com/sdk";

#[test]
fn without_execute_nothing_is_uploaded_and_what_lacks_is_reported() {
    let tree = Tree::new("");
    tree.write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n");
    let (done, said, asked) = tree.run(".ci/publish", &[], "");
    assert!(done, "{said}");
    assert_eq!(
        asked,
        "publish --locked -p the-b -p the-a --dry-run --allow-dirty\n"
    );
    for words in [
        "not committed",
        "where the public repository is",
        "no heading \"## 0.3.0\"",
        "does not have the tag v0.3.0",
        "Nothing was uploaded",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let (done, said, asked) = tree.run(".ci/publish", &["--execute"], "");
    assert!(!done && asked.is_empty(), "{said}{asked}");
    let (done, said, asked) = tree.run(".ci/publish", &["--everything"], "");
    assert!(
        !done && asked.is_empty() && said.contains("usage"),
        "{said}"
    );
}

#[test]
fn a_whole_release_is_uploaded_in_the_order_of_the_layers() {
    let tree = Tree::new(PUBLIC);
    tree.git(&["tag", "v0.3.0"]);
    let (done, said, asked) = tree.run(".ci/publish", &["--execute"], "");
    assert!(done && !said.contains("Missing"), "{said}");
    // The first release: each name is looked up before the first crate goes out.
    let looked_up = |name| format!("info --quiet --registry crates-io {name}\n");
    let uploaded = "publish --locked -p the-b -p the-a\n";
    assert_eq!(asked, looked_up("the-b") + &looked_up("the-a") + uploaded);
    // A later one finds its own names there.
    tree.write(
        "Cargo.toml",
        &fs::read_to_string(tree.0.path().join("Cargo.toml"))
            .expect("text")
            .replace("0.3.0", "0.3.1"),
    );
    tree.write("CHANGELOG.md", "## 0.3.1\n\n## 0.3.0\n");
    tree.commit("Next");
    tree.git(&["tag", "v0.3.1"]);
    let (done, said, asked) = tree.run(".ci/publish", &["--execute"], "TAKEN");
    assert!(done, "{said}");
    assert_eq!(asked, uploaded);
}

#[test]
fn a_name_of_somebody_else_stops_the_first_release_before_anything_is_uploaded() {
    let tree = Tree::new(PUBLIC);
    tree.git(&["tag", "v0.3.0"]);
    let (done, said, asked) = tree.run(".ci/publish", &["--execute"], "TAKEN");
    assert!(
        !done && said.contains("Already on the registry: the-b the-a"),
        "{said}"
    );
    assert!(!asked.contains("publish"), "{asked}");
}

/// What the gate reports as skipped, which is neither a failure nor a success.
#[test]
fn what_cannot_be_compared_or_built_is_reported_as_skipped() {
    let tree = Tree::new(PUBLIC);
    let skipped = |script: &str, why: &str| {
        let (status, said, asked) = tree.status(script, &[], "");
        assert_eq!(status, Some(77), "{said}");
        assert!(said.contains(&format!("SKIPPED: {why}")), "{said}");
        assert!(!asked.contains("baseline"), "{asked}");
    };
    skipped(".ci/semver", "no version has been released");
    skipped(".ci/msrv", "Rust 1.88.0 is not installed");
    // The workflow of a first release, which installs the program, goes on.
    let (done, said, asked) = tree.run(".ci/semver", &["--install"], "");
    assert!(done && said.contains("nothing to compare with"), "{said}");
    assert!(asked.is_empty(), "{asked}");
    tree.git(&["tag", "v0.3.0"]);
    tree.commit("More");
    skipped(".ci/semver", "cargo-semver-checks is not installed");
    let (done, said, asked) = tree.run(".ci/semver", &[], "SEMVER");
    assert!(done, "{said}");
    assert!(
        asked.contains("semver-checks --baseline-rev v0.3.0 -p schema-provider"),
        "{asked}"
    );
    // Without the history nobody knows whether there was a version, with `--install` neither.
    let head = tree.0.path().join(".git/HEAD");
    let branch = fs::read_to_string(head).expect("a branch");
    let branch = branch.trim().trim_start_matches("ref: ");
    let commit = fs::read_to_string(tree.0.path().join(".git").join(branch)).expect("a commit");
    fs::write(tree.0.path().join(".git/shallow"), commit).expect("a shallow clone");
    skipped(".ci/semver", "this clone has no history");
    let (status, said, _) = tree.status(".ci/semver", &["--install"], "SEMVER");
    assert_eq!(status, Some(77), "{said}");
}

/// The book is skipped where mdBook is not there; where it is, it is made.
#[test]
fn the_book_is_skipped_where_nothing_makes_it() {
    let place = tempfile::tempdir().expect("a directory");
    let dirname = std::env::split_paths(&std::env::var_os("PATH").expect("a PATH"))
        .map(|folder| folder.join("dirname"))
        .find(|file| file.is_file());
    let dirname = dirname.expect("dirname is on the PATH");
    std::os::unix::fs::symlink(dirname, place.path().join("dirname")).expect("a link");
    let mut bash = Command::new("/bin/bash");
    bash.arg(workspace().join(".ci/book"));
    let output = bash.env("PATH", place.path()).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(77), "{said}");
    assert!(
        said.starts_with("SKIPPED: mdBook is not installed"),
        "{said}"
    );
}

/// `tests/platforms/run` with nothing on the PATH but these programs: what it says, and its exit
/// status.
fn other_platforms(programs: &[&str], arguments: &[&str]) -> (String, Option<i32>) {
    let place = tempfile::tempdir().expect("a directory");
    let path = std::env::var_os("PATH").expect("a PATH");
    for name in programs {
        let found = std::env::split_paths(&path)
            .map(|folder| folder.join(name))
            .find(|file| file.is_file());
        let found = found.unwrap_or_else(|| panic!("{name} is not on the PATH"));
        std::os::unix::fs::symlink(found, place.path().join(name)).expect("a link");
    }
    // It is begun, and asked whether anything is built.
    let cargo = place.path().join("cargo");
    write_program(&cargo, "#!/bin/sh\necho \"cargo $*\"\nexit 1\n");
    let mut bash = Command::new("/bin/bash");
    bash.arg(workspace().join("tests/platforms/run"))
        .args(arguments);
    bash.env("PATH", place.path()).env_remove("PLATFORMS_DIST");
    let output = bash.env("TMPDIR", place.path()).output().expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    (
        String::from_utf8_lossy(&text).into_owned(),
        output.status.code(),
    )
}

#[test]
fn a_platform_whose_tools_are_missing_is_skipped_before_anything_is_built() {
    const THERE: [&str; 5] = ["dirname", "mktemp", "realpath", "rm", "sed"];
    let both = ["windows_amd64", "linux_arm64"];
    let (said, status) = other_platforms(&THERE, &both);
    assert_eq!(status, Some(77), "{said}");
    for line in [
        "windows_amd64: SKIPPED: jq is missing (apt-get install jq)",
        "linux_arm64: SKIPPED: jq is missing (apt-get install jq)",
        "SKIPPED: windows_amd64 linux_arm64",
    ] {
        assert!(said.lines().any(|there| there == line), "{said}");
    }
    assert!(!said.contains("cargo"), "{said}");
    // A release requires all of them.
    let (said, status) = other_platforms(&THERE, &["--strict", "windows_amd64"]);
    assert_eq!(status, Some(1), "{said}");
    let (said, status) = other_platforms(&THERE, &["solaris_sparc"]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.starts_with("usage: "), "{said}");
    // Any other failure is not a skipped part.
    if ["jq", "unzip", "readelf"].iter().all(|name| on_path(name)) {
        let there = [&THERE[..], &["jq", "unzip", "readelf"]].concat();
        let (said, status) = other_platforms(&there, &["freebsd_amd64"]);
        assert_eq!(status, Some(1), "{said}");
    }
}

/// `tests/terraform/newest` with nothing on the PATH but these programs and a python3 that says
/// this; nothing is fetched.
fn newest_terraform(
    programs: &[&str],
    python: &str,
    arguments: &[&str],
) -> (String, String, Option<i32>) {
    let place = tempfile::tempdir().expect("a directory");
    let path = std::env::var_os("PATH").expect("a PATH");
    for name in programs {
        let found = std::env::split_paths(&path)
            .map(|folder| folder.join(name))
            .find(|file| file.is_file());
        let found = found.unwrap_or_else(|| panic!("{name} is not on the PATH"));
        std::os::unix::fs::symlink(found, place.path().join(name)).expect("a link");
    }
    if !python.is_empty() {
        let program = place.path().join("python3");
        let text = python.replace("SELF", &program.to_string_lossy());
        write_program(&program, &text);
    }
    let mut bash = Command::new("/bin/bash");
    bash.arg(workspace().join("tests/terraform/newest"))
        .args(arguments)
        .env("PATH", place.path())
        .env("CARGO_TARGET_DIR", place.path().join("target"));
    let output = bash.output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code(),
    )
}

#[test]
fn a_newer_terraform_that_cannot_be_had_is_skipped() {
    const THERE: [&str; 10] = [
        "dirname", "sed", "uname", "mkdir", "mktemp", "rm", "grep", "tail", "timeout", "cksum",
    ];
    let there = [&THERE[..], &["cat"]].concat();
    // Neither is said on standard output, where the path is expected.
    let (path, said, status) = newest_terraform(&there, "", &[]);
    assert_eq!((path.as_str(), status), ("", Some(77)), "{said}");
    assert!(
        said.contains("SKIPPED: terraform 1.15.5 cannot be had: python3 (3.8 or newer) is missing"),
        "{said}"
    );
    let without_pip = "#!/bin/sh\ncase $1 in -c) echo SELF ;; *) exit 1 ;; esac\n";
    let (path, said, status) = newest_terraform(&there, without_pip, &["--version", "1.14"]);
    assert_eq!((path.as_str(), status), ("", Some(77)), "{said}");
    assert!(
        said.contains("SKIPPED: terraform 1.14.9") && said.contains("has no pip"),
        "{said}"
    );
    // A registry that does not answer; and one that answers with something else, which is no reason
    // to be quiet.
    let pip = |says: &str| {
        format!(
            "#!/bin/sh\ncase $1$3 in -c*) echo SELF ;; -m--version) exit 0 ;; *) echo '{says}'; exit 1 ;; esac\n"
        )
    };
    let (path, said, status) = newest_terraform(&there, &pip("ERROR: no answer"), &[]);
    assert_eq!((path.as_str(), status), ("", Some(77)), "{said}");
    assert!(
        said.contains("pip does not fetch it: ERROR: no answer"),
        "{said}"
    );
    let other = pip("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES");
    let (path, said, status) = newest_terraform(&there, &other, &[]);
    assert_eq!((path.as_str(), status), ("", Some(1)), "{said}");
    let (_, said, status) = newest_terraform(&there, "", &["--version", "0.1"]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.starts_with("usage: tests/terraform/newest"), "{said}");
}

/// A target directory is relative to where cargo runs; a program of it is started from anywhere.
#[test]
fn a_newer_terraform_has_a_whole_path() {
    let place = tempfile::tempdir().expect("a directory");
    let script = workspace().join("tests/terraform/newest");
    let text = fs::read_to_string(&script).expect("the script");
    let row = text.lines().find(|line| line.starts_with("1.15 |"));
    let sum = row.and_then(|row| row.split("sum=").nth(1)?.split(' ').next());
    let python = place.path().join("python3");
    let made = place.path().join("own/terraform/1.15.5");
    fs::create_dir_all(&made).expect("a directory");
    let text = format!("#!/bin/sh\necho {}\n", python.display());
    write_program(&python, &text);
    write_program(&made.join("terraform"), "#!/bin/sh\n");
    let source = fs::File::open(script.with_file_name("program.py")).expect("a file");
    let check = Command::new("cksum").stdin(source).output();
    let check = String::from_utf8(check.expect("cksum runs").stdout).expect("text");
    let stamp = format!("{} {} {check}", sum.expect("a sum"), python.display());
    fs::write(made.join("made"), stamp).expect("a file");
    let path = std::env::var("PATH").expect("a PATH");
    let output = Command::new(&script)
        .current_dir(place.path())
        .env("PATH", format!("{}:{path}", place.path().display()))
        .env("CARGO_TARGET_DIR", "own")
        .output();
    let output = output.expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(
        Path::new(printed.trim()),
        fs::canonicalize(made.join("terraform")).expect("there"),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

#[test]
fn every_script_is_one_that_bash_can_read() {
    let folder = fs::read_dir(workspace().join(".ci")).expect("a folder");
    let mut scripts: Vec<_> = folder
        .map(|entry| entry.expect("an entry").path())
        .collect();
    scripts.push(workspace().join("tests/platforms/run"));
    scripts.push(workspace().join("tests/terraform/newest"));
    assert!(scripts.len() > 5);
    for script in scripts {
        let output = Command::new("bash").arg("-n").arg(&script).output();
        let output = output.expect("bash runs");
        assert!(output.status.success(), "{}: {output:?}", script.display());
        let mode = fs::metadata(&script).expect("a file").permissions().mode();
        assert!(mode & 0o111 != 0, "{} cannot be run", script.display());
    }
}
