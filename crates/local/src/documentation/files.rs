//! The files of a documentation: reads examples and templates, reads and writes pages.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use schema_docs::{Comparison, Difference, Sources, is_page};

use crate::message::{Message, Messages};

/// The largest page or example.
const MAX_FILE: u64 = 4 * 1024 * 1024;

/// The deepest nesting of folders; anything deeper is a link that leads back.
const MAX_DEPTH: usize = 16;

/// Files with these endings must be text.
const TEXTS: [&str; 6] = [".tf", ".hcl", ".sh", ".md", ".tmpl", ".tfvars"];

/// The text files in `examples` and `templates`, except hidden ones (`.terraform`).
///
/// # Errors
/// Folders and files that cannot be read, or should be text but are not.
pub(crate) fn read_sources(root: &Path) -> Result<Sources, Messages> {
    let mut sources = Sources::default();
    let mut messages = Messages::new();
    if !root.is_dir() {
        let error = Message::error("There is no such folder").detail(format!(
            "{}: name the folder of the provider, which contains docs, examples and templates.",
            root.display()
        ));
        return Err(error.into());
    }
    for folder in ["examples", "templates"] {
        if root.join(folder).exists() {
            collect(root, folder, 0, &mut sources, &mut messages);
        }
    }
    messages.into_result(sources)
}

fn collect(
    root: &Path,
    folder: &str,
    depth: usize,
    sources: &mut Sources,
    messages: &mut Messages,
) {
    let entries = match names(&root.join(folder)) {
        Ok(_) if depth > MAX_DEPTH => {
            let reason = "folders in it are nested too deeply, or a link leads back";
            return messages.push(unreadable(folder, reason));
        }
        Ok(entries) => entries,
        Err(error) => return messages.push(unreadable(folder, error)),
    };
    for name in entries {
        let path = format!("{folder}/{name}");
        let file = root.join(&path);
        if file.is_dir() {
            collect(root, &path, depth + 1, sources, messages);
            continue;
        }
        let must_be_text = TEXTS.iter().any(|ending| name.ends_with(ending));
        match read_text(&file) {
            Ok(text) => sources.add(path, &text),
            Err(error) if must_be_text => messages.push(unreadable(&path, error)),
            // Another file that an example needs, such as an image.
            Err(_) => {}
        }
    }
}

/// The names in a folder, sorted, without hidden ones.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        // No page refers to a name that is not a string.
        if let Ok(name) = entry?.file_name().into_string()
            && !name.starts_with('.')
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn read_text(file: &Path) -> Result<String, String> {
    let size = fs::metadata(file).map(|data| data.len());
    if size.map_err(|error| error.to_string())? > MAX_FILE {
        return Err(format!("it is larger than {} MiB", MAX_FILE >> 20));
    }
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
}

fn unreadable(path: &str, reason: impl std::fmt::Display) -> Message {
    Message::error("A file of the documentation cannot be read")
        .detail(format!("{path}: {reason}."))
}

/// The files in the folders of the pages, by path; `None` for links and files that are not text.
///
/// # Errors
/// Folders that cannot be read.
pub(crate) fn read_pages(root: &Path) -> Result<BTreeMap<String, Option<String>>, Messages> {
    let mut found = BTreeMap::new();
    let mut folders = vec!["docs".to_owned()];
    while let Some(folder) = folders.pop() {
        let path = root.join(&folder);
        if !path.exists() {
            continue;
        }
        let inside = names(&path).map_err(|error| Messages::from(unreadable(&folder, error)))?;
        for name in inside {
            let path = format!("{folder}/{name}");
            let file = root.join(&path);
            if folder == "docs" && file.is_dir() {
                folders.push(path);
            } else if is_page(&path) {
                let is_link = fs::symlink_metadata(&file).is_ok_and(|data| data.is_symlink());
                let text = if is_link { None } else { read_text(&file).ok() };
                found.insert(path, text);
            }
        }
    }
    Ok(found)
}

/// Writes changed pages and removes obsolete ones. All new pages are written to temporary files
/// before the first one is moved into place.
///
/// # Errors
/// A file that cannot be written; until the first page is moved, nothing has changed.
pub(crate) fn replace(
    root: &Path,
    pages: &BTreeMap<String, String>,
    comparison: &Comparison,
) -> Result<(), Messages> {
    let written = comparison
        .paths(|difference| matches!(difference, Difference::Missing | Difference::Stale { .. }));
    let mut ready = Unfinished(Vec::new());
    for path in written {
        let place = root.join(path);
        let beside = beside(&place);
        let text = pages.get(path).map(String::as_str).unwrap_or_default();
        let folder = place.parent().map_or(Ok(()), fs::create_dir_all);
        ready.0.push((beside.clone(), place));
        let wrote = folder.and_then(|()| fs::write(beside, text));
        wrote.map_err(|error| failed(path, &error))?;
    }
    for (beside, place) in &ready.0 {
        let moved = fs::rename(beside, place);
        moved.map_err(|error| failed(&place.display().to_string(), &error))?;
    }
    for path in comparison.paths(|difference| difference == Difference::Superfluous) {
        fs::remove_file(root.join(path)).map_err(|error| failed(path, &error))?;
    }
    Ok(())
}

fn beside(place: &Path) -> PathBuf {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    place.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

/// Temporary files with their places; those that were not moved there are removed at the end.
struct Unfinished(Vec<(PathBuf, PathBuf)>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        for (beside, _) in &self.0 {
            let _ = fs::remove_file(beside);
        }
    }
}

fn failed(path: &str, error: &io::Error) -> Messages {
    Message::error("The documentation cannot be written")
        .detail(format!("{path}: {error}."))
        .into()
}
