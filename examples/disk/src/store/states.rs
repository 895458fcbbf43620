//! States as files: `NAME.tfstate`, and `NAME.lock` while somebody has it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::error::{At, Result};
use super::files::{is_absent, sync_directory};

const STATE: &str = ".tfstate";
const LOCK: &str = ".lock";

/// A directory with states, which need not exist: it is created when something is stored. Names are
/// used as they are; whoever calls sees to it that none leads out of the directory.
///
/// ```
/// use terraform_provider_disk::store::StateFiles;
///
/// # let directory = tempfile::tempdir()?;
/// let states = StateFiles::new(directory.path().join("states"));
/// assert_eq!(states.read("default")?, None);
/// states.write("default", b"{}")?;
/// assert_eq!(states.list()?, ["default"]);
/// assert!(states.lock("default", b"mine")?.is_none());
/// assert_eq!(states.lock("default", b"yours")?.as_deref(), Some(&b"mine"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StateFiles {
    directory: PathBuf,
}

impl StateFiles {
    /// In this directory.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        StateFiles {
            directory: directory.into(),
        }
    }

    fn path(&self, name: &str, end: &str) -> PathBuf {
        self.directory.join(format!("{name}{end}"))
    }

    /// A state, if there is one.
    ///
    /// # Errors
    /// I/O.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let path = self.path(name, STATE);
        if_there(fs::read(&path)).at("read", &path)
    }

    /// Puts a state into the place of the old one, whole and durably.
    ///
    /// # Errors
    /// I/O; the old one is still there then.
    pub fn write(&self, name: &str, state: &[u8]) -> Result<()> {
        let path = self.path(name, STATE);
        let file = self.temporary(&path, state)?;
        let persisted = file.persist(&path).map_err(|error| error.error);
        persisted.at("write", &path)?;
        sync_directory(&self.directory)
    }

    /// Deletes a state; whether there was one.
    ///
    /// # Errors
    /// I/O.
    pub fn delete(&self, name: &str) -> Result<bool> {
        self.remove(&self.path(name, STATE))
    }

    /// The names of all states, sorted.
    ///
    /// # Errors
    /// I/O.
    pub fn list(&self) -> Result<Vec<String>> {
        let listed = if_there(fs::read_dir(&self.directory)).at("read", &self.directory)?;
        let mut names = Vec::new();
        for file in listed.into_iter().flatten() {
            let file = file.at("read", &self.directory)?;
            let name = file.file_name();
            if let Some(name) = name.to_str().and_then(|name| name.strip_suffix(STATE)) {
                names.push(name.to_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    /// Locks a state for whoever writes `owner` into the lock; what the owner of the lock wrote, if
    /// there is one already. The lock is there with what is in it or not at all.
    ///
    /// # Errors
    /// I/O.
    pub fn lock(&self, name: &str, owner: &[u8]) -> Result<Option<Vec<u8>>> {
        let path = self.path(name, LOCK);
        loop {
            let file = self.temporary(&path, owner)?;
            match file.persist_noclobber(&path) {
                Ok(_) => {
                    sync_directory(&self.directory)?;
                    return Ok(None);
                }
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error.error).at("create", &path),
            }
            // It may no longer exist: then the next try counts.
            if let Some(holder) = self.owner(name)? {
                return Ok(Some(holder));
            }
        }
    }

    /// What the owner of the lock wrote, if there is one.
    ///
    /// # Errors
    /// I/O.
    pub fn owner(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let path = self.path(name, LOCK);
        if_there(fs::read(&path)).at("read", &path)
    }

    /// Removes a lock, whoever has it; whether there was one.
    ///
    /// # Errors
    /// I/O.
    pub fn unlock(&self, name: &str) -> Result<bool> {
        self.remove(&self.path(name, LOCK))
    }

    fn remove(&self, path: &Path) -> Result<bool> {
        let removed = if_there(fs::remove_file(path)).at("delete", path)?;
        if removed.is_some() {
            sync_directory(&self.directory)?;
        }
        Ok(removed.is_some())
    }

    /// A file of which everything is on the disk but its name. Only its owner may read it: states
    /// hold secrets.
    fn temporary(&self, path: &Path, bytes: &[u8]) -> Result<NamedTempFile> {
        fs::create_dir_all(&self.directory).at("create the directory", &self.directory)?;
        let mut file = tempfile::Builder::new()
            .prefix(".")
            .suffix(".part")
            .tempfile_in(&self.directory)
            .at("create a file in", &self.directory)?;
        file.write_all(bytes).at("write", path)?;
        file.as_file().sync_all().at("write", path)?;
        Ok(file)
    }
}

fn if_there<T>(done: io::Result<T>) -> io::Result<Option<T>> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_that_lock_one_has_it_and_the_others_see_whose_it_is() {
        let directory = tempfile::tempdir().unwrap();
        let states = StateFiles::new(directory.path());
        let outcomes: Vec<_> = std::thread::scope(|scope| {
            let tries: Vec<_> = (0..16)
                .map(|number: u32| {
                    let states = &states;
                    scope.spawn(move || states.lock("a", &number.to_be_bytes()).unwrap())
                })
                .collect();
            tries.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let owner = states.owner("a").unwrap().unwrap();
        assert_eq!(owner.len(), 4);
        let free = outcomes.iter().filter(|outcome| outcome.is_none());
        assert_eq!(free.count(), 1);
        for holder in outcomes.iter().flatten() {
            assert_eq!(*holder, owner);
        }
        assert!(states.unlock("a").unwrap());
        assert!(!states.unlock("a").unwrap());
    }

    #[test]
    fn whoever_reads_while_others_write_has_a_whole_state() {
        let directory = tempfile::tempdir().unwrap();
        let states = StateFiles::new(directory.path());
        states.write("a", &[0; 100_000]).unwrap();
        std::thread::scope(|scope| {
            for byte in 1..4 {
                let states = &states;
                scope.spawn(move || {
                    for _ in 0..10 {
                        states.write("a", &[byte; 100_000]).unwrap();
                    }
                });
            }
            for _ in 0..100 {
                let state = states.read("a").unwrap().unwrap();
                assert_eq!(state.len(), 100_000);
                assert!(state.iter().all(|byte| *byte == state[0]));
            }
        });
        let files = fs::read_dir(directory.path()).unwrap().count();
        assert_eq!(files, 1, "what was temporary is gone");
    }
}
