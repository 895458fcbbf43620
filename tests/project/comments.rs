//! Comments keep to the width of the code, which stable rustfmt does not check.

use std::fs;
use std::path::{Path, PathBuf};

/// The programs of `tests/ui` have a comment above each mistake that must be one line.
const WITHOUT: &[&str] = &["target", "ui", ".git"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && !WITHOUT.iter().any(|without| name == *without) {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The comment of a line, if nothing but a comment is on it.
fn comment(line: &str) -> Option<&str> {
    let comment = line.trim_start().strip_prefix("//")?;
    Some(comment.trim_start_matches(['/', '!']).trim())
}

/// The numbers of lines that are too long. Table rows, code and text without spaces cannot be
/// broken.
fn too_long(source: &str, width: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (index, line) in source.lines().enumerate() {
        let Some(comment) = comment(line) else {
            in_code = false;
            continue;
        };
        in_code ^= comment.starts_with("```");
        let breakable = !comment.starts_with('|') && outside_code_spans(comment).contains(' ');
        if line.chars().count() > width && !in_code && breakable {
            found.push(index + 1);
        }
    }
    found
}

/// A comment without code in backticks and without a list marker.
fn outside_code_spans(comment: &str) -> String {
    let text = comment.trim_start_matches(['-', '*']).trim_start();
    text.split('`').step_by(2).collect()
}

#[test]
fn comments_keep_to_the_width_of_the_code() {
    let workspace = crate::workspace();
    let settings = fs::read_to_string(workspace.join("rustfmt.toml")).expect("the settings");
    let mut settings = settings.lines();
    let width = settings.find_map(|line| line.strip_prefix("max_width = "));
    let width = width.expect("a width").parse().expect("a number");
    let mut files = Vec::new();
    sources(&workspace, &mut files);
    assert!(files.len() > 1_000, "only {} files", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let source = fs::read_to_string(&file).expect("a source file");
        let lines = too_long(&source, width).into_iter();
        wrong.extend(lines.map(|line| format!("{}:{line}", file.display())));
    }
    assert!(
        wrong.is_empty(),
        "{} comments are longer than {width}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn long_comments_are_found() {
    let source = "/// One two three.\nlet code = 1; // A comment behind code.\n//! | a | table |\n/// ```\n/// a b c d e f g\n/// ```\n// \
                  https://example.com/\n    // One two.\n// `one two three four`\n";
    assert_eq!(too_long(source, 16), [1]);
    assert_eq!(too_long(source, 14), [1, 8]);
}
