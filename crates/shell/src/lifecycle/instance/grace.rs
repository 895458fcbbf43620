//! [`Grace`]: when a call is abandoned. `ProviderCall::changes_something` says which calls have
//! something to lose.

use std::time::Duration;

/// How long provider code may continue after it was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grace {
    /// For calls with something to lose: create, update and delete, invoking an action, locking,
    /// writing and unlocking a state; and for closing an ephemeral resource.
    pub apply: Duration,
    /// For everything else.
    pub other: Duration,
}

impl Default for Grace {
    fn default() -> Self {
        Grace {
            apply: Duration::from_secs(30),
            other: Duration::from_secs(2),
        }
    }
}
