//! A command as a process of its own: its streams, its runtime, and Ctrl-C.

use std::process::ExitCode;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use super::args::{self, Command};
use super::io::Io;
use super::{ExitStatus, run_parsed};
use crate::render::output::write;
use schema_shell::lifecycle::Instance;

/// [`run`](super::run) for a process: with its streams, in a runtime of its own, and with Ctrl-C as the wish to
/// end.
#[must_use]
pub fn run_process<I, S>(args: I, instance: Instance) -> ExitCode
where
    I: IntoIterator<Item = S>,
    S: Into<String>,
{
    let (sender, interrupts) = watch::channel(0);
    let io = Io::process(interrupts);
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(error) => {
            write(
                &io.errors,
                &format!("Error: starting the runtime: {error}\n"),
            );
            return ExitStatus::FAILURE.into();
        }
    };
    let args: Vec<String> = args.into_iter().map(Into::into).collect();
    let mut command = args::parse(args);
    // The provider's own relative paths are to be relative to this directory too.
    if let Ok(Command::Run(options)) = &mut command
        && let Some(directory) = options.chdir.take()
        && let Err(error) = std::env::set_current_dir(&directory)
    {
        command = Err(format!("-chdir={}: {error}.", directory.display()));
    }
    let status = runtime.block_on(async move {
        tokio::spawn(count_interrupts(sender));
        run_parsed(command, instance, io).await
    });
    // Blocking code of the author's must not hold up the end.
    runtime.shutdown_background();
    status.into()
}

/// Counts how often the process is asked to end.
#[cfg(unix)]
async fn count_interrupts(sender: watch::Sender<u32>) -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    loop {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        sender.send_modify(|count| *count += 1);
    }
}

/// Counts how often the process is asked to end.
#[cfg(not(unix))]
async fn count_interrupts(sender: watch::Sender<u32>) -> std::io::Result<()> {
    loop {
        tokio::signal::ctrl_c().await?;
        sender.send_modify(|count| *count += 1);
    }
}

/// A runtime with two threads, as a plugin has: a provider's code that computes for long holds up
/// neither the other operations nor an interrupt.
fn runtime() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
}
