//! Tests of everything around the sources: the registry packages, the workflows, the scripts that
//! they call, and the pages.

#![allow(missing_docs, unreachable_pub)]

mod comments;
#[cfg(target_os = "linux")]
mod gate;
mod links;
mod packages;
#[cfg(unix)]
mod postgresql;
mod prelude;
#[cfg(unix)]
mod scripts;
mod test_filters;
mod workflows;

/// The directory of the workspace.
fn workspace() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
