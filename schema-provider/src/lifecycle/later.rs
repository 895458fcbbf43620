//! Stands for what other branches bring; deleted on merge.
use schema_runtime::path::Path;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
pub(super) struct CoreError { pub(super) path: Path, pub(super) message: String }
pub(super) fn object_compatible(_: &Block, _: &Value, _: &Value) -> Vec<CoreError> { Vec::new() }
pub(super) fn plan_valid(_: &Block, _: &Value, _: &Value, _: &Value) -> Vec<CoreError> { Vec::new() }
