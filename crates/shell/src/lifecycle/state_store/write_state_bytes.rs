//! Writing a state.

use crate::context::ProviderCall;
use bytes::Bytes;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use super::state_stores::check_state_id;
use crate::lifecycle::instance::Instance;

impl Instance {
    /// Writes a whole state.
    pub async fn write_state_bytes(
        &self,
        type_name: &str,
        state_id: &str,
        state: Bytes,
    ) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        if let Err(errors) = check_state_id(type_name, state_id) {
            return errors;
        }
        if state.is_empty() {
            return Diagnostic::error(format!("{type_name}: the state is empty"))
                .with_detail("Zero bytes are not a state.")
                .into();
        }
        let id = state_id.to_owned();
        self.with_store(
            type_name,
            ProviderCall::Write,
            &mut diagnostics,
            |code, cx, store| code.write(cx, store, id, state),
        )
        .await;
        diagnostics
    }
}
