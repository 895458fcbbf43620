//! The file: its lock, and writing it so that it is whole at every moment.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::message::Message;

/// No state of a tool for trying things out is larger.
const MAX_FILE: u64 = 512 * 1024 * 1024;

/// A state file, locked for as long as this lives.
pub(super) struct StateFile {
    path: PathBuf,
    provider: String,
    lock_path: PathBuf,
    lock: File,
}

impl StateFile {
    pub(super) fn lock(path: PathBuf, provider: &str) -> Result<Self, Message> {
        let mut lock_name = path.file_name().unwrap_or_default().to_os_string();
        lock_name.push(".lock");
        let lock_path = path.with_file_name(lock_name);
        let failed = |error: std::io::Error| {
            Message::error("Failed to lock the state").detail(format!(
                "The lock file {} could not be used: {error}.",
                lock_path.display()
            ))
        };
        // Whoever ends removes the file, perhaps between our opening and locking it: then it is
        // another file that counts.
        for _ in 0..100 {
            let lock = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&lock_path)
                .map_err(failed)?;
            match fs4::FileExt::try_lock(&lock) {
                Ok(()) => {}
                Err(fs4::TryLockError::WouldBlock) => {
                    return Err(Message::error("The state is locked").detail(format!(
                        "Another command is using {}; wait until it has ended.",
                        path.display()
                    )));
                }
                Err(fs4::TryLockError::Error(error)) => return Err(failed(error)),
            }
            if is_current(&lock, &lock_path) {
                return Ok(StateFile {
                    path,
                    provider: provider.to_owned(),
                    lock_path,
                    lock,
                });
            }
        }
        Err(Message::error("Failed to lock the state")
            .detail("Other commands kept taking the lock; try again."))
    }

    pub(super) fn provider(&self) -> &str {
        &self.provider
    }

    /// The whole file, if it exists.
    pub(super) fn read(&self) -> Result<Option<Vec<u8>>, Message> {
        let failed = |error: std::io::Error| {
            Message::error("Failed to read the state")
                .detail(format!("{}: {error}.", self.path.display()))
        };
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let mut bytes = Vec::new();
        file.take(MAX_FILE + 1)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
        if bytes.len() as u64 > MAX_FILE {
            return Err(self.damaged("it is larger than 512 MiB"));
        }
        Ok(Some(bytes))
    }

    pub(super) fn damaged(&self, reason: &str) -> Message {
        Message::error("The state file cannot be used").detail(format!(
            "{} is damaged or was written by another program: {reason}. It is left as it is. \
             Repair it, or move it away to start with an empty state.",
            self.path.display()
        ))
    }

    /// Replaces the file: there is the old one or the new one, never a part.
    pub(super) fn write(&self, text: &str, durable: bool) -> Result<(), Message> {
        self.replace(text, durable).map_err(|error| {
            Message::error("Failed to save the state").detail(format!(
                "{}: {error}. What was done since it was last saved is not recorded.",
                self.path.display()
            ))
        })
    }

    fn replace(&self, text: &str, durable: bool) -> std::io::Result<()> {
        let directory = directory_of(&self.path);
        let mut name = self.path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.tmp", random_name()));
        let temporary = directory.join(name);
        let written =
            write_new(&temporary, text, durable).and_then(|()| fs::rename(&temporary, &self.path));
        if written.is_err() {
            // What is left over would only confuse; the error that counts is told.
            let _ = fs::remove_file(&temporary);
        }
        written?;
        if durable && cfg!(unix) {
            File::open(directory)?.sync_all()?;
        }
        Ok(())
    }
}

fn write_new(path: &Path, text: &str, durable: bool) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // A state holds secrets in plain text.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    if durable {
        file.sync_all()?;
    }
    Ok(())
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
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
        // Removed while still locked, so that nobody can hold a lock on a file that is gone
        // without noticing. Elsewhere an open file cannot be removed, and stays.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.lock_path);
        }
        let _ = fs4::FileExt::unlock(&self.lock);
    }
}

/// 128 bits that nobody else has drawn, in hexadecimal digits.
pub(super) fn random_name() -> String {
    let part = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", part(), part())
}
