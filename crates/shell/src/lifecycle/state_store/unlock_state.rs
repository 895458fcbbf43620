//! Unlocking a state.

use jiff::Timestamp;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use super::state_stores::check_state_id;
use crate::context::ProviderCall;
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
        if let Err(errors) = check_state_id(type_name, state_id) {
            return errors;
        }
        let failed = |what: String| {
            Diagnostic::error(format!(
                "{type_name}: the state {state_id} was not unlocked"
            ))
            .with_detail(what)
        };
        if lock_id.is_empty() {
            return failed(
                "The id of the lock is empty. Locking the state returned the id, and the error for \
                 a locked state contains it."
                    .to_owned(),
            )
            .into();
        }
        let mut diagnostics = Diagnostics::new();
        let (id, lock) = (state_id.to_owned(), lock_id.to_owned());
        let outcome = self.with_store(
            type_name,
            ProviderCall::Unlock,
            &mut diagnostics,
            |code, cx, store| code.unlock(cx, store, id, lock),
        );
        match outcome.await {
            None | Some(UnlockOutcome::Released) => {}
            Some(UnlockOutcome::NotLocked) => {
                diagnostics.push(failed("Nobody has locked it.".to_owned()));
            }
            Some(UnlockOutcome::HeldBy(holder)) => diagnostics.push(failed(format!(
                "The lock has a different id than the given one. {}",
                holder.told(Timestamp::now())
            ))),
        }
        diagnostics
    }
}
