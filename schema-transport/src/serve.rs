//! The entry point: handshake, signals, runtime.

use super::environment::Environment;
use super::error::ServeError;
use super::handler::Handler;
use super::log;
use super::server::{Options, Server};
use std::io::Write as _;
use std::process::ExitCode;

/// Serves `handler` to the Terraform that started this process, or, in debug mode, to any.
///
/// Prints the handshake line (in debug mode the assignment of `TF_REATTACH_PROVIDERS`) on standard output and comes
/// back when the client asked for the end or is gone, or on SIGTERM. SIGINT is ignored: Ctrl-C at a terminal reaches
/// the plugin too, but it is Terraform that decides what is stopped. In debug mode SIGINT ends the server.
///
/// # Errors
/// The process is not a plugin, or cannot listen. Exiting is up to the caller.
pub async fn serve<H: Handler>(
    handler: H,
    options: Options,
    environment: Environment,
) -> Result<(), ServeError> {
    let debug = options.debug.is_some();
    let server = Server::bind(handler, options, &environment)?;
    let stop = signals(debug).map_err(ServeError::io("Setting up signals"))?;
    let mut output = std::io::stdout().lock();
    output
        .write_all(server.announcement().as_bytes())
        .and_then(|()| output.flush())
        .map_err(ServeError::io("Writing to standard output"))?;
    drop(output);
    server.run(stop).await;
    Ok(())
}

/// The source address under which Terraform looks for a provider of which a configuration only uses the name.
#[must_use]
pub fn default_source(name: &str) -> String {
    format!("registry.terraform.io/hashicorp/{name}")
}

/// A whole `main`: reads the environment, sets up the log on standard error, the panic hook and a runtime, and
/// serves. An error is told on standard error, and the exit status is 1.
#[must_use]
pub fn run<H: Handler>(handler: H, options: Options) -> ExitCode {
    let environment = Environment::from_process();
    schema_panic::install_panic_hook();
    log::install(&environment);
    let result = runtime()
        .map_err(ServeError::io("Starting the runtime"))
        .and_then(|runtime| {
            let result = runtime.block_on(serve(handler, options, environment));
            // Blocking code of the author's must not hold up the end.
            runtime.shutdown_background();
            result
        });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

/// A runtime for a provider, with two threads: one alone would let a call that computes for long hold up the others,
/// and each further one costs half a megabyte of memory once it has worked.
///
/// Code that blocks belongs in `spawn_blocking` or in a runtime of its own: two such calls would stop the server.
///
/// # Errors
/// The system has no threads or files left.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
}

/// Ready when a signal asks for the end. Handlers are in place when this returns, not when it is awaited.
#[cfg(unix)]
fn signals(debug: bool) -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        loop {
            tokio::select! {
                _ = terminate.recv() => return,
                _ = interrupt.recv() => if debug {
                    return;
                } else {
                    tracing::debug!("SIGINT is ignored: Terraform decides what stops");
                },
            }
        }
    })
}

/// Ready when a signal asks for the end.
#[cfg(windows)]
fn signals(debug: bool) -> std::io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        loop {
            // A stream of signals that has ended will never ask for the end.
            if interrupt.recv().await.is_none() {
                std::future::pending::<()>().await;
            }
            if debug {
                return;
            }
        }
    })
}
