//! Standard output, which belongs to the handshake.
//!
//! Terraform reads one line from it. Output of provider code would interfere: before the line,
//! Terraform takes it for the line; after it, nobody reads long output to its end, so the printing
//! code waits forever. So a plugin keeps the descriptor for itself, and printed output goes to
//! standard error, which is the log.
//!
//! Windows has no such call without unsafe code: there, standard output stays unchanged.

use std::io::Write as _;

/// Keeps standard output for the handshake, and redirects it to standard error for everything else
/// in this process and its child processes. Call it at the very start of a plugin, before any
/// provider code runs; a second call does nothing.
///
/// Without a standard output, or a standard error to replace it, nothing changes.
pub fn reserve_output() {
    #[cfg(unix)]
    unix::reserve();
}

/// Runs this with standard output redirected to standard error, and restores it: output printed
/// meanwhile does not get into a following document.
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

/// Writes the announcement where Terraform reads it.
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

    /// A process has one standard output. It stays open: closing it would tell the host that the
    /// plugin ended.
    static RESERVED: OnceLock<File> = OnceLock::new();

    pub(super) fn reserve() {
        if RESERVED.get().is_some() {
            return;
        }
        if let Some(kept) = moved_aside() {
            // Two simultaneous calls have kept the same one.
            let _ = RESERVED.set(kept);
        }
    }

    /// The former standard output, which is standard error now.
    pub(super) fn moved_aside() -> Option<File> {
        // Buffered output belongs to the stream to which it was printed.
        let _ = std::io::stdout().flush();
        // Above the numbers of the standard streams, and not inherited by programs that the
        // provider starts.
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
