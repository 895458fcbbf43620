//! Shared code for calls of state stores: the configured store, and state ids.

use std::sync::Arc;

use bytes::Bytes;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;

use super::state_chunks::{IncomingState, StateChunks};
use crate::context::{AnyClient, CallKind, Cx, call_timeout};
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::open_stores::OpenStore;
use crate::result::{Result, reported};
use crate::untyped::{BoxFuture, UntypedStateStore};

impl Instance {
    fn open_store(&self, type_name: &str, operation: CallKind) -> Result<Arc<OpenStore>> {
        self.state_store_entry(type_name)?;
        let open = self.configuration.state_stores.get(type_name);
        open.ok_or_else(|| {
            Diagnostic::error(format!("{type_name}: the state store is not configured"))
                .with_detail(format!(
                    "{operation} needs the state store, which was not configured before, or whose configuration failed."
                ))
                .into()
        })
    }

    /// Splits a state into the chunks for Terraform, of the size agreed on when the state store was
    /// configured.
    ///
    /// # Errors
    /// The state store is not configured.
    pub fn state_chunks(&self, type_name: &str, state: Bytes) -> Result<StateChunks> {
        let store = self.open_store(type_name, CallKind::Read)?;
        Ok(StateChunks::new(state, store.chunk_size))
    }

    /// Accepts a state in chunks, of the size agreed on when the state store was configured.
    ///
    /// # Errors
    /// The state store is not configured, or the id is invalid.
    pub fn incoming_state(&self, type_name: &str, state_id: &str) -> Result<IncomingState> {
        let store = self.open_store(type_name, CallKind::Write)?;
        check_state_id(type_name, state_id)?;
        Ok(IncomingState::new(type_name, store.chunk_size))
    }

    /// Calls a function of a state store, about this state if it is about one.
    pub(crate) async fn with_store<T: Send + 'static>(
        &self,
        type_name: &str,
        state_id: Option<&str>,
        operation: CallKind,
        diagnostics: &mut Diagnostics,
        provider_code: impl FnOnce(
            &Ref<dyn UntypedStateStore>,
            Cx,
            AnyClient,
            String,
        ) -> BoxFuture<Result<T>>
        + Send
        + 'static,
    ) -> Option<T> {
        let found = || -> Result<_> {
            if let Some(id) = state_id {
                check_state_id(type_name, id)?;
            }
            let open = self.open_store(type_name, operation)?;
            Ok((open, self.state_store_entry(type_name)?.code.clone()))
        };
        let (open, code) = reported(found(), diagnostics)?;
        let id = state_id.unwrap_or_default().to_owned();
        let call = self.call(type_name, operation, call_timeout::DEFAULT);
        let cx = Cx::of(Arc::clone(&call));
        let provider_code = async move {
            // Tasks that it spawned continue until this has ended.
            let store = open.store.client.clone()?;
            let result = provider_code(&code, cx, store, id).await;
            drop(open);
            Some(result)
        };
        let ran = self.run_or_error(&call, provider_code).await;
        call.concluded(reported(ran, diagnostics)??, diagnostics)
    }
}

/// Whether a string can be a state id: a valid workspace name for Terraform, but neither `.` nor
/// `..`.
pub(crate) fn is_state_id(state_id: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~$&+=:@".contains(&byte);
    !matches!(state_id, "" | "." | "..") && state_id.len() <= 1024 && state_id.bytes().all(allowed)
}

/// Rejects an invalid state id, before it becomes part of a path or an address.
fn check_state_id(type_name: &str, state_id: &str) -> Result {
    if is_state_id(state_id) {
        return Ok(());
    }
    let what = match state_id {
        "" => "The id of the state is empty.".to_owned(),
        id => {
            let shown: String = id.chars().take(100).collect();
            format!(
                "The id {} cannot be that of a state.",
                schema_rules::quoted(&shown)
            )
        }
    };
    Err(
        Diagnostic::error(format!("{type_name}: that is not the id of a state"))
            .with_detail(format!(
                "{what} It is the name of a workspace: letters, digits and -_.~$&+=:@, and neither . nor .. alone."
            ))
            .into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_names_of_workspaces() {
        for id in ["default", "prod-eu_1", "a.b", "...", "x@y", "~$&+=:"] {
            assert!(is_state_id(id), "{id}");
        }
        for id in [
            "", ".", "..", "a/b", "../a", "a\\b", "a b", "ä", "a\0", "%2e", "a\n", "C:\\x", "*",
        ] {
            assert!(!is_state_id(id), "{id:?}");
            assert!(check_state_id("disk_states", id).is_err());
        }
        assert!(!is_state_id(&"a".repeat(1025)));
    }
}
