//! The floor: a provider that replays another one's answers as bytes, over the same transport.
//!
//! The cost of a call here is the cost of the wire; the rest of another provider's time is its own.
//! `plugin-load --floor` starts it: `FLOOR_ANSWERS` names the file of answers, and with `FLOOR_HOP`
//! each comes from another thread, as the answers of provider code do.

use plugin_load::Result;
use plugin_load::canned::{ANSWERS, Answers, HOP};
use schema_transport::{Bytes, Environment, floor};
use std::path::Path;
use std::process::ExitCode;
use tokio::runtime::{Builder, Runtime};

struct Floor {
    answers: Answers,
    /// Built like the runtime for provider code, which takes a thread for each call.
    hop: Option<Runtime>,
}

impl floor::Answers for Floor {
    async fn answer(&self, path: &str) -> Option<Bytes> {
        let answer = self.answers.get(path)?.clone();
        match &self.hop {
            // The schemas do not come from provider code.
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
    // As in a provider: the runtime's threads serve the connection, and this one waits.
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
