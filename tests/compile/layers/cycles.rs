//! No two modules of one folder import each other, directly or indirectly: this checks every crate
//! at every depth. A child that imports from its parent is not a cycle: the parent's file is shared
//! by its children.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::{Source, imports_of};
use super::sources_of;

/// The modules of one folder, with the siblings that each imports.
type Folder = BTreeMap<String, BTreeSet<String>>;

/// The folders with import cycles, and the modules in them.
fn cycles(crate_name: &'static str, sources: &[Source]) -> Vec<String> {
    let imports = imports_of(crate_name, sources);
    let mut folders: BTreeMap<Vec<String>, Folder> = BTreeMap::new();
    for (module, path) in &imports.found {
        if imports.is_test(module) {
            continue;
        }
        // An import may name an item: only the modules of its path count.
        let modules = (0..=path.len()).rev().map(|end| &path[..end]);
        let imported = modules
            .into_iter()
            .find(|path| imports.modules.contains(*path));
        let imported = imported.unwrap_or_default();
        let shared = module
            .iter()
            .zip(imported)
            .take_while(|(a, b)| a == b)
            .count();
        let (Some(from), Some(to)) = (module.get(shared), imported.get(shared)) else {
            continue;
        };
        let folder = folders.entry(module[..shared].to_vec()).or_default();
        folder.entry(from.clone()).or_default().insert(to.clone());
    }
    folders
        .into_iter()
        .filter_map(|(path, mut folder)| {
            // A module without remaining imports or importers is not in a cycle.
            loop {
                let left: BTreeSet<String> = folder.keys().cloned().collect();
                folder.retain(|_, imports| {
                    imports.retain(|name| left.contains(name));
                    !imports.is_empty()
                });
                let imported: BTreeSet<String> = folder.values().flatten().cloned().collect();
                folder.retain(|name, _| imported.contains(name));
                if folder.len() == left.len() {
                    break;
                }
            }
            let names: Vec<String> = folder.into_keys().collect();
            let folder = [vec!["crate".to_owned()], path].concat().join("::");
            (!names.is_empty()).then(|| format!("{folder}: {}", names.join(", ")))
        })
        .collect()
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let mut wrong = Vec::new();
    for (crate_name, directory) in [
        ("schema_rules", "crates/rules"),
        ("schema_derive", "schema-derive"),
        ("schema_runtime", "schema-runtime"),
        ("schema_panic", "crates/panic"),
        ("schema_transport", "crates/transport"),
        ("schema_client", "crates/client"),
        ("schema_compare", "crates/compare"),
        ("schema_old_program", "crates/old-program"),
        ("schema_shell", "crates/shell"),
        ("schema_server", "crates/server"),
        ("schema_docs", "crates/docs"),
        ("schema_local", "crates/local"),
        ("schema_testing", "crates/testing"),
        ("schema_provider", "schema-provider"),
        ("cargo_provider", "crates/cargo-provider"),
    ] {
        let found = cycles(crate_name, &sources_of(directory));
        wrong.extend(found.iter().map(|found| format!("{directory}: {found}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_circle_is_found_at_any_depth() {
    let source = |module: &str, text: &str| Source {
        module: module
            .split("::")
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect(),
        text: text.to_owned(),
    };
    let found = cycles(
        "made_up",
        &[
            source("", "mod a; mod b;"),
            source("a", "mod x; mod y; mod z; pub struct Hall;"),
            source(
                "a::x",
                "use super::Hall; use super::y::Y; use crate::b::B; pub struct X;",
            ),
            source("a::y", "use super::z::Z; pub struct Y;"),
            source("a::z", "fn z() -> made_up::a::x::X { crate::a::x::X }"),
            source(
                "b",
                "pub struct B; #[cfg(test)] mod tests { use crate::a::x::X; }",
            ),
        ],
    );
    assert_eq!(found, ["crate::a: x, y, z"]);
}
