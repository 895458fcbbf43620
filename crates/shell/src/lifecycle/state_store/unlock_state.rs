//! Unlocking a state.

use jiff::Timestamp;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use super::state_stores::check_state_id;
use crate::context::AuthorCall;
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
                "The id of the lock is empty. It is what locking the state gave, and what the error of a state that is \
                 locked says."
                    .to_owned(),
            )
            .into();
        }
        let mut diagnostics = Diagnostics::new();
        let (id, lock) = (state_id.to_owned(), lock_id.to_owned());
        let outcome = self.with_store(
            type_name,
            AuthorCall::Unlock,
            &mut diagnostics,
            |code, cx, store| code.unlock(cx, store, id, lock),
        );
        match outcome.await {
            None | Some(UnlockOutcome::Released) => {}
            Some(UnlockOutcome::NotLocked) => {
                diagnostics.push(failed("Nobody has locked it.".to_owned()));
            }
            Some(UnlockOutcome::HeldBy(holder)) => diagnostics.push(failed(format!(
                "The lock has another id than the one that is given. {}",
                holder.told(Timestamp::now())
            ))),
        }
        diagnostics
    }
}
