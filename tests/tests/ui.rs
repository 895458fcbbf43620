//! What does not compile, and what the compiler says about it.
//!
//! One file a mistake, in a folder a topic. Its first line names the rule, the gist and, in
//! backticks after `at`, the tokens that must be underlined; the file beside it holds the words.
//! rustc is asked directly, with the crates of this very test, which takes seconds where a
//! project of their own would build everything again. `BLESS=1` writes the words.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde_json::Value as Json;

/// What every key and every type may look like compiles without a warning.
#[test]
fn what_is_right_compiles() {
    let compiler = Compiler::find();
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/pass"));
    assert!(!sources.is_empty());
    for source in sources {
        let messages = compiler.messages(&source);
        assert!(messages.is_empty(), "{}: {messages:#?}", source.display());
    }
}

/// The same in a package of its own, as cargo builds an author's.
#[test]
fn what_is_right_compiles_in_another_package() {
    trybuild::TestCases::new().pass("ui/pass/*.rs");
}

/// One mistake is one message, at the tokens to blame, with what to do, and without any noise
/// beside it: as rustc says it in JSON.
#[test]
fn each_mistake_is_one_message_at_its_tokens() {
    let compiler = Compiler::find();
    let mut wrong = Vec::new();
    let mut files = 0;
    for source in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("ui")) {
        if source.parent().is_some_and(|topic| topic.ends_with("pass")) {
            continue;
        }
        files += 1;
        let name = source
            .strip_prefix(env!("CARGO_MANIFEST_DIR"))
            .unwrap_or(&source)
            .to_owned();
        let text = fs::read_to_string(&source).expect("a source file");
        let Some(expected) = tokens_of(&text) else {
            wrong.push(format!(
                "{}: its first line names no tokens",
                name.display()
            ));
            continue;
        };
        let messages = compiler.messages(&source);
        let errors: Vec<&Json> = messages.iter().filter(|m| m["level"] == "error").collect();
        let [error] = errors[..] else {
            wrong.push(format!("{}: {} errors", name.display(), errors.len()));
            continue;
        };
        if messages.len() > 1 {
            wrong.push(format!("{}: more than the error", name.display()));
        }
        let file = source.to_string_lossy();
        match underlined(error, &file) {
            Some(found) if found == expected => {}
            found => wrong.push(format!("{}: underlined is {found:?}", name.display())),
        }
        if !helps(error) {
            wrong.push(format!("{}: no help", name.display()));
        }
        if let Some(promised) = code_of(&text)
            && error["code"]["code"] != promised
        {
            wrong.push(format!("{}: it is no {promised}", name.display()));
        }
        let folder = source.parent().unwrap_or(&source).to_string_lossy();
        let said = words(error).replace(&*folder, ".");
        let golden = source.with_extension("stderr");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &said).expect("the golden text is written");
        }
        if fs::read_to_string(&golden).unwrap_or_default() != said {
            wrong.push(format!("{}: it says now\n{said}", name.display()));
        }
    }
    assert!(files > 190, "only {files} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// rustc with our crates as this test has them.
struct Compiler {
    dependencies: PathBuf,
    externs: Vec<String>,
    out: tempfile::TempDir,
}

impl Compiler {
    /// Beside this test lie the crates that it was built with, and perhaps older ones.
    fn find() -> Self {
        let test = std::env::current_exe().expect("this test");
        let dependencies = test.parent().expect("its folder").to_owned();
        let newest = |name: &str| -> Vec<PathBuf> {
            let mut found: Vec<(SystemTime, PathBuf)> = fs::read_dir(&dependencies)
                .expect("the folder of the test")
                .flatten()
                .filter(|file| {
                    let file = file.file_name();
                    let file = file.to_string_lossy();
                    file.starts_with(&format!("lib{name}-")) && file.ends_with(".rlib")
                })
                .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
                .collect();
            found.sort();
            found
                .into_iter()
                .rev()
                .take(4)
                .map(|(_, path)| path)
                .collect()
        };
        let (runtimes, providers) = (newest("schema_runtime"), newest("schema_provider"));
        let out = tempfile::tempdir().expect("a folder for what rustc writes");
        let probe = out.path().join("probe.rs");
        let uses = "use schema_provider::prelude::*;\nuse schema_runtime as _;\nfn main() {}\n";
        fs::write(&probe, uses).expect("a source file");
        let mut compiler = Compiler {
            dependencies,
            externs: Vec::new(),
            out,
        };
        for provider in &providers {
            for runtime in &runtimes {
                compiler.externs = vec![
                    format!("schema_provider={}", provider.display()),
                    format!("schema_runtime={}", runtime.display()),
                ];
                if compiler
                    .messages(&probe)
                    .iter()
                    .all(|m| m["level"] != "error")
                {
                    return compiler;
                }
            }
        }
        panic!("no built crates beside the test: {providers:?} {runtimes:?}");
    }

    /// What rustc says about a file.
    fn messages(&self, source: &Path) -> Vec<Json> {
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        command
            .args([
                "--edition",
                "2024",
                "--crate-type",
                "bin",
                "--emit",
                "metadata",
            ])
            .args(["--error-format", "json", "-o"])
            .arg(self.out.path().join("out.rmeta"))
            .arg("-L")
            .arg(format!("dependency={}", self.dependencies.display()));
        for name in &self.externs {
            command.arg("--extern").arg(name);
        }
        let output = command.arg(source).output().expect("rustc runs");
        String::from_utf8_lossy(&output.stderr)
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .filter(|message: &Json| {
                let text = message["message"].as_str().unwrap_or_default();
                let summary = text.starts_with("aborting due to") || text.starts_with("For more");
                !summary && message["level"] != "failure-note"
            })
            .collect()
    }
}

/// The source under the primary span, which must be in the file itself.
fn underlined(error: &Json, file: &str) -> Option<String> {
    let span = error["spans"]
        .as_array()?
        .iter()
        .find(|span| span["is_primary"] == true)?;
    if span["file_name"] != file || span["line_start"] != span["line_end"] {
        return None;
    }
    let line = &span["text"][0];
    let place = |member: &str| usize::try_from(line[member].as_u64()?).ok();
    let (start, end) = (place("highlight_start")?, place("highlight_end")?);
    let text: Vec<char> = line["text"].as_str()?.chars().collect();
    Some(
        text.get(start.checked_sub(1)?..end.checked_sub(1)?)?
            .iter()
            .collect(),
    )
}

/// What an author reads, without the parts that point elsewhere.
fn words(error: &Json) -> String {
    let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
    let mut said = match error["code"]["code"].as_str() {
        Some(code) => format!("error[{code}]: {}\n", text(&error["message"])),
        None => format!("error: {}\n", text(&error["message"])),
    };
    let spans = error["spans"].as_array();
    if let Some(span) = spans.and_then(|all| all.iter().find(|span| span["is_primary"] == true)) {
        said.push_str(&format!(
            " --> {}:{}: {}\n",
            span["line_start"],
            span["column_start"],
            text(&span["label"])
        ));
    }
    for child in error["children"].as_array().into_iter().flatten() {
        let message = text(&child["message"]);
        // Where rustc put the full name of a long type is another place each time, and how it came
        // to a circle is its own affair.
        let internal = [
            "full name for the type",
            "--verbose",
            "...which",
            "cycle used",
            "rustc-dev-guide",
        ];
        if !internal.iter().any(|words| message.contains(words)) {
            said.push_str(&format!("{}: {message}\n", text(&child["level"])));
        }
    }
    said.replace(concat!(env!("CARGO_MANIFEST_DIR"), "/"), "")
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// Whether the message says what to do: in its text, in a note, or beside the tokens.
fn helps(error: &Json) -> bool {
    let inside = error["message"]
        .as_str()
        .is_some_and(|text| text.contains("help:"));
    let beside = error["spans"]
        .as_array()
        .is_some_and(|spans| spans.iter().any(|span| span["label"].is_string()));
    let below = error["children"].as_array().is_some_and(|children| {
        children
            .iter()
            .any(|child| child["level"] == "help" || child["level"] == "note")
    });
    inside || beside || below
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What stands in backticks after `at` in the first line.
fn tokens_of(source: &str) -> Option<String> {
    let (_, place) = source.lines().next()?.split_once("; at `")?;
    place.strip_suffix('`').map(str::to_owned)
}

/// The compiler's own number at the start of the first line, where the error has no other.
fn code_of(source: &str) -> Option<&str> {
    let (code, _) = source.strip_prefix("// ")?.split_once(':')?;
    (code.starts_with('E') && code.len() == 5).then_some(code)
}
