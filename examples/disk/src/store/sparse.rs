//! Reading and copying files that are mostly holes.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

const CHUNK: usize = 256 << 10;
/// The unit in which zeros become holes again; a block of every usual file system.
const BLOCK: usize = 4096;

/// A piece of a file.
pub(super) enum Extent<'a> {
    /// Bytes at an offset.
    Data(u64, &'a [u8]),
    /// This many zeros, which take no space.
    Hole(u64),
}

/// Hands out the first `length` bytes of a file in pieces, without reading holes. Returns whether
/// it came to the end.
pub(super) fn walk(
    file: &File,
    length: u64,
    mut each: impl FnMut(Extent<'_>) -> io::Result<ControlFlow<()>>,
) -> io::Result<bool> {
    let mut buffer = vec![0; CHUNK];
    let mut at = 0;
    while at < length {
        let (data, end) = extent(file, at, length);
        if !data {
            if each(Extent::Hole(end - at))?.is_break() {
                return Ok(false);
            }
            at = end;
            continue;
        }
        let mut reader = file;
        reader.seek(SeekFrom::Start(at))?;
        while at < end {
            let wanted = usize::try_from(end - at).unwrap_or(CHUNK).min(CHUNK);
            reader.read_exact(&mut buffer[..wanted])?;
            if each(Extent::Data(at, &buffer[..wanted]))?.is_break() {
                return Ok(false);
            }
            at += wanted as u64;
        }
    }
    Ok(true)
}

/// Whether there is data at `at`, and where that ends. A file system that knows no holes is all
/// data.
#[cfg(any(
    target_os = "linux",
    target_os = "android",
    target_os = "freebsd",
    target_vendor = "apple"
))]
fn extent(file: &File, at: u64, length: u64) -> (bool, u64) {
    use rustix::fs::{SeekFrom, seek};

    match seek(file, SeekFrom::Data(at)) {
        Ok(data) if data > at => return (false, data.min(length)),
        Err(rustix::io::Errno::NXIO) => return (false, length),
        Err(_) => return (true, length),
        Ok(_) => {}
    }
    match seek(file, SeekFrom::Hole(at)) {
        Ok(hole) if hole > at => (true, hole.min(length)),
        _ => (true, length),
    }
}

#[cfg(not(any(
    target_os = "linux",
    target_os = "android",
    target_os = "freebsd",
    target_vendor = "apple"
)))]
fn extent(_: &File, _: u64, length: u64) -> (bool, u64) {
    (true, length)
}

/// Copies the first `length` bytes into an empty file; zeros become holes. `watch` hears how many
/// bytes are done and can stop. With a `rate`, at most so many bytes of data per second. Returns
/// whether it came to the end.
pub(super) fn copy(
    from: &File,
    to: &File,
    length: u64,
    rate: Option<NonZeroU64>,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> io::Result<bool> {
    to.set_len(length)?;
    let (started, mut written, mut done) = (Instant::now(), 0_u64, 0_u64);
    let mut writer = to;
    walk(from, length, |piece| {
        match piece {
            Extent::Hole(size) => done += size,
            Extent::Data(mut at, bytes) => {
                for block in bytes.chunks(BLOCK) {
                    if block.iter().any(|byte| *byte != 0) {
                        writer.seek(SeekFrom::Start(at))?;
                        writer.write_all(block)?;
                    }
                    at += block.len() as u64;
                }
                done += bytes.len() as u64;
                written += bytes.len() as u64;
            }
        }
        if watch(done).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let Some(rate) = rate else {
            return Ok(ControlFlow::Continue(()));
        };
        let due = Duration::from_secs_f64(written as f64 / rate.get() as f64);
        loop {
            let rest = due.saturating_sub(started.elapsed());
            if rest.is_zero() {
                return Ok(ControlFlow::Continue(()));
            }
            // In short naps, so that stopping does not wait for a slow rate.
            thread::sleep(rest.min(Duration::from_millis(20)));
            if watch(done).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    })
}
