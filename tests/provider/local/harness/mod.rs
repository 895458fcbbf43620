//! The harness of [`schema_provider::testing`]: how it runs a provider's life cycle, and that it
//! finds all faults.

mod cleanup;
mod failures;
mod instances;
mod leftovers;
mod marks;
mod no_id;
mod normal_form;
mod own_id;
mod shared;
mod state_files;
mod steps;

use schema_provider::testing::ProviderTest;

use crate::mem::Mem;

/// A configuration with one box.
fn a_box(more: &str) -> String {
    format!("resource \"mem_box\" \"a\" {{\n  name = \"a\"\n{more}}}\n")
}

/// A test in a remote system of its own.
fn test(remote: &str) -> ProviderTest {
    ProviderTest::new::<Mem>().env("MEM_REMOTE", remote)
}
