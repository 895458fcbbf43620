//! Deleting a state.

use crate::context::CallKind;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use crate::lifecycle::instance::Instance;

impl Instance {
    /// Deletes a state; it is an error if it does not exist.
    pub async fn delete_state(&self, type_name: &str, state_id: &str) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        let deleted = self.with_store(
            type_name,
            Some(state_id),
            CallKind::Delete,
            &mut diagnostics,
            |code, cx, store, id| code.delete(cx, store, id),
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
