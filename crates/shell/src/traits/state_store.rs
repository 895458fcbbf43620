//! [`StateStore`]: the trait for the struct of a state store.

use std::future::Future;

use bytes::Bytes;
use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::StateStoreRoot;

use super::provider::IsProvider;
use crate::context::Cx;
use crate::result::Result;
use crate::state::{LockInfo, LockOutcome, UnlockOutcome};
use crate::untyped::default_methods::not_validated;

/// A state store, in which Terraform keeps its states. Experimental, as in Terraform.
///
/// The struct is the configuration. A state is bytes under an id, which is the name of a workspace:
/// letters, digits and `-_.~$&+=:@`, never `.` or `..`; the SDK rejects anything else. The SDK also
/// handles chunks, and reports locks that somebody else holds.
///
/// ```
/// use schema_provider::prelude::*;
/// use schema_provider::{LockInfo, LockOutcome, UnlockOutcome};
/// use std::collections::HashMap;
/// use std::sync::{Mutex, PoisonError};
/// # #[derive(Schema)]
/// # #[schema(provider = "notes")]
/// # pub struct Notes {}
/// # impl Provider for Notes {
/// #     type Client = ();
/// #     fn state_stores() -> &'static [StateStoreDef<Self>] { state_stores![Memory] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
///
/// /// States that end with the process.
/// #[derive(Schema)]
/// #[schema(state_store = "notes_memory")]
/// pub struct Memory {
///     /// What the ids of all states begin with.
///     #[field(optional, default = "")]
///     prefix: String,
/// }
///
/// pub struct States {
///     prefix: String,
///     all: Mutex<HashMap<String, Bytes>>,
/// }
///
/// impl StateStore for Memory {
///     type Provider = Notes;
///     type Store = States;
///
///     async fn configure(_cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result<States> {
///         let prefix = config.require(Memory::PREFIX)?;
///         Ok(States { prefix, all: Mutex::default() })
///     }
///
///     async fn read(_cx: &Cx<Self>, store: &States, state_id: &str) -> Result<Option<Bytes>> {
///         Ok(store.all().get(state_id).cloned())
///     }
///
///     async fn write(_cx: &Cx<Self>, store: &States, state_id: &str, state: Bytes) -> Result {
///         store.all().insert(state_id.to_owned(), state);
///         Ok(())
///     }
///
///     async fn list(_cx: &Cx<Self>, store: &States) -> Result<Vec<String>> {
///         Ok(store.all().keys().cloned().collect())
///     }
///
///     async fn delete(_cx: &Cx<Self>, store: &States, state_id: &str) -> Result<bool> {
///         Ok(store.all().remove(state_id).is_some())
///     }
///
///     // Nobody else can have this process's memory.
///     async fn lock(_: &Cx<Self>, _: &States, _: &str, _: &LockInfo) -> Result<LockOutcome> {
///         Ok(LockOutcome::Unsupported)
///     }
///
///     async fn unlock(_: &Cx<Self>, _: &States, _: &str, _: &str) -> Result<UnlockOutcome> {
///         Ok(UnlockOutcome::NotLocked)
///     }
/// }
/// # impl States {
/// #     fn all(&self) -> std::sync::MutexGuard<'_, HashMap<String, Bytes>> {
/// #         let _ = &self.prefix;
/// #         self.all.lock().unwrap_or_else(PoisonError::into_inner)
/// #     }
/// # }
/// # let store = States { prefix: String::new(), all: Mutex::default() };
/// # Cx::<Memory>::__example((), async |cx, _| -> Result {
/// #     assert_eq!(Memory::read(cx, &store, "default").await?, None);
/// #     Memory::write(cx, &store, "default", "{}".into()).await?;
/// #     assert_eq!(Memory::list(cx, &store).await?, ["default"]);
/// #     assert!(Memory::delete(cx, &store, "default").await?);
/// #     assert!(!Memory::delete(cx, &store, "default").await?);
/// #     Ok(())
/// # }).unwrap();
/// ```
///
/// A provider names its state stores in [`Provider::state_stores`](crate::Provider::state_stores).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a state store",
    label = "needs `impl StateStore for {Self}`"
)]
pub trait StateStore: StateStoreRoot {
    /// The provider, whose client the functions get.
    type Provider: IsProvider;

    /// The store that the other functions use. It is made once for each run of Terraform, by
    /// `configure`, and shared by all calls.
    type Store: Send + Sync + 'static;

    /// Makes the store from its configuration. All values are known, with defaults filled in, also
    /// those from the environment.
    fn configure(
        cx: &Cx<Self>,
        config: ConfigData<'_, Self>,
    ) -> impl Future<Output = Result<Self::Store>> + Send;

    /// Returns a state, or `None` if there is none with this id. An empty state counts as missing.
    fn read(
        cx: &Cx<Self>,
        store: &Self::Store,
        state_id: &str,
    ) -> impl Future<Output = Result<Option<Bytes>>> + Send;

    /// Writes a state, which is never empty. A concurrent read must get the old state or the new
    /// one, whole.
    ///
    /// Interrupts do not end this function and [`unlock`](Self::unlock): they are the reason why
    /// Terraform writes the state.
    fn write(
        cx: &Cx<Self>,
        store: &Self::Store,
        state_id: &str,
        state: Bytes,
    ) -> impl Future<Output = Result> + Send;

    /// Locks a state, which need not exist, and stores `lock` with it. If two callers try at the
    /// same time, one gets [`HeldBy`](LockOutcome::HeldBy); do not wait for the lock. A store
    /// without locks returns [`Unsupported`](LockOutcome::Unsupported).
    fn lock(
        cx: &Cx<Self>,
        store: &Self::Store,
        state_id: &str,
        lock: &LockInfo,
    ) -> impl Future<Output = Result<LockOutcome>> + Send;

    /// Unlocks a state if its lock has this id, which `terraform force-unlock` takes from the user.
    /// Never called for a store without locks.
    fn unlock(
        cx: &Cx<Self>,
        store: &Self::Store,
        state_id: &str,
        lock_id: &str,
    ) -> impl Future<Output = Result<UnlockOutcome>> + Send;

    /// The ids of all states.
    fn list(cx: &Cx<Self>, store: &Self::Store)
    -> impl Future<Output = Result<Vec<String>>> + Send;

    /// Deletes a state, and returns whether it existed. If it did not, the SDK reports an error.
    fn delete(
        cx: &Cx<Self>,
        store: &Self::Store,
        state_id: &str,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Validates a configuration beyond what the schema can express. Values may be unknown.
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        not_validated::<Self>(config)
    }
}
