//! A provider of random schemas: one resource for each seed in `STRICT_SEEDS`, with the behaviours
//! and the plan hook of its case, and a life in memory.

use std::process::ExitCode;

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::{Options, run};
use schema_provider::schema_runtime::diagnostics::Diagnostics;
use schema_provider::server;
use sdk_tests::any::Any;
use sdk_tests::strict::served::{SEEDS, resource, settings};

fn main() -> ExitCode {
    match start() {
        Ok(instance) => run(server::ProviderServer::new(instance), Options::default()),
        Err(errors) => {
            eprintln!("{errors}");
            ExitCode::FAILURE
        }
    }
}

fn start() -> Result<Instance, Diagnostics> {
    let seeds = std::env::var(SEEDS)?;
    let seeds = seeds.split(',').map(str::parse);
    let seeds = seeds.collect::<Result<Vec<u64>, _>>()?;
    Any::new(
        settings(),
        seeds.into_iter().map(resource).collect(),
        Vec::new(),
    )
    .instance()
}
