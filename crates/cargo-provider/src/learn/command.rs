//! `cargo provider learn`: what a program reveals, as JSON.

use std::path::PathBuf;
use std::time::Duration;

use crate::result::Result;

/// What is learned from, and how.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The provider's program
    program: PathBuf,
    /// Settings of the provider, as JSON; without them it is not configured
    #[arg(long)]
    settings: Option<String>,
    /// How many processes of the program run at a time
    #[arg(long, default_value_t = 2)]
    processes: usize,
    /// At most so many seconds a type
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// At most so many calls a type
    #[arg(long, default_value_t = 400)]
    probes: usize,
}

/// Learns and prints.
pub(crate) fn run(options: &Options) -> Result<()> {
    let settings = options
        .settings
        .as_deref()
        .map(serde_json::from_str)
        .transpose();
    let options_of_learning = super::Options {
        settings: settings.map_err(|error| format!("the settings are no JSON: {error}"))?,
        processes: options.processes,
        probes: options.probes,
        time: Duration::try_from_secs_f64(options.seconds).map_err(|error| error.to_string())?,
    };
    let findings = super::learn(&options.program, &options_of_learning, |progress| {
        eprintln!("{}/{} {}", progress.done, progress.of, progress.name);
    })?;
    println!(
        "{}",
        serde_json::to_string_pretty(&findings).map_err(|error| error.to_string())?
    );
    Ok(())
}
