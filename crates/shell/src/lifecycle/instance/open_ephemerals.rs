//! The ephemeral resources that this process has opened and not closed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::configuration::Configuration;
use crate::process::crash_log::Entry;

/// What this process has opened but not closed, by the key in its record. Keys that were made later
/// sort later.
pub(crate) type OpenEphemerals = Mutex<BTreeMap<Vec<u8>, Opened>>;

/// One open ephemeral resource.
pub(crate) struct Opened {
    pub(crate) type_name: String,
    pub(crate) private: Vec<u8>,
    /// The configuration whose client opened it.
    pub(crate) configuration: Arc<Configuration>,
    pub(crate) crash: Option<Arc<Entry>>,
}
