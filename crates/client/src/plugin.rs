//! A running provider program, and the connection to it.

use crate::connection::Client;
use crate::error::{CallError, Said, StartError};
use crate::handshake_line::HandshakeLine;
use crate::identity::Identity;
use crate::process::Process;
use crate::provider::Provider;
use schema_transport::proto::v6;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

/// How long to wait for a program to end after its connection broke.
const END: Duration = Duration::from_secs(1);

/// How long a program may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// A running provider program, and the connection to it. The program ends with this value.
#[derive(Debug)]
pub struct Plugin {
    program: PathBuf,
    provider: Provider,
    process: Process,
}

impl Plugin {
    /// Connects to a process.
    pub(crate) async fn of(
        program: PathBuf,
        process: Process,
        identity: &Identity,
    ) -> Result<Self, StartError> {
        let protocol = match process.line.protocol() {
            Ok(protocol) => protocol,
            Err(version) => return Err(StartError::Protocol { program, version }),
        };
        let connected = Client::connect(&process.line, Some(identity));
        let connected = tokio::time::timeout(CONNECT, connected).await;
        match connected.unwrap_or(Err(CallError::TimedOut(CONNECT))) {
            Ok(client) => Ok(Self {
                program,
                provider: Provider::new(client, protocol),
                process,
            }),
            Err(error) => Err(StartError::Unreachable { program, error }),
        }
    }

    /// The provider, to call it.
    #[must_use]
    pub fn provider(&self) -> &Provider {
        &self.provider
    }

    /// The program's file.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The process.
    #[must_use]
    pub fn process(&self) -> &Process {
        &self.process
    }

    /// Tells the provider to end what it is doing, as Terraform does when its user interrupts it.
    ///
    /// # Errors
    /// The call failed, or the provider cannot stop.
    pub async fn stop(&self) -> Result<(), CallError> {
        let answer = self
            .provider
            .stop_provider(&v6::stop_provider::Request {})
            .await?;
        match answer.error.as_str() {
            "" => Ok(()),
            error => Err(CallError::Diagnosed(error.to_owned())),
        }
    }

    /// Ends the program as Terraform does: asks, waits two seconds, kills. Returns whether it ended
    /// when asked.
    ///
    /// # Errors
    /// The system does not report whether it ended.
    pub async fn close(self) -> std::io::Result<bool> {
        let client = self.provider.client().clone();
        drop(self.provider);
        self.process.shut_down(client).await
    }

    /// Whether it was killed, by a user or because memory ran out: then the call is not the cause
    /// of its end.
    pub async fn was_killed(&mut self) -> bool {
        matches!(self.process.end(END).await, Ok(Some(status)) if is_killed(status))
    }

    /// The message for a failed call: if the program has ended, how it ended and what it wrote
    /// last.
    pub async fn explain(&mut self, error: &CallError) -> String {
        let program = self.program.display();
        if error.is_broken()
            && let Ok(Some(status)) = self.process.end(END).await
        {
            let running = &mut self.process.running;
            running.ended(END);
            let said = running.last_words();
            let how = match is_killed(status) {
                true => "was killed by a user, or because memory ran out,",
                false => "ended",
            };
            return format!(
                "{program} {how} in the middle of the call ({status}).{}",
                Said(&said)
            );
        }
        format!("{program}: {error}")
    }
}

/// Whether signal 9 ended a process, which no program sends to itself.
fn is_killed(status: ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        status.signal() == Some(9)
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        false
    }
}

impl Provider {
    /// Connects to a provider in debug mode. `json` is the value of `TF_REATTACH_PROVIDERS`;
    /// `address` selects one of several providers.
    ///
    /// # Errors
    /// `json` is invalid, the protocol is not known, or nobody answers.
    pub async fn reattach(json: &str, address: Option<&str>) -> Result<Self, StartError> {
        let line = HandshakeLine::from_reattach(json, address).map_err(StartError::Here)?;
        let program = PathBuf::from(&line.address);
        let protocol = match line.protocol() {
            Ok(protocol) => protocol,
            Err(version) => return Err(StartError::Protocol { program, version }),
        };
        match Client::connect(&line, None).await {
            Ok(client) => Ok(Self::new(client, protocol)),
            Err(error) => Err(StartError::Unreachable { program, error }),
        }
    }
}
