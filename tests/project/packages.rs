//! The metadata of each released package, and what the crate registry requires.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use serde_json::Value as Json;

use crate::workspace;

/// The categories of crates.io that are relevant to this tree.
const CATEGORIES: [&str; 5] = [
    "command-line-utilities",
    "config",
    "development-tools",
    "development-tools::cargo-plugins",
    "development-tools::procedural-macro-helpers",
];

fn metadata() -> Json {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        // With the network if needed: no build here has fetched the dependencies of other
        // platforms.
        .args(["metadata", "--format-version=1", "--locked"])
        .args(["--all-features", "--quiet"])
        .current_dir(workspace());
    let output = cargo.output().expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn text<'a>(package: &'a Json, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

fn list<'a>(package: &'a Json, key: &str) -> Vec<&'a str> {
    let items = package[key].as_array().expect("a list");
    items.iter().filter_map(Json::as_str).collect()
}

/// The packages of this tree by their names.
fn ours(metadata: &Json) -> BTreeMap<&str, &Json> {
    let members: BTreeSet<_> = list(metadata, "workspace_members").into_iter().collect();
    let packages = metadata["packages"].as_array().expect("a list").iter();
    packages
        .filter(|package| members.contains(text(package, "id")))
        .map(|package| (text(package, "name"), package))
        .collect()
}

/// Those that are released: the folders of the crates, not of examples and tests.
fn released(metadata: &Json) -> BTreeMap<&str, &Json> {
    let mut ours = ours(metadata);
    ours.retain(|_, package| {
        let manifest = fs::read_to_string(text(package, "manifest_path")).expect("a manifest");
        manifest.contains("\ninclude.workspace = true\n")
    });
    assert_eq!(ours.len(), 15, "{:?}", ours.keys());
    ours
}

#[test]
fn each_says_what_the_registry_shows() {
    let metadata = metadata();
    let mut wrong = Vec::new();
    for (name, package) in released(&metadata) {
        let mut ask = |right: bool, what: &str| {
            if !right {
                wrong.push(format!("{name}: {what}"));
            }
        };
        let folder = text(package, "manifest_path").trim_end_matches("Cargo.toml");
        let description = text(package, "description");
        ask((20..=100).contains(&description.len()), "description");
        ask(text(package, "license") == "MIT OR Apache-2.0", "license");
        ask(package["publish"].is_null(), "publish");
        ask(text(package, "edition") == "2024", "edition");
        let readme = fs::read_to_string(format!("{folder}{}", text(package, "readme")));
        let readme = readme.unwrap_or_default();
        ask(
            readme.starts_with(&format!("# {name}\n")),
            "README.md begins with its name",
        );
        // A relative link leads nowhere on the registry's page.
        let relative = readme
            .split("](")
            .skip(1)
            .any(|link| !link.starts_with("https://"));
        ask(!relative, "README.md has relative links");
        let keywords = list(package, "keywords");
        let fits = |word: &&str| {
            word.len() <= 20 && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        ask(
            (1..=5).contains(&keywords.len()) && keywords.iter().all(fits),
            "keywords",
        );
        let categories = list(package, "categories");
        let known = |category: &&str| CATEGORIES.contains(category);
        ask(
            (1..=5).contains(&categories.len()) && categories.iter().all(known),
            "categories",
        );
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let own = fs::read_to_string(format!("{folder}{licence}")).unwrap_or_default();
            let tree = fs::read_to_string(workspace().join(licence)).expect("a licence");
            ask(own == tree, licence);
        }
        // Each feature has a line that says what it is for.
        let manifest = fs::read_to_string(text(package, "manifest_path")).expect("a manifest");
        for feature in package["features"].as_object().expect("features").keys() {
            let lines: Vec<_> = manifest.lines().collect();
            let at = lines
                .iter()
                .position(|line| line.starts_with(&format!("{feature} = [")));
            let told = at.is_some_and(|at| {
                // One comment may be of several features in a row.
                let above = lines[..at].iter().rev();
                let above = above.skip_while(|line| line.contains(" = ["));
                above.take(1).any(|line| line.starts_with('#'))
            });
            ask(
                told || feature == "default",
                &format!("the feature {feature} has no comment"),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `cargo publish` uploads them in dependency order; the inner ones are those that this version was
/// made with.
#[test]
fn inner_crates_are_pinned_and_nothing_is_needed_that_is_not_released() {
    let metadata = metadata();
    let (ours, released) = (ours(&metadata), released(&metadata));
    let mut pins = 0;
    for (name, package) in &released {
        let version = text(package, "version");
        for needed in package["dependencies"].as_array().expect("a list") {
            let (needed_name, asked) = (text(needed, "name"), text(needed, "req"));
            if needed["kind"] == "dev" || !ours.contains_key(needed_name) {
                continue;
            }
            assert!(
                released.contains_key(needed_name),
                "{name} needs {needed_name}, which is not released"
            );
            assert_eq!(asked, format!("={version}"), "{name} needs {needed_name}");
            pins += 1;
        }
    }
    assert!(pins > 20, "{pins}");
}

#[test]
fn examples_and_tests_are_not_released() {
    let metadata = metadata();
    let released = released(&metadata);
    for (name, package) in ours(&metadata) {
        if released.contains_key(name) {
            continue;
        }
        // crates.io rejects what has no description; `examples/disk/Cargo.toml` says why it is not
        // `publish = false`.
        let kept =
            package["publish"] == Json::Array(Vec::new()) || package["description"].is_null();
        assert!(kept, "{name} could be released by mistake");
    }
}

/// Where Visual Studio compiles, the TLS library's cryptography would be built with NASM, and fail
/// if there is none; in its package are objects made by it, which it takes when it is asked to.
#[test]
fn on_windows_no_assembler_is_needed() {
    let metadata = metadata();
    let nodes = metadata["resolve"]["nodes"].as_array().expect("a list");
    let of = |name: &str| {
        let id = format!("#{name}@");
        let mut nodes = nodes.iter();
        let node = nodes.find(|node| text(node, "id").contains(&id));
        node.unwrap_or_else(|| panic!("{name} is not built"))
    };
    assert!(list(of("aws-lc-sys"), "features").contains(&"prebuilt-nasm"));
    let ours = ours(&metadata);
    let dependencies = ours["schema-transport"]["dependencies"].as_array();
    let asks = dependencies
        .expect("a list")
        .iter()
        .find(|dependency| text(dependency, "name") == "aws-lc-rs")
        .expect("what asks for it");
    // Elsewhere it is not required: there it would only be one more build dependency.
    assert_eq!(
        text(asks, "target"),
        "cfg(all(windows, target_env = \"msvc\"))"
    );
}

fn version(text: &str) -> Vec<u32> {
    let parts = text.split('.').map(|part| part.parse().expect("a number"));
    let mut parts: Vec<_> = parts.collect();
    parts.resize(3, 0);
    parts
}

/// `.ci/msrv` builds with that compiler where it is there; this holds everywhere.
#[test]
fn no_dependency_needs_a_newer_compiler_than_is_promised() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("a list").iter();
    let by_id: BTreeMap<_, _> = packages
        .map(|package| (text(package, "id"), package))
        .collect();
    let nodes = metadata["resolve"]["nodes"].as_array().expect("a list");
    let nodes: BTreeMap<_, _> = nodes.iter().map(|node| (text(node, "id"), node)).collect();
    let released = released(&metadata);
    let promised = text(released["schema-provider"], "rust_version");
    let mut open: Vec<_> = released
        .values()
        .map(|package| text(package, "id"))
        .collect();
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let package = by_id[id];
        if let Some(needed) = package["rust_version"].as_str()
            && version(needed) > version(promised)
        {
            let name = (text(package, "name"), text(package, "version"));
            wrong.push(format!("{} {} needs Rust {needed}", name.0, name.1));
        }
        for dependency in nodes[id]["deps"].as_array().expect("a list") {
            let kinds = dependency["dep_kinds"].as_array().expect("a list");
            if kinds.iter().any(|kind| kind["kind"] != "dev") {
                open.push(text(dependency, "pkg"));
            }
        }
    }
    assert!(seen.len() > 100, "{}", seen.len());
    assert!(
        wrong.is_empty(),
        "promised is {promised}:\n{}",
        wrong.join("\n")
    );
    // The same number is where provider developers read it.
    for (file, words) in [
        ("README.md", "Rust {} or newer"),
        ("schema-provider/README.md", "Rust {} or newer"),
        ("crates/cargo-provider/README.md", "Rust {} or newer"),
        (
            "crates/cargo-provider/template/new/Cargo.toml.template",
            "rust-version = \"{}\"",
        ),
    ] {
        let words = words.replace("{}", promised);
        let there = fs::read_to_string(workspace().join(file)).expect("a file");
        assert!(there.contains(&words), "{file} does not say {words:?}");
    }
}
