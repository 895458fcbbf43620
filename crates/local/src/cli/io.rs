//! [`Io`]: the streams of a command.

use std::io::{BufRead, Cursor, IsTerminal};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use schema_panic::lock;
use tokio::sync::watch;

use crate::render::output::Output;

/// The streams of a command: those of the process, or those of a test.
pub struct Io {
    pub(super) output: Output,
    pub(super) errors: Output,
    pub(super) input: Arc<Mutex<dyn BufRead + Send>>,
    pub(super) output_is_terminal: bool,
    /// Whether the output is discarded.
    pub(super) output_is_nowhere: bool,
    pub(super) input_is_terminal: bool,
    /// Whether the input is that of this process, whose terminal shows what the user types.
    pub(super) input_echoes: bool,
    pub(super) interrupts: watch::Receiver<u32>,
    /// The base of relative paths.
    pub(super) directory: PathBuf,
}

impl Io {
    /// The streams and the working directory of this process. Each number sent through `interrupts`
    /// is how often the user has asked to stop.
    #[must_use]
    pub fn process(interrupts: watch::Receiver<u32>) -> Self {
        Io {
            output: Arc::new(Mutex::new(std::io::stdout())),
            errors: Arc::new(Mutex::new(std::io::stderr())),
            input: Arc::new(Mutex::new(std::io::BufReader::new(std::io::stdin()))),
            output_is_terminal: std::io::stdout().is_terminal(),
            output_is_nowhere: output_is_nowhere(),
            input_is_terminal: std::io::stdin().is_terminal(),
            input_echoes: true,
            interrupts,
            // Provider code may change the working directory.
            directory: std::env::current_dir().unwrap_or_default(),
        }
    }

    /// Reserves standard output for a document: output of provider code goes to standard error.
    #[cfg(unix)]
    pub(super) fn keep_output(&mut self) {
        use rustix::stdio::{dup2_stdout, stderr, stdout};
        let _ = std::io::Write::flush(&mut std::io::stdout());
        // Programs that the provider starts must not inherit it.
        if let Ok(kept) = rustix::io::fcntl_dupfd_cloexec(stdout(), 3)
            && dup2_stdout(stderr()).is_ok()
        {
            self.output = Arc::new(Mutex::new(std::fs::File::from(kept)));
        }
    }

    /// Other systems have no such call without unsafe code.
    #[cfg(not(unix))]
    pub(super) fn keep_output(&mut self) {}

    /// Streams for a test: `input` is what the user types, and the output is kept.
    #[must_use]
    pub fn captured(directory: impl Into<PathBuf>, input: &str) -> (Self, Captured) {
        let (output, errors) = (Arc::default(), Arc::default());
        let (sender, interrupts) = watch::channel(0);
        let io = Io {
            output: Arc::<Mutex<Vec<u8>>>::clone(&output),
            errors: Arc::<Mutex<Vec<u8>>>::clone(&errors),
            input: Arc::new(Mutex::new(Cursor::new(input.as_bytes().to_vec()))),
            output_is_terminal: false,
            output_is_nowhere: false,
            input_is_terminal: false,
            input_echoes: false,
            interrupts,
            directory: directory.into(),
        };
        let captured = Captured {
            output,
            errors,
            sender: Arc::new(sender),
        };
        (io, captured)
    }

    /// The same, with output to a terminal.
    #[must_use]
    pub fn on_terminal(mut self) -> Self {
        self.output_is_terminal = true;
        self
    }

    /// The same, with input from a terminal at which a user sits.
    #[must_use]
    pub fn interactive(mut self) -> Self {
        self.input_is_terminal = true;
        self
    }
}

/// Whether standard output is the null device, which replaces a closed one at startup.
#[cfg(unix)]
fn output_is_nowhere() -> bool {
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::MetadataExt as _;
    let output = std::io::stdout().as_fd().try_clone_to_owned();
    let output = output.and_then(|output| std::fs::File::from(output).metadata());
    let nowhere = std::fs::metadata("/dev/null");
    matches!((output, nowhere), (Ok(output), Ok(nowhere)) if output.rdev() == nowhere.rdev())
}

#[cfg(not(unix))]
fn output_is_nowhere() -> bool {
    false
}

/// Turns the echo of the terminal at standard input on or off; returns whether that worked.
#[cfg(unix)]
pub(super) fn set_echo(shown: bool) -> bool {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let stdin = std::io::stdin();
    let Ok(mut modes) = tcgetattr(&stdin) else {
        return false;
    };
    modes.local_modes.set(LocalModes::ECHO, shown);
    tcsetattr(&stdin, OptionalActions::Now, &modes).is_ok()
}

#[cfg(not(unix))]
pub(super) fn set_echo(_: bool) -> bool {
    false
}

schema_runtime::__debug!(
    Io,
    |it| output_is_terminal = it.output_is_terminal,
    directory = it.directory
);

/// The output of a command, and a way to interrupt it.
#[derive(Clone, Debug)]
pub struct Captured {
    output: Arc<Mutex<Vec<u8>>>,
    errors: Arc<Mutex<Vec<u8>>>,
    sender: Arc<watch::Sender<u32>>,
}

impl Captured {
    /// Standard output so far.
    #[must_use]
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&lock(&self.output)).into_owned()
    }

    /// Standard error so far.
    #[must_use]
    pub fn errors(&self) -> String {
        String::from_utf8_lossy(&lock(&self.errors)).into_owned()
    }

    /// Acts as if the user pressed Ctrl-C.
    pub fn interrupt(&self) {
        self.sender.send_modify(|count| *count += 1);
    }
}
