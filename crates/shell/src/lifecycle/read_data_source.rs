//! Reading a data source.

use std::sync::Arc;

use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::terraform_core::plan_valid;
use schema_runtime::validate::{changed_sets, has_element_defaults, without_element_defaults};
use schema_runtime::value::Value;

use super::instance::Instance;
use crate::context::{Cx, ProviderCall, call_timeout};
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};
use crate::lifecycle::instance::code_outcome::CodeOutcome;
use crate::result::reported;

/// The data that was read.
#[derive(Clone, PartialEq)]
pub struct DataResponse {
    /// The object; null after an error.
    pub state: Value,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// Reads a data source. The configuration must be fully known.
    pub async fn read_data_source(&self, type_name: &str, config: Value) -> DataResponse {
        if let Some(behind) = self.behind(SchemaKind::DataSource, type_name) {
            let mut asked = BehindRequest::of(BehindCall::ReadDataSource, type_name, config);
            asked.provider_meta = self.provider_meta.clone();
            let mut answer = behind.ask(asked).await;
            return DataResponse {
                state: answer.take_state(),
                diagnostics: answer.diagnostics,
            };
        }
        let mut diagnostics = Diagnostics::new();
        let state = self.read_object(type_name, config, &mut diagnostics).await;
        DataResponse {
            state: state.unwrap_or(Value::Null),
            diagnostics,
        }
    }

    async fn read_object(
        &self,
        type_name: &str,
        config: Value,
        diagnostics: &mut Diagnostics,
    ) -> Option<Value> {
        let source = reported(self.data_source(type_name), diagnostics)?.clone();
        if !config.is_wholly_known() {
            diagnostics.push(
                Diagnostic::error(format!("{type_name}: the configuration is not known yet"))
                    .with_detail("A data source is read when all of its arguments are known."),
            );
            return None;
        }
        if self.waits_for_settings() {
            return Some(Value::UNKNOWN);
        }
        let schema = source.schema();
        let timeout = call_timeout::of(&schema, &config, "read");
        let call = self.call(type_name, Operation::ReadDataSource, timeout);
        let (read_schema, configured) = (schema.clone(), config.clone());
        let read = async move |cx: Cx, filled| {
            let operation = Operation::ReadDataSource;
            let (none, private) = (Value::Null, Private::default());
            let data = DataCore::new(read_schema, operation, none, filled, configured, private);
            let data = cx.watched(data);
            let (data, result) = source.read(cx, data).await;
            CodeOutcome::of(data, result)
        };
        let settled = self.run_filled(&call, &schema, config.clone(), diagnostics, read);
        let (state, _) = settled.await?.conclude(&call, diagnostics)?;
        if self.is_put_off() {
            return Some(Value::UNKNOWN);
        }
        let state = if has_element_defaults(&schema.block) {
            let (schema, config) = (schema.clone(), config.clone());
            let environment = Arc::clone(&self.inner.environment);
            let restored = self.run_checks(type_name, ProviderCall::DEFAULTS, move || {
                without_element_defaults(&schema, &config, &state, &environment)
            });
            reported(restored.await, diagnostics)?
        } else {
            state
        };
        diagnostics.extend(contradictions(&schema, &config, &state));
        Some(state).filter(|_| !diagnostics.has_errors())
    }
}

/// Where a result differs from the configuration. Terraform does not blame the data source: it
/// treats configured values as known before the read, and blames whatever refers to them
/// ("inconsistent final plan").
fn contradictions(schema: &Schema, config: &Value, result: &Value) -> Diagnostics {
    let name = &schema.type_name;
    let found = plan_valid(&schema.block, &Value::Null, config, result);
    let mut paths: Vec<Path> = found.into_iter().map(|error| error.path).collect();
    let sets = changed_sets(&schema.block, config, result).into_iter();
    let more: Vec<Path> = sets.filter(|set| !paths.contains(set)).collect();
    paths.extend(more);
    let errors = paths.into_iter().map(|path| {
        Diagnostic::error(format!("{name}: the read contradicts the configuration"))
            .with_detail(format!(
                "{path} differs from the configuration: a configured value must be returned \
                 unchanged, and only a `computed` field (`optional, computed`) may have a value \
                 that is not configured. This is a bug in the provider."
            ))
            .at(path)
    });
    errors.collect()
}
