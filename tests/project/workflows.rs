//! The workflows are YAML that GitHub takes, and do nothing but call the scripts of this tree.

use std::fs;
use std::path::{Path, PathBuf};

use yaml_rust2::{Yaml, YamlLoader};

use crate::workspace;

/// Steps that are not our scripts: fetching the tree, and the program that acceptance tests run.
const ACTIONS: [&str; 2] = ["actions/checkout@v4", "hashicorp/setup-terraform@v3"];

fn workflows(folder: &Path) -> Vec<(PathBuf, Yaml)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("text");
        let documents = YamlLoader::load_from_str(&text);
        let mut documents = documents.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(documents.len(), 1, "{}", path.display());
        found.push((path, documents.remove(0)));
    }
    found
}

fn jobs(workflow: &Yaml) -> Vec<(&str, &Yaml)> {
    let jobs = workflow["jobs"].as_hash().expect("jobs");
    jobs.iter()
        .map(|(name, job)| (name.as_str().expect("a name"), job))
        .collect()
}

/// The rules for every workflow: it has a name, triggers and permissions, and each job has steps on
/// a machine.
fn is_whole(path: &Path, workflow: &Yaml) {
    let path = path.display();
    assert!(workflow["name"].as_str().is_some(), "{path}: name");
    assert!(workflow["on"].as_hash().is_some(), "{path}: on");
    assert!(
        workflow["permissions"]["contents"].as_str().is_some(),
        "{path}: permissions"
    );
    let jobs = jobs(workflow);
    let names: Vec<_> = jobs.iter().map(|(name, _)| *name).collect();
    assert!(!names.is_empty(), "{path}");
    for (name, job) in &jobs {
        for needed in job["needs"].as_vec().into_iter().flatten() {
            let needed = needed.as_str().expect("a name");
            assert!(names.contains(&needed), "{path}: {name} needs {needed}");
        }
        if let Some(called) = job["uses"].as_str() {
            // Another workflow of this tree, which takes calls.
            let called = workspace().join(called.trim_start_matches("./"));
            let text = fs::read_to_string(called).expect("the workflow that is called");
            assert!(text.contains("workflow_call:"), "{path}: {name}");
            continue;
        }
        assert!(job["runs-on"].as_str().is_some(), "{path}: {name}");
        let steps = job["steps"].as_vec().expect("steps");
        assert!(!steps.is_empty(), "{path}: {name}");
        for step in steps {
            let (run, uses) = (step["run"].as_str(), step["uses"].as_str());
            assert!(run.is_some() != uses.is_some(), "{path}: {name}: {step:?}");
            // An action without a version may change tomorrow.
            assert!(
                uses.is_none_or(|uses| uses.contains('@')),
                "{path}: {uses:?}"
            );
        }
    }
}

#[test]
fn ours_call_scripts_of_this_tree_and_nothing_else() {
    let workflows = workflows(&workspace().join(".github/workflows"));
    let mut called = Vec::new();
    for (path, workflow) in &workflows {
        is_whole(path, workflow);
        for (_, job) in jobs(workflow) {
            for step in job["steps"].as_vec().into_iter().flatten() {
                if let Some(action) = step["uses"].as_str() {
                    assert!(ACTIONS.contains(&action), "{}: {action}", path.display());
                }
                let Some(run) = step["run"].as_str() else {
                    continue;
                };
                let script = run.split(' ').next().expect("a word");
                assert!(script.starts_with(".ci/") && !run.contains('\n'), "{run}");
                assert!(workspace().join(script).is_file(), "{run}: no such script");
                // The last version is a tag, which a clone without its history does not have.
                if [".ci/run", ".ci/semver"].contains(&script) {
                    let with = &job["steps"][0]["with"];
                    assert_eq!(with["fetch-depth"].as_i64(), Some(0), "{run}");
                }
                called.push(script.to_owned());
            }
        }
    }
    called.sort();
    assert_eq!(
        called,
        [
            ".ci/long",
            ".ci/platform",
            ".ci/publish",
            ".ci/run",
            ".ci/semver"
        ]
    );
}

#[test]
fn those_of_a_new_provider_are_whole() {
    let folder = workspace().join("crates/cargo-provider/template/new/.github/workflows");
    let workflows = workflows(&folder);
    assert!(workflows.len() >= 2);
    for (path, workflow) in &workflows {
        is_whole(path, workflow);
    }
}
