//! What provider code left in its data, in the form that is saved.

use std::sync::Arc;

use schema_panic::{Panic, caught};
use schema_runtime::data::{DataCore, Operation, Outcome, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::Instance;
use super::call::panicked;
use crate::context::{Call, Cx};
use crate::result::Result;
use crate::untyped::Ended;

/// How provider code ended, and what it left. It is made on the thread of provider code, because
/// the provider developer's functions may be called again.
pub(crate) struct CodeOutcome {
    private: Private,
    /// The identity that provider code set.
    pub(crate) identity: Option<Value>,
    result: Result,
    saved: std::result::Result<(Value, Diagnostics), Panic>,
}

/// Data of an existing object, without a configuration.
pub(crate) fn data_of(
    schema: &Ref<Schema>,
    operation: Operation,
    object: Value,
    private: Private,
) -> DataCore {
    let (schema, none) = (schema.clone(), Value::Null);
    DataCore::new(schema, operation, object, none.clone(), none, private)
}

impl Instance {
    /// Runs provider code on the data of an object, whose secrets the log masks meanwhile.
    pub(crate) fn run_on_data<F>(
        &self,
        call: &Arc<Call>,
        data: DataCore,
        code: impl FnOnce(Cx, DataCore) -> F + Send + 'static,
    ) -> impl Future<Output = Result<CodeOutcome, Diagnostic>> + Send
    where
        F: Future<Output = Ended<DataCore>> + Send + 'static,
    {
        let cx = Cx::of(Arc::clone(call));
        self.run_or_error(call, async move {
            let data = cx.watched(data);
            let (data, result) = code(cx, data).await;
            CodeOutcome::of(data, result)
        })
    }
}

impl CodeOutcome {
    pub(crate) fn of(data: DataCore, result: Result) -> Self {
        let saved = caught(|| (data.saved(&Outcome::Done), data.complaints()));
        CodeOutcome {
            private: data.private().clone(),
            identity: data.identity_set().cloned(),
            result,
            saved,
        }
    }

    /// The object and the data kept with it; if there were errors, they are reported instead.
    pub(crate) fn conclude(
        self,
        call: &Call,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Value, Private)> {
        if !call.conclude(self.result, diagnostics) {
            return None;
        }
        match self.saved {
            Ok((object, complaints)) => {
                let failed = complaints.has_errors();
                diagnostics.extend(complaints);
                (!failed).then_some((object, self.private))
            }
            Err(panic) => {
                diagnostics.push(panicked(&call.type_name, call.operation, &panic));
                None
            }
        }
    }

    /// The same for a call that creates an object: everything is reported at once, even after an
    /// error.
    ///
    /// # Errors
    /// One of the provider developer's functions panicked.
    pub(crate) fn conclude_all(
        self,
        call: &Call,
        diagnostics: &mut Diagnostics,
    ) -> std::result::Result<(Value, Private), Diagnostics> {
        call.conclude(self.result, diagnostics);
        let (object, complaints) = self
            .saved
            .map_err(|panic| panicked(&call.type_name, call.operation, &panic))?;
        diagnostics.extend(complaints);
        Ok((object, self.private))
    }
}
