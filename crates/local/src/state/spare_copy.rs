//! The spare copy: another place for a state that could not be saved.

use std::fs;
use std::path::{Path, PathBuf};

use super::file::{directory_of, random_name, replace, with_suffix};

/// Where to put a state that cannot be written: beside the file, or in a folder for temporary
/// files.
pub(super) struct SpareCopy {
    places: [PathBuf; 2],
    written: Option<PathBuf>,
}

impl SpareCopy {
    pub(super) fn new(state_path: &Path, temporary: &Path) -> Self {
        // The name is unpredictable: it never replaces an earlier copy, and in a shared folder no
        // other user can occupy it.
        let path = with_suffix(state_path, &format!(".unsaved-{}.json", random_name()));
        let name = path.file_name().unwrap_or_default();
        SpareCopy {
            places: [directory_of(state_path).join(name), temporary.join(name)],
            written: None,
        }
    }

    /// Writes or replaces the copy; returns its path, if it could be written anywhere.
    pub(super) fn write(&mut self, text: &str) -> Option<&Path> {
        let before = self.written.take();
        let first = before.iter().chain(&self.places);
        self.written = first
            .into_iter()
            .find(|place| replace(place, text, true).is_ok())
            .cloned();
        if let Some(before) = before
            && self.written.is_some()
            && self.written.as_ref() != Some(&before)
        {
            let _ = fs::remove_file(before);
        }
        self.written.as_deref()
    }

    /// Removes the copy, once the state is saved where it belongs.
    pub(super) fn remove(&mut self) {
        if let Some(path) = self.written.take() {
            let _ = fs::remove_file(path);
        }
    }
}
