//! What the system says about a process: memory and processor time, from `/proc`.

use crate::Result;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A process's resident memory, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// All of it (`VmRSS`).
    pub resident: u64,
    /// What is its own and in no file (`RssAnon`): heap and stacks.
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

/// The processor time that a process has used so far, in user and in system mode together; the system counts it in
/// steps of mostly 10 ms.
///
/// # Errors
/// There is no such process, or no `/proc` on this system.
pub fn processor_time(process: u32) -> Result<Duration> {
    let ticks = ticks(&read(process, "stat")?).ok_or("/proc has no utime and stime")?;
    let nanoseconds = u128::from(ticks) * 1_000_000_000 / u128::from(ticks_per_second());
    Ok(Duration::from_nanos(nanoseconds.try_into()?))
}

/// The 14th and the 15th field; the second is a name in parentheses that may hold anything.
fn ticks(stat: &str) -> Option<u64> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    user.checked_add(system)
}

#[cfg(target_os = "linux")]
fn ticks_per_second() -> u64 {
    rustix::param::clock_ticks_per_second().max(1)
}

/// Without `/proc` there is nothing to count.
#[cfg(not(target_os = "linux"))]
fn ticks_per_second() -> u64 {
    100
}

fn read(process: u32, file: &str) -> Result<String> {
    let path = format!("/proc/{process}/{file}");
    std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}").into())
}

/// The size of a program's file, and of the same without symbols if there is a `strip` that takes it.
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
    use super::{Memory, ticks};

    #[test]
    fn files_of_proc() {
        let status = "Name:\tx\nVmHWM:\t    9 kB\nVmRSS:\t    5880 kB\nRssAnon:\t 1000 kB\n";
        let memory = Memory::parse(status).unwrap();
        assert_eq!(
            (memory.resident, memory.anonymous),
            (5880 << 10, 1000 << 10)
        );
        assert_eq!(Memory::parse("Name:\tx\n"), None);
        let stat = "42 (a) b) S 1 42 42 0 -1 4194560 1007 0 0 0 17 25 0 0 20 0 3 0 8 9";
        assert_eq!(ticks(stat), Some(42));
        assert_eq!(ticks("42 (x) S 1"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process() {
        let this = std::process::id();
        let memory = Memory::of(this).unwrap();
        assert!(memory.resident >= memory.anonymous && memory.anonymous > 0);
        let before = super::processor_time(this).unwrap();
        let start = std::time::Instant::now();
        while super::processor_time(this).unwrap() == before {
            assert!(start.elapsed().as_secs() < 20, "the time does not go on");
        }
    }
}
