//! The tutorial of the book (`docs/src/tutorial`) is followed to the letter, in an empty folder.
#![cfg(unix)]

mod blocks;
mod book;
mod output;
#[allow(unreachable_pub)]
#[path = "../../src/programs.rs"]
mod programs;
mod reader;
#[allow(unreachable_pub)]
#[path = "../../src/started_build.rs"]
mod started_build;
#[allow(dead_code, unreachable_pub)]
#[path = "../../../crates/testing/src/helpers/terraform_program.rs"]
mod terraform_program;
mod tutorial;

use std::path::{Path, PathBuf};

/// The folder of the SDK.
fn sdk() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package
        .ancestors()
        .nth(2)
        .expect("the workspace")
        .to_owned()
}

/// The folder of the book's pages.
fn pages() -> PathBuf {
    sdk().join("docs/src")
}
