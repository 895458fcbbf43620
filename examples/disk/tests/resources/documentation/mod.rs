//! The documentation in `docs`, and the command that writes it: what it says of examples of every
//! kind, and whose files it leaves alone.

mod examples;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::Environment;
use schema_provider::testing::check_pages;
use terraform_provider_disk::Disk;

/// What a command did.
struct Done {
    code: u8,
    output: String,
    errors: String,
}

/// A folder with the example's examples and templates, and no pages.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (path, text) in files(&crate_folder()) {
            if path.starts_with("examples/") || path.starts_with("templates/") {
                folder.write(&path, &text);
            }
        }
        folder
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.path(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn edit(&self, path: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(path)).unwrap();
        assert!(text.contains(from), "{path}: {text}");
        self.write(path, text.replacen(from, to, 1));
    }

    async fn run(&self, line: &str) -> Done {
        run_in(self.0.path(), line).await
    }

    async fn good(&self, line: &str) -> String {
        let done = self.run(line).await;
        assert_eq!((done.code, &*done.errors), (0, ""), "{}", done.output);
        done.output
    }

    /// The errors of a command that changes nothing.
    async fn bad(&self, line: &str) -> String {
        let before = files(self.0.path());
        let done = self.run(line).await;
        assert_eq!(done.code, 1, "{line}: {}", done.output);
        assert_eq!(files(self.0.path()), before, "{line}");
        done.errors
    }
}

async fn run_in(folder: &Path, line: &str) -> Done {
    let instance = Instance::new::<Disk>(Environment::default()).unwrap();
    let (io, captured) = Io::captured(folder, "");
    let status = run(line.split(' '), instance, io).await;
    Done {
        code: status.code(),
        output: captured.output(),
        errors: captured.errors(),
    }
}

fn crate_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files of a folder that are text, hidden ones too.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(inside).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(folder)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            if path.is_dir() {
                if !matches!(&*name, "src" | "tests" | "disks") {
                    folders.push(path);
                }
            } else if let Ok(text) = fs::read_to_string(&path) {
                found.insert(name, text);
            }
        }
    }
    found
}

/// What the gate asks for: `terraform-provider-disk docs examples/disk` writes it.
#[tokio::test]
async fn the_pages_of_this_provider_are_up_to_date() {
    let done = run_in(&crate_folder(), "docs -check").await;
    assert_eq!((done.code, &*done.errors), (0, ""));
    assert_eq!(
        done.output,
        "The documentation is up to date: 11 pages, 15 examples.\n"
    );
}

#[tokio::test]
async fn it_is_written_once_and_always_the_same() {
    let folder = Folder::new();
    let missing = folder.bad("docs --check").await;
    assert!(
        missing.contains("The documentation is not up to date"),
        "{missing}"
    );
    assert!(
        missing.contains("missing      docs/resources/image.md"),
        "{missing}"
    );
    let written = folder.good("docs").await;
    assert!(
        written.contains("Wrote docs/resources/image.md\n"),
        "{written}"
    );
    folder.good("docs -check").await;
    let pages = files(&folder.path("docs"));
    assert_eq!(pages, files(&crate_folder().join("docs")));
    let again = folder.good("docs").await;
    assert_eq!(
        again,
        "The documentation is up to date: 11 pages, 15 examples.\n"
    );
    assert_eq!(files(&folder.path("docs")), pages);
    // From elsewhere too.
    let other = tempfile::tempdir().unwrap();
    let path = folder.0.path().display().to_string();
    let done = run_in(other.path(), &format!("docs -check {path}")).await;
    assert_eq!(done.code, 0, "{}", done.errors);
    let done = run_in(other.path(), &format!("-chdir={path} docs -check")).await;
    assert_eq!(done.code, 0, "{}", done.errors);
}

#[tokio::test]
async fn what_is_stale_missing_or_superfluous_is_named_and_mended() {
    let folder = Folder::new();
    folder.good("docs").await;
    let pages = files(&folder.path("docs"));
    folder.edit("docs/resources/image.md", "## Schema", "## Schemata");
    folder.write("docs/resources/gone.md", &pages["index.md"]);
    folder.write("docs/guides/by-hand.md", "# By hand\n");
    fs::remove_file(folder.path("docs/index.md")).unwrap();
    let errors = folder.bad("docs -check").await;
    let wrong = check_pages::<Disk>(folder.path("")).to_string();
    assert!(wrong.contains("docs/resources/gone.md"), "{wrong}");
    let line = pages["resources/image.md"]
        .lines()
        .position(|line| line == "## Schema")
        .unwrap()
        + 1;
    for part in [
        "missing      docs/index.md\n".to_owned(),
        "superfluous  docs/resources/gone.md\n".to_owned(),
        format!("stale        docs/resources/image.md (line {line})\n"),
        "Run \"terraform-provider-disk docs\"".to_owned(),
    ] {
        assert!(errors.contains(&part), "{part}: {errors}");
    }
    assert!(!errors.contains("by-hand"), "{errors}");
    let json = folder.run("docs -check -json").await;
    assert_eq!((json.code, &*json.errors), (1, ""));
    // After the line that says in what form they are.
    let line: serde_json::Value =
        serde_json::from_str(json.output.lines().nth(1).unwrap()).unwrap();
    assert_eq!(
        line["diagnostic"]["summary"],
        "The documentation is not up to date"
    );

    let output = folder.good("docs").await;
    for part in [
        "Wrote docs/index.md\n",
        "Wrote docs/resources/image.md\n",
        "Removed docs/resources/gone.md\n",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    let mut after = files(&folder.path("docs"));
    assert_eq!(
        after.remove("guides/by-hand.md").as_deref(),
        Some("# By hand\n")
    );
    assert_eq!(after, pages);
}

#[tokio::test]
async fn a_file_of_somebody_elses_is_not_overwritten() {
    let folder = Folder::new();
    folder.write("docs/resources/image.md", "# By hand\n");
    for line in ["docs", "docs -check"] {
        let errors = folder.bad(line).await;
        assert!(
            errors.contains("docs/resources/image.md was not generated by this command"),
            "{errors}"
        );
        assert!(errors.contains("templates/resources/image.md"), "{errors}");
    }
    // As it says.
    fs::rename(
        folder.path("docs/resources/image.md"),
        folder.path("templates/guides/x.md"),
    )
    .unwrap();
    fs::create_dir_all(folder.path("templates/resources")).unwrap();
    fs::rename(
        folder.path("templates/guides/x.md"),
        folder.path("templates/resources/image.md"),
    )
    .unwrap();
    folder.good("docs").await;
    let page = fs::read_to_string(folder.path("docs/resources/image.md")).unwrap();
    assert!(page.ends_with("---\n\n# By hand\n"), "{page}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_is_not_written_through() {
    let folder = Folder::new();
    folder.good("docs").await;
    let elsewhere = folder.path("elsewhere.md");
    fs::rename(folder.path("docs/index.md"), &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, folder.path("docs/index.md")).unwrap();
    let errors = folder.bad("docs").await;
    assert!(
        errors.contains("docs/index.md was not generated"),
        "{errors}"
    );
}

#[tokio::test]
async fn files_that_cannot_be_read_or_written_are_reported() {
    let folder = Folder::new();
    folder.write("examples/resources/disk_image/resource.tf", b"\xff\xfe");
    let errors = folder.bad("docs").await;
    assert!(
        errors.contains("examples/resources/disk_image/resource.tf: it is not UTF-8 text."),
        "{errors}"
    );
    // What no page shows may be anything.
    let folder = Folder::new();
    folder.write("examples/resources/disk_image/picture.png", b"\xff\xfe");
    folder.write(
        "examples/resources/disk_image/.terraform/providers/x.tf",
        b"\xff\xfe",
    );
    folder.good("docs").await;

    let folder = Folder::new();
    folder.write("docs/resources", "a file");
    let errors = folder.run("docs").await.errors;
    assert!(
        errors.contains("The documentation cannot be written"),
        "{errors}"
    );
    assert!(errors.contains("docs/resources/image.md"), "{errors}");
    // Nothing took its place, and nothing is left beside it.
    let written: Vec<String> = files(&folder.path("docs")).into_keys().collect();
    assert_eq!(written, ["resources"]);

    let nowhere = folder.bad("docs nowhere").await;
    assert!(nowhere.contains("There is no such folder"), "{nowhere}");
}
