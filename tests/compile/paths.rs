//! The files and folders that ARCHITECTURE.md, CONTRIBUTING.md and the book's internals refer to
//! exist.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// The strings in backticks.
fn in_backticks(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Every file and folder of the tree, relative to the workspace.
fn tree() -> HashSet<String> {
    // Output of builds or runs, and neighbours of the tree, are not part of it.
    const NOT_OURS: [&str; 3] = ["target", ".git", "node_modules"];
    fn walk(folder: &Path, before: &str, found: &mut HashSet<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().to_string_lossy().into_owned();
            if NOT_OURS.contains(&name.as_str()) {
                continue;
            }
            let path = format!("{before}{name}");
            if entry.file_type().expect("a type").is_dir() {
                walk(&entry.path(), &format!("{path}/"), found);
            }
            found.insert(path);
        }
    }
    let mut found = HashSet::new();
    walk(&crate::workspace(), "", &mut found);
    found
}

/// The meaning of a string in backticks.
#[derive(Debug, PartialEq, Eq)]
enum Pointer {
    /// A path relative to the workspace.
    Whole,
    /// A path relative to a folder named before, or unique in its crate: `plan/walk.rs`, `stop.rs`.
    Relative,
    /// Neither: code, a command, a placeholder (`NAME.rs`, `TOPIC`).
    Nothing,
}

fn pointer(text: &str, tree: &HashSet<String>) -> Pointer {
    let is_path = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let stands_for_any = |part: &str| {
        let name = part.trim_end_matches(".rs");
        name.contains("NAME")
            || name.contains("NUMBER")
            || (!name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '.'))
    };
    let text = text.trim_end_matches('/');
    if !text.chars().all(is_path) || text.split('/').any(stands_for_any) {
        return Pointer::Nothing;
    }
    let (first, inside) = text
        .split_once('/')
        .map_or((text, false), |(first, _)| (first, true));
    let beside = ["target", ".."];
    if !inside {
        return match text.ends_with(".rs") {
            true => Pointer::Relative,
            false => Pointer::Nothing,
        };
    }
    if beside.contains(&first) || text.starts_with('/') {
        Pointer::Nothing
    } else if first.starts_with("schema-") || tree.contains(first) {
        Pointer::Whole
    } else {
        Pointer::Relative
    }
}

/// The folder of the crate that a string in backticks names (`schema-shell`, `schema-runtime`) or
/// has a path in.
fn crate_folder(text: &str, tree: &HashSet<String>) -> Option<String> {
    let inner = |name: &str| Some(format!("crates/{}", name.strip_prefix("schema-")?));
    let folder = match text.split_once('/') {
        None if text.contains('-') => [text.to_owned(), format!("crates/{text}")]
            .into_iter()
            .chain(inner(text))
            .find(|folder| tree.contains(folder))?,
        Some(("crates", rest)) => format!("crates/{}", rest.split('/').next()?),
        Some((first, _)) if pointer(text, tree) == Pointer::Whole => first.to_owned(),
        _ => return None,
    };
    Some(folder + "/")
}

/// The paths in a page that do not exist, with their line numbers; and the number of paths.
fn missing(text: &str, tree: &HashSet<String>) -> (Vec<String>, usize) {
    let (mut missing, mut seen, mut code) = (Vec::new(), 0, false);
    for (number, line) in text.lines().enumerate() {
        code ^= line.starts_with("```");
        if code {
            continue;
        }
        // A table row names the crates of its short paths; in other text they are named lines
        // before.
        let is_row = line.starts_with('|');
        let crates: Vec<String> = in_backticks(line)
            .filter(|_| is_row)
            .filter_map(|text| crate_folder(text, tree))
            .collect();
        let is_of = |path: &String| {
            crates.is_empty() || crates.iter().any(|folder| path.starts_with(folder))
        };
        for text in in_backticks(line) {
            let path = text.trim_end_matches('/');
            let there = match pointer(text, tree) {
                Pointer::Nothing => continue,
                Pointer::Whole => tree.contains(path),
                Pointer::Relative => {
                    let end = format!("/{path}");
                    tree.iter().any(|file| file.ends_with(&end) && is_of(file))
                }
            };
            seen += 1;
            if !there {
                missing.push(format!("{}: {text}", number + 1));
            }
        }
    }
    (missing, seen)
}

#[test]
fn paths_lead_to_files_and_folders() {
    let tree = tree();
    let mut wrong = Vec::new();
    for (document, at_least) in [
        ("ARCHITECTURE.md", 90),
        ("CONTRIBUTING.md", 15),
        ("docs/src/internals/recipes.md", 110),
        ("docs/src/internals/test-matrix.md", 30),
    ] {
        let text = fs::read_to_string(crate::workspace().join(document)).unwrap();
        let (missing, seen) = missing(&text, &tree);
        assert!(seen > at_least, "{document}: only {seen} paths were found");
        wrong.extend(missing.iter().map(|line| format!("{document}:{line}")));
    }
    assert!(wrong.is_empty(), "not there:\n{}", wrong.join("\n"));
}

#[test]
fn what_is_not_a_path_of_the_workspace_is_left_alone() {
    let tree = tree();
    for (path, what) in [
        ("crates/local/src/query.rs", Pointer::Whole),
        ("schema-gone/src/lib.rs", Pointer::Whole),
        ("tests/compile/main.rs", Pointer::Whole),
        ("crates/rules/src/check", Pointer::Whole),
        (".ci/run", Pointer::Whole),
        ("crates/shell/src/lifecycle/NAME.rs", Pointer::Nothing),
        ("tests/ui/TOPIC/rNUMBER_name.rs", Pointer::Nothing),
        ("tests/provider/KIND/wire.rs", Pointer::Nothing),
        ("plan/walk.rs", Pointer::Relative),
        ("lib.rs", Pointer::Relative),
        ("cli/commands", Pointer::Relative),
        ("lifecycle", Pointer::Nothing),
        ("Graph::order", Pointer::Nothing),
        ("../shared/data", Pointer::Nothing),
        ("target/terraform", Pointer::Nothing),
        ("TF_ACC=1 cargo test", Pointer::Nothing),
    ] {
        assert_eq!(pointer(path, &tree), what, "{path}");
    }
}

/// A short path in a row, even of a folder, is looked up in the crates that the row names.
#[test]
fn what_is_not_there_is_found() {
    let page = "| a | `crates/shell/src/lifecycle/call_function.rs`, `plan/walk.rs`, `crates/shell/src/gone` |\n\
        | b | `crates/local/src/run/graph.rs`, `plan/walk.rs`, `cli/commands` |\n\
        As in `plan/walk.rs` and `plan/gone.rs`.\n```\n`gone.rs`\n```\n";
    let (missing, seen) = missing(page, &tree());
    assert_eq!(
        missing,
        [
            "1: plan/walk.rs",
            "1: crates/shell/src/gone",
            "3: plan/gone.rs"
        ]
    );
    assert_eq!(seen, 8);
}
