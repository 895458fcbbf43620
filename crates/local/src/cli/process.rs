//! A command as its own process: its streams, its runtime, and Ctrl-C.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::watch;

use super::args::{self, Command, Subcommand};
use super::io::Io;
use super::{ExitStatus, run_parsed};
use crate::render::output::write;
use schema_shell::lifecycle::Instance;

/// [`run`](super::run) for a process: with its streams, its own runtime, and Ctrl-C as the request
/// to stop.
#[must_use]
pub fn run_process<I, S>(args: I, instance: Instance) -> ExitCode
where
    I: IntoIterator<Item = S>,
    S: Into<String>,
{
    let (sender, interrupts) = watch::channel(0);
    let mut io = Io::process(interrupts);
    // Without it, signals keep their default action, which ends the process.
    if let Err(error) = watch_interrupts(sender) {
        let text = format!("Warning: interrupts end this command at once: {error}\n");
        write(&io.errors, &text);
    }
    // With two threads, as in a plugin: provider code that computes for a long time delays neither
    // other operations nor an interrupt.
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let runtime = match runtime {
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
    // The provider's own relative paths must be relative to this directory too.
    if let Ok(Command::Run(options)) = &mut command
        && let Some(directory) = options.chdir.take()
    {
        io.directory.push(&directory);
        if let Err(error) = std::env::set_current_dir(&directory) {
            command = Err(format!("-chdir={}: {error}.", directory.display()));
        }
    }
    if let Ok(Command::Run(options)) = &command
        && (options.given.flag("json") || matches!(options.subcommand, Subcommand::Schema))
    {
        io.keep_output();
    }
    let status = runtime.block_on(run_parsed(command, instance, io));
    // Blocking provider code must not delay the exit.
    runtime.shutdown_background();
    status.into()
}

/// Counts requests to end the process, on its own thread: blocking code, which a user may want to
/// stop, can occupy all the others.
fn watch_interrupts(sender: watch::Sender<u32>) -> std::io::Result<()> {
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let interrupts = {
        let _context = runtime.enter();
        Interrupts::new()?
    };
    std::thread::Builder::new()
        .name("interrupts".to_owned())
        .spawn(move || runtime.block_on(count(interrupts, sender)))?;
    Ok(())
}

/// The first request asks the command to stop, the second abandons what is running, and the third
/// ends the process, wherever it hangs: results are saved as soon as they are known.
async fn count(mut interrupts: Interrupts, sender: watch::Sender<u32>) {
    for _ in 0..2 {
        interrupts.next().await;
        sender.send_modify(|count| *count += 1);
    }
    interrupts.next().await;
    end();
}

/// Ends the process without waiting for blocking code, or for a reader of standard error that does
/// not read.
#[expect(
    clippy::exit,
    reason = "the threads that would have to return never do"
)]
fn end() -> ! {
    let (told, is_told) = std::sync::mpsc::channel();
    let teller = std::thread::Builder::new().spawn(move || {
        let _ = std::io::stderr().write_all(
            b"\nError: Interrupted for the third time\n\nThe command ends without waiting for \
              running operations. The state holds what was known of them.\n",
        );
        let _ = told.send(());
    });
    if teller.is_ok() {
        let _ = is_told.recv_timeout(Duration::from_millis(200));
    }
    std::process::exit(ExitStatus::FAILURE.code().into())
}

/// The signals that ask the process to stop. Handlers are installed from the start.
#[cfg(unix)]
struct Interrupts {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Interrupts {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        // SIGXFSZ: with a handler, although nothing awaits it, a write beyond `ulimit -f` fails
        // instead of ending the process.
        let _ = signal(SignalKind::from_raw(25))?;
        Ok(Interrupts {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// The events that ask the process to stop. Handlers are installed from the start.
#[cfg(windows)]
struct Interrupts(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Interrupts {
    fn new() -> std::io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Interrupts)
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}
