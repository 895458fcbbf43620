//! The handwritten lists of the language's functions are complete.

use std::collections::BTreeSet;
use std::fs;

use crate::workspace;

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).expect("a source")
}

/// The names in quotes at the start of a line of the table, including those that are not rows.
fn functions() -> BTreeSet<String> {
    let calls = read("crates/local/src/language/eval/functions/mod.rs");
    let source = read("crates/local/src/language/eval/functions/table.rs");
    let (_, table) = source.split_once("\nfunctions! {").expect("the table");
    let rows = table.lines().filter_map(|line| {
        let (name, _) = line.trim_start().strip_prefix('"')?.split_once('"')?;
        Some(name.to_owned())
    });
    let special = calls.lines().find(|line| line.starts_with("const SPECIAL"));
    let special = special.expect("those that look at expressions");
    let special = special.split('"').skip(1).step_by(2).map(str::to_owned);
    let all: BTreeSet<String> = rows.chain(special).collect();
    assert!(
        all.len() > 30 && all.contains("try") && all.contains("join"),
        "{all:?}"
    );
    all
}

#[test]
fn the_documentation_names_every_function() {
    let source = read("crates/local/src/lib.rs");
    let (_, list) = source.split_once("Functions:").expect("the list");
    let (list, _) = list.split_once('.').expect("its end");
    let named: BTreeSet<String> = list
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    assert_eq!(named, functions());
}

#[test]
fn secrets_are_put_through_every_function() {
    let source = read("tests/provider/local/secrets.rs");
    let (_, list) = source.split_once("const FUNCTIONS").expect("the list");
    let (list, _) = list.split_once("];").expect("its end");
    let mut named: BTreeSet<String> = list
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    // It exists to show a secret.
    named.insert("nonsensitive".to_owned());
    assert_eq!(named, functions());
}
