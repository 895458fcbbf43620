//! The names by which scripts choose tests: a stale one would choose no test, and pass.

use std::fs;
use std::path::Path;

use crate::workspace;

/// The paths of the tests of a test target, as its program lists them: `module::test`.
fn tests_in(folder: &Path, module: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        if path.is_dir() {
            tests_in(&path, &format!("{module}{name}::"), found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let module = match &*name {
                "main" | "mod" => module.to_owned(),
                name => format!("{module}{name}::"),
            };
            let text = fs::read_to_string(&path).expect("text");
            let mut lines = text.lines();
            while let Some(line) = lines.next() {
                if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
                    let function = lines.find_map(|line| line.split_once("fn ")?.1.split_once('('));
                    found.push(format!("{module}{}", function.expect("a function").0));
                }
            }
        }
    }
}

/// Asserts that each of these chooses a test of a target, whose sources are in this folder.
fn choose(script: &str, folder: &str, filters: &[&str]) {
    let mut tests = Vec::new();
    tests_in(&workspace().join(folder), "", &mut tests);
    assert!(tests.len() > 50, "{folder}: {tests:?}");
    for filter in filters {
        let chosen = tests.iter().filter(|test| test.contains(filter)).count();
        assert!(
            chosen > 0,
            "{script}: no test of {folder} is called {filter}"
        );
        assert!(
            !filter.ends_with("::") || tests.iter().any(|test| test.starts_with(filter)),
            "{script}: no module of {folder} is called {filter}"
        );
    }
}

const ACCEPTANCE: &str = "tests/acceptance";
const POSTGRESQL: &str = "examples/postgresql/tests/postgresql";

#[test]
fn what_scripts_choose_is_there() {
    let read = |script: &str| fs::read_to_string(workspace().join(script)).expect("a script");
    let script = ".ci/postgresql";
    let text = read(script);
    let filters = text
        .split_once("\nfilters=(")
        .and_then(|(_, rest)| rest.split_once(')'));
    let filters: Vec<&str> = filters.expect("its filters").0.split_whitespace().collect();
    assert!(filters.len() > 5, "{filters:?}");
    choose(script, POSTGRESQL, &filters);

    let script = ".ci/newest-terraform";
    let text = read(script).replace("\\\n", "");
    let runs: Vec<Vec<&str>> = text
        .lines()
        .filter_map(|line| line.strip_prefix("run "))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(runs.len(), 2, "{runs:?}");
    for run in runs {
        match run.split_first() {
            Some((&"acceptance", filters)) => choose(script, ACCEPTANCE, filters),
            Some((&"postgresql", filters)) => choose(script, POSTGRESQL, filters),
            _ => panic!("{script} runs {run:?}"),
        }
    }
}

#[test]
#[should_panic(expected = "no test of examples/postgresql/tests/postgresql is called rolls::")]
fn what_is_not_there_is_reported() {
    choose("a script", POSTGRESQL, &["role::", "rolls::"]);
}
