//! Stored state and identities, as input for upgrades, and the lock of a state.

mod lock;
mod old_identity;
mod old_state;
mod raw_state;

pub use lock::{LockInfo, LockOutcome, UnlockOutcome};
pub use old_identity::{IdentityUpgrade, OldIdentity};
pub use old_state::{MovedState, OldState, Upgrade};
pub use raw_state::RawState;
