//! [`Io`]: where a command reads and writes.

use std::io::{BufRead, Cursor, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use schema_panic::lock;

use tokio::sync::watch;

use crate::render::output::Output;

/// Where a command reads and writes: the process's own streams, or a test's.
pub struct Io {
    pub(super) output: Output,
    pub(super) errors: Output,
    pub(super) input: Arc<Mutex<dyn BufRead + Send>>,
    pub(super) output_is_terminal: bool,
    /// Whether what is written to it is kept by nobody.
    pub(super) output_is_nowhere: bool,
    pub(super) input_is_terminal: bool,
    pub(super) echo: Echo,
    pub(super) interrupts: watch::Receiver<u32>,
    /// What relative paths are relative to.
    pub(super) directory: PathBuf,
}

impl Io {
    /// The streams and the working directory of this process. Every number sent through
    /// `interrupts` says how often the user has asked to end.
    #[must_use]
    pub fn process(interrupts: watch::Receiver<u32>) -> Self {
        Io {
            output: Arc::new(Mutex::new(std::io::stdout())),
            errors: Arc::new(Mutex::new(std::io::stderr())),
            input: Arc::new(Mutex::new(std::io::BufReader::new(std::io::stdin()))),
            output_is_terminal: std::io::stdout().is_terminal(),
            output_is_nowhere: output_is_nowhere(),
            input_is_terminal: std::io::stdin().is_terminal(),
            echo: Echo::Process,
            interrupts,
            // The provider's code may go elsewhere.
            directory: std::env::current_dir().unwrap_or_default(),
        }
    }

    /// Keeps standard output for a document of ours: what the provider's code prints goes to
    /// standard error.
    #[cfg(unix)]
    pub(super) fn keep_output(&mut self) {
        use rustix::stdio::{dup2_stdout, stderr, stdout};
        let _ = std::io::stdout().flush();
        // Not for programs that the provider starts.
        if let Ok(kept) = rustix::io::fcntl_dupfd_cloexec(stdout(), 3)
            && dup2_stdout(stderr()).is_ok()
        {
            self.output = Arc::new(Mutex::new(std::fs::File::from(kept)));
        }
    }

    /// Elsewhere there is no such call without unsafe code.
    #[cfg(not(unix))]
    pub(super) fn keep_output(&mut self) {}

    /// Streams for a test: `input` is what the user types, and what is written is kept.
    #[must_use]
    pub fn captured(directory: impl Into<PathBuf>, input: &str) -> (Self, Captured) {
        let (output, errors) = (Buffer::default(), Buffer::default());
        let (sender, interrupts) = watch::channel(0);
        let io = Io {
            output: Arc::new(Mutex::new(output.clone())),
            errors: Arc::new(Mutex::new(errors.clone())),
            input: Arc::new(Mutex::new(Cursor::new(input.as_bytes().to_vec()))),
            output_is_terminal: false,
            output_is_nowhere: false,
            input_is_terminal: false,
            echo: Echo::None,
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

    /// The same, with output as on a terminal.
    #[must_use]
    pub fn on_terminal(mut self) -> Self {
        self.output_is_terminal = true;
        self
    }

    /// The same, with input as from a terminal at which somebody sits.
    #[must_use]
    pub fn interactive(mut self) -> Self {
        self.input_is_terminal = true;
        self
    }
}

/// Whether standard output is the null device, which a closed one becomes at the start.
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

/// Who shows what the user types.
#[derive(Clone, Copy, Debug)]
pub(super) enum Echo {
    /// The terminal at the standard input of this process.
    Process,
    /// Nobody.
    None,
}

impl Echo {
    /// Shows or hides what is typed; says whether that could be done.
    pub(super) fn set(self, shown: bool) -> bool {
        match self {
            Echo::Process => set_echo(shown),
            Echo::None => false,
        }
    }
}

#[cfg(unix)]
fn set_echo(shown: bool) -> bool {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let stdin = std::io::stdin();
    let Ok(mut modes) = tcgetattr(&stdin) else {
        return false;
    };
    modes.local_modes.set(LocalModes::ECHO, shown);
    tcsetattr(&stdin, OptionalActions::Now, &modes).is_ok()
}

#[cfg(not(unix))]
fn set_echo(_: bool) -> bool {
    false
}

schema_runtime::__debug!(
    Io,
    |it| output_is_terminal = it.output_is_terminal,
    directory = it.directory
);

/// What a command wrote, and the means to interrupt it.
#[derive(Clone, Debug)]
pub struct Captured {
    output: Buffer,
    errors: Buffer,
    sender: Arc<watch::Sender<u32>>,
}

impl Captured {
    /// Standard output so far.
    #[must_use]
    pub fn output(&self) -> String {
        self.output.text()
    }

    /// Standard error so far.
    #[must_use]
    pub fn errors(&self) -> String {
        self.errors.text()
    }

    /// As if the user pressed Ctrl-C.
    pub fn interrupt(&self) {
        self.sender.send_modify(|count| *count += 1);
    }
}

#[derive(Clone, Debug, Default)]
struct Buffer {
    bytes: Arc<Mutex<Vec<u8>>>,
}

impl Buffer {
    fn text(&self) -> String {
        let bytes = lock(&self.bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut buffer = lock(&self.bytes);
        buffer.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
