//! The ephemeral resources that this process has opened and not closed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard};

use schema_panic::lock;

use super::configuration::Configuration;
use crate::process::crash_log::Entry;

/// What this process has opened but not closed.
#[derive(Default)]
pub(crate) struct OpenEphemerals(Mutex<BTreeMap<Vec<u8>, Opened>>);

/// One open ephemeral resource.
pub(crate) struct Opened {
    pub(crate) type_name: String,
    pub(crate) private: Vec<u8>,
    /// The configuration whose client opened it.
    pub(crate) configuration: Arc<Configuration>,
    pub(crate) crash: Option<Arc<Entry>>,
}

impl OpenEphemerals {
    fn all(&self) -> MutexGuard<'_, BTreeMap<Vec<u8>, Opened>> {
        lock(&self.0)
    }

    pub(crate) fn remember(&self, key: &[u8], opened: Opened) {
        self.all().insert(key.to_vec(), opened);
    }

    /// It is closed now, or another process will close it.
    pub(crate) fn forget(&self, key: &[u8]) -> Option<Opened> {
        self.all().remove(key)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// All resources that nobody else will close, the last one first: it may need earlier ones.
    pub(crate) fn take(&self) -> Vec<Opened> {
        // Names that were made later sort later.
        let all = std::mem::take(&mut *self.all());
        all.into_values().rev().collect()
    }
}
