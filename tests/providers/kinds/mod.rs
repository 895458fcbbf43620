//! The providers of `tests/provider` that misbehave in every way, as programs. The tests there call
//! them in process; `tests/acceptance/wire` calls the program with the same tests, and `newest` has
//! a newer Terraform run it.
#![allow(missing_docs, reason = "they say what they need in their own place")]

use std::process::ExitCode;

#[path = "../../provider/lists/archive.rs"]
pub mod archive;
#[path = "../../provider/functions/between.rs"]
pub mod between;
#[path = "../../provider/functions/calc.rs"]
pub mod calc;
#[path = "../../provider/functions/calc_flaws.rs"]
pub mod calc_flaws;
#[path = "../../provider/lifecycle/hub.rs"]
pub mod hub;
#[path = "../../provider/state_stores/keep.rs"]
pub mod keep;
#[path = "../../provider/actions/lab.rs"]
pub mod lab;
#[path = "../../provider/lifecycle/later.rs"]
pub mod later;
#[path = "../../provider/ephemeral/lease.rs"]
pub mod lease;
#[path = "../../provider/functions/liar.rs"]
pub mod liar;
#[path = "../../provider/identity/library.rs"]
pub mod library;
#[path = "../../provider/lifecycle/loom.rs"]
pub mod loom;
#[path = "../../provider/every_kind/pairs.rs"]
pub mod pairs;
#[path = "../../provider/functions/rows.rs"]
pub mod rows;
#[path = "../../provider/every_kind/shelf.rs"]
pub mod shelf;
#[path = "../../provider/every_kind/stacks.rs"]
pub mod stacks;
#[path = "../../provider/lists/studio.rs"]
pub mod studio;

/// Serves the provider of this name.
#[must_use]
pub fn run(name: &str) -> ExitCode {
    match name {
        "arch" => schema_provider::run::<archive::Archive>(),
        "calc" => schema_provider::run::<calc::Calc>(),
        "hub" => schema_provider::run::<hub::Hub>(),
        "keep" => schema_provider::run::<keep::Keep>(),
        "lab" => schema_provider::run::<lab::Lab>(),
        "later" => schema_provider::run::<later::Later>(),
        "lease" => schema_provider::run::<lease::Leases>(),
        "lib" => schema_provider::run::<library::Library>(),
        "loom" => schema_provider::run::<loom::Loom>(),
        "pair" => schema_provider::run::<pairs::Pairs>(),
        "shelf" => schema_provider::run::<shelf::Shelf>(),
        "stack" => schema_provider::run::<stacks::Stack>(),
        "studio" => schema_provider::run::<studio::Studio>(),
        other => {
            eprintln!("there is no provider {other:?} (TEST_PROVIDER, or the name of the program)");
            ExitCode::FAILURE
        }
    }
}
