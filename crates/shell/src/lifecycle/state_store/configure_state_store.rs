//! Configuring a state store, and agreeing on the chunk size.

use std::sync::Arc;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::value::Value;

use super::state_chunks::chunk_size;
use crate::context::{BoundClient, CallKind, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::result::reported;

/// A configured state store.
#[derive(Clone, Debug, PartialEq)]
pub struct StateStoreResponse {
    /// The size of the chunks in which states are transferred.
    pub chunk_size: usize,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// Configures a state store; `offered` is the chunk size that the other side offers. A later
    /// configuration replaces an earlier one.
    pub async fn configure_state_store(
        &self,
        type_name: &str,
        config: Value,
        offered: i64,
    ) -> StateStoreResponse {
        let chunk_size = chunk_size(offered);
        let mut diagnostics = Diagnostics::new();
        let store = self.open(type_name, config, &mut diagnostics).await;
        let store = store.map(|store| (store, chunk_size));
        self.configuration.state_stores.set(type_name, store);
        StateStoreResponse {
            chunk_size,
            diagnostics,
        }
    }

    async fn open(
        &self,
        type_name: &str,
        config: Value,
        diagnostics: &mut Diagnostics,
    ) -> Option<BoundClient> {
        let code = reported(self.state_store(type_name), diagnostics)?.clone();
        let schema = code.schema();
        let config = if config.is_null() {
            schema.block.empty_object()
        } else {
            config
        };
        if !config.is_wholly_known() {
            diagnostics.push(
                Diagnostic::error(format!("{type_name}: the configuration is not known"))
                    .with_detail(
                        "A state store is needed before anything else, so all of its arguments must be known.",
                    ),
            );
            return None;
        }
        let call = self.call(type_name, CallKind::Configure, call_timeout::DEFAULT);
        let configure = move |cx, filled| code.configure(cx, filled);
        let result = self.run_filled(&call, &schema, config, diagnostics, configure);
        let store = call.concluded(result.await?, diagnostics);
        // Its threads exist: it was made on them.
        let threads = self.inner.threads.get().ok()?;
        Some(BoundClient::new(store?, threads, Arc::clone(&call.masks)))
    }
}
