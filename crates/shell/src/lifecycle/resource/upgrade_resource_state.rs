//! Upgrading a stored object to the present schema.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::codec::CodecError;
use schema_runtime::codec::document::{Document, Members};
use schema_runtime::default_values::constant_default;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::{Block, Field, Flags, SchemaKind};
use schema_runtime::value::Value;

use super::conversion::data_from;
use crate::context::{Cx, ProviderCall, call_timeout};
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
            let value = without_write_only(&schema.block, value);
            return Ok((with_zero_defaults(&schema.block, value), Diagnostics::new()));
        }
        let start = readable_fields(&schema.block, &state)
            .map_err(|error| mismatch(&error, format!("The state of {type_name} is damaged")))?;
        let call = self.call(type_name, ProviderCall::Upgrade, call_timeout::DEFAULT);
        call.masks.mask_secrets(&schema.block, [&start]);
        let data = data_from(&schema, start);
        let cx = Cx::of(Arc::clone(&call));
        let provider_code = async move {
            let old = OldState::new(version, state);
            let data = cx.watched(data);
            resource.upgrade(cx, old, data).await
        };
        let imported = self.convert(&call, type_name, provider_code).await?;
        Ok((
            with_zero_defaults(&schema.block, imported.0.state),
            imported.1,
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
        let block = Block {
            fields: vec![field.clone()].into(),
            description: "".into(),
            deprecated: "".into(),
            other_kind: false,
        };
        match state.decode(&block) {
            Ok(Value::Object(mut values)) => values.pop(),
            _ => None,
        }
        .unwrap_or_else(|| field.absent_value())
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

/// The object without values of fields that became write-only since it was stored.
fn without_write_only(block: &Block, object: Value) -> Value {
    in_every_object(
        block,
        object,
        &|field, value| match field.is(Flags::WRITE_ONLY) {
            true => field.absent_value(),
            false => value,
        },
    )
}

/// The object with zero instead of null wherever a field's default is zero.
///
/// A plan has the default instead of null, so our own state has null there only for values that an
/// import did not find, or for fields added later. The Go SDK does not distinguish null and zero,
/// and its state has either: if null stayed, a plan without a refresh would change it, or replace
/// the object. For any other default, nobody knows what null meant.
fn with_zero_defaults(block: &Block, object: Value) -> Value {
    in_every_object(block, object, &|field, value| {
        if !value.is_null() {
            return value;
        }
        constant_default(field)
            .filter(Value::is_zero)
            .unwrap_or(value)
    })
}

/// The object with each field's value replaced by the result of `change`, at every depth.
fn in_every_object(block: &Block, object: Value, change: &dyn Fn(&Field, Value) -> Value) -> Value {
    let Value::Object(values) = object else {
        return object;
    };
    let values = block.fields.iter().zip(values).map(|(field, value)| {
        let mut value = change(field, value);
        let Some((_, nested)) = field.nested_block() else {
            return value;
        };
        if !value.is_collection() {
            return in_every_object(nested, value, change);
        }
        value.change_elements(|object| {
            let taken = std::mem::replace(object, Value::Null);
            *object = in_every_object(nested, taken, change);
        });
        value
    });
    Value::Object(values.collect())
}
