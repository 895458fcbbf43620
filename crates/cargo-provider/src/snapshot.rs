//! `cargo provider snapshot`: the schemas of the old program, as a file that a provider is built with.

use std::path::PathBuf;
use std::time::Duration;

use schema_client::{Program, no_errors};
use schema_old_program::Snapshot;

use crate::result::Result;

/// How long the program may take to start, and to answer.
const TIME: Duration = Duration::from_secs(60);

/// Which program, and where its schemas go.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The old provider's program
    program: PathBuf,
    /// The file to write
    #[arg(default_value = "old.schemas")]
    file: PathBuf,
    /// Write nothing; fail if the file is not what would be written
    #[arg(long)]
    check: bool,
}

/// Asks the program, and writes the file.
pub(crate) fn run(options: &Options) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let content = runtime.block_on(ask(options))?;
    let file = options.file.display();
    if options.check {
        let stored = std::fs::read(&options.file).map_err(|error| format!("{file}: {error}"))?;
        return match stored == content {
            true => Ok(()),
            false => Err(format!(
                "{file} is not what {} serves now. Run `cargo provider snapshot {} {file}`.",
                options.program.display(),
                options.program.display()
            )),
        };
    }
    // What is cut off must never be in the place of what was whole.
    let folder = match options.file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => std::path::Path::new("."),
    };
    let failed = |error: std::io::Error| format!("{file}: {error}");
    let mut new = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    std::io::Write::write_all(&mut new, &content).map_err(failed)?;
    new.persist(&options.file)
        .map_err(|error| failed(error.error))?;
    println!("{file}: {} bytes", content.len());
    Ok(())
}

async fn ask(options: &Options) -> Result<Vec<u8>> {
    let program = Program::new(&options.program)
        .env_clear()
        .handshake_timeout(TIME);
    let connected = program.connect().await;
    let mut plugin = connected.map_err(|error| error.to_string())?;
    let asked = tokio::time::timeout(TIME, Snapshot::ask(plugin.provider())).await;
    let snapshot = match asked {
        Ok(Ok(snapshot)) => snapshot,
        Ok(Err(error)) => return Err(plugin.explain(&error).await),
        Err(_) => {
            return Err(format!(
                "{} did not say what it serves within {TIME:?}",
                options.program.display()
            ));
        }
    };
    let told = snapshot.diagnostics();
    no_errors(told).map_err(|error| format!("{}: {error}", options.program.display()))?;
    Ok(snapshot.to_bytes())
}
