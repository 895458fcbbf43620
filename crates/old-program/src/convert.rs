//! Converts values to and from messages, for a caller in this process.

use std::time::{Duration, SystemTime};

use schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::{Path, Step};
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use schema_shell::lifecycle::RawState;
use schema_transport::proto::v6::attribute_path::Selector;
use schema_transport::proto::v6::{self, DynamicValue, ResourceIdentityData, Timestamp};

/// An object of a block.
pub(crate) fn encode(block: &Block, value: &Value) -> Result<Option<DynamicValue>, Diagnostic> {
    let bytes = msgpack::encode_block(block, value);
    let bytes = bytes.map_err(|error| unfit(&error.to_string()))?;
    Ok(Some(DynamicValue::from_msgpack(bytes)))
}

/// The reverse; a missing value is null.
pub(crate) fn decode(block: &Block, value: Option<DynamicValue>) -> Result<Value, Diagnostic> {
    let Some(value) = value else {
        return Ok(Value::Null);
    };
    let read = match (value.msgpack.is_empty(), value.json.is_empty()) {
        (true, true) => return Ok(Value::Null),
        (true, false) => json::decode_block(block, &value.json, UnsupportedAttributes::Refuse),
        _ => msgpack::decode_block(block, &value.msgpack),
    };
    read.map_err(|error| mismatch(&error.to_string()))
}

/// A value of ours that the old program's schema does not allow.
pub(crate) fn unfit(why: &str) -> Diagnostic {
    Diagnostic::error("A value does not fit the schema of the old program").with_detail(why)
}

/// An answer that the old program's schema does not allow.
pub(crate) fn mismatch(why: &str) -> Diagnostic {
    Diagnostic::error("The old program answered with a value that its schema does not allow")
        .with_detail(format!("{why}. This is a bug in that program."))
}

/// The identity of an object.
pub(crate) fn encode_identity(
    block: Option<&Block>,
    identity: Option<&Value>,
) -> Result<Option<ResourceIdentityData>, Diagnostic> {
    let (Some(block), Some(identity)) = (block, identity) else {
        return Ok(None);
    };
    let identity_data = encode(block, identity)?;
    Ok(Some(ResourceIdentityData { identity_data }))
}

/// The reverse; `None` for null.
pub(crate) fn decode_identity(
    block: Option<&Block>,
    data: Option<ResourceIdentityData>,
) -> Result<Option<Value>, Diagnostic> {
    let (Some(block), Some(data)) = (block, data) else {
        return Ok(None);
    };
    let identity = decode(block, data.identity_data)?;
    Ok(Some(identity).filter(|identity| !identity.is_null()))
}

pub(crate) fn raw_state(state: RawState) -> v6::RawState {
    match state {
        RawState::Json(json) => v6::RawState {
            json: json.into(),
            ..Default::default()
        },
        RawState::Flatmap(flatmap) => v6::RawState {
            flatmap,
            ..Default::default()
        },
    }
}

pub(crate) fn diagnostics(all: Vec<v6::Diagnostic>) -> Diagnostics {
    all.into_iter().map(diagnostic).collect()
}

fn diagnostic(one: v6::Diagnostic) -> Diagnostic {
    let severity = one.severity();
    let made = match severity {
        v6::diagnostic::Severity::Warning => Diagnostic::warning(one.summary),
        _ => Diagnostic::error(one.summary),
    };
    let path = one.attribute.as_ref().map(path).unwrap_or_default();
    made.with_detail(one.detail).at(path)
}

pub(crate) fn path(path: &v6::AttributePath) -> Path {
    let selectors = path.steps.iter().filter_map(|step| step.selector.as_ref());
    let steps = selectors.map(|selector| match selector {
        Selector::AttributeName(name) => Step::Attribute(name.clone().into()),
        Selector::ElementKeyString(key) => Step::Key(key.clone().into()),
        Selector::ElementKeyInt(index) => Step::Index(u64::try_from(*index).unwrap_or(0)),
    });
    steps.collect()
}

pub(crate) fn time(time: Option<Timestamp>) -> Option<SystemTime> {
    let time = time?;
    let seconds = u64::try_from(time.seconds).ok()?;
    let nanos = u32::try_from(time.nanos).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, nanos))
}
