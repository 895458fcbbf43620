//! The location of the files, and the kinds of cases.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value as Json;

/// The question of a case, determined by its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Which value core proposes to the provider.
    ProposedNew,
    /// Whether the provider may answer with a plan.
    PlanValid,
    /// Whether an object may be the result of applying a plan.
    ObjectCompatible,
    /// Conversion of values, common types.
    Conversion,
    /// Values on the wire.
    Msgpack,
    /// Types written as JSON.
    JsonType,
    /// Inputs of the others on which core itself crashes.
    Panic,
    /// The reference SDK's results for a schema, a state and a configuration.
    Reference,
}

impl Kind {
    /// The files, below the directory of vectors, that hold such cases.
    #[must_use]
    pub fn files(self) -> &'static [&'static str] {
        match self {
            Kind::ProposedNew => &["core/proposed-new.jsonl"],
            Kind::PlanValid => &["core/plan-valid.jsonl"],
            Kind::ObjectCompatible => &["core/object-compatible.jsonl"],
            Kind::Conversion => &["core/conversion.jsonl"],
            Kind::Msgpack => &["core/msgpack.jsonl"],
            Kind::JsonType => &["core/json-type.jsonl"],
            Kind::Panic => &["core/panics.jsonl"],
            Kind::Reference => &["plan.jsonl", "null-zero-empty.jsonl", "schema-rules.jsonl"],
        }
    }

    /// The kind of a case, by its members; `None` if it has no known kind.
    #[must_use]
    pub fn of(case: &Json) -> Option<Kind> {
        let has = |member: &str| case.get(member).is_some();
        let kind = case.get("kind").and_then(Json::as_str);
        if has("panic") && has("file") {
            Some(Kind::Panic)
        } else if case.pointer("/case/schema").is_some() {
            Some(Kind::Reference)
        } else if has("type_json") {
            Some(Kind::JsonType)
        } else if matches!(kind, Some("encode" | "decode")) {
            Some(Kind::Msgpack)
        } else if matches!(kind, Some("convert" | "unify")) {
            Some(Kind::Conversion)
        } else if has("schema") && has("actual") {
            Some(Kind::ObjectCompatible)
        } else if has("schema") && matches!(kind, Some("managed" | "data")) {
            Some(Kind::ProposedNew)
        } else if has("schema") && has("planned") && has("config") {
            Some(Kind::PlanValid)
        } else {
            None
        }
    }
}

/// The directory of the vectors: `VECTORS_DIR`, else `shared/data/vectors` beside any directory
/// above this crate, else where the project keeps it. `None` if none of these exists.
#[must_use]
pub fn directory() -> Option<PathBuf> {
    if let Some(directory) = env::var_os("VECTORS_DIR") {
        return Some(PathBuf::from(directory));
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .map(|above| above.join("shared/data/vectors"))
        .chain([PathBuf::from("/work/shared/data/vectors")])
        .find(|directory| directory.is_dir())
}

/// Calls `each` with every case of a kind, whatever is wrong with others, and returns what could
/// not be used: a file that cannot be read, a line that is not JSON or no case, a case in which
/// `each` panicked; each with its file and line. Without the files it says so and does nothing.
///
/// # Panics
/// The files are missing where the environment variable `CI` is set: a skipped suite must not look
/// green.
#[must_use = "what could not be used was not compared"]
pub fn for_each_case(kind: Kind, mut each: impl FnMut(&Json)) -> Vec<String> {
    let mut unusable = Vec::new();
    for path in paths(kind) {
        match fs::read(&path) {
            Ok(bytes) => each_line(&path, &bytes, kind, &mut each, &mut unusable),
            Err(error) => unusable.push(format!("cannot read {}: {error}", path.display())),
        }
    }
    unusable
}

fn each_line(
    path: &Path,
    bytes: &[u8],
    kind: Kind,
    each: &mut impl FnMut(&Json),
    unusable: &mut Vec<String>,
) {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        let mut told = |text: String| {
            unusable.push(format!("{}, line {}: {text}", path.display(), number + 1));
        };
        let case: Json = match serde_json::from_slice(line) {
            Ok(case) => case,
            Err(error) => {
                // The line is one of the file: where in it is the column.
                told(format!("no JSON: {error}"));
                continue;
            }
        };
        match Kind::of(&case) {
            None => told("no case of a known kind".to_owned()),
            Some(found) if found == kind => {
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| each(&case))) {
                    told(format!("{}: panicked: {}", case["name"], message(&*panic)));
                }
            }
            Some(_) => {}
        }
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a message")
}

fn paths(kind: Kind) -> Vec<PathBuf> {
    if let Some(given) = env::var_os("VECTORS") {
        return with_directories_opened(from_the_shell(PathBuf::from(given)));
    }
    let Some(directory) = directory() else {
        assert!(
            env::var_os("CI").is_none(),
            "the reference vectors are missing; set VECTORS_DIR"
        );
        crate::say!("SKIPPED: no reference vectors here ({kind:?}); set VECTORS_DIR to run them");
        return Vec::new();
    };
    kind.files()
        .iter()
        .map(|file| directory.join(file))
        .collect()
}

/// A path as the user's shell means it: cargo runs tests in the directory of their crate.
pub(super) fn from_the_shell(path: PathBuf) -> PathBuf {
    match env::var_os("PWD") {
        Some(shell) if path.is_relative() => Path::new(&shell).join(path),
        _ => path,
    }
}

fn with_directories_opened(path: PathBuf) -> Vec<PathBuf> {
    // An unreadable file is reported when it is read.
    let Ok(entries) = fs::read_dir(&path) else {
        return vec![path];
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .flat_map(|entry| match entry.is_dir() {
            true => with_directories_opened(entry),
            false if entry.extension().is_some_and(|ext| ext == "jsonl") => vec![entry],
            false => Vec::new(),
        })
        .collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], each: impl FnMut(&Json)) -> Vec<String> {
        let (mut each, mut unusable) = (each, Vec::new());
        let path = Path::new("x.jsonl");
        each_line(path, bytes, Kind::JsonType, &mut each, &mut unusable);
        unusable
    }

    #[test]
    fn what_is_wrong_with_a_line_is_reported_with_its_number_and_drops_no_other() {
        let text = b"\xef\xbb\xbf{\"name\":\"a\",\"type_json\":\"x\"}\r\n\r\n{\"name\":\"b\",\"type_j\n\
            {\"name\":\"\xff\",\"type_json\":\"x\"}\n{\"name\":\"c\"}\n[1]\n\
            {\"name\":\"d\",\"type_json\":\"boom\"}\n{\"name\":\"e\",\"type_json\":\"x\",\"more\":1}";
        let mut seen = Vec::new();
        let unusable = lines(text, |case| {
            assert_ne!(case["type_json"], "boom", "it bursts");
            seen.push(case["name"].as_str().unwrap().to_owned());
        });
        assert_eq!(seen, ["a", "e"]);
        let starts: Vec<&str> = unusable
            .iter()
            .map(|text| text.split(": ").nth(1).unwrap())
            .zip(&unusable)
            .map(|(what, text)| {
                assert!(text.starts_with("x.jsonl, line "), "{text}");
                what
            })
            .collect();
        let expected = [
            "no JSON",
            "no JSON",
            "no case of a known kind",
            "no case of a known kind",
            "\"d\"",
        ];
        assert_eq!(starts, expected, "{unusable:?}");
        for (text, line) in unusable.iter().zip(["3", "4", "5", "6", "7"]) {
            assert!(text.contains(&format!("line {line}:")), "{text}");
        }
        assert!(unusable[4].contains("it bursts"), "{unusable:?}");
    }

    #[test]
    fn a_case_of_the_reference_needs_no_answers() {
        let case = serde_json::json!({"name": "a", "case": {"schema": {"attributes": {}}}});
        assert_eq!(Kind::of(&case), Some(Kind::Reference));
    }

    #[test]
    fn the_members_of_a_case_say_its_kind() {
        for kind in [
            Kind::ProposedNew,
            Kind::PlanValid,
            Kind::ObjectCompatible,
            Kind::Conversion,
            Kind::Msgpack,
            Kind::JsonType,
            Kind::Panic,
            Kind::Reference,
        ] {
            let Some(directory) = directory() else { return };
            for file in kind.files() {
                let text = fs::read_to_string(directory.join(file)).unwrap();
                for line in text.lines() {
                    let case: Json = serde_json::from_str(line).unwrap();
                    assert_eq!(Kind::of(&case), Some(kind), "{file}: {}", case["name"]);
                }
            }
        }
    }
}
