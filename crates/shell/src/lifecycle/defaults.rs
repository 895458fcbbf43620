//! The configuration that provider code gets: with defaults, and with its secrets masked in the
//! log.

use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::validate::with_defaults;
use schema_runtime::value::Value;

use super::instance::Instance;
use crate::context::{Call, Cx};
use crate::result::reported;

impl Instance {
    /// Runs provider code with a configuration and its defaults, which may be the provider
    /// developer's functions. `None` if one of these failed, or if the code did not return.
    pub(super) fn run_filled<F>(
        &self,
        call: &Arc<Call>,
        schema: &Ref<Schema>,
        config: Value,
        diagnostics: &mut Diagnostics,
        code: impl FnOnce(Cx, Value) -> F + Send + 'static,
    ) -> impl Future<Output = Option<F::Output>> + Send
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let (cx, schema) = (Cx::of(Arc::clone(call)), schema.clone());
        let environment = Arc::clone(&self.inner.environment);
        let run = self.run_or_error(call, async move {
            cx.mask_secrets(&schema.block, &config);
            let (filled, found) = with_defaults(&schema, &config, &environment);
            if found.has_errors() {
                return (None, found);
            }
            let filled = filled.into_owned();
            cx.mask_secrets(&schema.block, &filled);
            (Some(code(cx, filled).await), found)
        });
        async move {
            let (result, found) = reported(run.await, diagnostics)?;
            diagnostics.extend(found);
            result
        }
    }
}
