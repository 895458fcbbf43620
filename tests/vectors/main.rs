//! Our answers against the reference vectors: those of Terraform core's own functions, and those of
//! the Go SDK. `VECTORS=path` compares with other files, `VECTORS_OUT=path` writes our answers as
//! JSON lines.

mod conversion;
mod dynamic_door;
mod go_sdk;
mod json_type;
mod msgpack;
mod panics;
mod reference_oracles;
mod reference_plan;
mod terraform_core;

use schema_runtime::path::Path;
use sdk_tests::vectors::write_path;
use serde_json::Value as Json;

/// A member of a case that must be text.
fn text<'a>(case: &'a Json, member: &str) -> Result<&'a str, String> {
    case[member]
        .as_str()
        .ok_or_else(|| format!("{member} is no text"))
}

/// How an answer represents a rejection.
fn refusal(path: &Path, text: impl ToString) -> Json {
    serde_json::json!({"path": write_path(path), "message": text.to_string()})
}
