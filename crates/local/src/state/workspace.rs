//! Workspaces: several states of one configuration, one of which is selected.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use schema_rules::quoted;

use super::file::remove_if_there;
use crate::message::Message;

/// The workspace that always exists.
pub(crate) const DEFAULT: &str = "default";

/// The workspaces of a provider's configuration.
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

    /// The file that names the selected workspace, if it is not the default one.
    fn selection(&self) -> PathBuf {
        self.directory.join(format!("{}.workspace", self.provider))
    }

    /// The directory of the other workspaces, with a subdirectory for each.
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

    /// The selected workspace.
    ///
    /// # Errors
    /// The file has an invalid name.
    pub(crate) fn selected(&self) -> Result<String, Message> {
        let path = self.selection();
        match fs::read_to_string(&path) {
            Ok(text) if is_name(text.trim()) => Ok(text.trim().to_owned()),
            Ok(_) => Err(Message::error("Invalid workspace name").detail(format!(
                "What {} says is not the name of a workspace. Select one: workspace select default",
                path.display()
            ))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(DEFAULT.to_owned()),
            Err(error) => Err(failed(&path, &error)),
        }
    }

    /// Selects a workspace.
    ///
    /// # Errors
    /// The selection could not be saved.
    pub(crate) fn select(&self, name: &str) -> Result<(), Message> {
        let path = self.selection();
        let done = match name {
            DEFAULT => remove_if_there(&path),
            name => fs::write(&path, format!("{name}\n")),
        };
        done.map_err(|error| failed(&path, &error))
    }

    /// The existing workspaces except the default one, sorted by name.
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

    /// Creates the directory of a workspace.
    ///
    /// # Errors
    /// It could not be created.
    pub(crate) fn create(&self, name: &str) -> Result<(), Message> {
        let state = self.state_path(name);
        let path = state.parent().unwrap_or(&self.directory);
        fs::create_dir_all(path).map_err(|error| failed(path, &error))
    }

    /// Deletes a workspace and its state file.
    ///
    /// # Errors
    /// It could not be deleted.
    pub(crate) fn delete(&self, name: &str) -> Result<(), Message> {
        let path = self.others().join(name);
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&path, &error)),
            _ => Ok(()),
        }
    }
}

/// Whether a string is a valid name of a workspace: it becomes part of a path and of requests to a
/// state store.
fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~$&+=:@".contains(&byte);
    !matches!(name, "" | "." | "..") && name.len() <= 90 && name.bytes().all(allowed)
}

/// Checks a name from the user.
///
/// # Errors
/// It is invalid.
pub(crate) fn checked(name: &str) -> Result<&str, Message> {
    if is_name(name) {
        return Ok(name);
    }
    Err(Message::error("Invalid workspace name").detail(format!(
        "The workspace name {} is not allowed. The name must contain only URL safe characters, contain no path \
         separators, and not be an empty string.",
        quoted(name)
    )))
}

fn failed(path: &Path, error: &io::Error) -> Message {
    Message::error("The workspaces cannot be used").detail(format!("{}: {error}.", path.display()))
}
