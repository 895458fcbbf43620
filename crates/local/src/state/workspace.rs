//! Workspaces: several states of one configuration, of which one is selected.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use schema_rules::quoted;

use crate::message::Message;

/// The workspace that there always is.
pub(crate) const DEFAULT: &str = "default";

/// Where the workspaces of a provider's configuration are.
pub(crate) struct Workspaces {
    /// The directory of the configuration.
    directory: PathBuf,
    provider: String,
}

impl Workspaces {
    pub(crate) fn new(directory: &Path, provider: &str) -> Self {
        Workspaces {
            directory: directory.to_owned(),
            provider: provider.to_owned(),
        }
    }

    /// The file that says which one is selected, where it is not the default one.
    fn selection(&self) -> PathBuf {
        self.directory.join(format!("{}.workspace", self.provider))
    }

    /// The directory with those that are not the default one, a directory each.
    fn others(&self) -> PathBuf {
        self.directory.join(format!("{}.state.d", self.provider))
    }

    /// The state file of a workspace.
    pub(crate) fn state_path(&self, name: &str) -> PathBuf {
        let file = format!("{}.state.json", self.provider);
        match name {
            DEFAULT => self.directory.join(file),
            name => self.others().join(name).join(file),
        }
    }

    /// Which one is selected here.
    ///
    /// # Errors
    /// What the file says is no name.
    pub(crate) fn selected(&self) -> Result<String, Message> {
        let path = self.selection();
        match fs::read_to_string(&path) {
            Ok(text) => {
                let name = text.trim();
                match is_name(name) {
                    true => Ok(name.to_owned()),
                    false => Err(Message::error("Invalid workspace name").detail(format!(
                        "What {} says is not the name of a workspace. Select one: workspace select default",
                        path.display()
                    ))),
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(DEFAULT.to_owned()),
            Err(error) => Err(failed(&path, &error)),
        }
    }

    /// Selects one.
    ///
    /// # Errors
    /// It could not be written down.
    pub(crate) fn select(&self, name: &str) -> Result<(), Message> {
        let path = self.selection();
        let done = match name {
            DEFAULT => match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            },
            name => fs::write(&path, format!("{name}\n")),
        };
        done.map_err(|error| failed(&path, &error))
    }

    /// Those that there are beside the default one, by name.
    ///
    /// # Errors
    /// They could not be read.
    pub(crate) fn list(&self) -> Result<Vec<String>, Message> {
        let path = self.others();
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(&path, &error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| failed(&path, &error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_name(&name) && name != DEFAULT && entry.path().is_dir() {
                names.push(name);
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Makes the place for one.
    ///
    /// # Errors
    /// It could not be made.
    pub(crate) fn create(&self, name: &str) -> Result<(), Message> {
        let state = self.state_path(name);
        let path = state.parent().unwrap_or(&self.directory);
        fs::create_dir_all(path).map_err(|error| failed(path, &error))
    }

    /// Takes one away with its state file.
    ///
    /// # Errors
    /// It could not be taken away.
    pub(crate) fn delete(&self, name: &str) -> Result<(), Message> {
        let path = self.others().join(name);
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&path, &error)),
            _ => Ok(()),
        }
    }
}

/// Whether a string can be the name of a workspace: it is part of a path, and of what a state store
/// is asked for.
pub(crate) fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~$&+=:@".contains(&byte);
    !matches!(name, "" | "." | "..") && name.len() <= 90 && name.bytes().all(allowed)
}

/// An error for a string that is none.
pub(crate) fn no_name(name: &str) -> Message {
    Message::error("Invalid workspace name").detail(format!(
        "The workspace name {} is not allowed. The name must contain only URL safe characters, contain no path \
         separators, and not be an empty string.",
        quoted(name)
    ))
}

fn failed(path: &Path, error: &io::Error) -> Message {
    Message::error("The workspaces cannot be used").detail(format!("{}: {error}.", path.display()))
}
