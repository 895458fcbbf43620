//! Where the files are, and which cases are of which kind.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value as Json;

/// What a case asks. The members of the case say which it is.
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
    /// What the reference SDK makes of a schema, a state and a configuration.
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

    /// The kind of a case, by its members; nothing if it is of none.
    #[must_use]
    pub fn of(case: &Json) -> Option<Kind> {
        let has = |member: &str| case.get(member).is_some();
        let kind = case.get("kind").and_then(Json::as_str);
        if has("panic") && has("file") {
            Some(Kind::Panic)
        } else if has("internal_validate") && has("case") {
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
/// above this crate, else where the project keeps it. Nothing if none of these is there.
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

/// Calls `each` with every case of a kind. Without the files it says so and does nothing, but
/// where the environment variable `CI` is set it panics: a skipped suite must not look green.
///
/// # Panics
/// A file cannot be read, a line is no JSON, or the files are missing where `CI` is set.
pub fn for_each_case(kind: Kind, mut each: impl FnMut(&Json)) {
    for path in paths(kind) {
        let text = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let case: Json = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{}, line {}: {error}", path.display(), number + 1));
            if Kind::of(&case) == Some(kind) {
                each(&case);
            }
        }
    }
}

fn paths(kind: Kind) -> Vec<PathBuf> {
    if let Some(given) = env::var_os("VECTORS") {
        return with_directories_opened(PathBuf::from(given));
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

fn with_directories_opened(path: PathBuf) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path];
    }
    let entries = fs::read_dir(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|ext| ext == "jsonl"))
        .collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

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
