//! The floor: a provider that gives another one's answers, as bytes, over the same transport.
//!
//! What a call costs here is what the wire costs; what another provider takes longer, it takes
//! itself. `plugin-load --floor` starts it: `FLOOR_ANSWERS` names the file of answers, and with
//! `FLOOR_HOP` each comes from another thread, as the answers of provider code do.

use plugin_load::Result;
use plugin_load::canned::{ANSWERS, Answers, HOP};
use schema_transport::{Bytes, Environment, floor};
use std::path::Path;
use std::process::ExitCode;
use tokio::runtime::{Builder, Runtime};

struct Floor {
    answers: Answers,
    /// Made as the one for provider code is, and where a thread is taken for each call.
    hop: Option<Runtime>,
}

impl floor::Answers for Floor {
    async fn answer(&self, path: &str) -> Option<Bytes> {
        let answer = self.answers.get(path)?.clone();
        match &self.hop {
            // The schemas come from no provider code.
            Some(runtime) if !path.ends_with("Schema") => {
                runtime.spawn_blocking(move || answer).await.ok()
            }
            _ => Some(answer),
        }
    }
}

impl Drop for Floor {
    fn drop(&mut self) {
        if let Some(hop) = self.hop.take() {
            // It may be dropped where nothing may wait.
            hop.shutdown_background();
        }
    }
}

fn serve() -> Result<()> {
    let file = std::env::var_os(ANSWERS).ok_or("FLOOR_ANSWERS names no file")?;
    let answers = Answers::read(Path::new(&file))?;
    let protocol = answers.protocol();
    let hop = match std::env::var_os(HOP) {
        None => None,
        Some(_) => Some(Builder::new_multi_thread().worker_threads(2).build()?),
    };
    let environment = Environment::from_process();
    let runtime = schema_transport::runtime()?;
    // As a provider's: the connection is served by the runtime's own threads, and this one waits.
    let floor = Floor { answers, hop };
    let serving = runtime.spawn(async move { floor::serve(floor, protocol, &environment).await });
    runtime.block_on(serving)??;
    runtime.shutdown_background();
    Ok(())
}

fn main() -> ExitCode {
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
