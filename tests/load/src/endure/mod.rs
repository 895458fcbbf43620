//! Stresses a provider: calls with corrupt bytes, and calls for a long time.
//!
//! `plugin-endure` runs either one manually, for a number of calls or seconds; a small number of
//! corrupt calls is made in the ordinary tests.

pub mod corrupt;
mod kinds;
mod requests;
pub mod sustain;

use crate::Result;
use crate::system::Memory;
use schema_client::Client;
use schema_client::Identity;
use schema_client::{Process, Program};
use schema_transport::Protocol;
use std::path::Path;

/// A provider's process with a connection to it.
struct Served {
    process: Process,
    identity: Identity,
    client: Client,
    _directory: tempfile::TempDir,
}

impl Served {
    async fn start(program: &Path, protocol: Protocol) -> Result<Self> {
        let identity = Identity::new()?;
        let directory = tempfile::tempdir()?;
        let start = Program::new(program)
            .protocols([protocol])
            .directory(directory.path());
        let process = start.start(&identity)?;
        let client = Client::connect(&process.line, Some(&identity)).await?;
        Ok(Self {
            process,
            identity,
            client,
            _directory: directory,
        })
    }

    /// Another connection.
    async fn connect(&self) -> Result<Client> {
        Ok(Client::connect(&self.process.line, Some(&self.identity)).await?)
    }

    fn sample(&self) -> Result<Sample> {
        let process = self.process.id();
        Ok(Sample {
            resident: Memory::of(process)?.resident,
            descriptors: std::fs::read_dir(format!("/proc/{process}/fd"))?.count(),
            threads: std::fs::read_dir(format!("/proc/{process}/task"))?.count(),
        })
    }
}

/// The resources of a process at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// Resident memory in bytes.
    pub resident: u64,
    /// Open files, sockets among them.
    pub descriptors: usize,
    /// Threads.
    pub threads: usize,
}

impl std::fmt::Display for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mib = self.resident as f64 / f64::from(1 << 20);
        let (descriptors, threads) = (self.descriptors, self.threads);
        write!(
            f,
            "{mib:.1} MiB, {descriptors} descriptors, {threads} threads"
        )
    }
}
