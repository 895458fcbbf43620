//! The providers with which the newer kinds are tested in process, once more as a program, for a Terraform that knows
//! these kinds. Its file's name says which one it is: `terraform-provider-lib`, `-arch` or `-lab`.

// Tests in process use the rest of each, and are of another crate.
#![allow(dead_code, unreachable_pub)]

use std::path::Path;
use std::process::ExitCode;

#[path = "../../../schema-provider/tests/lists/archive.rs"]
mod archive;
#[path = "../../../schema-provider/tests/actions/lab.rs"]
mod lab;
#[path = "../../../schema-provider/tests/identity/library.rs"]
mod library;

fn main() -> ExitCode {
    let program = std::env::args_os().next().unwrap_or_default();
    let name = Path::new(&program).file_name().unwrap_or_default();
    match name.to_string_lossy().as_ref() {
        "terraform-provider-lib" => schema_provider::run::<library::Library>(),
        "terraform-provider-arch" => schema_provider::run::<archive::Archive>(),
        "terraform-provider-lab" => schema_provider::run::<lab::Lab>(),
        other => {
            eprintln!("no provider is called {other:?}");
            ExitCode::FAILURE
        }
    }
}
