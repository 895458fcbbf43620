//! What does not compile, and what the compiler says about it.
//!
//! One file a mistake, in a folder a topic. Its first line names the rule, the gist and, in
//! backticks after `at`, the tokens that must be underlined.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn mistakes_are_compile_errors() {
    let cases = trybuild::TestCases::new();
    for topic in fs::read_dir("ui")
        .expect("the folder of the topics")
        .flatten()
    {
        let name = topic.file_name();
        let name = name.to_string_lossy();
        if name == "pass" {
            cases.pass("ui/pass/*.rs");
        } else {
            cases.compile_fail(format!("ui/{name}/*.rs"));
        }
    }
}

/// One mistake is one message, at the tokens to blame, with none of them in our crates.
#[test]
fn each_mistake_is_one_message_at_its_tokens() {
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
        let stderr = fs::read_to_string(source.with_extension("stderr")).unwrap_or_default();
        let Some(expected) = tokens_of(&text) else {
            wrong.push(format!(
                "{}: its first line names no tokens",
                name.display()
            ));
            continue;
        };
        let errors = stderr
            .lines()
            .filter(|line| line.starts_with("error"))
            .count();
        if errors != 1 {
            wrong.push(format!("{}: {errors} errors", name.display()));
        }
        match underlined(&stderr) {
            Some(found) if found == expected => {}
            found => wrong.push(format!("{}: underlined is {found:?}", name.display())),
        }
        if !stderr.contains("help:") && !stderr.contains("note:") && stderr.contains("error: ") {
            wrong.push(format!("{}: no help", name.display()));
        }
    }
    assert!(files > 80, "only {files} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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

/// The source above the carets of the first message.
fn underlined(stderr: &str) -> Option<String> {
    let lines: Vec<&str> = stderr.lines().collect();
    // Lines of source have a number before the bar.
    let carets = lines.iter().position(|line| {
        line.split_once('|')
            .is_some_and(|(number, rest)| number.trim().is_empty() && rest.contains('^'))
    })?;
    let line: Vec<char> = lines.get(carets)?.chars().collect();
    let above: Vec<char> = lines.get(carets.checked_sub(1)?)?.chars().collect();
    let start = line.iter().position(|c| *c == '^')?;
    let length = line[start..].iter().take_while(|c| **c == '^').count();
    above
        .get(start..start + length)
        .map(|text| text.iter().collect())
}
