//! Measures a Terraform provider; `plugin-load --help` explains how.

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
    let text = match runtime {
        Ok(runtime) => runtime.block_on(text(&options)),
        Err(error) => Err(error.into()),
    };
    match text {
        Ok(text) => print!("{text}"),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The measurements in the requested format.
#[cfg(unix)]
async fn text(options: &plugin_load::options::Options) -> plugin_load::Result<String> {
    use plugin_load::{compare::compare, measure::measure};

    if let Some(file) = &options.answers {
        plugin_load::compare::keep(options, file).await?;
        return Ok(String::new());
    }
    Ok(match options.floor {
        None => {
            let report = measure(options, &[]).await?;
            if options.json {
                format!("{:#}\n", report.to_json())
            } else {
                report.to_string()
            }
        }
        Some(floor) => {
            let comparison = compare(options, floor).await?;
            if options.json {
                format!("{:#}\n", comparison.to_json())
            } else {
                comparison.to_string()
            }
        }
    })
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("plugin-load needs a Unix system");
    ExitCode::FAILURE
}
