//! Writes all files or none.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::result::Result;

/// File contents by their paths below a directory, with `/` as the separator.
#[derive(Debug, Default)]
pub(crate) struct Files(BTreeMap<String, String>);

impl Files {
    pub(crate) fn insert(&mut self, path: String, text: String) {
        self.0.insert(path, text);
    }

    /// With those of another list, which take precedence.
    pub(crate) fn extend(&mut self, others: Files) {
        self.0.extend(others.0);
    }

    #[cfg(test)]
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    /// The contents by path.
    pub(crate) fn into_texts(self) -> BTreeMap<String, String> {
        self.0
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Writes into a directory that does not exist, or is empty.
    ///
    /// # Errors
    /// It is not empty, or a file cannot be written; then no file remains.
    pub(crate) fn make(&self, directory: &Path) -> Result {
        let failed =
            |error: std::io::Error| format!("{} cannot be made: {error}", directory.display());
        let name = directory.display();
        let there = |not: &str| Err(format!("{name} is there already, and is not {not}"));
        if let Ok(mut entries) = fs::read_dir(directory) {
            return match entries.next() {
                Some(_) => there("empty"),
                None => self.fill(directory),
            };
        }
        if directory.exists() {
            return there("a directory");
        }
        let parent = match directory.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent).map_err(failed)?;
        // Beside it, so that a rename creates it with all its content.
        let unfinished = tempfile::Builder::new()
            .prefix(".new-provider")
            .tempdir_in(parent)
            .map_err(failed)?;
        for (path, text) in &self.0 {
            write(&unfinished.path().join(path), text)?;
        }
        let unfinished = unfinished.keep();
        fs::rename(&unfinished, directory).map_err(|error| {
            let _ = fs::remove_dir_all(&unfinished);
            failed(error)
        })?;
        open_to_all(directory);
        Ok(())
    }

    /// Into an empty directory, which is not replaced: somebody may be in it, or have it mounted.
    fn fill(&self, directory: &Path) -> Result {
        let failed =
            |error: std::io::Error| format!("{} cannot be written: {error}", directory.display());
        // Inside, so that only renames can fail once everything is written.
        let unfinished = tempfile::Builder::new()
            .prefix(".new-provider")
            .tempdir_in(directory)
            .map_err(failed)?;
        for (path, text) in &self.0 {
            write(&unfinished.path().join(path), text)?;
        }
        let entries = fs::read_dir(unfinished.path())
            .and_then(Iterator::collect::<std::io::Result<Vec<_>>>)
            .map_err(failed)?;
        let mut moved = Vec::new();
        for entry in entries {
            let place = directory.join(entry.file_name());
            if let Err(error) = fs::rename(entry.path(), &place) {
                // Back to the directory that is deleted as a whole.
                for name in moved {
                    let _ = fs::rename(directory.join(&name), unfinished.path().join(&name));
                }
                return Err(failed(error));
            }
            moved.push(entry.file_name());
        }
        unfinished.close().map_err(failed)
    }

    /// Writes beside existing files; those in `changed`, by path, are replaced.
    ///
    /// # Errors
    /// A file already exists, or cannot be written; then all files stay unchanged.
    pub(crate) fn add(&self, directory: &Path, changed: &Files) -> Result {
        let taken = self.paths().filter(|path| directory.join(path).exists());
        let taken: Vec<_> = taken.collect();
        if !taken.is_empty() {
            return Err(format!("there already: {}", taken.join(", ")));
        }
        let mut before = Vec::new();
        for path in changed.paths() {
            let path = directory.join(path);
            let text = fs::read(&path)
                .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
            before.push((path, text));
        }
        let all = self.0.iter().chain(&changed.0);
        let done = all
            .into_iter()
            .try_for_each(|(path, text)| write(&directory.join(path), text));
        done.inspect_err(|_| {
            for path in self.paths() {
                let _ = fs::remove_file(directory.join(path));
            }
            for (path, text) in &before {
                let _ = fs::write(path, text);
            }
        })
    }
}

fn write(path: &Path, text: &str) -> Result {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// A temporary directory is private to its owner; a project follows the user's umask.
fn open_to_all(directory: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let sample = directory.join("src");
        if let Ok(made) = fs::metadata(sample) {
            let mode = fs::Permissions::from_mode(made.permissions().mode());
            let _ = fs::set_permissions(directory, mode);
        }
    }
    #[cfg(not(unix))]
    let _ = directory;
}

/// Breaks lines as rustfmt does for these names; without rustfmt everything still works.
pub(crate) fn format(directory: &Path) {
    let _ = Command::new(cargo())
        .arg("fmt")
        .current_dir(directory)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

/// The cargo that runs this program, or the one on the path.
pub(crate) fn cargo() -> PathBuf {
    std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(texts: &[(&str, &str)]) -> Files {
        let texts = texts
            .iter()
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        Files(texts.collect())
    }

    #[test]
    fn a_directory_is_made_whole_or_not_at_all() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path().join("deep/cloud");
        let two = files(&[("src/a.rs", "a"), ("b", "b")]);
        two.make(&directory).unwrap();
        assert_eq!(fs::read_to_string(directory.join("src/a.rs")).unwrap(), "a");
        assert!(two.make(&directory).unwrap_err().contains("is not empty"));
        // A file cannot be another file's folder.
        let wrong = files(&[("x", "x"), ("x/y", "y")]);
        let other = place.path().join("deep/other");
        assert!(wrong.make(&other).is_err());
        let left: Vec<_> = fs::read_dir(place.path().join("deep")).unwrap().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }

    #[test]
    fn an_empty_directory_is_filled_and_stays_the_same() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path().join("cloud");
        fs::create_dir(&directory).unwrap();
        let names = || {
            let entries = fs::read_dir(&directory).unwrap().flatten();
            let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
            names.sort();
            names
        };
        #[cfg(unix)]
        let before = identity(&directory);
        let wrong = files(&[("x", "x"), ("x/y", "y")]);
        assert!(wrong.make(&directory).is_err());
        assert!(names().is_empty(), "{:?}", names());
        let two = files(&[("src/a.rs", "a"), (".b", "b")]);
        two.make(&directory).unwrap();
        assert_eq!(names(), [".b", "src"]);
        assert_eq!(fs::read_to_string(directory.join("src/a.rs")).unwrap(), "a");
        #[cfg(unix)]
        assert_eq!(identity(&directory), before);
    }

    /// What a directory keeps as long as it is not recreated.
    #[cfg(unix)]
    fn identity(directory: &Path) -> (u64, u32) {
        use std::os::unix::fs::MetadataExt as _;
        let there = fs::metadata(directory).unwrap();
        (there.ino(), there.mode())
    }

    #[test]
    fn what_is_added_is_added_whole_or_not_at_all() {
        let place = tempfile::tempdir().unwrap();
        let lib = place.path().join("lib.rs");
        fs::write(&lib, "old").unwrap();
        let changed = files(&[("lib.rs", "new")]);
        assert!(
            files(&[("lib.rs", "")])
                .add(place.path(), &changed)
                .unwrap_err()
                .contains("lib.rs")
        );
        assert!(
            files(&[("x", "x"), ("x/y", "y")])
                .add(place.path(), &changed)
                .is_err()
        );
        assert_eq!(fs::read_to_string(&lib).unwrap(), "old");
        assert!(!place.path().join("x").exists());
        files(&[("x", "x")]).add(place.path(), &changed).unwrap();
        assert_eq!(fs::read_to_string(&lib).unwrap(), "new");
    }
}
