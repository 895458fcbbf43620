//! The state file: its location, its lock, and atomic writes.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use schema_runtime::diagnostics::DiagnosticKind;

use crate::message::Message;

/// The maximum length of a note; only names that nobody would read in full are longer.
const LONGEST_NOTE: u64 = 4096;

/// The maximum number of links, as in operating systems.
const MAX_LINKS: usize = 40;

/// The error if another process holds the lock.
pub(crate) const LOCKED: DiagnosticKind = DiagnosticKind::new("state locked");

/// A state file, locked until this is dropped.
pub(super) struct StateFile {
    /// The file itself, with all links resolved.
    pub(super) path: PathBuf,
    pub(super) provider: String,
    lock_path: PathBuf,
    /// `None` if another process holds it and the user allows that. During an operation on an
    /// object, its content describes the operation.
    lock: Option<File>,
    /// The operation of a previous command that ended without a report.
    pub(super) interrupted: Option<String>,
    /// The note between operations on objects.
    between: &'static str,
}

impl StateFile {
    /// Locks a state, whether it exists or not, and removes the temporary files of killed commands.
    /// Links are followed: all names of a file share the same file and lock.
    /// Unless the lock is required, another process may hold it.
    pub(super) fn lock(path: PathBuf, provider: &str, required: bool) -> Result<Self, Message> {
        let path = followed(path)?;
        let lock_path = with_suffix(&path, ".lock");
        let failed = |error: io::Error| {
            Message::error("Failed to lock the state").detail(format!(
                "The lock file {} could not be used: {error}.",
                lock_path.display()
            ))
        };
        // A command that ends removes the lock file, perhaps after we opened it but before we
        // locked it: then a different file counts.
        for _ in 0..100 {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            // Anyone who can open it can hold it.
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let lock = options.open(&lock_path).map_err(failed)?;
            let locked = match fs4::FileExt::try_lock(&lock) {
                Ok(()) => true,
                Err(fs4::TryLockError::WouldBlock) if !required => false,
                Err(fs4::TryLockError::WouldBlock) => {
                    return Err(Message::error("The state is locked")
                        .with_kind(LOCKED)
                        .detail(format!(
                            "Another command is using {}; wait until it has ended.",
                            path.display()
                        )));
                }
                Err(fs4::TryLockError::Error(error)) => return Err(failed(error)),
            };
            if locked && !is_current(&lock, &lock_path) {
                continue;
            }
            let mut file = StateFile {
                path,
                provider: provider.to_owned(),
                lock_path,
                lock: None,
                interrupted: None,
                between: "",
            };
            if locked {
                sweep(&file.path);
                let mut doing = String::new();
                let read = (&lock).take(LONGEST_NOTE).read_to_string(&mut doing);
                file.interrupted = (read.is_ok() && !doing.is_empty()).then_some(doing);
                // A failure to empty it only repeats the report.
                let _ = lock.set_len(0);
                file.lock = Some(lock);
            }
            return Ok(file);
        }
        Err(Message::error("Failed to lock the state")
            .detail("Other commands kept taking the lock; try again."))
    }

    /// Sets the note for the time between operations on objects.
    pub(super) fn note_between(&mut self, doing: &'static str) {
        self.between = doing;
        self.note(None);
    }

    /// Notes the current operation for the next command, in case this one is killed.
    pub(super) fn note(&self, doing: Option<&str>) {
        // A failure only loses a warning.
        if let Some(mut lock) = self.lock.as_ref() {
            let _ = lock.set_len(0);
            let _ = lock.seek(SeekFrom::Start(0));
            let _ = lock.write_all(doing.unwrap_or(self.between).as_bytes());
        }
    }

    /// The whole file, if it exists.
    pub(super) fn read(&self) -> Result<Option<Vec<u8>>, Message> {
        read(&self.path).map_err(|error| {
            Message::error("Failed to read the state")
                .detail(format!("{}: {error}.", self.path.display()))
        })
    }

    pub(super) fn damaged(&self, reason: &str) -> Message {
        Message::error("The state file cannot be used").detail(format!(
            "{} is damaged or was written by another program: {reason}. It is left unchanged. \
             Repair it, or move it away to start with an empty state.",
            self.path.display()
        ))
    }

    /// Writes the new content beside the file, and removes it again.
    pub(super) fn try_write(&self, text: &str) -> io::Result<()> {
        let temporary = temporary(&self.path);
        let written = write_new(&temporary, text, true);
        let removed = fs::remove_file(&temporary);
        written.and(removed)
    }
}

/// The target of a path, which need not exist.
fn followed(mut path: PathBuf) -> Result<PathBuf, Message> {
    let given = path.clone();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path.set_file_name(target),
            // It is no link, or not there.
            Err(_) => return Ok(path),
        }
    }
    let detail = format!("{}: the link leads in a circle.", given.display());
    Err(Message::error("Failed to lock the state").detail(detail))
}

/// A whole file, if it exists.
pub(super) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    // Reading a pipe could take forever.
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    fs::read(path).map(Some)
}

/// Replaces a file atomically: there is always the old or the new one, never a part.
pub(super) fn replace(path: &Path, text: &str, durable: bool) -> io::Result<()> {
    let temporary = temporary(path);
    let written = write_new(&temporary, text, durable).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // A leftover file would only confuse; the error that matters is reported.
        let _ = fs::remove_file(&temporary);
    }
    written?;
    if durable {
        sync_directory(path)?;
    }
    Ok(())
}

fn write_new(path: &Path, text: &str, durable: bool) -> io::Result<()> {
    let mut file = create_new(path)?;
    write_all(&mut file, text)?;
    if durable {
        file.sync_all()?;
    }
    Ok(())
}

/// Removes a file, if it exists.
pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A new file with access only for its owner: a state holds secrets in plain text.
pub(super) fn create_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// All saved bytes are written here.
pub(super) fn write_all(file: &mut File, text: &str) -> io::Result<()> {
    #[cfg(test)]
    super::tests::full_disk(file, text)?;
    file.write_all(text.as_bytes())
}

/// Makes created and renamed files in a file's directory durable.
pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        match File::open(directory_of(path)) {
            // A directory that is writable but not readable cannot be synced.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {}
            directory => directory?.sync_all()?,
        }
    }
    Ok(())
}

pub(crate) fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The path with a suffix.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(suffix);
    path.with_file_name(name)
}

fn temporary(path: &Path) -> PathBuf {
    with_suffix(path, &format!(".{}.tmp", random_name()))
}

/// Removes the temporary files of commands that were killed while writing. The state must be
/// locked, so they belong to no running command.
fn sweep(path: &Path) {
    let Some(state) = path.file_name().and_then(|name| name.to_str()) else {
        return;
    };
    let is_left_over = |name: &str| {
        name.strip_prefix(state)
            .and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".tmp"))
            .is_some_and(|drawn| {
                drawn.len() == 32 && drawn.bytes().all(|byte| byte.is_ascii_hexdigit())
            })
    };
    for entry in fs::read_dir(directory_of(path)).into_iter().flatten() {
        if let Ok(entry) = entry
            && entry.file_name().to_str().is_some_and(is_left_over)
            && entry.file_type().is_ok_and(|kind| kind.is_file())
        {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether the locked file is still the one at this path.
#[cfg(unix)]
fn is_current(lock: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (lock.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(theirs)) => ours.ino() == theirs.ino() && ours.dev() == theirs.dev(),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_current(_: &File, _: &Path) -> bool {
    true
}

impl Drop for StateFile {
    fn drop(&mut self) {
        let Some(lock) = &self.lock else {
            return;
        };
        // Removed while still locked, so that nobody can unknowingly hold a lock on a deleted file.
        // Elsewhere an open file cannot be removed, and stays.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.lock_path);
        } else {
            let _ = lock.set_len(0);
        }
        let _ = fs4::FileExt::unlock(lock);
    }
}

/// 128 random bits in hexadecimal digits.
pub(crate) fn random_name() -> String {
    let part = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", part(), part())
}
