//! [`Configuration`]: what one configuration of the provider left.

use std::sync::Arc;
use std::sync::RwLock;

use schema_panic::write;

use super::open_stores::OpenStores;
use crate::context::Client;

/// One configuration of the provider: what a `ConfigureProvider` left.
pub(crate) struct Configuration {
    /// Which one: calls in flight are distinguished by it.
    pub(crate) number: u64,
    /// What the settings made of it.
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

    /// Takes the place of the former client, which is dropped on a thread of its own.
    pub(crate) fn set_client(&self, client: Client) {
        let mut place = write(&self.client);
        let former = std::mem::replace(&mut *place, client);
        // Not under the lock.
        drop(place);
        drop(former);
    }
}
