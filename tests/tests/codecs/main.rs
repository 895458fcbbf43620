//! The codecs and conversions against the reference vectors of Terraform core.

mod conversion;
mod json_type;
mod msgpack;
mod panics;

use schema_runtime::path::Path;
use sdk_tests::vectors::write_path;
use serde_json::Value as Json;

/// A member of a case that must be text.
fn text<'a>(case: &'a Json, member: &str) -> Result<&'a str, String> {
    case[member]
        .as_str()
        .ok_or_else(|| format!("{member} is no text"))
}

/// The form in which an answer says that something is refused.
fn refusal(path: &Path, text: impl ToString) -> Json {
    serde_json::json!({"path": write_path(path), "message": text.to_string()})
}
