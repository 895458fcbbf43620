//! Locking a state.

use jiff::Timestamp;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use crate::context::CallKind;
use crate::lifecycle::instance::Instance;
use crate::state::{LockInfo, LockOutcome};

/// The outcome of an attempt to lock a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LockResponse {
    /// The id that unlocks it; empty if the store has no locks, and after an error.
    pub lock_id: String,
    /// The holder of the lock, if it is somebody else.
    pub held_by: Option<LockInfo>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// Locks a state, which need not exist, for an operation in Terraform's words:
    /// `OperationTypeApply`. It is an error if somebody else has the lock.
    pub async fn lock_state(
        &self,
        type_name: &str,
        state_id: &str,
        operation: &str,
    ) -> LockResponse {
        let mut response = LockResponse::default();
        let version = self.terraform_version();
        let lock = LockInfo::begin(operation, version.as_deref(), &self.inner.environment);
        let outcome = self.with_store(
            type_name,
            Some(state_id),
            CallKind::Lock,
            &mut response.diagnostics,
            |code, cx, store, id| code.lock(cx, store, id, lock),
        );
        match outcome.await {
            None | Some(LockOutcome::Unsupported) => {}
            Some(LockOutcome::Taken(lock_id)) if lock_id.is_empty() => {
                response.diagnostics.push(
                    Diagnostic::error(format!("{type_name}: the lock of {state_id} has no id"))
                        .with_detail(
                            "The provider returned a lock with an empty id, which Terraform would take for a store \
                             without locks. This is a bug in the provider.",
                        ),
                );
            }
            Some(LockOutcome::Taken(lock_id)) => response.lock_id = lock_id,
            Some(LockOutcome::HeldBy(holder)) => {
                response
                    .diagnostics
                    .push(held(type_name, state_id, &holder));
                response.held_by = Some(holder);
            }
        }
        response
    }
}

fn held(type_name: &str, state_id: &str, holder: &LockInfo) -> Diagnostic {
    let told = holder.told(Timestamp::now());
    let remove = match holder.id.as_str() {
        "" => "remove the lock manually, in the store itself".to_owned(),
        id => format!("remove the lock: `force-unlock {id}`"),
    };
    Diagnostic::error(format!("{type_name}: the state {state_id} is locked")).with_detail(format!(
        "{told} Nothing was done.\n\nWait until that ends, and try again: a state store is asked \
         once, so -lock-timeout changes nothing. Only if nobody is working any more (a run was \
         killed, or lost its connection), {remove}."
    ))
}
