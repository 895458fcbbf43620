//! Our own answers, in the form of the vectors.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

use serde_json::Value as Json;

use super::files::from_the_shell;

/// Appends a case with our answers in place of the reference's to the file that `VECTORS_OUT`
/// names; does nothing without it. `theirs` are the members that may hold answers.
///
/// # Panics
/// The file cannot be written.
pub fn write_answer(
    case: &Json,
    theirs: &[&str],
    ours: impl IntoIterator<Item = (&'static str, Json)>,
) {
    static OUT: OnceLock<Option<Mutex<File>>> = OnceLock::new();
    let out = OUT.get_or_init(|| {
        let path = from_the_shell(PathBuf::from(std::env::var_os("VECTORS_OUT")?));
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
        Some(Mutex::new(file))
    });
    let (Some(out), Some(members)) = (out, case.as_object()) else {
        return;
    };
    let mut members = members.clone();
    members.retain(|name, _| !theirs.contains(&name.as_str()));
    for (name, answer) in ours {
        members.insert(name.to_owned(), answer);
    }
    let mut line = Json::Object(members).to_string();
    line.push('\n');
    let mut file = out.lock().expect("no writer panicked");
    file.write_all(line.as_bytes())
        .expect("the answers can be written");
}
