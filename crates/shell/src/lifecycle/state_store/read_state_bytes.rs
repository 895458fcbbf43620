//! Reading a state.

use crate::context::CallKind;
use bytes::Bytes;
use schema_runtime::diagnostics::Diagnostics;

use crate::lifecycle::instance::Instance;

/// A state that was read.
#[derive(Clone, PartialEq)]
pub struct StateResponse {
    /// The state; `None` if it does not exist, or after an error.
    pub state: Option<Bytes>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

// States contain secrets.
schema_runtime::__debug!(
    StateResponse,
    |it| length = it.state.as_ref().map(Bytes::len),
    diagnostics = it.diagnostics
);

impl Instance {
    /// Reads a state. A missing state is not an error; an empty state counts as missing.
    pub async fn read_state_bytes(&self, type_name: &str, state_id: &str) -> StateResponse {
        let mut diagnostics = Diagnostics::new();
        let read = self.with_store(
            type_name,
            Some(state_id),
            CallKind::Read,
            &mut diagnostics,
            |code, cx, store, id| code.read(cx, store, id),
        );
        let state = read.await.flatten();
        StateResponse {
            state: state.filter(|state| !state.is_empty()),
            diagnostics,
        }
    }
}
