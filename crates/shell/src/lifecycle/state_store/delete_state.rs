//! Deleting a state.

use crate::context::ProviderCall;
use schema_runtime::data::Operation;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use super::state_stores::check_state_id;
use crate::lifecycle::instance::Instance;

impl Instance {
    /// Deletes a state; it is an error if it does not exist.
    pub async fn delete_state(&self, type_name: &str, state_id: &str) -> Diagnostics {
        if let Err(errors) = check_state_id(type_name, state_id) {
            return errors;
        }
        let mut diagnostics = Diagnostics::new();
        let id = state_id.to_owned();
        let deleted = self.with_store(
            type_name,
            ProviderCall::Object(Operation::Delete),
            &mut diagnostics,
            |code, cx, store| code.delete(cx, store, id),
        );
        if deleted.await == Some(false) {
            diagnostics.push(
                Diagnostic::error(format!("{type_name}: there is no state {state_id}"))
                    .with_detail(
                        "It cannot be deleted. Somebody else may have deleted it already.",
                    ),
            );
        }
        diagnostics
    }
}
