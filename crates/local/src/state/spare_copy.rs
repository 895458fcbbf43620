//! The spare copy: a state that could not be saved where it belongs, put somewhere else.

use std::fs;
use std::path::{Path, PathBuf};

use super::file::{directory_of, random_name, replace, with_suffix};

/// Where a state goes that cannot be written: beside the file, else in a folder for temporary
/// files.
pub(super) struct SpareCopy {
    places: [PathBuf; 2],
    written: Option<PathBuf>,
}

impl SpareCopy {
    pub(super) fn new(state_path: &Path, temporary: &Path) -> Self {
        // A name that nobody can expect: what was put there earlier is kept, and in a folder of
        // all users nobody puts something in its way.
        let path = with_suffix(state_path, &format!(".unsaved-{}.json", random_name()));
        let name = path.file_name().unwrap_or_default();
        SpareCopy {
            places: [directory_of(state_path).join(name), temporary.join(name)],
            written: None,
        }
    }

    /// Writes or replaces it; where it is, if there is room for it anywhere.
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

    /// Removes it: the state is where it belongs.
    pub(super) fn remove(&mut self) {
        if let Some(path) = self.written.take() {
            let _ = fs::remove_file(path);
        }
    }
}
