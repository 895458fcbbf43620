//! What an editor shows a provider developer: a test asks rust-analyzer, over its own protocol, for
//! errors in correct code, completions after `Image::`, the types of values, and the hover text of
//! a field constant.
//!
//! Skipped, with a line on standard error, if rust-analyzer or its proc macro server is not
//! installed.

mod server;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use server::Editor;

use crate::unfinished::{self, every_field, instead};

/// A separate package with the files of `ui/pass`, one of which has every kind of field.
struct Package {
    directory: tempfile::TempDir,
    /// Its programs.
    files: Vec<PathBuf>,
}

impl Package {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let root = fs::canonicalize(directory.path()).expect("its path");
        let workspace = crate::workspace();
        fs::write(root.join("Cargo.toml"), manifest(&workspace)).expect("the manifest");
        // The versions that are installed on this machine.
        fs::copy(workspace.join("Cargo.lock"), root.join("Cargo.lock")).expect("the lock file");
        let programs = root.join("src/bin");
        fs::create_dir_all(&programs).expect("the sources");
        let mut files = Vec::new();
        for entry in fs::read_dir(workspace.join("tests/ui/pass")).expect("the programs") {
            let from = entry.expect("a program").path();
            let to = programs.join(from.file_name().expect("its name"));
            fs::copy(&from, &to).expect("a program");
            files.push(to);
        }
        files.sort();
        assert!(files.len() > 5, "{files:?}");
        Package { directory, files }
    }

    fn root(&self) -> &Path {
        self.directory.path()
    }

    fn file(&self, name: &str) -> &Path {
        let mut files = self.files.iter();
        files.find(|file| file.ends_with(name)).expect(name)
    }
}

/// The crate with the traits is enough to check correct code, so no TLS library is built for it.
fn manifest(workspace: &Path) -> String {
    let (shell, runtime) = (
        workspace.join("crates/shell"),
        workspace.join("schema-runtime"),
    );
    format!(
        "[package]\nname = \"editor\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         schema-provider = {{ path = {shell:?}, package = \"schema-shell\" }}\n\
         schema-runtime = {{ path = {runtime:?}, features = [\"jiff\", \"url\"] }}\n\
         jiff = {{ version = \"*\", default-features = false }}\n\
         url = {{ version = \"*\", default-features = false }}\n\n[workspace]\n"
    )
}

/// A position in a string, as the protocol counts.
fn place(text: &str, words: &str, after: usize) -> Json {
    let offset = text.find(words).expect(words) + after;
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": column })
}

/// Correct code has no errors, and values have the types that the struct declares.
#[test]
fn a_correct_program_is_green_and_its_types_are_known() {
    let package = Package::new();
    let Some(mut editor) = Editor::start(package.root()) else {
        return;
    };
    for file in &package.files {
        let text = fs::read_to_string(file).expect("a program");
        editor.write(file, &text);
        let errors = editor.errors(file);
        assert!(errors.is_empty(), "{}: {errors:#?}", file.display());
    }

    let (file, text) = (package.file("every_field.rs"), every_field());
    // Errors are found in code that has types.
    editor.write(
        file,
        &instead(&text, "let wait = data", "let wait: u8 = data"),
    );
    let errors = editor.errors(file);
    let words = |(_, words): &(u64, String)| words == "expected u8, found Duration";
    assert!(errors.iter().any(words), "{errors:#?}");
    editor.write(file, &text);

    for (binding, shown) in [
        ("name", "String"),
        ("size", "i64"),
        ("snapshot", "Option<String>"),
        ("wait", "Duration"),
        ("label", "String"),
        ("first", "Option<i64>"),
        ("region", "Option<String>"),
        ("owner", "Option<String>"),
        ("partitions", "Vec<Partition>"),
        ("token", "Val<Secret>"),
    ] {
        let words = format!("let {binding} = data");
        let found = editor.hover(file, &place(&text, &words, "let ".len()));
        assert!(
            found.contains(&format!("let {binding}: {shown}")),
            "{found}"
        );
    }
    // The methods themselves show the types they were called with.
    for (words, method, shown) in [
        ("data.get(Image::NAME)", "data.", "`T` = `String`"),
        (
            "data.get_ok(Image::SNAPSHOT)",
            "data.",
            "`T` = `Option<String>`",
        ),
        ("data.require(Image::WAIT)", "data.", "`T` = `Duration`"),
        (
            "Image::BOOT.then(Partition::LABEL)",
            "Image::BOOT.",
            "String",
        ),
    ] {
        let found = editor.hover(file, &place(&text, words, method.len()));
        assert!(found.contains(shown), "{words}: {found}");
    }

    // The line while the provider developer is typing.
    let typing = instead(&text, "data.get(Image::NAME)", "data.get(Image::)");
    editor.write(file, &typing);
    let place_of = place(&typing, "Image::)", "Image::".len());
    let completed = editor.completed(file, &place_of, "NAME");
    for name in ["NAME", "SIZE_MB", "SNAPSHOT", "PATH", "BOOT", "COMMON"] {
        assert!(completed.iter().any(|label| label == name), "{completed:?}");
    }
    // Helpers of generated code are not offered.
    let private: Vec<_> = completed
        .iter()
        .filter(|label| label.starts_with("__") || label.starts_with("a_struct"))
        .collect();
    assert!(private.is_empty(), "{private:?}");

    // Methods that exist only to say what to write instead are not offered, under any of their Go
    // names.
    for (call, words, after, there, not_there) in [
        (
            "data.get(Image::NAME)",
            "data.;",
            "data.",
            ["get_ok", "set", "has_change"],
            ["GetOk", "SetId", "remove", "force_new", "refuse"],
        ),
        (
            "plan.value(Image::SIZE_MB).known()",
            "plan.;",
            "plan.",
            ["value", "set_unknown", "error_at"],
            ["get", "get_ok", "set", "require", "SetNew"],
        ),
        (
            "cx.client()?.as_str()",
            "cx.)",
            "cx.",
            ["client", "warn", "progress"],
            ["log", "info", "debug", "error", "never"],
        ),
    ] {
        let typing = instead(&text, call, after);
        editor.write(file, &typing);
        let place_of = place(&typing, words, after.len());
        let completed = editor.completed(file, &place_of, there[0]);
        for name in there {
            assert!(
                completed.iter().any(|label| label == name),
                "{name}: {completed:?}"
            );
        }
        for name in not_there {
            assert!(
                completed.iter().all(|label| label != name),
                "{name}: {completed:?}"
            );
        }
    }
    editor.write(file, &typing);

    let size = place(&typing, "Image::SIZE_MB", "Image::S".len());
    let shown = editor.hover(file, &size);
    for words in [
        "const SIZE_MB: ",
        "Attr<Image, i64",
        "`size_mb`: whole number",
        "optional",
        "default `8`",
        "between 2 and 1024",
        "conflicts with `snapshot`",
    ] {
        assert!(shown.contains(words), "{words:?} is not in:\n{shown}");
    }
}

/// While one place is unfinished, the error is reported there, and the rest is unchanged.
#[test]
fn what_is_not_finished_is_reported_at_its_place_alone() {
    let package = Package::new();
    let Some(mut editor) = Editor::start(package.root()) else {
        return;
    };
    let file = package.file("every_field.rs");
    let mut wrong = Vec::new();
    for case in unfinished::CASES {
        let text = case.text();
        editor.write(file, &text);
        let mut errors = editor.errors(file);
        // The editor's own parser reads the source without the derive.
        let all = errors.len();
        errors.retain(|(_, words)| !words.starts_with("Syntax Error: "));
        let near = errors.iter().all(|(line, _)| case.is_near(&text, *line));
        if errors.len() > 2 || !near || (all == 0 && !case.only_compiler) {
            let count = errors.len();
            errors.truncate(12);
            wrong.push(format!("{}: {count} errors: {errors:#?}", case.other));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The example provider and the most awkward code have no errors in an editor either.
#[test]
fn the_example_and_hygiene_are_green() {
    let Some(mut editor) = Editor::start(&crate::workspace()) else {
        return;
    };
    for folder in ["examples/disk/src", "tests/hygiene/src"] {
        let mut files = Vec::new();
        for entry in fs::read_dir(crate::workspace().join(folder)).expect("sources") {
            files.push(entry.expect("a source").path());
        }
        files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
        assert!(files.len() > 4, "{files:?}");
        for file in files {
            let text = fs::read_to_string(&file).expect("a source");
            editor.write(&file, &text);
            let errors = editor.errors(&file);
            assert!(errors.is_empty(), "{}: {errors:#?}", file.display());
        }
    }
}
