//! The file of this process, and the files of others.

use std::collections::BTreeMap;
use std::fs::{DirBuilder, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};

/// The suffix of the names of such files.
const EXTENSION: &str = "crash";

/// The same while a shorter file is written, which then replaces it.
const NEXT: &str = "crash-next";

/// The longest line that is read. Ours are shorter.
const LONGEST_LINE: u64 = 64 << 10;

/// How much of each file is read: ours stay far shorter.
const MOST_READ: u64 = 256 << 20;

/// The length from which a file is rewritten without ended operations, and the growth needed since
/// the last rewrite.
const LONG: u64 = 64 << 10;
const GROWN: u64 = 4;

/// The locked file of this process. Lines are appended; they survive the death of the process,
/// which is enough.
pub(super) struct LogFile {
    file: File,
    pub(super) path: PathBuf,
    length: u64,
    /// Its length when it contained no ended operations.
    shortest: u64,
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
            let mut file = new_file(&path)?;
            fs4::FileExt::lock(&file)?;
            // Even without room for a line, as on a full disk, there is room for a name.
            if let Err(error) = file.write_all(b"\n").and_then(|()| file.set_len(0)) {
                let _ = std::fs::remove_file(&path);
                return Err(error);
            }
            // Another process may have seen it before it was locked, and removed it as empty.
            if path.symlink_metadata().is_ok() {
                return Ok(LogFile {
                    file,
                    path,
                    length: 0,
                    shortest: 0,
                });
            }
            attempt += 1;
            if attempt == 10 {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
        }
    }

    pub(super) fn append(&mut self, line: &serde_json::Value) -> io::Result<()> {
        // In one write, so that a crash leaves a whole line or nothing.
        let line = format!("{line}\n");
        self.length += line.len() as u64;
        self.file.write_all(line.as_bytes())
    }

    /// Whether it is worthwhile to omit ended operations.
    pub(super) fn is_long(&self) -> bool {
        self.length > LONG.max(self.shortest.saturating_mul(GROWN))
    }

    /// Replaces all lines with these. At any moment, one of the two files exists, locked, under its
    /// name.
    pub(super) fn rewrite(
        &mut self,
        lines: impl Iterator<Item = serde_json::Value>,
    ) -> io::Result<()> {
        let lines: String = lines.map(|line| format!("{line}\n")).collect();
        // If this fails, it is tried again when the file is much longer.
        self.shortest = self.length;
        let path = self.path.with_extension(NEXT);
        // Left by a failed attempt.
        let _ = std::fs::remove_file(&path);
        let mut file = new_file(&path)?;
        let written = fs4::FileExt::lock(&file)
            .and_then(|()| file.write_all(lines.as_bytes()))
            .and_then(|()| std::fs::rename(&path, &self.path));
        if let Err(error) = written {
            let _ = std::fs::remove_file(&path);
            return Err(error);
        }
        self.file = file;
        self.length = lines.len() as u64;
        self.shortest = self.length;
        Ok(())
    }

    /// Empties the file, because nothing is in flight.
    pub(super) fn clear(&mut self) {
        // If this fails, the lines stay, which say the same.
        if self.length > 0 && self.file.set_len(0).is_ok() {
            self.length = 0;
            self.shortest = 0;
        }
    }

    pub(super) fn remove(self) {
        // The remaining file is empty; the next process removes it.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn new_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether an open file is still the one at its path.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(there)) = (file.metadata(), path.symlink_metadata()) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        (open.dev(), open.ino()) == (there.dev(), there.ino())
    }
    #[cfg(not(unix))]
    {
        open.len() == there.len()
    }
}

/// Records what is in no state, although the process continues, in a file that nobody locks: it is
/// reported from now on. `former` is the file of earlier records.
pub(super) fn leave(
    directory: &Path,
    provider: &str,
    former: Option<&Path>,
    line: &serde_json::Value,
) -> io::Result<PathBuf> {
    if let Some(path) = former
        && let Ok(mut file) = OpenOptions::new().append(true).open(path)
    {
        fs4::FileExt::lock(&file)?;
        // The user may have removed it.
        if is_at(&file, path) {
            file.write_all(format!("{line}\n").as_bytes())?;
            return Ok(path.to_owned());
        }
    }
    let mut file = LogFile::create(directory, provider)?;
    file.append(line)?;
    Ok(file.path)
}

/// The content of a file that nobody locks: of a process that no longer exists, or of a call.
pub(super) struct UnfinishedLog {
    pub(super) path: PathBuf,
    pub(super) entries: Vec<Open>,
}

/// An operation in flight, as the log has it.
#[derive(Clone)]
pub(super) struct Open {
    pub(super) operation: String,
    pub(super) type_name: String,
    pub(super) id: Option<String>,
    /// Whether things of this type have ids.
    pub(super) has_id: bool,
    /// Whether its object was reported to exist, if it has no id.
    pub(super) created: bool,
    /// Whether only its call ended, and not the process.
    pub(super) of_a_call: bool,
    pub(super) time: String,
}

impl Open {
    /// The line of its begin; [`unfinished`] reads it.
    pub(super) fn line(&self, number: u64) -> serde_json::Value {
        serde_json::json!({
            "begin": number,
            "operation": self.operation,
            "type": self.type_name,
            "id": self.id,
            "has_id": self.has_id,
            "exists": self.created,
            "of_a_call": self.of_a_call,
            "time": self.time,
        })
    }
}

/// Entries left by ended processes of this provider, without this process's own. Their empty files
/// are removed.
pub(super) fn left(directory: &Path, provider: &str, own: Option<&Path>) -> Vec<UnfinishedLog> {
    let mut found = Vec::new();
    let mut room = MOST_READ;
    // An unreadable directory is reported when a file is created in it.
    for entry in directory.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let ours = name
            .strip_prefix(provider)
            .and_then(|rest| rest.strip_prefix('-'))
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        // Not a pipe, which would block, and not a link to elsewhere.
        let file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let extension = path.extension().and_then(|extension| extension.to_str());
        let known = matches!(extension, Some(EXTENSION | NEXT));
        if !ours || !file || !known || Some(&*path) == own {
            continue;
        }
        // A file that cannot be read or locked may belong to a process that lives.
        let Ok(file) = File::open(&path) else {
            continue;
        };
        // Its process may have replaced it.
        if fs4::FileExt::try_lock(&file).is_err() || !is_at(&file, &path) {
            continue;
        }
        // A file that has not replaced another yet says nothing that the other does not.
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let is_whole = length <= room;
        let entries = match extension {
            Some(NEXT) => Ok(Vec::new()),
            _ => unfinished(BufReader::new(io::Read::take(&file, room))),
        };
        room = room.saturating_sub(length);
        let Ok(entries) = entries else {
            continue;
        };
        if !entries.is_empty() {
            found.push(UnfinishedLog { path, entries });
        } else if is_whole {
            // Still under its lock. (Otherwise the rest of its content is unknown.)
            let _ = std::fs::remove_file(&path);
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// Operations that begin in these lines but do not end. A line cut off by the process's death is
/// ignored.
fn unfinished(mut text: impl BufRead) -> io::Result<Vec<Open>> {
    let mut open = BTreeMap::new();
    let mut line = Vec::new();
    // Line by line: a file may have any length.
    loop {
        line.clear();
        if io::Read::take(&mut text, LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let Ok(line) = serde_json::from_slice::<serde_json::Value>(&line) else {
            continue;
        };
        let number = |name: &str| line.get(name).and_then(serde_json::Value::as_u64);
        let text = |name: &str| line.get(name).and_then(|text| text.as_str()).map(shown);
        let is = |name: &str| line.get(name).and_then(serde_json::Value::as_bool);
        if let Some(number) = number("begin") {
            let entry = Open {
                operation: text("operation").unwrap_or_default(),
                type_name: text("type").unwrap_or_default(),
                id: text("id"),
                has_id: is("has_id") != Some(false),
                created: is("exists") == Some(true),
                of_a_call: is("of_a_call") == Some(true),
                time: text("time").unwrap_or_default(),
            };
            open.insert(number, entry);
        } else if let Some(entry) = number("set").and_then(|number| open.get_mut(&number)) {
            entry.id = text("id");
        } else if let Some(entry) = number("created").and_then(|number| open.get_mut(&number)) {
            entry.created = true;
        } else if let Some(number) = number("end") {
            open.remove(&number);
        }
    }
    Ok(open.into_values().collect())
}

/// The string as shown: short, and without control characters for the terminal.
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
    use std::sync::{Mutex, PoisonError};

    /// Until a process that is just starting runs its own program, it holds all files of this one,
    /// with their locks. Tests of locks therefore do not run beside the test that starts one.
    static STARTS: Mutex<()> = Mutex::new(());

    fn kept(log: &[u8]) -> Vec<String> {
        let entries = unfinished(log).unwrap();
        entries
            .into_iter()
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
            let begun = before.matches("\"type\":\"t\"}").count();
            let ended = before.matches("{\"end\":1}").count();
            assert_eq!(cut.len(), begun - ended, "{end}");
        }
    }

    #[test]
    fn a_file_counts_when_its_process_is_gone() {
        let _nothing_starts = STARTS.lock().unwrap_or_else(PoisonError::into_inner);
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("deep/log");
        let mut mine = LogFile::create(&place, "p").unwrap();
        let begun =
            json!({"begin": 0, "operation": "create", "type": "t", "id": "x", "time": "now"});
        mine.append(&begun).unwrap();
        let count = |provider: &str| left(&place, provider, None).len();
        // It is locked.
        assert_eq!(count("p"), 0);
        let path = mine.path.clone();
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
        // An empty file is removed.
        drop(LogFile::create(&place, "p").unwrap());
        assert_eq!(count("p"), 0);
        assert_eq!(place.read_dir().unwrap().count(), 0);
    }

    #[test]
    fn a_file_of_any_length_is_read_to_its_end() {
        let begin = |n: u64| json!({"begin": n, "operation": "create", "type": "t", "id": "x".repeat(1000), "time": "now"});
        let mut log = String::new();
        for n in 0..20_000 {
            log.push_str(&format!("{}\n{}\n", begin(n), json!({"end": n})));
        }
        assert!(log.len() > 20 << 20);
        log.push_str(&format!("{}\n", json!({"begin": 20_000, "operation": "delete", "type": "t", "id": "last", "time": "now"})));
        assert_eq!(kept(log.as_bytes()), [r#"delete t Some("last")"#]);
        // Nor does an invalid line hide those after it.
        let long = format!("{{\"begin\":1,\"id\":\"{}\"}}\n", "x".repeat(1 << 20));
        assert_eq!(kept(format!("{long}{log}").as_bytes()).len(), 1);
    }

    #[test]
    fn a_file_without_end_is_not_read_to_it() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("p-1-0.crash");
        let file = File::create(&path).unwrap();
        file.set_len(1 << 42).unwrap();
        let begun = std::time::Instant::now();
        assert!(left(place.path(), "p", None).is_empty());
        assert!(begun.elapsed() < std::time::Duration::from_secs(60));
        assert!(path.exists());
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_takes_no_line_is_none() {
        const LIMITED: &str = "CRASH_LOG_TEST_LIMITED";
        if let Some(place) = std::env::var_os(LIMITED) {
            assert!(LogFile::create(Path::new(&place), "p").is_err());
            return;
        }
        let place = tempfile::tempdir().unwrap();
        let test = "process::crash_log::file::tests::a_file_that_takes_no_line_is_none";
        let _starts = STARTS.lock().unwrap_or_else(PoisonError::into_inner);
        // A file may be created, and stay empty.
        let output = std::process::Command::new("sh")
            .args([
                "-c",
                "trap '' XFSZ; ulimit -f 0; exec \"$0\" --exact \"$1\"",
            ])
            .arg(std::env::current_exe().unwrap())
            .arg(test)
            .env(LIMITED, place.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("1 passed"), "{said}");
        assert_eq!(place.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn a_file_that_is_written_again_is_locked_all_the_time() {
        let _nothing_starts = STARTS.lock().unwrap_or_else(PoisonError::into_inner);
        let place = tempfile::tempdir().unwrap();
        let mut mine = LogFile::create(place.path(), "p").unwrap();
        let begun = |n: u64| json!({"begin": n, "operation": "create", "type": "t", "id": "x", "time": "now"});
        mine.append(&begun(0)).unwrap();
        let former = File::open(&mine.path).unwrap();
        mine.rewrite([begun(1)].into_iter()).unwrap();
        // A process that opened the former file does not treat it as one of a process that no
        // longer exists.
        fs4::FileExt::try_lock(&former).unwrap();
        assert!(!is_at(&former, &mine.path));
        assert!(left(place.path(), "p", None).is_empty());
        mine.append(&begun(2)).unwrap();
        let path = mine.path.clone();
        drop((mine, former));
        let found = left(place.path(), "p", None);
        assert_eq!(found[0].entries.len(), 2);
        // Left if the process dies before one file replaces the other.
        let next = path.with_extension(NEXT);
        std::fs::write(&next, "half a li").unwrap();
        assert_eq!(left(place.path(), "p", None).len(), 1);
        assert!(!next.exists() && path.exists());
    }
}
