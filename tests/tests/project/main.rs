//! What stands around the sources: the packages of the registry, the workflows, and the scripts that they call.

#![allow(missing_docs, unreachable_pub)]

mod packages;
#[cfg(unix)]
mod scripts;
mod workflows;

/// The directory of the workspace.
fn workspace() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
