//! Tests of compiler output and of the sources: unfinished code, what an editor shows, the
//! expansion of the derive, module layers, the table of rules, the lints for provider developers.

#![allow(missing_docs, unreachable_pub)]

mod defaults;
mod derive;
mod editor;
mod language_functions;
mod layers;
mod lints;
mod pages;
mod paths;
mod reliability;
mod rule_table;
mod rustc;
mod typed;
mod under_terraform;
mod unfinished;

/// The directory of the workspace.
fn workspace() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
