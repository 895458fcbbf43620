//! How to start a provider's program.

use crate::error::StartError;
use crate::handshake_line::{HandshakeLine, PATIENCE, first_line};
use crate::identity::Identity;
use crate::log::{Log, LogLine};
use crate::plugin::Plugin;
use crate::process::{Process, Running};
use schema_transport::{MAGIC_COOKIE, Protocol};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long to wait for a process to end after it closed its standard output.
const END: Duration = Duration::from_secs(2);

/// Where a program's standard error, with its log, goes. It is always read: a writer waits for a
/// reader.
#[derive(Clone)]
enum Sink {
    Kept,
    Inherited,
    Lines(Log),
}

/// How to start a provider's program.
///
/// By default, it is offered both protocols, inherits this process's variables, works in its own
/// temporary directory, which is deleted with it, and has a minute for its handshake line, as in
/// Terraform.
#[derive(Clone)]
pub struct Program {
    path: PathBuf,
    protocols: Vec<Protocol>,
    directory: Option<PathBuf>,
    clear: bool,
    variables: Vec<(OsString, OsString)>,
    stderr: Sink,
    handshake: Duration,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The values of variables may be secret.
        f.debug_struct("Program")
            .field("path", &self.path)
            .field("protocols", &self.protocols)
            .field("directory", &self.directory)
            .finish_non_exhaustive()
    }
}

impl Program {
    /// The program in this file; a relative path starts at the current directory.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            protocols: vec![Protocol::V5, Protocol::V6],
            directory: None,
            clear: false,
            variables: Vec::new(),
            stderr: Sink::Kept,
            handshake: PATIENCE,
        }
    }

    /// Its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The protocols that it is offered.
    #[must_use]
    pub fn protocols(mut self, protocols: impl IntoIterator<Item = Protocol>) -> Self {
        self.protocols = protocols.into_iter().collect();
        self
    }

    /// Its working directory, with its socket and temporary files. By default, it has its own.
    #[must_use]
    pub fn directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// It inherits only those of this process's variables that a program needs to start (`PATH`,
    /// and `SystemRoot` on Windows); its home is its directory.
    #[must_use]
    pub fn env_clear(mut self) -> Self {
        self.clear = true;
        self
    }

    /// A variable of its environment.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        let variable = (name.as_ref().to_owned(), value.as_ref().to_owned());
        self.variables.push(variable);
        self
    }

    /// Variables of its environment.
    #[must_use]
    pub fn envs<N: AsRef<OsStr>, V: AsRef<OsStr>>(
        self,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let variables = variables.into_iter();
        variables.fold(self, |program, (name, value)| program.env(name, value))
    }

    /// Whether its standard error goes to ours. Otherwise only its end is kept, for error messages.
    #[must_use]
    pub fn show_stderr(mut self, show: bool) -> Self {
        self.stderr = if show { Sink::Inherited } else { Sink::Kept };
        self
    }

    /// Calls `take` for each line of its log, on a dedicated thread.
    #[must_use]
    pub fn on_log(mut self, take: impl Fn(LogLine) + Send + Sync + 'static) -> Self {
        self.stderr = Sink::Lines(Arc::new(take));
        self
    }

    /// How long to wait for its handshake line.
    #[must_use]
    pub fn handshake_timeout(mut self, time: Duration) -> Self {
        self.handshake = time;
        self
    }

    /// Starts it and connects to it.
    ///
    /// # Errors
    /// The program does not start, is not a provider, prints nothing in time, or cannot be reached.
    /// No process is left then.
    pub async fn connect(&self) -> Result<Plugin, StartError> {
        let identity = Identity::new()
            .map_err(|error| StartError::Here(format!("no certificate can be made: {error}")))?;
        let (program, identity) = (self.clone(), Arc::new(identity));
        let shown = Arc::clone(&identity);
        // Starting blocks. If this future is dropped, the process is ended when its line arrives.
        let started = tokio::task::spawn_blocking(move || program.start(&shown)).await;
        let process = started.map_err(|error| StartError::Here(error.to_string()))??;
        Plugin::of(self.path.clone(), process, &identity).await
    }

    /// Starts it and waits for its handshake line, on this thread.
    ///
    /// # Errors
    /// As [`connect`](Self::connect), which does this and connects.
    pub fn start(&self, identity: &Identity) -> Result<Process, StartError> {
        let own = self.directory.is_none().then(tempfile::tempdir).transpose();
        let own =
            own.map_err(|error| StartError::Here(format!("no temporary directory: {error}")))?;
        let made = own.as_ref().map(TempDir::path);
        let directory = made.or(self.directory.as_deref());
        let mut command = self.command(directory.unwrap_or(Path::new(".")), identity)?;
        let started = Instant::now();
        let child = command.spawn().map_err(|error| self.not_started(error))?;
        let mut running = Running::new(child, own);
        running.read_stderr(match &self.stderr {
            Sink::Lines(log) => Some(Arc::clone(log)),
            Sink::Kept | Sink::Inherited => None,
        });
        let (line, at) = self.handshake_line(&mut running)?;
        let line = HandshakeLine::parse(&line).map_err(|reason| StartError::NoPlugin {
            program: self.path.clone(),
            reason,
        })?;
        Ok(Process {
            line,
            handshake: at.saturating_duration_since(started),
            started,
            running,
        })
    }

    fn not_started(&self, error: std::io::Error) -> StartError {
        let program = self.path.clone();
        StartError::NotStarted { program, error }
    }

    fn command(&self, directory: &Path, identity: &Identity) -> Result<Command, StartError> {
        // Its working directory differs, so a relative path would lead elsewhere.
        let path = std::path::absolute(&self.path).map_err(|error| self.not_started(error))?;
        let mut command = Command::new(path);
        if self.clear {
            command.env_clear().env("HOME", directory);
            for name in ["PATH", "SystemRoot"] {
                command.envs(std::env::var_os(name).map(|value| (name, value)));
            }
        }
        let numbers = self.protocols.iter().map(|one| one.number().to_string());
        let numbers: Vec<String> = numbers.collect();
        command
            .current_dir(directory)
            .env("TF_PLUGIN_MAGIC_COOKIE", MAGIC_COOKIE)
            .env("PLUGIN_PROTOCOL_VERSIONS", numbers.join(","))
            .env("PLUGIN_CLIENT_CERT", identity.pem())
            .env("PLUGIN_MIN_PORT", "10000")
            .env("PLUGIN_MAX_PORT", "25000")
            .env("TMPDIR", directory)
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(match self.stderr {
                Sink::Inherited => Stdio::inherit(),
                Sink::Kept | Sink::Lines(_) => Stdio::piped(),
            });
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // Processes that it starts, as a wrapper does, end with it.
            command.process_group(0);
        }
        Ok(command)
    }

    /// The first line of its standard output, and when it arrived.
    fn handshake_line(&self, running: &mut Running) -> Result<(String, Instant), StartError> {
        let stdout = running.child.stdout.take();
        let stdout = stdout.ok_or_else(|| StartError::Here("no standard output".into()))?;
        let first = first_line(stdout);
        let line = first.recv_timeout(self.handshake);
        let program = self.path.clone();
        match line {
            Ok((line, at)) if !line.is_empty() => Ok((line, at)),
            Err(mpsc::RecvTimeoutError::Timeout) => Err(StartError::Silent {
                program,
                time: self.handshake,
                said: running.last_words(),
            }),
            Ok(_) | Err(mpsc::RecvTimeoutError::Disconnected) => Err(StartError::Ended {
                program,
                status: running.ended(END),
                said: running.last_words(),
            }),
        }
    }
}
