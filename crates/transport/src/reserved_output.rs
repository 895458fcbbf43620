//! Standard output, which belongs to the handshake.
//!
//! Terraform reads one line from it. What provider code prints there comes between: before the line
//! it is taken for the line, and after it nobody reads a long one to its end, so that whoever
//! prints it waits for ever. So a plugin keeps the descriptor for itself, and what is printed goes
//! to standard error, which is the log.
//!
//! Windows has no such call without unsafe code: there, standard output stays as it is.

use std::io::Write as _;

/// Keeps standard output for the handshake, and points it to standard error for everything else in
/// this process and in those it starts. For the very beginning of a plugin, before any code of an
/// provider developer's runs; a second time it does nothing.
///
/// Where there is no standard output, or no standard error to take its place, all stays as it is.
pub fn reserve_output() {
    #[cfg(unix)]
    unix::reserve();
}

/// Runs this with standard output at standard error, and puts it back: what is printed meanwhile is
/// in no document that follows.
pub fn without_output<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(unix)]
    let kept = unix::moved_aside();
    let done = work();
    #[cfg(unix)]
    if let Some(kept) = kept {
        unix::put_back(&kept);
    }
    done
}

/// Writes the announcement to where Terraform reads it.
pub(super) fn announce(text: &str) -> std::io::Result<()> {
    #[cfg(unix)]
    if let Some(mut output) = unix::reserved() {
        return output.write_all(text.as_bytes());
    }
    let mut output = std::io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

#[cfg(unix)]
mod unix {
    use rustix::io::fcntl_dupfd_cloexec;
    use rustix::stdio::{dup2_stdout, stderr, stdout};
    use std::fs::File;
    use std::io::Write as _;
    use std::sync::OnceLock;

    /// A process has one standard output. It stays open: its end would tell the host that the
    /// plugin ended.
    static RESERVED: OnceLock<File> = OnceLock::new();

    pub(super) fn reserve() {
        if RESERVED.get().is_some() {
            return;
        }
        if let Some(kept) = moved_aside() {
            // Two at the same time have kept the same.
            let _ = RESERVED.set(kept);
        }
    }

    /// What standard output was, which is standard error now.
    pub(super) fn moved_aside() -> Option<File> {
        // What the library has not written yet belongs to where it was printed to.
        let _ = std::io::stdout().flush();
        // Above those of the streams, and not for programs that the provider starts.
        let kept = fcntl_dupfd_cloexec(stdout(), 3).ok()?;
        dup2_stdout(stderr()).ok()?;
        Some(File::from(kept))
    }

    pub(super) fn put_back(kept: &File) {
        let _ = std::io::stdout().flush();
        let _ = dup2_stdout(kept);
    }

    pub(super) fn reserved() -> Option<&'static File> {
        RESERVED.get()
    }
}
