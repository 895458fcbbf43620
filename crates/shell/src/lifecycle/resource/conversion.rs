//! Provider code that converts a state: an upgrade or a move.

use std::sync::Arc;

use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::import_resource_state::Imported;
use crate::context::Call;
use crate::lifecycle::identity;
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::code_outcome::{CodeOutcome, data_of};
use crate::untyped::Ended;

impl Instance {
    /// Runs it, and returns what it set.
    pub(crate) async fn convert(
        &self,
        call: &Arc<Call>,
        type_name: &str,
        provider_code: impl Future<Output = Ended<DataCore>> + Send + 'static,
    ) -> Result<(Imported, Diagnostics), Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let provider_code = async move {
            let (data, result) = provider_code.await;
            CodeOutcome::of(data, result)
        };
        let settled = self.run_or_error(call, provider_code).await?;
        let set = settled.identity();
        let (state, private) = settled.conclude_all(call, &mut diagnostics)?;
        if !diagnostics.has_errors() && state.is_null() {
            diagnostics.push(
                Diagnostic::error(format!("{type_name}: {} left no id", call.operation))
                    .with_detail(
                        "A state without an id represents no object. This is a bug in the \
                         provider, or the stored state is damaged.",
                    ),
            );
        }
        let schema = self.inner.schemas.identities.get(type_name);
        let identity = schema.and_then(|schema| identity::of(schema, &state, set, None));
        let imported = Imported {
            type_name: type_name.to_owned(),
            state,
            private: self.stored(private.to_bytes()),
            identity,
        };
        diagnostics.into_result(imported)
    }
}

/// Data that starts from an object.
pub(crate) fn data_from(schema: &Ref<Schema>, object: Value) -> DataCore {
    data_of(schema, Operation::Read, object, Private::default())
}
