//! The configured state stores.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::RwLock;

use schema_panic::{read, write};

use crate::context::BoundClient;

/// A configured state store.
pub(crate) struct OpenStore {
    pub(crate) store: BoundClient,
    pub(crate) chunk_size: usize,
}

/// The configured state stores of one configuration of the provider, by type.
#[derive(Default)]
pub(crate) struct OpenStores(RwLock<BTreeMap<String, Arc<OpenStore>>>);

impl OpenStores {
    /// Replaces the former one.
    pub(crate) fn set(&self, type_name: &str, store: Option<(BoundClient, usize)>) {
        let mut open = write(&self.0);
        let former = match store {
            Some((store, chunk_size)) => open.insert(
                type_name.to_owned(),
                Arc::new(OpenStore { store, chunk_size }),
            ),
            None => open.remove(type_name),
        };
        // Not while holding the lock.
        drop(open);
        drop(former);
    }

    /// Drops all of them.
    pub(crate) fn clear(&self) {
        let former = std::mem::take(&mut *write(&self.0));
        // No longer while holding the lock.
        drop(former);
    }

    pub(crate) fn get(&self, type_name: &str) -> Option<Arc<OpenStore>> {
        read(&self.0).get(type_name).cloned()
    }
}
