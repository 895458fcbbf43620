//! A provider as a process of its own, started as Terraform starts it.

use crate::Result;
use crate::client::Client;
use crate::identity::Identity;
use crate::line::Line;
use schema_transport::MAGIC_COOKIE;
use schema_transport::proto::go_plugin;
use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// As long as go-plugin waits for the handshake line.
const HANDSHAKE: Duration = Duration::from_secs(60);

/// As long as go-plugin waits for the process to end by itself.
const SHUTDOWN: Duration = Duration::from_secs(2);

/// A provider's process; it ends with this at the latest.
pub struct Process {
    child: Child,
    /// What it said about itself.
    pub line: Line,
    /// From just before its start to its handshake line.
    pub handshake: Duration,
    /// Just before its start.
    pub started: Instant,
}

/// How to start a provider.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Its program.
    pub program: &'a Path,
    /// For `PLUGIN_PROTOCOL_VERSIONS`: `5`, `6` or `5,6`.
    pub protocols: &'a str,
    /// For its socket and other files; it works there.
    pub directory: &'a Path,
    /// Whether what it writes to its standard error is shown.
    pub stderr: bool,
    /// Variables that are set for it besides.
    pub environment: &'a [(&'static str, &'a OsStr)],
}

impl Start<'_> {
    /// Starts it and waits for its handshake line.
    ///
    /// # Errors
    /// The program does not start, ends before its handshake line, or prints something else.
    pub fn process(&self, identity: &Identity) -> Result<Process> {
        // What it writes beside itself goes with its other files.
        let mut command = Command::new(std::path::absolute(self.program)?);
        command
            .current_dir(self.directory)
            .env("TF_PLUGIN_MAGIC_COOKIE", MAGIC_COOKIE)
            .env("PLUGIN_PROTOCOL_VERSIONS", self.protocols)
            .env("PLUGIN_CLIENT_CERT", identity.pem())
            .env("PLUGIN_MIN_PORT", "10000")
            .env("PLUGIN_MAX_PORT", "25000")
            .env("TMPDIR", self.directory)
            .envs(self.environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(if self.stderr {
                Stdio::inherit()
            } else {
                Stdio::null()
            });
        let started = Instant::now();
        let child = command
            .spawn()
            .map_err(|error| format!("{}: {error}", self.program.display()))?;
        let mut child = Ended(Some(child));
        let stdout = child.0.as_mut().and_then(|child| child.stdout.take());
        let mut stdout = BufReader::new(stdout.ok_or("no standard output")?);
        let (sender, receiver) = mpsc::sync_channel(1);
        std::thread::spawn(move || {
            let mut line = String::new();
            let read = stdout.read_line(&mut line);
            // Nobody listens any more if it took too long.
            let _ = sender.send((read.map(|_| line), Instant::now()));
            // What comes later is thrown away, or the process might wait for somebody to read it.
            let _ = std::io::copy(&mut stdout, &mut std::io::sink());
        });
        let (line, at) = receiver
            .recv_timeout(HANDSHAKE)
            .map_err(|_| format!("no handshake line within {HANDSHAKE:?}"))?;
        let line = Line::parse(&line?).map_err(|error| format!("handshake line: {error}"))?;
        let child = child.0.take().ok_or("no process")?;
        Ok(Process {
            child,
            line,
            handshake: at.saturating_duration_since(started),
            started,
        })
    }
}

/// Ends the process unless it is taken out.
struct Ended(Option<Child>);

impl Drop for Ended {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            end(child);
        }
    }
}

fn end(child: &mut Child) {
    // Both fail if it has ended already.
    let _ = child.kill();
    let _ = child.wait();
}

impl Drop for Process {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

impl Process {
    /// Its number.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its exit status, if it ends within a time.
    ///
    /// # Errors
    /// The system does not tell.
    pub async fn end(&mut self, time: Duration) -> std::io::Result<Option<ExitStatus>> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(status));
            }
            if start.elapsed() >= time {
                return Ok(None);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Ends it as Terraform does: asks, waits two seconds, kills. Whether it ended when it was asked.
    ///
    /// # Errors
    /// The system does not tell whether it ended.
    pub async fn shut_down(mut self, client: Client) -> std::io::Result<bool> {
        // That it fails is not said, as Terraform does not.
        let _ = client
            .call::<go_plugin::Empty>("/plugin.GRPCController/Shutdown", &go_plugin::Empty {})
            .await;
        drop(client);
        self.end(SHUTDOWN).await.map(|status| status.is_some())
    }
}
