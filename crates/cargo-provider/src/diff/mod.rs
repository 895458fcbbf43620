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

use clap::Args;

use crate::result::Result;
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

/// Returns whether something breaks.
pub(crate) fn run(options: &Options) -> Result<bool> {
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
