//! The file of one process, and those of others.

use std::collections::BTreeMap;
use std::fs::{DirBuilder, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// How the names of such files end.
const EXTENSION: &str = "crash";

/// What is read of a file, at most.
const MOST: u64 = 16 << 20;

/// The locked file of this process. Lines are appended; the process's death is survived by them, and
/// needs no more than that.
pub(super) struct LogFile {
    file: File,
    path: PathBuf,
    empty: bool,
}

impl LogFile {
    pub(super) fn create(directory: &Path, provider: &str) -> io::Result<LogFile> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(directory)?;
        let mut attempt = 0;
        loop {
            let drawn = RandomState::new().hash_one(attempt);
            let name = format!("{provider}-{}-{drawn:016x}.{EXTENSION}", std::process::id());
            let path = directory.join(name);
            let mut options = OpenOptions::new();
            options.append(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options.open(&path)?;
            fs4::FileExt::lock(&file)?;
            // Another process may have seen it before it was locked, and swept it as empty.
            if path.symlink_metadata().is_ok() {
                return Ok(LogFile {
                    file,
                    path,
                    empty: true,
                });
            }
            attempt += 1;
            if attempt == 10 {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn append(&mut self, line: &serde_json::Value) -> io::Result<()> {
        self.empty = false;
        // In one write, so that a death leaves a line or none.
        self.file.write_all(format!("{line}\n").as_bytes())
    }

    /// Nothing is in flight: it need not grow.
    pub(super) fn clear(&mut self) {
        if !self.empty {
            // Where this fails the lines stay, which say the same.
            self.empty = self.file.set_len(0).is_ok();
        }
    }

    pub(super) fn remove(self) {
        // What stays is empty, and swept by the next process.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// What a process that is gone has left.
pub(super) struct UnfinishedLog {
    pub(super) path: PathBuf,
    pub(super) entries: Vec<Entry>,
}

/// Something that was in flight.
pub(super) struct Entry {
    pub(super) operation: String,
    pub(super) type_name: String,
    pub(super) id: Option<String>,
    /// Whether things of this type have ids.
    pub(super) has_id: bool,
    /// Whether it was said that it exists, where it has no id.
    pub(super) created: bool,
    pub(super) time: String,
}

/// What processes of this provider that are gone have left, without what belongs to this one. Their
/// empty files are removed.
pub(super) fn left(directory: &Path, provider: &str, own: Option<&Path>) -> Vec<UnfinishedLog> {
    let mut found = Vec::new();
    // A directory that cannot be read is told when a file is made in it.
    for entry in directory.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let ours = name
            .strip_prefix(provider)
            .and_then(|rest| rest.strip_prefix('-'))
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        // No pipe, which would be waited for, and no link to anywhere else.
        let file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !ours || !file || path.extension() != Some(EXTENSION.as_ref()) || Some(&*path) == own {
            continue;
        }
        // A file that cannot be read or locked may belong to a process that lives.
        let Ok(file) = File::open(&path) else {
            continue;
        };
        if fs4::FileExt::try_lock(&file).is_err() {
            continue;
        }
        let mut text = Vec::new();
        if file.take(MOST).read_to_end(&mut text).is_err() {
            continue;
        }
        let entries = unfinished(&text);
        if entries.is_empty() {
            // Still under its lock.
            let _ = std::fs::remove_file(&path);
        } else {
            found.push(UnfinishedLog { path, entries });
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// What begins in these lines and does not end. A line that was cut by the process's death says
/// nothing.
fn unfinished(text: &[u8]) -> Vec<Entry> {
    let mut open = BTreeMap::new();
    for line in text.split(|byte| *byte == b'\n') {
        let Ok(line) = serde_json::from_slice::<serde_json::Value>(line) else {
            continue;
        };
        let number = |name: &str| line.get(name).and_then(serde_json::Value::as_u64);
        let text = |name: &str| line.get(name).and_then(|text| text.as_str()).map(shown);
        if let Some(number) = number("begin") {
            open.insert(
                number,
                Entry {
                    operation: text("operation").unwrap_or_default(),
                    type_name: text("type").unwrap_or_default(),
                    id: text("id"),
                    has_id: line.get("has_id") != Some(&serde_json::Value::Bool(false)),
                    created: false,
                    time: text("time").unwrap_or_default(),
                },
            );
        } else if let Some(entry) = number("set").and_then(|number| open.get_mut(&number)) {
            entry.id = text("id");
        } else if let Some(entry) = number("created").and_then(|number| open.get_mut(&number)) {
            entry.created = true;
        } else if let Some(number) = number("end") {
            open.remove(&number);
        }
    }
    open.into_values().collect()
}

/// As it is shown: short, and without anything that a terminal obeys.
fn shown(text: &str) -> String {
    const LONGEST: usize = 200;
    let mut shown = String::new();
    for (count, character) in text.chars().enumerate() {
        if count == LONGEST {
            shown.push('…');
            break;
        }
        if character.is_ascii_graphic() || character == ' ' || character.is_alphanumeric() {
            shown.push(character);
        } else {
            shown.extend(character.escape_unicode());
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn kept(log: &[u8]) -> Vec<String> {
        let entries = unfinished(log).into_iter();
        entries
            .map(|entry| format!("{} {} {:?}", entry.operation, entry.type_name, entry.id))
            .collect()
    }

    #[test]
    fn what_begins_and_does_not_end_is_left_at_whatever_byte_the_process_died() {
        let begin = |n: u64, id: Option<&str>| json!({"begin": n, "operation": "create", "type": "t", "id": id, "time": "now"});
        let lines = [
            begin(0, None),
            begin(1, Some("b")),
            json!({"set": 0, "id": "a\u{202e}\n"}),
            json!({"end": 1}),
        ];
        let log: String = lines.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(
            kept(log.as_bytes()),
            [r#"create t Some("a\\u{202e}\\u{a}")"#]
        );
        for end in 0..log.len() {
            let cut = kept(&log.as_bytes()[..end]);
            let before = String::from_utf8_lossy(&log.as_bytes()[..end]);
            let begun = before.matches("\"time\":\"now\"}").count();
            let ended = before.matches("{\"end\":1}").count();
            assert_eq!(cut.len(), begun - ended, "{end}");
        }
    }

    #[test]
    fn a_file_counts_when_its_process_is_gone() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("deep/log");
        let mut mine = LogFile::create(&place, "p").unwrap();
        let begun =
            json!({"begin": 0, "operation": "create", "type": "t", "id": "x", "time": "now"});
        mine.append(&begun).unwrap();
        let count = |provider: &str| left(&place, provider, None).len();
        // It is locked.
        assert_eq!(count("p"), 0);
        let path = mine.path().to_owned();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(&path), mode(&place)), (0o600, 0o700));
        }
        drop(mine);
        assert_eq!((count("p"), count("other"), count("")), (1, 0, 0));
        // Until somebody removes it.
        assert_eq!(count("p"), 1);
        std::fs::remove_file(path).unwrap();
        assert_eq!(count("p"), 0);
        // One with nothing in it is swept.
        drop(LogFile::create(&place, "p").unwrap());
        assert_eq!(count("p"), 0);
        assert_eq!(place.read_dir().unwrap().count(), 0);
    }
}
