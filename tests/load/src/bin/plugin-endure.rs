//! Stresses a provider: corrupt calls, and calls for a long time.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use plugin_load::Result;
use plugin_load::call::Description;
use plugin_load::endure::{corrupt, sustain};
use schema_transport::Protocol;

const USAGE: &str = "\
usage: plugin-endure corrupt PROGRAM CALL.json NUMBER [SEED [PROTOCOL]]
       plugin-endure sustain PROGRAM CALL.json SECONDS

corrupt makes so many calls with corrupt bytes, of every kind that is served, in protocol 6 or 5: the process lives,
answers each, tells of no panic, and serves valid calls in between. What asks for its end is asked of other processes.
sustain plans, makes, reads and removes objects for so long: memory and open files do not grow.
CALL.json is as for plugin-load; of a configuration's \"name\" there are many. The program works in a
temporary directory.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(run(&arguments)),
        Err(error) => Err(error.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &[String]) -> Result<()> {
    let (program, call, number, seed, protocol) = match arguments {
        [_, program, call, number] => (program, call, number, "1", "6"),
        [_, program, call, number, seed] => (program, call, number, &**seed, "6"),
        [_, program, call, number, seed, protocol] => (program, call, number, &**seed, &**protocol),
        _ => return Err(USAGE.into()),
    };
    let protocol = match protocol {
        "5" => Protocol::V5,
        "6" => Protocol::V6,
        _ => return Err(USAGE.into()),
    };
    let description = Description::parse(&std::fs::read_to_string(call)?)?;
    let (program, number) = (Path::new(program), number.parse()?);
    match arguments.first().map(String::as_str) {
        Some("corrupt") => {
            let seed = seed.parse()?;
            let told = |calls, sample| {
                if calls % 50_000 == 0 {
                    println!("{calls} calls: {sample}");
                }
            };
            let report = corrupt::run(program, protocol, description, number, seed, told).await?;
            print!("{report}");
            if report.panics > 0 {
                return Err("there were panics".into());
            }
        }
        Some("sustain") => {
            let time = Duration::from_secs(number);
            let samples = sustain::run(program, description, time, |calls, sample| {
                println!("{calls} calls: {sample}");
            });
            let samples = samples.await?;
            // The first minutes fill caches and thread pools.
            let settled = samples.get(samples.len() / 3);
            if let (Some(early), Some(late)) = (settled, samples.last())
                && (late.resident > early.resident + (16 << 20)
                    || late.descriptors > early.descriptors + 8)
            {
                return Err(format!("it grows: {early}, and then {late}").into());
            }
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}
