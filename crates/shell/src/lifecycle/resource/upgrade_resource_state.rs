//! Upgrading a stored object to the present schema.

use std::collections::BTreeMap;

use schema_runtime::codec::CodecError;
use schema_runtime::codec::document::{Document, Members};
use schema_runtime::default_values::constant_default;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::{Block, Field, Flags, SchemaKind};
use schema_runtime::value::Value;

use super::conversion::data_from;
use crate::context::{CallKind, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindAnswer, BehindCall, BehindRequest};
use crate::state::{OldState, RawState};

impl Instance {
    /// Upgrades a stored object to the present schema: with the provider developer's upgrade for an
    /// older version, only decoding for the present one.
    ///
    /// # Errors
    /// The type is unknown, the state is of a newer version or does not fit, or provider code
    /// failed.
    pub async fn upgrade_resource_state(
        &self,
        type_name: &str,
        version: i64,
        state: RawState,
    ) -> Result<(Value, Diagnostics), Diagnostics> {
        if let Some(behind) = self.behind(SchemaKind::Resource, type_name) {
            let call = BehindCall::UpgradeState { version, state };
            let answer = behind.ask(BehindRequest::new(call, type_name)).await;
            return answer.into_result(BehindAnswer::take_state);
        }
        let resource = self.resource(type_name)?.clone();
        let schema = resource.schema();
        let now = schema.version;
        if version > now {
            return Err(Diagnostic::error(format!(
                "The state of {type_name} comes from a newer version of the provider"
            ))
            .with_detail(format!(
                "It was written with version {version} of the schema; this provider knows versions \
                 up to {now}. Use the newer provider."
            ))
            .into());
        }
        if version == now {
            let value = state.decode(&schema.block).map_err(|error| {
                mismatch(
                    &error,
                    format!("The state of {type_name} does not fit its schema"),
                )
            })?;
            let replacement = |field: &Field, value: &Value| match field.is(Flags::WRITE_ONLY) {
                // It became write-only since the object was stored.
                true => Some(field.absent_value()),
                false => zero_default(field, value),
            };
            let value = schema.block.replace_fields(&value, &replacement);
            return Ok((value, Diagnostics::new()));
        }
        let start = readable_fields(&schema.block, &state)
            .map_err(|error| mismatch(&error, format!("The state of {type_name} is damaged")))?;
        let call = self.call(type_name, CallKind::Upgrade, call_timeout::DEFAULT);
        call.masks.mask_secrets(&schema.block, [&start]);
        let data = data_from(&schema, start);
        let old = OldState::new(version, state);
        let code = move |cx, data| resource.upgrade(cx, old, data);
        let (upgraded, warnings) = self.convert(&call, data, None, code).await?;
        let block = &schema.block;
        Ok((
            block.replace_fields(&upgraded.state, &zero_default),
            warnings,
        ))
    }
}

fn mismatch(error: &CodecError, summary: String) -> Diagnostics {
    // Terraform does not show the path of such a diagnostic: there is no configuration to show.
    error
        .diagnostic(summary)
        .with_detail(error.to_string())
        .into()
}

/// Every field of the state that still fits the block, by name and type; the others absent.
pub(crate) fn readable_fields(block: &Block, state: &RawState) -> Result<Value, CodecError> {
    let damage = match state.decode(block) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let field = |field: &Field, state: &RawState| {
        let value = state.field(field.clone());
        value.unwrap_or_else(|| field.absent_value())
    };
    let fields = block.fields.iter();
    let values = match state {
        RawState::Flatmap(_) => fields.map(|one| field(one, state)).collect(),
        RawState::Json(bytes) => {
            let Ok(Document::Object(stored)) = Document::read(bytes) else {
                return Err(damage);
            };
            let mut stored: BTreeMap<String, Document> = stored.into_iter().collect();
            fields
                .map(|one| {
                    // Only its own part of the string, so the work stays linear.
                    let mut object = Members::new();
                    if let Some(value) = stored.remove(one.name.as_str()) {
                        object.insert(one.name.as_str().to_owned(), value);
                    }
                    field(
                        one,
                        &RawState::Json(Document::Object(object).to_string().into()),
                    )
                })
                .collect()
        }
    };
    Ok(Value::Object(values))
}

/// Zero for a field that is null, if its default is zero.
///
/// A plan has the default instead of null, so our own state has null there only for values that an
/// import did not find, or for fields added later. The Go SDK does not distinguish null and zero,
/// and its state has either: if null stayed, a plan without a refresh would change it, or replace
/// the object. For any other default, nobody knows what null meant.
fn zero_default(field: &Field, value: &Value) -> Option<Value> {
    if !value.is_null() {
        return None;
    }
    constant_default(field).filter(Value::is_zero)
}
