//! Measures a Terraform provider; `plugin-load --help` says how.

use std::process::ExitCode;

#[cfg(unix)]
fn main() -> ExitCode {
    use plugin_load::options::{Options, USAGE};

    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help") {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let options = match Options::parse(arguments) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    // One thread, so that the provider has the other cores for itself.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let report = match runtime {
        Ok(runtime) => runtime.block_on(plugin_load::measure::measure(&options)),
        Err(error) => Err(error.into()),
    };
    match report {
        Ok(report) if options.json => println!("{:#}", report.to_json()),
        Ok(report) => print!("{report}"),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("plugin-load needs a Unix system");
    ExitCode::FAILURE
}
