//! Unlocking a state.

use jiff::Timestamp;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use super::state_stores::is_state_id;
use crate::context::CallKind;
use crate::lifecycle::instance::Instance;
use crate::state::UnlockOutcome;

impl Instance {
    /// Unlocks a state that is locked under this id; anything else is an error.
    pub async fn unlock_state(
        &self,
        type_name: &str,
        state_id: &str,
        lock_id: &str,
    ) -> Diagnostics {
        let failed = |what: &str| {
            Diagnostic::error(format!(
                "{type_name}: the state {state_id} was not unlocked"
            ))
            .with_detail(what)
        };
        // If the id of the state is wrong, that is reported.
        if lock_id.is_empty() && is_state_id(state_id) {
            return failed(
                "The id of the lock is empty. Locking the state returned the id, and the error for \
                 a locked state contains it.",
            )
            .into();
        }
        let mut diagnostics = Diagnostics::new();
        let lock = lock_id.to_owned();
        let outcome = self.with_store(
            type_name,
            Some(state_id),
            CallKind::Unlock,
            &mut diagnostics,
            |code, cx, store, id| code.unlock(cx, store, id, lock),
        );
        match outcome.await {
            None | Some(UnlockOutcome::Released) => {}
            Some(UnlockOutcome::NotLocked) => diagnostics.push(failed("Nobody has locked it.")),
            Some(UnlockOutcome::HeldBy(holder)) => {
                let holder = holder.told(Timestamp::now());
                let why = format!("The lock has a different id than the given one. {holder}");
                diagnostics.push(failed(&why));
            }
        }
        diagnostics
    }
}
