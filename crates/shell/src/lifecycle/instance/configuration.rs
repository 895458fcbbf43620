//! [`Configuration`]: the result of configuring the provider once.

use std::sync::Arc;
use std::sync::RwLock;

use schema_panic::write;

use super::open_stores::OpenStores;
use crate::context::Client;

/// One configuration of the provider: the result of a `ConfigureProvider`.
pub(crate) struct Configuration {
    /// Its number, which distinguishes the calls in flight.
    pub(crate) number: u64,
    /// The client that was made from the settings, or why there is none.
    pub(crate) client: RwLock<Client>,
    pub(crate) state_stores: OpenStores,
    pub(crate) terraform_version: RwLock<Option<Arc<str>>>,
}

impl Configuration {
    pub(crate) fn new(number: u64) -> Arc<Self> {
        Arc::new(Configuration {
            number,
            client: RwLock::new(Client::None),
            state_stores: OpenStores::default(),
            terraform_version: RwLock::default(),
        })
    }

    /// Replaces the former client, which is dropped on its own thread.
    pub(crate) fn set_client(&self, client: Client) {
        let former = std::mem::replace(&mut *write(&self.client), client);
        // No longer while holding the lock.
        drop(former);
    }
}
