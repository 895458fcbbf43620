//! The file: where it is, its lock, and writing it so that it is whole at every moment.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use schema_runtime::diagnostics::DiagnosticKind;

use crate::message::Message;

/// More than is noted of what is being done, but for names that nobody reads to their end.
const LONGEST_NOTE: u64 = 4096;

/// As many links as systems follow.
const MAX_LINKS: usize = 40;

/// What is said where somebody else has the lock.
pub(crate) const LOCKED: DiagnosticKind = DiagnosticKind::new("state locked");

/// How much the lock of a state file counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// Nobody else may have it.
    Required,
    /// It is not minded that somebody else has it.
    Ignored,
}

/// A state file, locked for as long as this lives.
pub(super) struct StateFile {
    path: PathBuf,
    provider: String,
    lock_path: PathBuf,
    /// Nothing where somebody else has it, and the user does not mind. While something is done to
    /// an object, it says what.
    lock: Option<File>,
    /// What a command was doing that ended without a word.
    interrupted: Option<String>,
    /// What is noted while nothing is done to an object.
    between: &'static str,
}

impl StateFile {
    /// Locks a state, whether it exists or not, and sweeps what a killed command left beside it. A
    /// link is followed: who comes by another name works on the same file, and has the same lock.
    pub(super) fn lock(path: PathBuf, provider: &str, wait: &Lock) -> Result<Self, Message> {
        let path = followed(path)?;
        let lock_path = with_suffix(&path, ".lock");
        let failed = |error: io::Error| {
            Message::error("Failed to lock the state").detail(format!(
                "The lock file {} could not be used: {error}.",
                lock_path.display()
            ))
        };
        // Whoever ends removes the file, perhaps between our opening and locking it: then it is
        // another file that counts.
        for _ in 0..100 {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            // Who can open it can hold it.
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let lock = options.open(&lock_path).map_err(failed)?;
            match fs4::FileExt::try_lock(&lock) {
                Ok(()) => {}
                Err(fs4::TryLockError::WouldBlock) if *wait == Lock::Ignored => {
                    return Ok(StateFile {
                        path,
                        provider: provider.to_owned(),
                        lock_path,
                        lock: None,
                        interrupted: None,
                        between: "",
                    });
                }
                Err(fs4::TryLockError::WouldBlock) => {
                    return Err(Message::error("The state is locked")
                        .with_kind(LOCKED)
                        .detail(format!(
                            "Another command is using {}; wait until it has ended.",
                            path.display()
                        )));
                }
                Err(fs4::TryLockError::Error(error)) => return Err(failed(error)),
            }
            if is_current(&lock, &lock_path) {
                sweep(&path);
                let mut doing = String::new();
                let read = (&lock).take(LONGEST_NOTE).read_to_string(&mut doing);
                // What cannot be emptied is reported again.
                let _ = lock.set_len(0);
                return Ok(StateFile {
                    interrupted: (read.is_ok() && !doing.is_empty()).then_some(doing),
                    path,
                    provider: provider.to_owned(),
                    lock_path,
                    lock: Some(lock),
                    between: "",
                });
            }
        }
        Err(Message::error("Failed to lock the state")
            .detail("Other commands kept taking the lock; try again."))
    }

    /// What a command was doing that ended without a word; once.
    pub(super) fn interrupted(&mut self) -> Option<String> {
        self.interrupted.take()
    }

    /// Notes this from now on whenever nothing is done to an object.
    pub(super) fn note_between(&mut self, doing: &'static str) {
        self.between = doing;
        self.note(None);
    }

    /// Notes what is being done, for the command after this one, if this one does not live to say
    /// more.
    pub(super) fn note(&self, doing: Option<&str>) {
        // Without it nothing is lost but a warning.
        if let Some(mut lock) = self.lock.as_ref() {
            let _ = lock.set_len(0);
            let _ = lock.seek(SeekFrom::Start(0));
            let _ = lock.write_all(doing.unwrap_or(self.between).as_bytes());
        }
    }

    pub(super) fn provider(&self) -> &str {
        &self.provider
    }

    /// The file itself, behind all links.
    pub(super) fn path(&self) -> &Path {
        &self.path
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

    /// Replaces the file: there is the old one or the new one, never a part.
    pub(super) fn write(&self, text: &str, durable: bool) -> io::Result<()> {
        replace(&self.path, text, durable)
    }

    /// Writes beside the file what it would be, and takes it away again.
    pub(super) fn try_write(&self, text: &str) -> io::Result<()> {
        let temporary = temporary(&self.path);
        let written = write_new(&temporary, text, true);
        let removed = fs::remove_file(&temporary);
        written.and(removed)
    }
}

/// What a path leads to, whether there is anything or not.
fn followed(mut path: PathBuf) -> Result<PathBuf, Message> {
    let given = path.clone();
    let failed = |reason: String| {
        Message::error("Failed to lock the state").detail(format!("{}: {reason}.", given.display()))
    };
    for _ in 0..MAX_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                let target = fs::read_link(&path).map_err(|error| failed(error.to_string()))?;
                path.set_file_name(target);
            }
            _ => return Ok(path),
        }
    }
    Err(failed("the link leads in a circle".to_owned()))
}

/// A whole file, if it exists.
pub(super) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    // To read a pipe could take for ever.
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    fs::read(path).map(Some)
}

/// Puts a file in place of another: there is the old one or the new one, never a part.
pub(super) fn replace(path: &Path, text: &str, durable: bool) -> io::Result<()> {
    let temporary = temporary(path);
    let written = write_new(&temporary, text, durable).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // What is left over would only confuse; the error that counts is reported.
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

/// A new file that its owner alone can read: a state holds secrets in plain text.
pub(super) fn create_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Every byte that is saved goes through here.
pub(super) fn write_all(file: &mut File, text: &str) -> io::Result<()> {
    #[cfg(test)]
    super::tests::full_disk(file, text)?;
    file.write_all(text.as_bytes())
}

/// Makes what was created or renamed in a file's directory last.
pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        match File::open(directory_of(path)) {
            // A folder in which one may write but not read cannot be asked for it.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {}
            directory => directory?.sync_all()?,
        }
    }
    Ok(())
}

pub(super) fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The path with more at its end.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(suffix);
    path.with_file_name(name)
}

fn temporary(path: &Path) -> PathBuf {
    with_suffix(path, &format!(".{}.tmp", random_name()))
}

/// Removes the temporary files of commands that were killed while they wrote. The state must be
/// locked: they are nobody's then.
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
            // What cannot be removed is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether the locked file is the one that others find under this path.
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
        // Removed while still locked, so that nobody can hold a lock on a file that no longer
        // exists without noticing. Elsewhere an open file cannot be removed, and stays.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.lock_path);
        } else {
            let _ = lock.set_len(0);
        }
        let _ = fs4::FileExt::unlock(lock);
    }
}

/// 128 bits that nobody else has drawn, in hexadecimal digits.
pub(crate) fn random_name() -> String {
    let part = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", part(), part())
}
