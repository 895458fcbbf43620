//! Values, paths, times and diagnostics on the wire.

use std::time::SystemTime;

use schema_runtime::codec::{CodecError, UnsupportedAttributes, json, msgpack};
use schema_runtime::diagnostics::{Diagnostics, Severity};
use schema_runtime::path::{Path, Step};
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use schema_shell::lifecycle::RawState;
use schema_transport::proto::v6::{self, DynamicValue, Timestamp, attribute_path, diagnostic};

/// Reads an object of a schema; missing is null.
pub(super) fn decode(
    schema: &Schema,
    what: &str,
    value: Option<DynamicValue>,
) -> Result<Value, Diagnostics> {
    let Some(value) = value else {
        return Ok(Value::Null);
    };
    let decoded = if value.msgpack.is_empty() && !value.json.is_empty() {
        json::decode_block(&schema.block, &value.json, UnsupportedAttributes::Refuse)
    } else {
        msgpack::decode_block(&schema.block, &value.msgpack)
    };
    decoded.map_err(|error| mismatch(schema, what, "Terraform sent", &error))
}

/// Writes an object of a schema.
pub(super) fn encode(
    schema: &Schema,
    what: &str,
    value: &Value,
) -> Result<DynamicValue, Diagnostics> {
    msgpack::encode_block(&schema.block, value)
        .map(DynamicValue::from_msgpack)
        .map_err(|error| mismatch(schema, what, "The provider made", &error))
}

/// Writes an object that must not be lost: fields that do not fit are left out, and named.
pub(super) fn encode_lossy(schema: &Schema, value: &Value) -> (DynamicValue, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let mut value = std::borrow::Cow::Borrowed(value);
    loop {
        let error = match msgpack::encode_block(&schema.block, &value) {
            Ok(bytes) => return (DynamicValue::from_msgpack(bytes), diagnostics),
            Err(error) => error,
        };
        let path = error.path();
        diagnostics.extend(mismatch(schema, "the result", "The provider made", &error));
        let field = path.first_name().and_then(|name| schema.block.find(name));
        let (Value::Object(values), Some((position, field))) = (value.to_mut(), field) else {
            return (DynamicValue::default(), diagnostics);
        };
        match values.get_mut(position) {
            // One that was left out already does not fit either: there is nothing to keep.
            Some(place) if *place != field.absent_value() => *place = field.absent_value(),
            _ => return (DynamicValue::default(), diagnostics),
        }
    }
}

fn mismatch(schema: &Schema, what: &str, who: &str, error: &CodecError) -> Diagnostics {
    let summary = format!("{}: {what} does not fit the schema", schema.type_name);
    let text = error.text();
    error
        .diagnostic(summary)
        .with_detail(format!(
            "{who} a value that the schema does not allow: {text}."
        ))
        .into()
}

/// State in its stored form; nothing where there is none.
pub(super) fn raw_state(state: v6::RawState) -> Option<RawState> {
    if !state.json.is_empty() {
        Some(RawState::Json(state.json.to_vec()))
    } else if !state.flatmap.is_empty() {
        Some(RawState::Flatmap(state.flatmap))
    } else {
        None
    }
}

/// Diagnostics on the wire.
pub(super) fn diagnostics_to_wire(diagnostics: Diagnostics) -> Vec<v6::Diagnostic> {
    diagnostics
        .into_iter()
        .map(|diagnostic| v6::Diagnostic {
            severity: match diagnostic.severity {
                Severity::Error => diagnostic::Severity::Error,
                Severity::Warning => diagnostic::Severity::Warning,
            }
            .into(),
            attribute: attribute_path(&diagnostic.path.addressable()),
            summary: diagnostic.summary,
            detail: diagnostic.detail,
        })
        .collect()
}

/// A path on the wire; nothing for the root.
pub(super) fn attribute_path(path: &Path) -> Option<v6::AttributePath> {
    if path.is_root() {
        return None;
    }
    let steps = path.steps().iter().map_while(|step| {
        let selector = match step {
            Step::Attribute(name) => {
                attribute_path::Selector::AttributeName(name.as_str().to_owned())
            }
            Step::Key(key) => attribute_path::Selector::ElementKeyString(key.as_str().to_owned()),
            Step::Index(index) => {
                attribute_path::Selector::ElementKeyInt(i64::try_from(*index).ok()?)
            }
            Step::Element(_) => return None,
        };
        Some(attribute_path::Step {
            selector: Some(selector),
        })
    });
    Some(v6::AttributePath {
        steps: steps.collect(),
    })
}

/// A point in time on the wire; nothing for one that is too far away to be told.
pub(super) fn timestamp(time: SystemTime) -> Option<Timestamp> {
    // None of ours lies before 1970: what is past was lifted to the present.
    let since = time.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(Timestamp {
        seconds: i64::try_from(since.as_secs()).ok()?,
        nanos: i32::try_from(since.subsec_nanos()).ok()?,
    })
}
