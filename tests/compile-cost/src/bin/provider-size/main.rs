//! Generates providers of 10, 100 and 1,000 resources, and measures what compiling and starting
//! them costs, beside serde's derives and Go's framework.
//!
//! ```sh
//! cargo run -p compile-cost --bin provider-size -- generate DIRECTORY RESOURCES [SEED]
//! cargo run -p compile-cost --bin provider-size -- table [RESOURCES …] [--profile PROFILE]
//! ```
//!
//! The first writes a package and the calls to measure it with (`flat.json`, `rules-100.json`,
//! `rules-1000.json`, and `many.json` with up to a hundred types). The second prints a table; it
//! needs `plugin-load` built for release. With `--profile dev` both are unoptimised: that tries the
//! run, and its figures mean nothing.

#[path = "../../children.rs"]
mod children;
mod generate;
mod go;
mod serde;
mod table;

use std::error::Error;
use std::path::{Path, PathBuf};

/// The seed of the providers in the table.
const SEED: u64 = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let workspace = workspace.ok_or("no workspace")?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["generate", directory, resources] => {
            generate::write(Path::new(directory), workspace, resources.parse()?, SEED)
        }
        ["generate", directory, resources, seed] => generate::write(
            Path::new(directory),
            workspace,
            resources.parse()?,
            seed.parse()?,
        ),
        ["table", ref rest @ ..] => {
            let (sizes, profile) = match rest {
                [sizes @ .., "--profile", profile] => (sizes, *profile),
                sizes => (sizes, "release"),
            };
            let sizes: Vec<usize> = match sizes {
                [] => vec![10, 100, 1000],
                sizes => sizes
                    .iter()
                    .map(|size| size.parse())
                    .collect::<Result<_, _>>()?,
            };
            let target = std::env::var_os("CARGO_TARGET_DIR")
                .map_or_else(|| workspace.join("target"), PathBuf::from);
            table::print(workspace, &target, &sizes, profile)
        }
        _ => Err(
            "usage: provider-size generate DIRECTORY RESOURCES [SEED] | table [RESOURCES …] \
             [--profile PROFILE]"
                .into(),
        ),
    }
}
