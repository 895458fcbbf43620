//! Reading a data source.

use std::sync::Arc;

use schema_runtime::data::{DataCore, Operation, Outcome, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::validate::with_defaults;
use schema_runtime::value::Value;

use super::call::guarded;
use super::instance::Instance;
use crate::context::Cx;
use crate::timeouts;

/// What was looked up.
#[derive(Clone, PartialEq)]
pub struct DataResponse {
    /// The object; null after an error.
    pub state: Value,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// Looks something up. The configuration must be wholly known.
    pub async fn read_data_source(&self, type_name: &str, config: Value) -> DataResponse {
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
        let source = match self.data_source(type_name) {
            Ok(source) => source.clone(),
            Err(error) => {
                diagnostics.push(error);
                return None;
            }
        };
        if !config.is_wholly_known() {
            diagnostics.push(
                Diagnostic::error(format!("{type_name}: the configuration is not known yet"))
                    .with_detail("A data source is read when all of its arguments are known."),
            );
            return None;
        }
        let schema = source.schema();
        let filled = guarded(type_name, "read", || {
            with_defaults(&schema, &config, &self.inner.environment)
        });
        let filled = match filled {
            Ok((filled, found)) => {
                diagnostics.extend(found);
                filled
            }
            Err(error) => {
                diagnostics.push(error);
                return None;
            }
        };
        if diagnostics.has_errors() {
            return None;
        }
        let timeout = timeouts::of(&schema, &filled, "read");
        let data = DataCore::new(
            schema.clone(),
            Operation::ReadDataSource,
            Value::Null,
            filled,
            config,
            Private::default(),
        );
        let call = self.call(type_name, "read", timeout, None);
        let cx = Cx::of(Arc::clone(&call));
        let author = async move { source.read(cx, data).await };
        match self.run(&call, author).await {
            Ok((data, result)) => {
                if !call.conclude(result, diagnostics) {
                    return None;
                }
                let saved = guarded(type_name, "read", || {
                    (data.saved(&Outcome::Done), data.complaints())
                });
                match saved {
                    Ok((state, complaints)) => {
                        let failed = complaints.has_errors();
                        diagnostics.extend(complaints);
                        (!failed).then_some(state)
                    }
                    Err(error) => {
                        diagnostics.push(error);
                        None
                    }
                }
            }
            Err(failure) => {
                diagnostics.push(failure.diagnostic(&call));
                None
            }
        }
    }
}
