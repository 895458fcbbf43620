//! The entry point: handshake, signals, runtime.

use super::crew::{CallThreads, Crew};
use super::environment::Environment;
use super::error::ServeError;
use super::handler::Handler;
use super::log;
use super::reserved_output::{announce, reserve_output};
use super::server::{Options, Server};
use std::io::Write as _;
use std::process::ExitCode;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

/// Serves `handler` to the Terraform that started this process, or, in debug mode, to any.
///
/// Prints the handshake line (in debug mode the assignment of `TF_REATTACH_PROVIDERS`) on standard
/// output and comes back when the client asked for the end or is gone, or on SIGTERM; at a second
/// SIGTERM without waiting for anything. SIGINT is ignored: Ctrl-C at a terminal reaches the plugin
/// too, but it is Terraform that decides what is stopped. In debug mode SIGINT is as SIGTERM.
///
/// # Errors
/// The process is not a plugin, or cannot listen. Exiting is up to the caller.
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
    let server = Server::bind(handler, options, &environment)?.on(crew);
    announce(&server.announcement()).map_err(ServeError::io("Writing to standard output"))?;
    server.sweep();
    let stop = async {
        if stopped.await.is_err() {
            // Nobody is there who could ask.
            std::future::pending::<()>().await;
        }
    };
    server.run(stop).await;
    Ok(())
}

/// The source address under which Terraform looks for a provider of which a configuration only uses
/// the name.
#[must_use]
pub fn default_source(name: &str) -> String {
    format!("registry.terraform.io/hashicorp/{name}")
}

/// Whether this thread belongs to a runtime, as that of a `main` under `#[tokio::main]` does: there
/// nothing can be waited for on another one.
#[must_use]
pub fn is_in_a_runtime() -> bool {
    tokio::runtime::Handle::try_current().is_ok()
}

/// Makes aws-lc-rs what `rustls` takes where a program does not say, unless something else is that
/// already. With another provider in the tree (`ring`, which clients of services bring along)
/// `rustls` would panic in provider code instead.
pub fn install_cryptography() {
    // What the provider developer installed is kept.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
}

/// A whole `main`: keeps standard output for the handshake
/// ([`reserve_output`](super::reserve_output)), reads the environment, sets up the log on standard
/// error, the panic hook and a runtime, and serves. An error is reported on standard error, and the
/// exit status is 1; so it is after a second SIGTERM.
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
            // If standard error is closed there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves on threads of its own, while this thread does nothing but wait for signals: whatever
/// holds up the server, a second one ends the process.
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
        // In place before the host hears of us.
        let mut signals = Signals::new(options.debug.is_some())?;
        let (stop, stopped) = oneshot::channel();
        let serving = serve_until(handler, options, environment, stopped, Some(crew));
        let serving = crew.runtime().spawn(serving);
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
    // Whatever still runs must not hold up the end.
    crew.end();
    status
}

/// A runtime to serve a plugin on within another program, with two threads: one alone would let a
/// call that computes for long hold up the others, and each further one costs half a megabyte of
/// memory once it has worked. ([`run`] has threads of its own.)
///
/// It is not for code that blocks: two such calls would stop the server. The lifecycle runs
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

/// The signals that ask for the end.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
    debug: bool,
}

impl Signals {
    /// Handlers are in place when this returns.
    #[cfg(unix)]
    fn new(debug: bool) -> Result<Self, ServeError> {
        use tokio::signal::unix::{SignalKind, signal};
        let signal = |kind| signal(kind).map_err(ServeError::io("Setting up signals"));
        // SIGXFSZ: with a handler a file that grows beyond `ulimit -f` is a write that fails.
        let _ = signal(SignalKind::from_raw(25))?;
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            debug,
        })
    }

    /// Handlers are in place when this returns.
    #[cfg(windows)]
    fn new(debug: bool) -> Result<Self, ServeError> {
        let interrupt = tokio::signal::windows::ctrl_c();
        Ok(Self {
            interrupt: interrupt.map_err(ServeError::io("Setting up signals"))?,
            debug,
        })
    }

    /// Ready when one of them came.
    #[cfg(unix)]
    async fn next(&mut self) {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return,
                // Otherwise Terraform decides what stops.
                _ = self.interrupt.recv() => if self.debug {
                    return;
                },
            }
        }
    }

    /// Ready when one of them came.
    #[cfg(windows)]
    async fn next(&mut self) {
        loop {
            // A stream of signals that has ended will never ask for the end.
            if self.interrupt.recv().await.is_none() {
                std::future::pending::<()>().await;
            }
            if self.debug {
                return;
            }
        }
    }

    /// Passes the first one on, and is ready at the second.
    async fn twice(&mut self, stop: oneshot::Sender<()>) {
        self.next().await;
        // It has ended already if nobody hears this.
        let _ = stop.send(());
        self.next().await;
    }
}
