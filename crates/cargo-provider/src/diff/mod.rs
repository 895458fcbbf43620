//! `cargo provider diff`: how the schemas of two providers differ, and which differences break
//! configurations or states.
//!
//! | module | subject |
//! |---|---|
//! | `difference` | one difference, and whom it concerns |
//! | `types` | types as people write them, and which of them have the same values |
//! | `what_breaks` | all differences between two schemas, and which of them break something |
//! | `render` | differences for people and for programs |

mod difference;
mod render;
mod types;
mod what_breaks;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::schemas;
use difference::Effect;

/// What to compare.
#[derive(Args)]
pub(crate) struct Options {
    /// The old provider: its program, a file with what `terraform providers schema -json` prints,
    /// or - for standard input
    old: PathBuf,
    /// The new provider, in one of the same forms
    new: PathBuf,
    /// Which provider of a file that has several, such as registry.terraform.io/hashicorp/random
    #[arg(long, value_name = "ADDRESS")]
    provider: Option<String>,
    /// Show differences between descriptions too
    #[arg(long)]
    descriptions: bool,
    /// Print all differences as JSON
    #[arg(long)]
    json: bool,
}

/// Ends with 0 where nothing breaks, with 1 where something does, and with 2 where there is nothing
/// to compare.
pub(crate) fn run(options: &Options) -> ExitCode {
    match compared(options) {
        Ok(breaks) => ExitCode::from(u8::from(breaks)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn compared(options: &Options) -> crate::result::Result<bool> {
    if options.old == options.new && options.old.as_os_str() == "-" {
        return Err("only one of the two can be standard input".into());
    }
    let address = options.provider.as_deref();
    let old = schemas::read(&options.old, address)?;
    let new = schemas::read(&options.new, address)?;
    let differences = what_breaks::providers(&old, &new);
    let text = if options.json {
        render::json(&differences)
    } else {
        render::text(&differences, options.descriptions)
    };
    print!("{text}");
    Ok(differences.iter().any(|one| one.effect == Effect::Breaks))
}
