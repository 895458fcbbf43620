//! Writing a state.

use crate::context::CallKind;
use bytes::Bytes;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use super::state_stores::is_state_id;
use crate::lifecycle::instance::Instance;

impl Instance {
    /// Writes a whole state.
    pub async fn write_state_bytes(
        &self,
        type_name: &str,
        state_id: &str,
        state: Bytes,
    ) -> Diagnostics {
        // If the id is wrong, that is reported.
        if state.is_empty() && is_state_id(state_id) {
            return Diagnostic::error(format!("{type_name}: the state is empty"))
                .with_detail("Zero bytes are not a state.")
                .into();
        }
        let mut diagnostics = Diagnostics::new();
        self.with_store(
            type_name,
            Some(state_id),
            CallKind::Write,
            &mut diagnostics,
            |code, cx, store, id| code.write(cx, store, id, state),
        )
        .await;
        diagnostics
    }
}
