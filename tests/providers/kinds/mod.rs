//! The providers of `schema-provider/tests` that misbehave in every way, as programs. The tests there call them in
//! process; `tests/tests/acceptance/wire` calls the program with the same tests, and `newest` has a newer Terraform run it.
#![allow(missing_docs, reason = "they say what they need in their own place")]

use std::process::ExitCode;

#[path = "../../../schema-provider/tests/lists/archive.rs"]
pub mod archive;
#[path = "../../../schema-provider/tests/functions/between.rs"]
pub mod between;
#[path = "../../../schema-provider/tests/functions/calc.rs"]
pub mod calc;
#[path = "../../../schema-provider/tests/functions/calc_flaws.rs"]
pub mod calc_flaws;
#[path = "../../../schema-provider/tests/lifecycle/hub.rs"]
pub mod hub;
#[path = "../../../schema-provider/tests/state_stores/keep.rs"]
pub mod keep;
#[path = "../../../schema-provider/tests/actions/lab.rs"]
pub mod lab;
#[path = "../../../schema-provider/tests/lifecycle/later.rs"]
pub mod later;
#[path = "../../../schema-provider/tests/ephemeral/lease.rs"]
pub mod lease;
#[path = "../../../schema-provider/tests/functions/liar.rs"]
pub mod liar;
#[path = "../../../schema-provider/tests/identity/library.rs"]
pub mod library;
#[path = "../../../schema-provider/tests/every_kind/pairs.rs"]
pub mod pairs;
#[path = "../../../schema-provider/tests/functions/rows.rs"]
pub mod rows;
#[path = "../../../schema-provider/tests/lists/studio.rs"]
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
        "pair" => schema_provider::run::<pairs::Pairs>(),
        "studio" => schema_provider::run::<studio::Studio>(),
        other => {
            eprintln!("there is no provider {other:?} (TEST_PROVIDER, or the name of the program)");
            ExitCode::FAILURE
        }
    }
}
