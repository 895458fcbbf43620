//! System information about a process: memory and processor time, from `/proc`.

use crate::Result;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A process's resident memory, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// All of it (`VmRSS`).
    pub resident: u64,
    /// Anonymous memory (`RssAnon`): heap and stacks.
    pub anonymous: u64,
}

impl Memory {
    /// Of a process.
    ///
    /// # Errors
    /// There is no such process, or no `/proc` on this system.
    pub fn of(process: u32) -> Result<Self> {
        Self::parse(&read(process, "status")?)
            .ok_or_else(|| "/proc has no VmRSS and RssAnon".into())
    }

    fn parse(status: &str) -> Option<Self> {
        let bytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
            kib.checked_mul(1024)
        };
        Some(Self {
            resident: bytes("VmRSS:")?,
            anonymous: bytes("RssAnon:")?,
        })
    }
}

/// The processor time that a process has used, in user and system mode and on all its threads,
/// including ended ones.
///
/// # Errors
/// There is no such process, or this system has no such clock.
#[cfg(target_os = "linux")]
pub fn processor_time(process: u32) -> Result<Duration> {
    let process = nix::unistd::Pid::from_raw(process.try_into()?);
    let now = nix::time::ClockId::pid_cpu_clock_id(process)?.now()?;
    Ok(Duration::from(now))
}

/// The processor time of another process is not available here.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn processor_time(_process: u32) -> Result<Duration> {
    Err("only Linux tells the processor time of another process".into())
}

fn read(process: u32, file: &str) -> Result<String> {
    let path = format!("/proc/{process}/{file}");
    std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}").into())
}

/// The size of a program's file, and its size without symbols if there is a `strip` that can read
/// it.
///
/// # Errors
/// The file cannot be read.
pub fn program_size(program: &Path, directory: &Path) -> Result<(u64, Option<u64>)> {
    let size = std::fs::metadata(program)?.len();
    let stripped = directory.join("stripped");
    let status = Command::new("strip")
        .arg("-o")
        .args([stripped.as_path(), program])
        .stderr(Stdio::null())
        .status();
    let size_stripped = match status {
        Ok(status) if status.success() => Some(std::fs::metadata(&stripped)?.len()),
        _ => None,
    };
    Ok((size, size_stripped))
}

#[cfg(test)]
mod tests {
    use super::Memory;

    #[test]
    fn files_of_proc() {
        let status = "Name:\tx\nVmHWM:\t    9 kB\nVmRSS:\t    5880 kB\nRssAnon:\t 1000 kB\n";
        let memory = Memory::parse(status).unwrap();
        assert_eq!(
            (memory.resident, memory.anonymous),
            (5880 << 10, 1000 << 10)
        );
        assert_eq!(Memory::parse("Name:\tx\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process() {
        let this = std::process::id();
        let memory = Memory::of(this).unwrap();
        assert!(memory.resident >= memory.anonymous && memory.anonymous > 0);
        // A clock of hundredths of a second would show hardly any of these steps.
        let mut steps = 0;
        let mut before = super::processor_time(this).unwrap();
        let start = std::time::Instant::now();
        while start.elapsed().as_millis() < 5 || steps < 2 {
            let now = super::processor_time(this).unwrap();
            assert!(now >= before, "the clock goes backwards");
            steps += u32::from(now > before);
            before = now;
        }
        assert!(steps > 20, "only {steps} steps in five milliseconds");
        assert!(super::processor_time(u32::MAX).is_err());
    }
}
