//! The prelude: its page lists each name, and an example, a page of the book or a template has it.

use std::fs;
use std::path::Path;

use crate::workspace;

/// The names that the prelude brings, without those that no page shows.
fn names() -> Vec<String> {
    let source = fs::read_to_string(workspace().join("crates/shell/src/prelude.rs")).unwrap();
    let mut names = Vec::new();
    for item in source.split("pub use ").skip(1) {
        let (path, _) = item.split_once(';').expect("an end");
        // The macros behind the derives are named by generated code.
        if path.contains("async_trait") {
            continue;
        }
        let last = path.rsplit("::").next().unwrap_or(path);
        let list = path.split_once('{').map_or(last, |(_, list)| list);
        for name in list.split([',', '}']) {
            let name = name.rsplit(" as ").next().unwrap_or(name).trim();
            if !name.is_empty() && !names.contains(&name.to_owned()) {
                names.push(name.to_owned());
            }
        }
    }
    assert!(names.len() > 50, "{names:?}");
    names
}

/// All the code in a folder.
fn read_all(folder: &Path, found: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_all(&path, found);
        } else if let Ok(text) = fs::read_to_string(&path) {
            found.push_str(&code_of(&path, &text));
        }
    }
}

/// Whether a text has a name as a word.
fn has_word(text: &str, name: &str) -> bool {
    let of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(of_word) && !text[at + name.len()..].starts_with(of_word)
    })
}

#[test]
fn each_name_is_on_its_page() {
    let page = fs::read_to_string(workspace().join("schema-provider/src/prelude.rs")).unwrap();
    for name in names() {
        let listed = [format!("[`{name}`]"), format!("[`{name}!`]")];
        assert!(listed.iter().any(|link| page.contains(link)), "{name}");
    }
}

/// The code in a source file or a page: no comments, and of a page what is fenced or in back
/// quotes.
fn code_of(path: &Path, text: &str) -> String {
    if path.extension().is_some_and(|extension| extension == "rs") {
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        return lines.collect::<Vec<_>>().join("\n");
    }
    let mut code = String::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            code += line;
        } else {
            code.extend(
                line.split('`')
                    .skip(1)
                    .step_by(2)
                    .flat_map(|span| [span, " "]),
            );
        }
        code.push('\n');
    }
    code
}

#[test]
fn each_name_is_used() {
    let mut all = String::new();
    for folder in ["examples", "docs/src", "crates/cargo-provider/template"] {
        read_all(&workspace().join(folder), &mut all);
    }
    for name in names() {
        // Traits imported for their methods.
        let used = match name.as_str() {
            "AtArgument" => all.contains(".at("),
            "DiagnosticsContext" => all.contains(".context("),
            "OptionalExt" => all.contains(".optional()"),
            name => has_word(&all, name),
        };
        assert!(used, "nothing that people read has {name}");
    }
}
