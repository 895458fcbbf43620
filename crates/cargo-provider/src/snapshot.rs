//! `cargo provider snapshot`: writes the old program's schemas to a file that a provider is built
//! with.

use std::path::PathBuf;
use std::time::Duration;

use schema_client::Program;
use schema_old_program::Snapshot;

use crate::result::{Result, runtime};

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
    let content = runtime()?.block_on(ask(options))?;
    let file = options.file.display();
    if options.check {
        let stored = std::fs::read(&options.file).map_err(|error| format!("{file}: {error}"))?;
        return match stored == content {
            true => Ok(()),
            false => Err(format!(
                "{file} is not what {0} serves now. Run `cargo provider snapshot {0} {file}`.",
                options.program.display()
            )),
        };
    }
    std::fs::write(&options.file, &content).map_err(|error| format!("{file}: {error}"))?;
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
            let program = options.program.display();
            return Err(format!(
                "{program} did not return its schemas within {TIME:?}"
            ));
        }
    };
    Ok(snapshot.to_bytes())
}
