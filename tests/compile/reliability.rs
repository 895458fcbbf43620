//! The tables of tests/compile/matrix name tests that exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::under_terraform::Functions;

/// The sources for the first part of a test's name.
const PLACES: &[(&str, &str)] = &[
    ("actions", "tests/provider/actions"),
    ("corner", "tests/provider/corner"),
    ("every_kind", "tests/provider/every_kind"),
    ("functions", "tests/provider/functions"),
    ("fuzz", "tests/src/fuzz"),
    ("identity", "tests/provider/identity"),
    ("lifecycle", "tests/provider/lifecycle"),
    ("lists", "tests/provider/lists"),
    ("plans", "tests/plans"),
    ("state_stores", "tests/provider/state_stores"),
    ("ephemeral", "tests/provider/ephemeral"),
    ("transport", "tests/load/tests/transport"),
    ("acceptance", "tests/acceptance"),
];

/// Prefixes that represent all sources of a crate or a test.
const WHOLE: &[(&str, &str)] = &[
    ("schema-local", "crates/local/src"),
    ("schema-shell", "crates/shell/src"),
    ("local", "tests/provider/local"),
    ("binary", "examples/disk/tests"),
];

fn sources(path: &Path, into: &mut String) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), into);
        }
    } else if path.extension() == Some("rs".as_ref()) {
        // A missing file is reported with the name that refers to it.
        into.push_str(&fs::read_to_string(path).unwrap_or_default());
    }
}

/// The sources of the tests that run both in process and over gRPC: each has a module in
/// `acceptance/wire`.
fn over_the_wire() -> String {
    let wire = crate::workspace().join("tests/acceptance/wire");
    let mut text = String::new();
    for protocol in ["protocol_5.rs", "protocol_6.rs"] {
        let modules = fs::read_to_string(wire.join(protocol)).unwrap();
        let paths = modules.split("#[path = \"").skip(1);
        for path in paths.filter_map(|rest| rest.split('"').next()) {
            let path = wire.join(path);
            // Files beside it belong to the same tests.
            let whole = path.ends_with("mod.rs");
            sources(
                if whole { path.parent().unwrap() } else { &path },
                &mut text,
            );
        }
    }
    text
}

/// The functions that the tests of each place may call.
#[derive(Default)]
struct Places(BTreeMap<&'static str, Functions>);

impl Places {
    /// Whether a test runs the real Terraform. Over gRPC it only runs a protocol client.
    fn under_terraform(&mut self, (prefix, name): &(String, String)) -> bool {
        let place = prefix
            .split_once('/')
            .map_or(&prefix[..], |(place, _)| place);
        let mut known = PLACES.iter().chain(WHOLE);
        let Some((_, path)) = known.find(|(known, _)| *known == place) else {
            return false;
        };
        let all = self.0.entry(path).or_insert_with(|| {
            let mut text = String::new();
            sources(&crate::workspace().join(path), &mut text);
            Functions::of(&text)
        });
        let own = Functions::of(&source(prefix).unwrap_or_default());
        all.run_terraform(&own, name)
    }
}

/// The source that a name's prefix represents.
fn source(prefix: &str) -> Option<String> {
    if prefix == "wire" {
        return Some(over_the_wire());
    }
    let path = match WHOLE.iter().find(|(name, _)| *name == prefix) {
        Some((_, path)) => crate::workspace().join(path),
        None => {
            let (place, file) = prefix.split_once('/')?;
            let (_, path) = PLACES.iter().find(|(name, _)| *name == place)?;
            crate::workspace().join(path).join(file)
        }
    };
    let mut text = String::new();
    sources(&path, &mut text);
    (!text.is_empty()).then_some(text)
}

/// Each test of a cell, with the part before its colon; a name alone is in the same place as the
/// previous one.
fn tests(cell: &str) -> Vec<(String, String)> {
    let mut prefix = String::new();
    let mut found = Vec::new();
    let mut parts = cell.split('`');
    while let (Some(_), Some(code)) = (parts.next(), parts.next()) {
        match code.split_once(": ") {
            Some((place, name)) => {
                prefix = place.to_owned();
                found.push((prefix.clone(), name.to_owned()));
            }
            None if WHOLE.iter().any(|(name, _)| *name == code) => prefix = code.to_owned(),
            None => found.push((prefix.clone(), code.to_owned())),
        }
    }
    found
}

/// Checks the rows of a three-column table, whose last column names tests and whose second is not
/// empty; returns the number of rows.
#[track_caller]
fn check(table: &str) -> usize {
    let (mut rows, mut wrong) = (0, Vec::new());
    for row in table.lines().filter(|line| line.starts_with('|')).skip(2) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [case, middle, cell] = cells[..] else {
            panic!("not three cells: {row}");
        };
        if case.starts_with("**") {
            continue;
        }
        rows += 1;
        let named: Vec<_> = tests(cell)
            .into_iter()
            .filter(|(_, name)| !name.contains(' '))
            .collect();
        if named.is_empty() || middle.is_empty() {
            wrong.push(format!("no test or outcome: {case}"));
        }
        for (prefix, name) in named {
            let there = if name.starts_with("ui/") {
                crate::workspace().join("tests").join(&name).is_file()
            } else {
                source(&prefix).is_some_and(|text| text.contains(&format!("fn {name}(")))
            };
            if !there {
                wrong.push(format!("{prefix}: {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    rows
}

#[test]
fn every_row_of_the_faults_names_tests_that_exist() {
    let page = fs::read_to_string(crate::workspace().join("tests/compile/matrix/faults.md"))
        .expect("the table");
    let rows = check(&page);
    assert!(rows > 30, "{rows}");
}

/// Adds what is wrong with the tests that a cell names; returns the tests.
fn named(cell: &str, wrong: &mut Vec<String>) -> Vec<(String, String)> {
    let named = tests(cell);
    for (prefix, name) in &named {
        let there = if name.starts_with("ui/") {
            crate::workspace().join("tests").join(name).is_file()
        } else {
            source(prefix).is_some_and(|text| text.contains(&format!("fn {name}(")))
        };
        if !there {
            wrong.push(format!("{prefix}: {name}"));
        }
    }
    named
}

/// Whether a test does nothing without Terraform: it is a harness test that says so, or has a
/// workspace but does not use the harness. If a single step says so, the others still run.
fn needs_terraform(source: &str, name: &str) -> bool {
    let Some((_, rest)) = source.split_once(&format!("fn {name}(")) else {
        return false;
    };
    let body = rest.split_once("\n}\n").map_or(rest, |(body, _)| body);
    if body.contains("workspace()") || body.contains("Workspace::") {
        return !body.contains(".run();");
    }
    body.match_indices(".only_with_terraform(").any(|(at, _)| {
        let before = &body[..at];
        let Some(step) = before.rfind("Step::") else {
            return true;
        };
        // A step says so before its closing parenthesis.
        let mut depth = 0_i32;
        before[step..].chars().any(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth < 0
        })
    })
}

/// Whether a cell has text besides the names of its tests.
fn has_reason(cell: &str) -> bool {
    cell.split('`')
        .step_by(2)
        .any(|text| text.contains('(') && text.contains(' '))
}

#[test]
fn tests_that_need_terraform_are_known() {
    let source = "fn whole() {\n    test()\n        .step(Step::plan(text()))\n        .only_with_terraform(\"w\")\n        .run();\n}\n\
                  fn step() {\n    test().step(Step::plan(text()).only_with_terraform(\"w\")).run();\n}\n\
                  fn work() {\n    let Some(work) = workspace() else { return };\n}\n\
                  fn both() {\n    test().run();\n    let Some(work) = workspace() else { return };\n}\n\
                  fn none() {\n    test().step(Step::plan(text())).run();\n}\n";
    let found = ["whole", "step", "work", "both", "none"].map(|name| needs_terraform(source, name));
    assert_eq!(found, [true, false, true, false, false]);
    assert!(has_reason("`a: b` (Terraform alone has modules)"));
    assert!(!has_reason("`a: b`, `c`"));
}

/// Each case is tested in process and over gRPC; code that does not compile is in no program. A
/// case whose tests in process all need Terraform has a reason; a case that Terraform 1.11 supports
/// has a test that runs it.
#[test]
fn every_case_of_the_newer_kinds_names_tests_that_exist() {
    let page = fs::read_to_string(crate::workspace().join("tests/compile/matrix/kinds.md"))
        .expect("the table");
    let (mut rows, mut wrong, mut places) = (0, Vec::new(), Places::default());
    for row in page.lines().filter(|line| line.starts_with('|')).skip(2) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [case, mark, in_process, wire] = cells[..] else {
            panic!("not four cells: {row}");
        };
        if case.starts_with("**") {
            continue;
        }
        rows += 1;
        let inside = named(in_process, &mut wrong);
        let outside = named(wire, &mut wrong);
        if inside.is_empty() {
            wrong.push(format!("no test in process: {case}"));
        }
        let nothing = |(prefix, name): &(String, String)| {
            source(prefix).is_some_and(|text| needs_terraform(&text, name))
        };
        if !inside.is_empty() && inside.iter().all(nothing) && !has_reason(in_process) {
            wrong.push(format!("nothing in process, and no reason: {case}"));
        }
        // Tests of the harness also run under Terraform.
        let harness = wire.starts_with("the same")
            && inside
                .iter()
                .any(|(prefix, _)| source(prefix).is_some_and(|text| text.contains("testing::")));
        let compiler = wire == "–" && inside.iter().any(|(_, name)| name.starts_with("ui/"));
        let shown = match mark {
            "P" => !outside.is_empty(),
            _ => harness || compiler || !outside.is_empty(),
        };
        if !shown {
            wrong.push(format!("no test over the wire: {case}"));
        }
        let mut named = inside.iter().chain(&outside);
        if mark == "T" && !named.any(|test| places.under_terraform(test)) {
            wrong.push(format!("no test that runs Terraform: {case}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows > 80, "{rows}");
}
