//! The entry points: a server in a process of its own, until the client or a signal ends it.

use super::crew::{CallThreads, Crew};
use super::environment::Environment;
use super::error::ServeError;
use super::handler::Handler;
use super::log;
use super::options::Options;
use super::reserved_output::{announce, reserve_output};
use super::server::Server;
use super::signals::Signals;
use std::io::Write as _;
use std::process::ExitCode;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

/// Serves `handler` to the Terraform that started this process, or, in debug mode, to any.
///
/// Prints the handshake line (in debug mode the assignment of `TF_REATTACH_PROVIDERS`) on standard
/// output and returns when the client requests the end or disappears, or on SIGTERM; on a second
/// SIGTERM, without waiting for anything. SIGINT is ignored: Ctrl-C at a terminal reaches the
/// plugin too, but Terraform decides what is stopped. In debug mode, SIGINT acts like SIGTERM.
///
/// # Errors
/// The process is not a plugin, or cannot listen. The caller decides how to exit.
pub async fn serve<H: Handler>(
    handler: H,
    options: Options,
    environment: Environment,
) -> Result<(), ServeError> {
    let mut signals = Signals::new(options.debug.is_some())?;
    let (stop, stopped) = oneshot::channel();
    let serving = serve_until(handler, options, environment, stopped, None);
    tokio::select! {
        ended = serving => ended,
        () = signals.twice(stop) => Ok(()),
    }
}

/// Serves until a stop is sent.
async fn serve_until<H: Handler>(
    handler: H,
    options: Options,
    environment: Environment,
    stopped: oneshot::Receiver<()>,
    crew: Option<&'static Crew>,
) -> Result<(), ServeError> {
    let mut server = Server::bind(handler, options, &environment)?;
    server.crew = crew;
    announce(&server.announcement()).map_err(ServeError::io("Writing to standard output"))?;
    server.listener.sweep();
    let stop = async {
        if stopped.await.is_err() {
            // Nobody could ask for it.
            std::future::pending::<()>().await;
        }
    };
    server.run(stop).await;
    Ok(())
}

/// The source address at which Terraform looks for a provider that a configuration only names.
#[must_use]
pub fn default_source(name: &str) -> String {
    format!("registry.terraform.io/hashicorp/{name}")
}

/// Whether this thread belongs to a runtime, as in a `main` under `#[tokio::main]`: such a thread
/// cannot block on another runtime.
#[must_use]
pub fn is_in_a_runtime() -> bool {
    tokio::runtime::Handle::try_current().is_ok()
}

/// Makes aws-lc-rs the default cryptography of `rustls`, unless the program has set one. With a
/// second one in the dependency tree (`ring`, through service clients), `rustls` would panic in
/// provider code instead.
pub fn install_cryptography() {
    // The provider developer's choice is kept.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
}

/// A whole `main`: keeps standard output for the handshake
/// ([`reserve_output`](super::reserve_output)), reads the environment, sets up the log on standard
/// error, the panic hook and a runtime, and serves. An error is reported on standard error, and the
/// exit status is 1, also after a second SIGTERM.
#[must_use]
pub fn run<H: Handler>(handler: H, options: Options) -> ExitCode {
    let environment = Environment::from_process();
    if options.debug.is_none() && environment.launched_by_terraform() {
        reserve_output();
    }
    let mask = options.mask;
    schema_panic::install_panic_hook(move |text| match mask {
        Some(mask) => mask.text(text).into_owned(),
        None => text.to_owned(),
    });
    log::install(&environment, options.mask);
    install_cryptography();
    match serve_with_signals(handler, options, environment) {
        Ok(status) => status,
        Err(error) => {
            // If standard error is closed, nobody can receive this.
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves on its own threads, while this thread only waits for signals: even if the server is
/// blocked, a second signal ends the process.
fn serve_with_signals<H: Handler>(
    handler: H,
    options: Options,
    environment: Environment,
) -> Result<ExitCode, ServeError> {
    let crew = Crew::start().map_err(ServeError::io("Starting the runtime"))?;
    handler.run_code_on(CallThreads(crew));
    let here = Builder::new_current_thread().enable_all().build();
    let here = here.map_err(ServeError::io("Starting the runtime"))?;
    let status = here.block_on(async {
        // Installed before the host knows about us.
        let mut signals = Signals::new(options.debug.is_some())?;
        let (stop, stopped) = oneshot::channel();
        let serving = serve_until(handler, options, environment, stopped, Some(crew));
        let serving = crew.runtime.spawn(serving);
        tokio::select! {
            ended = serving => match ended {
                Ok(ended) => ended.map(|()| ExitCode::SUCCESS),
                Err(error) => match error.try_into_panic() {
                    Ok(panic) => std::panic::resume_unwind(panic),
                    Err(_) => Ok(ExitCode::FAILURE),
                },
            },
            () = signals.twice(stop) => Ok(ExitCode::FAILURE),
        }
    });
    // Code that still runs must not delay the end.
    crew.end();
    status
}

/// A runtime to serve a plugin within another program, with two threads: with only one, a long
/// computation in a call would hold up the others, and each further one costs half a megabyte of
/// memory once used. ([`run`] has its own threads.)
///
/// Do not run blocking code on it: two such calls would stop the server. The lifecycle runs
/// provider code elsewhere.
///
/// # Errors
/// The system has no threads or files left.
pub fn runtime() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
}
