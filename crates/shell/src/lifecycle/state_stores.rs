//! What the calls of state stores have in common: the stores that are configured, and ids of states.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use schema_runtime::data::Operation;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;

use super::instance::Instance;
use super::state_chunks::{IncomingState, StateChunks};
use crate::context::{AnyClient, AuthorCall, BoundClient, Cx};
use crate::result::Result;
use crate::timeouts;
use crate::untyped::{BoxFuture, UntypedStateStore};

/// A state store that is configured.
pub(super) struct OpenStore {
    store: BoundClient,
    chunk_size: usize,
}

/// The state stores of a configuration of the provider that are configured, by their types.
#[derive(Default)]
pub(super) struct OpenStores(RwLock<BTreeMap<String, Arc<OpenStore>>>);

impl OpenStores {
    /// Takes the place of the former one.
    pub(super) fn set(&self, type_name: &str, store: Option<(BoundClient, usize)>) {
        let mut open = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let former = match store {
            Some((store, chunk_size)) => open.insert(
                type_name.to_owned(),
                Arc::new(OpenStore { store, chunk_size }),
            ),
            None => open.remove(type_name),
        };
        // Not under the lock.
        drop(open);
        drop(former);
    }

    /// Drops all of them.
    pub(super) fn clear(&self) {
        let mut open = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let former = std::mem::take(&mut *open);
        drop(open);
        drop(former);
    }

    fn get(&self, type_name: &str) -> Option<Arc<OpenStore>> {
        let open = self.0.read().unwrap_or_else(PoisonError::into_inner);
        open.get(type_name).cloned()
    }
}

impl Instance {
    fn open_store(&self, type_name: &str, operation: AuthorCall) -> Result<Arc<OpenStore>> {
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

    /// The chunks in which this state goes to Terraform, as it was agreed when the state store was configured.
    ///
    /// # Errors
    /// The state store is not configured.
    pub fn state_chunks(&self, type_name: &str, state: Bytes) -> Result<StateChunks> {
        let store = self.open_store(type_name, AuthorCall::Object(Operation::Read))?;
        Ok(StateChunks::new(state, store.chunk_size))
    }

    /// Takes a state that comes in chunks, as it was agreed when the state store was configured.
    ///
    /// # Errors
    /// The state store is not configured, or the id is none.
    pub fn incoming_state(&self, type_name: &str, state_id: &str) -> Result<IncomingState> {
        let store = self.open_store(type_name, AuthorCall::Write)?;
        check_state_id(type_name, state_id)?;
        Ok(IncomingState::new(type_name, store.chunk_size))
    }

    /// Calls a function of a state store.
    pub(super) async fn with_store<T: Send + 'static>(
        &self,
        type_name: &str,
        operation: AuthorCall,
        diagnostics: &mut Diagnostics,
        author: impl FnOnce(&Ref<dyn UntypedStateStore>, Cx, AnyClient) -> BoxFuture<Result<T>>
        + Send
        + 'static,
    ) -> Option<T> {
        let found = self
            .open_store(type_name, operation)
            .and_then(|open| Ok((open, self.state_store_entry(type_name)?.code.clone())));
        let (open, code) = match found {
            Ok(found) => found,
            Err(errors) => {
                diagnostics.extend(errors);
                return None;
            }
        };
        let call = self.call(type_name, operation, timeouts::DEFAULT, None);
        let cx = Cx::of(Arc::clone(&call));
        let author = async move {
            // What it spawned goes on until this has ended.
            let store = open.store.get().cloned()?;
            let result = author(&code, cx, store).await;
            drop(open);
            Some(result)
        };
        match self.run(&call, author).await {
            Ok(result) => {
                let (value, result) = match result? {
                    Ok(value) => (Some(value), Ok(())),
                    Err(errors) => (None, Err(errors)),
                };
                call.conclude(result, diagnostics);
                value
            }
            Err(failure) => {
                diagnostics.push(failure.diagnostic(&call));
                None
            }
        }
    }
}

/// Whether a text can be the id of a state: what Terraform takes as the name of a workspace, and no step of a path.
pub(super) fn is_state_id(state_id: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~$&+=:@".contains(&byte);
    !matches!(state_id, "" | "." | "..") && state_id.len() <= 1024 && state_id.bytes().all(allowed)
}

/// Refuses what is no id of a state, before it becomes a part of a path or an address.
pub(super) fn check_state_id(type_name: &str, state_id: &str) -> Result {
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
        Diagnostic::error(format!("{type_name}: that is no id of a state"))
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
