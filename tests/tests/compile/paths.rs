//! The files that ARCHITECTURE.md and CONTRIBUTING.md point to are there.

use std::fs;

/// What is in backticks; blocks of code have none of these paths.
fn in_backticks(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Whether it is a path from the folder of the workspace; others are relative to one that stands before them, and a part
/// in capital letters (`NAME.rs`, `TOPIC`) stands for any.
fn is_whole(path: &str) -> bool {
    let Some((first, _)) = path.split_once('/') else {
        return false;
    };
    let is_ours = first.starts_with("schema-") || crate::workspace().join(first).is_dir();
    let stands_for_any = |part: &str| {
        let name = part.trim_end_matches(".rs");
        part.contains('*') || name.contains("NAME") || name.chars().all(|c| c.is_ascii_uppercase())
    };
    path.ends_with(".rs") && is_ours && !path.split('/').any(stands_for_any)
}

#[test]
fn whole_paths_lead_to_files() {
    let mut missing = Vec::new();
    let mut seen = 0;
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(crate::workspace().join(document)).unwrap();
        for (number, line) in text.lines().enumerate() {
            for path in in_backticks(line).filter(|path| is_whole(path)) {
                seen += 1;
                if !crate::workspace().join(path).is_file() {
                    missing.push(format!("{document}:{}: {path}", number + 1));
                }
            }
        }
    }
    assert!(seen > 150, "only {seen} paths were found");
    assert!(missing.is_empty(), "not there:\n{}", missing.join("\n"));
}

#[test]
fn what_is_no_path_of_the_workspace_is_left_alone() {
    for (path, whole) in [
        ("schema-local/src/query.rs", true),
        ("schema-gone/src/lib.rs", true),
        ("tests/tests/compile/main.rs", true),
        ("schema-shell/src/lifecycle/NAME.rs", false),
        ("tests/ui/TOPIC/rNUMBER_name.rs", false),
        ("plan/walk.rs", false),
        ("lib.rs", false),
    ] {
        assert_eq!(is_whole(path), whole, "{path}");
    }
}
