//! What the provider manages, seen from this side. Nothing in here knows of Terraform.
//!
//! This one keeps strings in a directory, one file each, so that everything works from the first
//! day. Put a client of your API in its place.

use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

/// A directory of strings, each with a kind and a name.
pub struct Client {
    directory: PathBuf,
}

impl Client {
    /// The strings in this directory, which is made when the first text is written.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self {
            directory: directory.into(),
        }
    }

    /// Writes a string that is not there yet.
    ///
    /// # Errors
    /// It is there already, or the directory cannot be written.
    pub async fn create(&self, kind: &str, name: &str, text: &str) -> Result<()> {
        if self.read(kind, name).await?.is_some() {
            let words = format!("there is a {kind} {name:?} already");
            return Err(Error::new(ErrorKind::AlreadyExists, words));
        }
        self.write(kind, name, text).await
    }

    /// Writes a string over the one that is there.
    ///
    /// # Errors
    /// The directory cannot be written.
    pub async fn write(&self, kind: &str, name: &str, text: &str) -> Result<()> {
        let path = self.path(kind, name)?;
        tokio::fs::create_dir_all(&self.directory).await?;
        tokio::fs::write(path, text).await
    }

    /// A string, or `None` if there is none of this name.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub async fn read(&self, kind: &str, name: &str) -> Result<Option<String>> {
        match tokio::fs::read_to_string(self.path(kind, name)?).await {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The names of all texts of a kind, in order.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub async fn list(&self, kind: &str) -> Result<Vec<String>> {
        let mut files = match tokio::fs::read_dir(&self.directory).await {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            files => files?,
        };
        let mut names = Vec::new();
        while let Some(file) = files.next_entry().await? {
            let file = file.file_name();
            let name = file.to_str().and_then(|file| {
                let rest = file.strip_prefix(kind)?.strip_prefix('-')?;
                rest.strip_suffix(".txt")
            });
            names.extend(name.map(str::to_owned));
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Deletes a string; one that does not exist is no error.
    ///
    /// # Errors
    /// The directory cannot be written.
    pub async fn delete(&self, kind: &str, name: &str) -> Result<()> {
        match tokio::fs::remove_file(self.path(kind, name)?).await {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// A name is a file's name and no path, also where it comes from an import.
    fn path(&self, kind: &str, name: &str) -> Result<PathBuf> {
        let file = format!("{kind}-{name}.txt");
        if Path::new(&file).components().count() != 1 || name.contains(['/', '\\']) {
            let words = format!("{name:?} is not the name of a {kind}");
            return Err(Error::new(ErrorKind::InvalidInput, words));
        }
        Ok(self.directory.join(file))
    }
}
