//! What is open of ephemeral resources: what their private data has beside the author's, and which of them this process
//! has opened.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use schema_runtime::codec::msgpack;
use schema_runtime::data::{Journal, Private};
use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::check_opened::refused_open;
use super::instance::Configuration;
use super::private::PrivateData;
use crate::crash_log::Entry;
use crate::ephemeral_data::OPENED;
use crate::id;

/// Where the whole object is kept, for renewals and the close, which Terraform sends nothing else.
const OBJECT: &str = ".object";

/// Where the name is kept by which this process knows that it is open.
const KEY: &str = ".key";

/// What is open, as it is kept with Terraform: its object and the author's private data.
#[derive(Clone)]
pub(super) struct OpenRecord {
    pub(super) object: Value,
    pub(super) private: Private,
    key: Vec<u8>,
}

impl OpenRecord {
    /// What was opened now.
    pub(super) fn new(object: Value, mut private: Private) -> Self {
        private.remove(OPENED);
        OpenRecord {
            object,
            private,
            key: id::unique().into_bytes(),
        }
    }

    pub(super) fn key(&self) -> &[u8] {
        &self.key
    }

    /// What comes back from Terraform.
    ///
    /// # Errors
    /// It is not what [`to_bytes`](Self::to_bytes) made: then nobody knows what is open.
    pub(super) fn read(schema: &Schema, operation: &str, bytes: &[u8]) -> Result<Self, Diagnostic> {
        let missing = || {
            let name = &schema.type_name;
            Diagnostic::error(format!("{name}: what {operation} is for is not known")).with_detail(
                "The private data of an ephemeral resource, which `open` gave, did not come back, or is damaged. Nothing \
                 was done: what was opened may still be there. This is a bug in the program that called the provider.",
            )
        };
        let all = Private::from_bytes(bytes);
        let object = all.get(OBJECT).ok_or_else(missing)?;
        let object = msgpack::decode_block(&schema.block, object).map_err(|_| missing())?;
        if !matches!(object, Value::Object(_)) || !object.is_wholly_known() {
            return Err(missing());
        }
        Ok(OpenRecord {
            object,
            key: all.get(KEY).unwrap_or_default().to_vec(),
            private: PrivateData::read(bytes).author,
        })
    }

    /// As Terraform keeps it.
    ///
    /// # Errors
    /// The object is none of the schema's.
    pub(super) fn to_bytes(&self, schema: &Schema) -> Result<Vec<u8>, Diagnostic> {
        let object = msgpack::encode_block(&schema.block, &self.object).map_err(|error| {
            refused_open(schema).with_detail(format!(
                "It is no object of the schema: {}. This is a bug in the provider.",
                error.text()
            ))
        })?;
        let mut all = self.private.clone();
        all.set(OBJECT, object);
        all.set(KEY, self.key.as_slice());
        Ok(all.to_bytes())
    }
}

/// What this process has opened and not closed.
#[derive(Default)]
pub(super) struct OpenEphemerals(Mutex<BTreeMap<Vec<u8>, Opened>>);

/// Something of it.
pub(super) struct Opened {
    pub(super) type_name: String,
    pub(super) private: Vec<u8>,
    /// Whose client it was opened with.
    pub(super) configuration: Arc<Configuration>,
    pub(super) crash: Option<Arc<Entry>>,
}

impl OpenEphemerals {
    fn all(&self) -> MutexGuard<'_, BTreeMap<Vec<u8>, Opened>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn remember(&self, key: &[u8], opened: Opened) {
        self.all().insert(key.to_vec(), opened);
    }

    /// It is closed now, or another process is to close it.
    pub(super) fn forget(&self, key: &[u8]) -> Option<Opened> {
        self.all().remove(key)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// All of it, which nobody else will close, the last one first: it may need those before it.
    pub(super) fn take(&self) -> Vec<Opened> {
        // Names that were made later sort later.
        let all = std::mem::take(&mut *self.all());
        all.into_values().rev().collect()
    }
}

/// What is set while something is opened.
pub(super) struct OpenJournal {
    last: Mutex<(Option<(Value, Private)>, bool)>,
    crash: Option<Arc<Entry>>,
}

impl OpenJournal {
    pub(super) fn new(crash: Option<Arc<Entry>>) -> Arc<Self> {
        Arc::new(OpenJournal {
            last: Mutex::default(),
            crash,
        })
    }

    /// Ends it: what was set until now, if anything was.
    pub(super) fn close(&self) -> Option<(Value, Private)> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.1 = true;
        last.0.take()
    }
}

impl Journal for OpenJournal {
    fn record(&self, object: &Value, private: &Private) {
        if let Some(crash) = &self.crash {
            match private.get(OPENED) {
                Some(name) => crash.set_id(&String::from_utf8_lossy(name)),
                None => crash.set_created(),
            }
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if !last.1 {
            last.0 = Some((object.clone(), private.clone()));
        }
    }
}
